import {
  type Corrections,
  correctedControls,
  correctionsFile,
  type Form,
  type FormControl,
  type FormType,
  type FormVerdict,
  readCorrections,
} from '../forms/index.ts';
import type { FormRange, FormRow, LinkKind, SeenForm, Store } from '../storage/index.ts';

/** A form of a run as reports and exports show it: as on its canonical page, the one with the smallest (depth, URL). */
export interface HarvestedForm {
  readonly formId: string;
  readonly site: string;
  readonly page: string;
  readonly depth: number;
  readonly renderedBy: 'http' | 'browser';
  readonly searchable: boolean;
  readonly type: FormType;
  /** Domain: of a search form its own, if any; of other forms that of their site. */
  readonly domain: string | null;
  readonly domainScore: number;
  /** Says how that page was reached: by a link, or as the answer of another form. */
  readonly metOn: LinkKind;
  /** Pages that show it. */
  readonly sightings: number;
  readonly form: Omit<Form, 'controls' | 'formKey'>;
  readonly controls: readonly FormControl[];
  readonly verdict: FormVerdict;
}

const BATCH = 200;

type Reading = Pick<Store, 'storage' | 'forms' | 'pages'>;

/** Reads the forms of a run in the order of (site, formId), in batches so that memory does not grow with the run. */
export async function* harvestedForms(store: Reading, runId: number): AsyncGenerator<HarvestedForm> {
  for await (const forms of formBatches(store, runId)) yield* forms;
}

/** Reads the forms of one site in the order of their ids. */
export async function formsOfSite(store: Reading, runId: number, site: string): Promise<HarvestedForm[]> {
  const forms: HarvestedForm[] = [];
  for await (const batch of formBatches(store, runId, { site })) forms.push(...batch);
  return forms;
}

/** Reads the forms of a run, or those in a range, in the order of (site, formId), a batch at a time. */
export async function* formBatches(
  store: Reading,
  runId: number,
  range: Omit<FormRange, 'limit'> = {},
): AsyncGenerator<HarvestedForm[]> {
  const corrections = readCorrections(correctionsFile(store.storage));
  for (let after: FormRow | FormRange['after'] = range.after; ; ) {
    const forms = await store.forms.list(runId, { ...range, after, limit: BATCH });
    after = forms.at(-1);
    if (after === undefined) return;
    yield readBatch(store, runId, forms, corrections);
  }
}

async function readBatch(
  store: Reading,
  runId: number,
  forms: readonly FormRow[],
  corrections: Corrections,
): Promise<HarvestedForm[]> {
  const ids = forms.map((form) => form.form_id);
  const occurrences = [...(await store.forms.sightings(runId, ids))];
  const canonical = new Map<string, SeenForm>();
  const siteDomains = await domainsOfSites(store, runId, new Set(forms.map((form) => form.site)));
  const pages = new Map<string, Set<number>>();
  const overHttp = new Set<string>();
  const isAnswer = ({ kind }: { readonly kind: string }) => Number(kind.startsWith('answer'));
  // A page of the crawl comes before an answer page that shows the same form.
  occurrences.sort((a, b) => isAnswer(a) - isAnswer(b));
  for (const occurrence of occurrences) {
    if (!canonical.has(occurrence.form_id)) canonical.set(occurrence.form_id, occurrence);
    const seen = pages.get(occurrence.form_id) ?? new Set();
    pages.set(occurrence.form_id, seen.add(occurrence.page_id));
    if (occurrence.rendered_by === 'http' && occurrence.familiar === null) overHttp.add(occurrence.form_id);
  }
  const variants = await readVariants(
    store,
    runId,
    [...canonical.values()].map((occurrence) => occurrence.variant),
  );
  return forms.flatMap(({ form_id: formId, site }) => {
    const canonicalOccurrence = canonical.get(formId);
    const variant = canonicalOccurrence === undefined ? undefined : variants.get(canonicalOccurrence.variant);
    if (canonicalOccurrence === undefined || variant === undefined) return [];
    return {
      formId,
      site,
      page: canonicalOccurrence.url,
      depth: canonicalOccurrence.depth,
      metOn: canonicalOccurrence.kind,
      // A page that was not rendered shows what its scripts had built on the pages that were.
      renderedBy:
        canonicalOccurrence.rendered_by === 'browser' ||
        (canonicalOccurrence.familiar === 'skipped' && !overHttp.has(formId))
          ? 'browser'
          : 'http',
      sightings: pages.get(formId)?.size ?? 0,
      ...variant,
      controls: correctedControls({ id: variant.form.id, controls: variant.controls }, corrections),
      // A search form was judged with its page: "no domain" is a result that the site does not override.
      domain: variant.domain ?? (variant.searchable ? null : (siteDomains.get(site) ?? null)),
    };
  });
}

/**
 * Reads the domain of each site: that of its most similar homepage. A form that is no search form takes the domain of its
 * site; it is set only when the run has ended, so that it does not depend on the order of the crawl.
 */
async function domainsOfSites(
  { pages }: Reading,
  runId: number,
  sites: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const domains = new Map<string, string>();
  for (const { site, domain } of await pages.aboutDomains(runId, [...sites]))
    if (domain !== null && !domains.has(site)) domains.set(site, domain);
  return domains;
}

type Variant = Pick<
  HarvestedForm,
  'searchable' | 'type' | 'domain' | 'domainScore' | 'form' | 'controls' | 'verdict'
>;

async function readVariants(
  { forms }: Reading,
  runId: number,
  variants: readonly string[],
): Promise<Map<string, Variant>> {
  const rows = await forms.variants(runId, variants);
  return new Map(
    rows.map((row) => [
      row.variant,
      {
        searchable: row.searchable === 1,
        type: row.type as FormType,
        domain: row.domain,
        domainScore: row.domain_score ?? 0,
        form: JSON.parse(row.form) as HarvestedForm['form'],
        controls: row.controls.map(({ control }) => JSON.parse(control) as FormControl),
        verdict: JSON.parse(row.verdict) as FormVerdict,
      },
    ]),
  );
}
