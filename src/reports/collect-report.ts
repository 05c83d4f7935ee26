import type { Database, Store } from '../drivers/sqlite/index.ts';
import type { HarvestedForm, RunInfo } from '../library/index.ts';
import { harvestedForms } from '../library/index.ts';
import { reasonOf } from '../storage/index.ts';
import { blockedSites, collectCrawl, pageText } from './collect-crawl.ts';
import { collectSubmissions } from './collect-submissions.ts';
import { linkText, runText } from './reason-text.ts';
import type { ReasonCount, RunReport, RunTotals, SearchableFormRow, SiteFigures } from './run-report.ts';

const MAX_FORMS = 200;
const MAX_SITES = 100;

/** Everything the report of a run says, read from the store. */
export async function collectReport(store: Store, run: RunInfo): Promise<RunReport> {
  const { db } = store;
  const forms = await tallyForms(db, run);
  const sites = await siteRows(db, run.id, forms);
  const submissions = await collectSubmissions(store, run.id);
  return {
    run: {
      id: run.id,
      domains: run.domains,
      web: run.web,
      strategy: run.strategy,
      startedAt: new Date(run.startedAt).toISOString(),
      finishedAt: new Date(run.updatedAt).toISOString(),
      seconds: run.activeMs / 1_000,
      resumed: run.resumed,
      status: run.status === 'complete' || run.status === 'budget' ? run.status : 'interrupted',
      ...(run.reason !== null && { reason: runText(run.reason) }),
    },
    totals: await totalsOf(db, run, forms, sites.length),
    growth: await growthOf(db, run.id),
    verdicts: forms.verdicts,
    formTypes: forms.types,
    formDepths: forms.depths,
    sites: sites.slice(0, MAX_SITES),
    searchableForms: forms.searchable.slice(0, MAX_FORMS),
    ...(submissions !== undefined && { submissions }),
    renderReasons: await renderReasonsOf(db, run.id),
    crawl: await collectCrawl(db, run.id),
    failures: await failuresOf(db, run.id),
  };
}

interface FormTally {
  readonly total: number;
  readonly searchableTotal: number;
  readonly relevant: number;
  readonly verdicts: RunReport['verdicts'];
  readonly types: RunReport['formTypes'];
  readonly depths: RunReport['formDepths'];
  readonly searchable: readonly SearchableFormRow[];
  readonly bySite: ReadonlyMap<string, { readonly forms: number; readonly searchable: number }>;
}

async function tallyForms(db: Database, run: RunInfo): Promise<FormTally> {
  const verdicts = new Map<string, RunReport['verdicts'][number]>();
  const types = new Map<string, number>();
  const depths = new Map<number, { forms: number; searchable: number }>();
  const bySite = new Map<string, { forms: number; searchable: number }>();
  const searchable: SearchableFormRow[] = [];
  let total = 0;
  for await (const form of harvestedForms(db, run.id)) {
    total++;
    const { rule, outcome } = verdictOf(form);
    verdicts.set(rule, { rule, outcome, count: (verdicts.get(rule)?.count ?? 0) + 1 });
    types.set(form.type, (types.get(form.type) ?? 0) + 1);
    for (const counts of [entry(depths, form.depth), entry(bySite, form.site)]) {
      counts.forms++;
      if (form.searchable) counts.searchable++;
    }
    if (form.searchable) searchable.push(searchableRow(form));
  }
  const wanted = (row: SearchableFormRow) =>
    row.domain !== null && run.domains.includes(row.domain) ? 1 : 0;
  searchable.sort((a, b) => wanted(b) - wanted(a) || b.score - a.score || (a.formId < b.formId ? -1 : 1));
  return {
    total,
    searchableTotal: searchable.length,
    relevant: searchable.filter((row) => wanted(row) === 1).length,
    verdicts: [...verdicts.values()].sort((a, b) => b.count - a.count),
    types: [...types].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count),
    depths: [...depths].map(([depth, counts]) => ({ depth, ...counts })).sort((a, b) => a.depth - b.depth),
    searchable,
    bySite,
  };
}

function entry<K>(
  map: Map<K, { forms: number; searchable: number }>,
  key: K,
): { forms: number; searchable: number } {
  const known = map.get(key) ?? { forms: 0, searchable: 0 };
  map.set(key, known);
  return known;
}

function verdictOf({ verdict }: HarvestedForm): Pick<RunReport['verdicts'][number], 'rule' | 'outcome'> {
  if (verdict.kind === 'rejected') return { rule: verdict.rule, outcome: 'rejected' };
  return verdict.searchable
    ? { rule: 'classified searchable', outcome: 'searchable' }
    : { rule: 'classified not searchable', outcome: 'not searchable' };
}

function searchableRow({ form, controls, verdict, ...rest }: HarvestedForm): SearchableFormRow {
  const { formId, site, page, depth, domain, sightings } = rest;
  const names = controls
    .filter((control) => control.visible && control.domain !== 'none')
    .map(
      (control) =>
        `${control.label || control.name || control.type}${control.domain === 'finite' ? ` (${control.options.length})` : ''}`,
    );
  const shown = names.slice(0, 4).join(', ') + (names.length > 4 ? `, ${names.length - 4} more` : '');
  return {
    formId,
    site,
    page,
    depth,
    method: form.method.toUpperCase(),
    action: form.action,
    controls: shown,
    score: verdict.kind === 'classified' ? verdict.score : 0,
    domain,
    sightings,
  };
}

async function siteRows(db: Database, runId: number, forms: FormTally): Promise<SiteFigures[]> {
  const pages = await db
    .selectFrom('page')
    .select(['site', (eb) => eb.fn.countAll<number>().as('pages')])
    .where('run_id', '=', runId)
    .where('rendered_by', '!=', 'none')
    .groupBy('site')
    .execute();
  const pagesOf = new Map(pages.map((row) => [row.site, Number(row.pages)]));
  const keptOut = new Set((await blockedSites(db, runId)).map(({ site }) => site));
  const sites = await db.selectFrom('site').selectAll().where('run_id', '=', runId).execute();
  return sites
    .map((row) => ({
      site: row.site,
      domain: row.domain,
      similarity: row.similarity,
      pages: pagesOf.get(row.site) ?? 0,
      forms: forms.bySite.get(row.site)?.forms ?? 0,
      searchable: forms.bySite.get(row.site)?.searchable ?? 0,
      status: keptOut.has(row.site) ? 'blocked' : statusOf(row.state, pagesOf.get(row.site) ?? 0),
    }))
    .sort(
      (a, b) =>
        b.searchable - a.searchable ||
        (b.similarity ?? 0) - (a.similarity ?? 0) ||
        (a.site < b.site ? -1 : 1),
    );
}

/** Nobody reads a report while a site is under way; one of which no page came was not explored. */
const statusOf = (state: string, pages: number): string =>
  state !== 'exploring' ? state : pages > 0 ? 'explored' : 'not read';

async function totalsOf(db: Database, run: RunInfo, forms: FormTally, sites: number): Promise<RunTotals> {
  const pages = await db
    .selectFrom('page')
    .select(['rendered_by', (eb) => eb.fn.countAll<number>().as('count')])
    .where('run_id', '=', run.id)
    .groupBy('rendered_by')
    .execute();
  const by = (kind: string) => Number(pages.find((row) => row.rendered_by === kind)?.count ?? 0);
  const links = await db
    .selectFrom('link')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('run_id', '=', run.id)
    .groupBy('state')
    .execute();
  const inState = (...states: string[]) =>
    links.filter((row) => states.includes(row.state)).reduce((sum, row) => sum + Number(row.count), 0);
  return {
    pages: by('http') + by('browser'),
    rendered: by('browser'),
    failed: inState('failed'),
    skipped: inState('refused', 'parked'),
    sites,
    forms: forms.total,
    searchable: forms.searchableTotal,
    relevant: forms.relevant,
    requests: run.requests,
    bytes: run.bytesIn,
  };
}

async function growthOf(db: Database, runId: number): Promise<RunReport['growth']> {
  const rows = await db
    .selectFrom('run_sample')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('pages')
    .execute();
  return rows.map(({ pages, forms, searchable, active_ms }) => ({
    pages,
    forms,
    searchable,
    seconds: active_ms / 1_000,
  }));
}

async function renderReasonsOf(db: Database, runId: number): Promise<ReasonCount[]> {
  const rows = await db
    .selectFrom('page')
    .select(['render_code', 'render_detail', 'audited', (eb) => eb.fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .where('rendered_by', '=', 'browser')
    .groupBy(['render_code', 'render_detail', 'audited'])
    .execute();
  return byCount(
    rows.map((row) => ({
      reason: pageText({ ...row, rendered_by: 'browser', failed: 0 }) || 'unknown',
      count: Number(row.count),
    })),
  );
}

async function failuresOf(db: Database, runId: number): Promise<ReasonCount[]> {
  const rows = await db
    .selectFrom('link')
    .select(['reason_code', 'reason_detail', (eb) => eb.fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .where('state', 'in', ['failed', 'refused', 'parked'])
    .groupBy(['reason_code', 'reason_detail'])
    .execute();
  return byCount(
    rows.map(({ reason_code, reason_detail, count }) => ({
      reason: reason_code === null ? 'unknown' : linkText(reasonOf(reason_code, reason_detail)),
      count: Number(count),
    })),
  );
}

const byCount = (rows: readonly ReasonCount[]): ReasonCount[] =>
  rows.toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
