/**
 * How soon each strategy finds the relevant search forms of a large practice web, beside an oracle that knows the truth:
 * `node test/bench/focus.ts [--seeds 1,2,3,4,5] [--pages 1000] [--sites 1000] [--domain book] [--strategies a,b]
 * [--at-once 1] [--jobs 3] [--rankers FILE|none] [--spent 300] [--json]`.
 * Each arm has a process and a web of its own, without a browser and without submissions: what is measured is the order.
 * One page at a time and no Crawl-delay, so that less depends on timing (what is asked for again still does); several
 * arms run beside each other.
 */

import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import type { HarvestEvent } from '../../src/crawl/events/index.ts';
import type { HarvestOptions } from '../../src/crawl/settings/index.ts';
import type { FormTruth, Truth } from '../../src/practice-web/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { oracleCurve, reachableForms } from './focus-oracle.ts';
import { type SpentPage, spentOn } from './focus-spent.ts';
import { withoutCrawlDelay } from './no-crawl-delay.ts';

/** Relevant forms found after so many pages: `curve[p]` after p pages. */
type Curve = readonly number[];

export interface FocusRow {
  readonly strategy: string;
  readonly seed: number;
  readonly pages: number;
  readonly forms: number;
  readonly sites: number;
  readonly areaVsOracle: number;
  readonly seconds: number;
  /** Relevant forms that can be reached without a browser. */
  readonly reachable: number;
  readonly curve: Curve;
  readonly oracle: Curve;
  /** Pages after which 50, 80 and 95 % of the reachable forms were found; null where they were not. */
  readonly pagesFor: readonly (number | null)[];
  /** What the first pages went for. */
  readonly spent: Readonly<Record<string, number>>;
}

interface Order {
  readonly strategy: string;
  readonly seed: number;
  readonly pages: number;
  readonly sites: number;
  readonly domain: string;
  readonly learnAfter: number | undefined;
  /** Pages at once. */
  readonly atOnce: number;
  readonly rankers: string | undefined;
  /** So many first pages are told apart by what they were. */
  readonly spent: number;
}

const area = (curve: Curve, pages: number): number => {
  let sum = 0;
  for (let p = 1; p <= pages; p++) sum += curve[Math.min(p, curve.length - 1)] ?? 0;
  return sum;
};

async function runArm(order: Order, storage: string): Promise<FocusRow> {
  const { strategy, seed, pages, sites, domain } = order;
  const { practiceTransport } = await import('../../src/foundation/http/practice-transport.ts');
  const { openStore } = await import('../../src/drivers/sqlite/index.ts');
  const web = withoutCrawlDelay(await practiceTransport({ seed, sites }));
  const began = performance.now();
  const visits = await visitsOf(order, web, storage);
  const seconds = (performance.now() - began) / 1_000;
  const { truth } = web.server;
  const store = await openStore(storage, { mode: 'read' });
  const { curve, deepSites, spentPages } = await curveOf(store, truth, domain, visits);
  await store.close();
  await web.close();
  const reachable = reachableForms(truth, domain);
  const oracle = oracleCurve(truth, reachable, domain, pages);
  return {
    strategy,
    seed,
    pages: curve.length - 1,
    forms: curve.at(-1) ?? 0,
    sites: deepSites,
    areaVsOracle: area(curve, pages) / area(oracle, pages),
    seconds,
    reachable: reachable.length,
    curve,
    oracle,
    pagesFor: SHARES.map((share) => pagesFor(curve, reachable.length * share) ?? null),
    spent: spentOn(truth, domain, spentPages.slice(0, order.spent)),
  };
}

/** Addresses in the order in which their pages were kept. */
async function visitsOf(
  { strategy, pages, domain, learnAfter, atOnce, rankers }: Order,
  web: NonNullable<HarvestOptions['web']>,
  storage: string,
): Promise<string[]> {
  const { harvest } = await import('../../src/app/index.ts');
  const options = {
    domains: [domain],
    web,
    maxPages: pages,
    maxSites: 100_000,
    storage,
    render: 'never',
    submit: false,
    concurrency: atOnce,
    strategy: strategy as 'two-stage',
    ...(learnAfter !== undefined && { learnAfter }),
    ...(rankers !== undefined && { rankers }),
  } satisfies HarvestOptions;
  const visits: string[] = [];
  for await (const event of harvest(options) as AsyncIterable<HarvestEvent>) {
    if (event.type === 'page') visits.push(event.url);
    if (event.type === 'warning' && process.env.VERBOSE) process.stderr.write(`${event.message}\n`);
  }
  return visits;
}

/** The growth of relevant forms of the truth, by the pages in the order in which they were kept. */
async function curveOf(
  store: import('../../src/drivers/sqlite/index.ts').SqliteStore,
  truth: Truth,
  domain: string,
  visits: readonly string[],
) {
  const { harvestedForms } = await import('../../src/library/index.ts');
  const { meant } = await import('../../src/practice-web/index.ts');
  const wanted = new Set(reachableForms(truth, domain));
  const formOf = new Map<string, FormTruth>();
  for await (const { formId, site, page, searchable, form, controls } of harvestedForms(store, 1)) {
    const action = form.actionKind === 'address' ? form.action : page;
    const names = controls.map(({ name, type }) => ({ name, type }));
    const truly = searchable ? meant(truth, { site, page, action, controls: names, searchable }) : null;
    if (truly !== null && wanted.has(truly)) formOf.set(formId, truly);
  }
  const { db } = store;
  const pages = await db.selectFrom('page').select(['id', 'url', 'site']).execute();
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const sightings = await db.selectFrom('sighting').select(['page_id', 'form_id']).execute();
  const byPage = Map.groupBy(sightings, (row) => row.page_id);
  const found = new Set<FormTruth>();
  const curve = [0];
  const spentPages: SpentPage[] = [];
  for (const url of visits) {
    const { id = -1, site = '' } = byUrl.get(url) ?? {};
    for (const { form_id } of byPage.get(id) ?? []) {
      const form = formOf.get(form_id);
      if (form !== undefined) found.add(form);
    }
    spentPages.push({ url, site, gain: found.size - (curve.at(-1) ?? 0) });
    curve.push(found.size);
  }
  return { curve, spentPages, deepSites: new Set([...found].map((form) => form.site)).size };
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
};

/** Pages after which a share of the forms is found; undefined where it never is. */
const pagesFor = (curve: Curve, forms: number): number | undefined => {
  const at = curve.findIndex((found) => found >= forms);
  return at < 0 ? undefined : at;
};

/** Shares of the reachable forms. */
const SHARES = [0.5, 0.8, 0.95];

const SETTINGS = {
  seeds: { type: 'string', default: '1,2,3,4,5' },
  pages: { type: 'string', default: '1000' },
  sites: { type: 'string', default: '1000' },
  domain: { type: 'string', default: 'book' },
  strategies: { type: 'string', default: 'two-stage,two-stage-static,anchor-text,breadth-first' },
  'learn-after': { type: 'string' },
  'at-once': { type: 'string', default: '1' },
  jobs: { type: 'string', default: '3' },
  rankers: { type: 'string' },
  spent: { type: 'string', default: '0' },
  json: { type: 'boolean', default: false },
} as const;

async function spawnArm(order: Order): Promise<FocusRow> {
  const args = ['--disable-warning=ExperimentalWarning', import.meta.filename, 'arm', JSON.stringify(order)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e9 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as FocusRow;
}

export async function focusBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: SETTINGS, strict: true });
  const orders = values.seeds.split(',').flatMap((seed) =>
    values.strategies.split(',').map((strategy) => ({
      strategy,
      seed: Number(seed),
      pages: Number(values.pages),
      sites: Number(values.sites),
      domain: values.domain,
      learnAfter: values['learn-after'] === undefined ? undefined : Number(values['learn-after']),
      atOnce: Number(values['at-once']),
      rankers: values.rankers,
      spent: Number(values.spent),
    })),
  );
  const say = (text: string) => (values.json ? process.stderr : process.stdout).write(text);
  const rows = await runAll(orders, Number(values.jobs), (row) => say(line(row)));
  say(summary(rows));
  if (!values.json) return;
  const focus = rows.map(({ curve: _, oracle: _o, seconds: _s, spent: _p, ...row }) => row);
  process.stdout.write(`${JSON.stringify({ focus })}\n`);
}

/** Runs arms beside each other: one waits for the disk while another works. */
async function runAll(
  orders: readonly Order[],
  jobs: number,
  done: (row: FocusRow) => void,
): Promise<FocusRow[]> {
  const rows: FocusRow[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < orders.length; at = next++) {
      const row = await spawnArm(orders[at] as Order);
      rows[at] = row;
      done(row);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, work));
  return rows;
}

const line = (row: FocusRow): string =>
  `${row.strategy.padEnd(18)} seed ${row.seed}  ${String(row.pages).padStart(5)} pages  ${String(row.forms).padStart(4)} of ${row.reachable} forms on ${row.sites} sites  area/oracle ${row.areaVsOracle.toFixed(3)}  pages for 50, 80, 95 %: ${row.pagesFor.map((pages) => pages ?? '–').join(', ')}  ${row.seconds.toFixed(0)} s\n${spentText(row)}`;

const spentText = ({ spent }: FocusRow): string =>
  Object.entries(spent)
    .sort(([, a], [, b]) => b - a)
    .map(([what, pages]) => `    ${String(pages).padStart(5)}  ${what}\n`)
    .join('');

/** Median and worst seed of each strategy, and what it needs for 95 % of the forms beside breadth-first. */
function summary(rows: readonly FocusRow[]): string {
  const byStrategy = Map.groupBy(rows, (row) => row.strategy);
  return [...byStrategy]
    .map(([strategy, of]) => {
      const forms = of.map((row) => row.forms);
      const areas = of.map((row) => row.areaVsOracle);
      return `${strategy.padEnd(18)} forms: median ${median(forms)}, worst ${Math.min(...forms)}; area/oracle: median ${median(areas).toFixed(3)}, worst ${Math.min(...areas).toFixed(3)}; ${besideBreadth(of, byStrategy.get('breadth-first') ?? [])}\n`;
    })
    .join('');
}

function besideBreadth(of: readonly FocusRow[], breadth: readonly FocusRow[]): string {
  const shares = of.map((row) => {
    const ours = row.pagesFor.at(-1);
    const theirs = breadth.find(({ seed }) => seed === row.seed);
    const needed = theirs?.pagesFor.at(-1);
    if (ours == null || theirs === undefined) return '–';
    return needed == null
      ? `${ours}, less than ${((100 * ours) / theirs.pages).toFixed(0)} %`
      : `${ours}, ${((100 * ours) / needed).toFixed(0)} %`;
  });
  return `pages for 95 %, and of those that breadth-first needs: ${shares.join('; ')}`;
}

if (process.argv[1] === import.meta.filename) {
  const [first, order = ''] = process.argv.slice(2);
  if (first === 'arm') {
    console.log(JSON.stringify(await runArm(JSON.parse(order) as Order, temporaryFolder('focus-'))));
    process.exit(0);
  }
  await focusBench(process.argv.slice(2));
}
