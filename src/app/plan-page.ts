import { loadClassifiers } from '../crawl/analysis/index.ts';
import { readValues } from '../crawl/run/index.ts';
import { type Form, meaningsOf } from '../forms/index.ts';
import { FormElementTable, type FormPlan, planForm, SiteWords, takeCsv } from '../submissions/index.ts';
import { ALL_DOMAINS, type InspectOptions, inspect } from './inspect.ts';

interface PlanPageOptions extends InspectOptions {
  readonly text?: boolean;
  readonly maxSubmissions?: number;
  /** A CSV file of values to type. */
  readonly values?: string;
  readonly now?: Date;
}

interface PagePlan {
  readonly url: string;
  readonly title: string;
  readonly forms: readonly { readonly form: Form; readonly domain: string | null; readonly plan: FormPlan }[];
}

/**
 * What would be put to each search form of a page, and why. Nothing is sent but for the page.
 * @throws what {@link inspect} throws; {ValueFileError} for a file of values with a mistake
 */
export async function planPage(target: string, options: PlanPageOptions = {}): Promise<PagePlan> {
  const { text = true, maxSubmissions = 25, values, now = new Date(), ...rest } = options;
  const domains = rest.domains ?? ALL_DOMAINS;
  const book = new FormElementTable();
  for (const domain of loadClassifiers(domains).wanted) {
    book.seed(domain.name, domain.values);
    if (values !== undefined) takeCsv(book, domain.name, readValues(values), values);
  }
  const { reading } = await inspect(target, rest);
  const { links } = reading;
  const words = new SiteWords([
    {
      url: reading.url,
      title: reading.title,
      links: links.map(({ url, anchor, around }) => ({ url, text: anchor, around })),
    },
  ]);
  // As in a harvest: what the forms at hand offer is known, too.
  for (const { form, domain, verdict } of reading.forms)
    if (verdict.searchable && domain !== null) book.learn(domain, form, meaningsOf(form));
  const forms = reading.forms
    .filter(({ verdict }) => verdict.searchable)
    .map(({ form, domain }) => ({
      form,
      domain,
      plan: planForm(form, {
        now,
        text,
        maxSubmissions,
        sources: {
          valuesFor: (field) => book.valuesFor(domain, field),
          siteWords: words.wordsFor(reading.url),
        },
      }),
    }));
  return { url: reading.url, title: reading.title, forms };
}
