import type { Database, LinkKind } from '../drivers/sqlite/index.ts';
import type { Form, FormControl, FormType, FormVerdict } from '../forms/index.ts';

/** A form of a run as it is reported and exported: what its canonical page shows, the smallest (depth, URL). */
export interface HarvestedForm {
  readonly formId: string;
  readonly site: string;
  readonly page: string;
  readonly depth: number;
  readonly renderedBy: 'http' | 'browser';
  readonly searchable: boolean;
  readonly type: FormType;
  /** What it is about: the domain that a search form was judged to be about, if any; of others that of their site. */
  readonly domain: string | null;
  readonly domainScore: number;
  /** What led to that page: a link, or the answer of another form. */
  readonly metOn: LinkKind;
  /** Pages that show it. */
  readonly sightings: number;
  readonly form: Omit<Form, 'controls' | 'formKey'>;
  readonly controls: readonly FormControl[];
  readonly verdict: FormVerdict;
}

const BATCH = 200;

/** The forms of a run in the order of (site, formId), read in batches so that memory does not grow with the run. */
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

/** The forms of one site, in the order of their ids. */
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
  const sightings = await db
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
  const canonical = new Map<string, (typeof sightings)[number]>();
  const siteDomains = await domainsOfSites(db, runId, new Set(forms.map((form) => form.site)));
  const pages = new Map<string, Set<number>>();
  const overHttp = new Set<string>();
  const isAnswer = ({ kind }: { readonly kind: string }) => Number(kind.startsWith('answer'));
  // What a page of the crawl shows is known by that page.
  sightings.sort((a, b) => isAnswer(a) - isAnswer(b));
  for (const sighting of sightings) {
    if (!canonical.has(sighting.form_id)) canonical.set(sighting.form_id, sighting);
    const seen = pages.get(sighting.form_id) ?? new Set();
    pages.set(sighting.form_id, seen.add(sighting.page_id));
    if (sighting.rendered_by === 'http' && sighting.familiar === null) overHttp.add(sighting.form_id);
  }
  const variants = await readVariants(
    db,
    runId,
    [...canonical.values()].map((sighting) => sighting.variant),
  );
  return forms.flatMap(({ form_id: formId, site }) => {
    const at = canonical.get(formId);
    const variant = at === undefined ? undefined : variants.get(at.variant);
    if (at === undefined || variant === undefined) return [];
    return {
      formId,
      site,
      page: at.url,
      depth: at.depth,
      metOn: at.kind,
      // A page that was not rendered shows what its scripts had built on the pages that were.
      renderedBy:
        at.rendered_by === 'browser' || (at.familiar === 'spared' && !overHttp.has(formId))
          ? 'browser'
          : 'http',
      sightings: pages.get(formId)?.size ?? 0,
      ...variant,
      // What searches was judged with its page before it: about none is an answer, which the site does not overrule.
      domain: variant.domain ?? (variant.searchable ? null : (siteDomains.get(site) ?? null)),
    };
  });
}

/**
 * What each site is about: the domain of its most similar front page. A form that searches nothing is about what its
 * site is about; known only when the run is over, so that it does not depend on the order of the crawl.
 */
async function domainsOfSites(
  db: Database,
  runId: number,
  sites: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const fronts = await db
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
  for (const { site, domain } of fronts) if (domain !== null && !domains.has(site)) domains.set(site, domain);
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
