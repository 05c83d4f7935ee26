/**
 * How soon each strategy finds the relevant search forms of a large practice web, beside an oracle that knows the truth:
 * `node test/bench/focus.ts [--seeds 1,2,3,4,5] [--pages 1000] [--sites 1000] [--domain book] [--strategies a,b] [--json]`.
 * Each arm has a process and a web of its own. Without a browser: what is measured is the order, not the rendering.
 */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { FormTruth, Truth } from '../../src/practice-web/index.ts';

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
}

interface Order {
  readonly strategy: string;
  readonly seed: number;
  readonly pages: number;
  readonly sites: number;
  readonly domain: string;
  readonly learnAfter: number;
}

/** Relevant search forms within three links of a front page that static pages show. */
export const reachableForms = (truth: Truth, domain: string): readonly FormTruth[] =>
  truth.forms.filter(
    (form) =>
      form.searchable &&
      form.domain === domain &&
      !form.needsBrowser &&
      form.depth !== null &&
      form.depth <= 3,
  );

/**
 * The oracle knows what is where, but follows links as every crawler has to: it can ask for the front page of a site only
 * when it has read one of a site that links there (all links of a site are taken to stand on its front page, which
 * favours it), and for a form's page only along the shortest way from the front page. It takes next what gives most forms
 * for the pages that it costs; forms on one page come together.
 */
export function oracleCurve(
  truth: Truth,
  forms: readonly FormTruth[],
  domain: string,
  pages: number,
): number[] {
  const linksTo = new Map(truth.sites.map((site) => [site.key, site.linksTo]));
  const siteOf = new Map(truth.sites.flatMap(({ key, hosts }) => hosts.map((host) => [host, key] as const)));
  const seeds = truth.seeds[domain as keyof Truth['seeds']] ?? [];
  const start = seeds.map((url) => siteOf.get(new URL(url).host) ?? '');
  const places = Map.groupBy(forms, (form) => `${form.site} ${form.example}`);
  const steps = [...places.values()].map((here) => ({
    site: here[0]?.site ?? '',
    gain: here.length,
    depth: here[0]?.depth ?? 0,
  }));
  const read = new Set<string>();
  const curve = [0];
  while (steps.length > 0 && curve.length <= pages) {
    const ways = waysFrom(read, start, linksTo);
    const costOf = (step: { site: string; depth: number }) =>
      read.has(step.site) ? Math.max(1, step.depth) : (ways.get(step.site)?.length ?? Infinity) + step.depth;
    steps.sort((a, b) => b.gain / costOf(b) - a.gain / costOf(a) || (a.site < b.site ? -1 : 1));
    const step = steps.shift();
    const cost = step === undefined ? Infinity : costOf(step);
    if (step === undefined || cost === Infinity) break;
    const before = curve.at(-1) ?? 0;
    for (let i = 1; i < cost; i++) curve.push(before);
    curve.push(before + step.gain);
    for (const site of ways.get(step.site) ?? []) read.add(site);
  }
  while (curve.length <= pages) curve.push(curve.at(-1) ?? 0);
  return curve.slice(0, pages + 1);
}

/** For each site the front pages to be read before it can be, itself last. */
function waysFrom(
  read: ReadonlySet<string>,
  start: readonly string[],
  linksTo: ReadonlyMap<string, readonly string[]>,
): Map<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>();
  const open = [...start, ...[...read].flatMap((site) => linksTo.get(site) ?? [])];
  let wave = [...new Set(open)].filter((site) => !read.has(site)).map((site) => [site]);
  while (wave.length > 0) {
    const next: string[][] = [];
    for (const way of wave) {
      const site = way.at(-1) ?? '';
      if (ways.has(site)) continue;
      ways.set(site, way);
      for (const to of linksTo.get(site) ?? []) if (!ways.has(to) && !read.has(to)) next.push([...way, to]);
    }
    wave = next;
  }
  return ways;
}

const area = (curve: Curve, pages: number): number => {
  let sum = 0;
  for (let p = 1; p <= pages; p++) sum += curve[Math.min(p, curve.length - 1)] ?? 0;
  return sum;
};

async function runArm(
  { strategy, seed, pages, sites, domain, learnAfter }: Order,
  storage: string,
): Promise<FocusRow> {
  const { harvest } = await import('../../src/harvest/index.ts');
  const { practiceWeb } = await import('../../src/web/index.ts');
  const { openStore } = await import('../../src/store/index.ts');
  const web = await practiceWeb({ seed, sites });
  const began = performance.now();
  const options = {
    domains: [domain],
    web,
    maxPages: pages,
    maxSites: 100_000,
    storage,
    render: 'never' as const,
  };
  for await (const event of harvest({ ...options, strategy: strategy as 'two-stage', learnAfter }))
    if (event.type === 'warning' && process.env.VERBOSE) process.stderr.write(`${event.message}\n`);
  const seconds = (performance.now() - began) / 1_000;
  const { truth } = web.server;
  const store = await openStore(storage, { mode: 'read' });
  const { curve, deepSites } = await curveOf(store.db, truth, domain);
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
  };
}

/** The growth of relevant forms of the truth, by the pages in the order in which they were kept. */
async function curveOf(db: import('../../src/store/index.ts').Database, truth: Truth, domain: string) {
  const { harvestedForms } = await import('../../src/library/index.ts');
  const { meant } = await import('../../src/practice-web/index.ts');
  const wanted = new Set(reachableForms(truth, domain));
  const formOf = new Map<string, FormTruth>();
  for await (const { formId, site, page, searchable, form, controls } of harvestedForms(db, 1)) {
    const action = form.actionKind === 'address' ? form.action : page;
    const names = controls.map(({ name, type }) => ({ name, type }));
    const truly = searchable ? meant(truth, { site, page, action, controls: names, searchable }) : null;
    if (truly !== null && wanted.has(truly)) formOf.set(formId, truly);
  }
  const pages = await db
    .selectFrom('page')
    .select(['id', 'rendered_by'])
    .orderBy('fetched_at')
    .orderBy('id')
    .execute();
  const sightings = await db.selectFrom('sighting').select(['page_id', 'form_id']).execute();
  const byPage = Map.groupBy(sightings, (row) => row.page_id);
  const found = new Set<FormTruth>();
  const curve = [0];
  for (const { id, rendered_by } of pages) {
    for (const { form_id } of byPage.get(id) ?? []) {
      const form = formOf.get(form_id);
      if (form !== undefined) found.add(form);
    }
    if (rendered_by !== 'none') curve.push(found.size);
  }
  return { curve, deepSites: new Set([...found].map((form) => form.site)).size };
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

const SETTINGS = {
  seeds: { type: 'string', default: '1,2,3,4,5' },
  pages: { type: 'string', default: '1000' },
  sites: { type: 'string', default: '1000' },
  domain: { type: 'string', default: 'book' },
  strategies: { type: 'string', default: 'two-stage,two-stage-static,anchor-text,breadth-first' },
  'learn-after': { type: 'string', default: '5' },
  json: { type: 'boolean', default: false },
} as const;

async function spawnArm(order: Order): Promise<FocusRow> {
  const args = ['--disable-warning=ExperimentalWarning', import.meta.filename, 'arm', JSON.stringify(order)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e9 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as FocusRow;
}

export async function focusBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: SETTINGS, strict: true });
  const rows: FocusRow[] = [];
  const seeds = values.seeds.split(',').map(Number);
  for (const seed of seeds) {
    for (const strategy of values.strategies.split(',')) {
      const row = await spawnArm({
        strategy,
        seed,
        pages: Number(values.pages),
        sites: Number(values.sites),
        domain: values.domain,
        learnAfter: Number(values['learn-after']),
      });
      rows.push(row);
      if (!values.json) process.stdout.write(line(row));
    }
  }
  if (values.json) {
    const focus = rows.map(({ curve: _, seconds: _s, reachable: _r, ...row }) => row);
    process.stdout.write(`${JSON.stringify({ focus })}\n`);
  } else process.stdout.write(summary(rows));
}

const line = (row: FocusRow): string =>
  `${row.strategy.padEnd(18)} seed ${row.seed}  ${String(row.pages).padStart(5)} pages  ${String(row.forms).padStart(4)} of ${row.reachable} forms on ${row.sites} sites  area/oracle ${row.areaVsOracle.toFixed(3)}  ${row.seconds.toFixed(0)} s  pages for 50 % ${pagesFor(row.curve, row.reachable * 0.5) ?? '–'}, 95 % ${pagesFor(row.curve, row.reachable * 0.95) ?? '–'}\n`;

/** Median and worst seed of each strategy. */
function summary(rows: readonly FocusRow[]): string {
  const byStrategy = Map.groupBy(rows, (row) => row.strategy);
  return [...byStrategy]
    .map(([strategy, of]) => {
      const forms = of.map((row) => row.forms);
      const areas = of.map((row) => row.areaVsOracle);
      return `${strategy.padEnd(18)} forms: median ${median(forms)}, worst ${Math.min(...forms)}; area/oracle: median ${median(areas).toFixed(3)}, worst ${Math.min(...areas).toFixed(3)}\n`;
    })
    .join('');
}

if (process.argv[1] === import.meta.filename) {
  const [first, order = ''] = process.argv.slice(2);
  if (first === 'arm') {
    const folder = mkdtempSync(join(tmpdir(), 'focus-'));
    try {
      console.log(JSON.stringify(await runArm(JSON.parse(order) as Order, folder)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    process.exit(0);
  }
  await focusBench(process.argv.slice(2));
}
