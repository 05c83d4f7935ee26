import { learnersDisagree } from '../forms/index.ts';
import type { HarvestedForm, RunInfo } from '../library/index.ts';
import { addressOfRun, harvestedForms } from '../library/index.ts';
import {
  type LinkFigures,
  type PageFigures,
  type PagesOfSite,
  type RunSampleRow,
  reasonOf,
  type SiteRow,
  type Store,
} from '../storage/index.ts';
import type { ReasonCount } from './collect-crawl.ts';
import { blockedSites, collectCrawl, pageText, sumOf } from './collect-crawl.ts';
import { collectSubmissions } from './collect-submissions.ts';
import { linkText, runText } from './reason-text.ts';
import type { RunReport, RunTotals, SearchableFormRow, SiteFigures } from './run-report.ts';

const MAX_FORMS = 200;
const MAX_SITES = 1_000;
const MAX_ERRORS = 200;

/** Everything the report of a run says, read from the store. */
export async function collectReport(store: Store, run: RunInfo): Promise<RunReport> {
  const { figures, runs } = store;
  const forms = await tallyForms(store, run);
  const sites = siteRows(await figures.sites(run.id), await figures.pagesOfSites(run.id), forms);
  const submissions = await collectSubmissions(store, run.id);
  const links = await figures.links(run.id);
  const pages = await figures.pages(run.id);
  return {
    run: {
      id: run.id,
      domains: addressOfRun(run) === undefined ? run.domains : [],
      from: addressOfRun(run) ?? null,
      web: run.web,
      strategy: run.strategy,
      startedAt: new Date(run.startedAt).toISOString(),
      finishedAt: new Date(run.updatedAt).toISOString(),
      seconds: run.activeMs / 1_000,
      resumed: run.resumed,
      status: run.status === 'running' || run.status === 'paused' ? 'interrupted' : run.status,
      ...(run.reason !== null && { reason: runText(run.reason) }),
    },
    totals: totalsOf(run, links, pages, forms, sites),
    growth: (await runs.samples(run.id)).map(growthPoint),
    verdicts: forms.verdicts,
    formTypes: forms.types,
    formDepths: forms.depths,
    sites: sites.slice(0, MAX_SITES),
    searchableForms: forms.searchable.slice(0, MAX_FORMS),
    learnersDisagree: forms.disagreeing,
    ...(submissions !== undefined && { submissions }),
    renderReasons: renderReasonsOf(pages),
    crawl: await collectCrawl(store, run.id),
    failures: failuresOf(links),
    errors: await errorsOf(store, run.id, links),
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
  readonly disagreeing: number;
  readonly bySite: ReadonlyMap<string, { readonly forms: number; readonly searchable: number }>;
}

async function tallyForms(
  store: Pick<Store, 'folder' | 'storage' | 'forms' | 'pages'>,
  run: RunInfo,
): Promise<FormTally> {
  const verdicts = new Map<string, RunReport['verdicts'][number]>();
  const types = new Map<string, number>();
  const depths = new Map<number, { forms: number; searchable: number }>();
  const bySite = new Map<string, { forms: number; searchable: number }>();
  const searchable: SearchableFormRow[] = [];
  let total = 0;
  let disagreeing = 0;
  for await (const form of harvestedForms(store, run.id)) {
    total++;
    if (form.verdict.learners !== undefined && learnersDisagree(form.verdict.learners)) disagreeing++;
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
    disagreeing,
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
    ...(verdict.learners && { learners: verdict.learners }),
    domain,
    sightings,
  };
}

function siteRows(sites: readonly SiteRow[], pages: readonly PagesOfSite[], forms: FormTally): SiteFigures[] {
  const pagesOf = new Map(pages.map(({ site, read }) => [site, read]));
  const keptOut = new Set(blockedSites(pages.filter(({ open }) => open === 0)).map(({ site }) => site));
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

function totalsOf(
  run: RunInfo,
  links: readonly LinkFigures[],
  pages: readonly PageFigures[],
  forms: FormTally,
  sites: readonly SiteFigures[],
): RunTotals {
  const by = (kind: string) =>
    sumOf(
      pages.filter(({ rendered_by }) => rendered_by === kind),
      (row) => row.pages,
    );
  const inState = (...states: string[]) =>
    sumOf(
      links.filter(({ state }) => states.includes(state)),
      ({ count }) => count,
    );
  return {
    pages: by('http') + by('browser'),
    rendered: by('browser'),
    failed: inState('failed'),
    skipped: inState('refused', 'parked'),
    sites: sites.length,
    crawledSites: sites.filter((site) => site.pages > 0).length,
    searchableSites: sites.filter((site) => site.searchable > 0).length,
    forms: forms.total,
    searchable: forms.searchableTotal,
    relevant: forms.relevant,
    requests: run.requests,
    bytes: run.bytesIn,
  };
}

const growthPoint = ({ pages, forms, searchable, active_ms }: RunSampleRow): RunReport['growth'][number] => ({
  pages,
  forms,
  searchable,
  seconds: active_ms / 1_000,
});

const renderReasonsOf = (pages: readonly PageFigures[]): ReasonCount[] =>
  byCount(
    pages
      .filter(({ rendered_by }) => rendered_by === 'browser')
      .map((row) => ({ reason: pageText(row) || 'unknown', count: row.pages })),
  );

function failuresOf(links: readonly LinkFigures[]): ReasonCount[] {
  const ended = links.filter(({ state }) => state === 'failed' || state === 'refused' || state === 'parked');
  const reasons = Map.groupBy(ended, ({ reason_code, reason_detail }) =>
    JSON.stringify([reason_code, reason_detail]),
  );
  return byCount(
    [...reasons.values()].flatMap((alike) => {
      const [first] = alike;
      if (first === undefined) return [];
      const { reason_code: code, reason_detail: detail } = first;
      const reason = code === null ? 'unknown' : linkText(reasonOf(code, detail));
      return [{ reason, count: sumOf(alike, ({ count }) => count) }];
    }),
  );
}

/** The pages that failed, by address. */
async function errorsOf(
  { figures }: Pick<Store, 'figures'>,
  runId: number,
  links: readonly LinkFigures[],
): Promise<RunReport['errors']> {
  const errors: RunReport['errors'][number][] = [];
  if (!links.some(({ state }) => state === 'failed')) return errors;
  for await (const { url, state, reason_code: code, reason_detail: detail } of figures.addresses(runId)) {
    if (state !== 'failed') continue;
    errors.push({ url, reason: code === null ? 'unknown' : linkText(reasonOf(code, detail)) });
    if (errors.length === MAX_ERRORS) break;
  }
  return errors;
}

const byCount = (rows: readonly ReasonCount[]): ReasonCount[] =>
  rows.toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
