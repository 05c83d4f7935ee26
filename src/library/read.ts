import type { Database } from '../drivers/sqlite/index.ts';
import type { Form, FormControl, FormType, FormVerdict } from '../forms/index.ts';
import type { LinkKind } from '../storage/index.ts';

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
  /** How that page was reached: by a link, or as the answer of another form. */
  readonly metOn: LinkKind;
  /** Pages that show it. */
  readonly sightings: number;
  readonly form: Omit<Form, 'controls' | 'formKey'>;
  readonly controls: readonly FormControl[];
  readonly verdict: FormVerdict;
}

const BATCH = 200;

/** Reads the forms of a run in the order of (site, formId), in batches so that memory does not grow with the run. */
export async function* harvestedForms(db: Database, runId: number): AsyncGenerator<HarvestedForm> {
  let after = { site: '', formId: '' };
  while (true) {
    const forms = await db
      .selectFrom('form')
      .select(['form_id', 'site'])
      .where('run_id', '=', runId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('site', 'form_id'), '>', tuple(after.site, after.formId)),
      )
      .orderBy('site')
      .orderBy('form_id')
      .limit(BATCH)
      .execute();
    const last = forms.at(-1);
    if (last === undefined) return;
    after = { site: last.site, formId: last.form_id };
    yield* await readForms(db, runId, forms);
  }
}

/** Reads the forms of one site in the order of their ids. */
export async function formsOfSite(db: Database, runId: number, site: string): Promise<HarvestedForm[]> {
  const forms = await db
    .selectFrom('form')
    .select(['form_id', 'site'])
    .where('run_id', '=', runId)
    .where('site', '=', site)
    .orderBy('form_id')
    .execute();
  const found: HarvestedForm[] = [];
  for (let from = 0; from < forms.length; from += BATCH)
    found.push(...(await readForms(db, runId, forms.slice(from, from + BATCH))));
  return found;
}

async function readForms(
  db: Database,
  runId: number,
  forms: readonly { form_id: string; site: string }[],
): Promise<HarvestedForm[]> {
  const ids = forms.map((form) => form.form_id);
  const occurrences = await db
    .selectFrom('sighting')
    .innerJoin('page', 'page.id', 'sighting.page_id')
    .innerJoin('link', 'link.id', 'page.id')
    .select([
      'sighting.form_id',
      'sighting.page_id',
      'sighting.variant',
      'page.url',
      'page.rendered_by',
      'page.familiar',
      'link.depth',
      'link.kind',
    ])
    .where('sighting.run_id', '=', runId)
    .where('sighting.form_id', 'in', ids)
    .orderBy('link.depth')
    .orderBy('page.url')
    .orderBy('sighting.variant')
    .execute();
  const canonical = new Map<string, (typeof occurrences)[number]>();
  const siteDomains = await domainsOfSites(db, runId, new Set(forms.map((form) => form.site)));
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
    db,
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
        (canonicalOccurrence.familiar === 'spared' && !overHttp.has(formId))
          ? 'browser'
          : 'http',
      sightings: pages.get(formId)?.size ?? 0,
      ...variant,
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
  db: Database,
  runId: number,
  sites: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const homepages = await db
    .selectFrom('page')
    .innerJoin('link', 'link.id', 'page.id')
    .select(['page.site', 'page.domain', 'page.similarity'])
    .where('page.run_id', '=', runId)
    .where('page.site', 'in', [...sites])
    .where('link.depth', '=', 0)
    .where('page.domain', 'is not', null)
    .orderBy('page.site')
    .orderBy('page.similarity', 'desc')
    .orderBy('page.url')
    .execute();
  const domains = new Map<string, string>();
  for (const { site, domain } of homepages)
    if (domain !== null && !domains.has(site)) domains.set(site, domain);
  return domains;
}

type Variant = Pick<
  HarvestedForm,
  'searchable' | 'type' | 'domain' | 'domainScore' | 'form' | 'controls' | 'verdict'
>;

async function readVariants(
  db: Database,
  runId: number,
  variants: readonly string[],
): Promise<Map<string, Variant>> {
  const controls = new Map<string, FormControl[]>();
  const controlRows = await db
    .selectFrom('control')
    .select(['variant', 'control'])
    .where('run_id', '=', runId)
    .where('variant', 'in', variants)
    .orderBy('variant')
    .orderBy('position')
    .execute();
  for (const row of controlRows) {
    const list = controls.get(row.variant) ?? [];
    list.push(JSON.parse(row.control) as FormControl);
    controls.set(row.variant, list);
  }
  const rows = await db
    .selectFrom('form_variant')
    .selectAll()
    .where('run_id', '=', runId)
    .where('variant', 'in', variants)
    .execute();
  return new Map(
    rows.map((row) => [
      row.variant,
      {
        searchable: row.searchable === 1,
        type: row.type as FormType,
        domain: row.domain,
        domainScore: row.domain_score ?? 0,
        form: JSON.parse(row.form) as HarvestedForm['form'],
        controls: controls.get(row.variant) ?? [],
        verdict: JSON.parse(row.verdict) as FormVerdict,
      },
    ]),
  );
}

/** Pages that were not rendered because of known scripts which turned out to do something else, and that still wait for it. */
export const skippedWrongly = (db: Database, runId: number) =>
  db
    .selectFrom('page')
    .innerJoin('familiar_scripts', (join) =>
      join
        .onRef('familiar_scripts.run_id', '=', 'page.run_id')
        .onRef('familiar_scripts.site', '=', 'page.site')
        .onRef('familiar_scripts.scripts', '=', 'page.scripts'),
    )
    .where('page.run_id', '=', runId)
    .where('page.familiar', '=', 'spared')
    .where('familiar_scripts.state', '=', 'deceived');
