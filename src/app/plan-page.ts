import { chooseClassifiers } from '../crawl/analysis/index.ts';
import { readValues } from '../crawl/run/index.ts';
import { holdsStore, openStore } from '../drivers/open/index.ts';
import type { Form } from '../forms/index.ts';
import { whileOpen } from '../foundation/errors/index.ts';
import {
  daySpan,
  type ElementRows,
  elementTable,
  type FormPlan,
  planForm,
  readElements,
  SiteWords,
} from '../submissions/index.ts';
import { ALL_DOMAINS, type InspectOptions, inspect } from './inspect.ts';

interface PlanPageOptions extends InspectOptions {
  readonly text?: boolean;
  /** True if forms are filled from what the table of the storage and the other forms of the page tell. */
  readonly elements?: boolean;
  readonly maxSubmissions?: number;
  /** First and last day as in the options of a harvest. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
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
 * What would be put to each search form of a page, and why: what a harvest of that page would ask first, since both fill
 * forms from one table. Nothing is sent but for the page.
 * @throws what {@link inspect} throws; {ValueFileError} for a file of values with a mistake
 */
export async function planPage(target: string, options: PlanPageOptions = {}): Promise<PagePlan> {
  const {
    text = true,
    elements = true,
    maxSubmissions = 25,
    values,
    from,
    to,
    now = new Date(),
    ...rest
  } = options;
  const domains = rest.domains ?? ALL_DOMAINS;
  const { reading } = await inspect(target, rest);
  const searchable = reading.forms.filter(({ verdict }) => verdict.searchable);
  const table = elementTable({
    wanted: chooseClassifiers(domains).wanted,
    ...(values !== undefined && { given: { text: readValues(values), file: values } }),
    ...(elements && {
      stored: await storedElements(rest.storage),
      forms: searchable.flatMap(({ form, domain }) => (domain === null ? [] : [{ form, domain }])),
    }),
  });
  const words = new SiteWords([
    {
      url: reading.url,
      title: reading.title,
      links: reading.links.map(({ url, anchor, around }) => ({ url, text: anchor, around })),
    },
  ]);
  const forms = searchable.map(({ form, domain }) => ({
    form,
    domain,
    plan: planForm(form, {
      now,
      text,
      span: daySpan(from, to),
      maxSubmissions,
      sources: { ...table.sourcesFor(domain), siteWords: words.wordsFor(reading.url) },
    }),
  }));
  return { url: reading.url, title: reading.title, forms };
}

/** The table of a storage folder; empty where nothing has been harvested. */
async function storedElements(storage: string | undefined): Promise<ElementRows> {
  if (storage === undefined || !(await holdsStore(storage))) return { elements: [], values: [] };
  return whileOpen(openStore(storage, { mode: 'read' }), readElements);
}
