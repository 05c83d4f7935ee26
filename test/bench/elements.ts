/**
 * What the form element table is worth: half of the sites of each domain are harvested, then the other half, with what the
 * table learned on the first and without it. Records by query, on practice webs; with `--shops` on pairs of bookshops of
 * forty genres that stock some of them, the usual ones more often.
 *
 *     npm run bench -- elements [--json] [--seeds 1,2] [--sites 28] [--queries 10,25] [--pages 1,200] [--shops]
 */

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { harvest } from '../../src/app/index.ts';
import type { HarvestOptions } from '../../src/crawl/settings/index.ts';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { practiceTransport } from '../../src/foundation/http/practice-transport.ts';
import { seededRandom } from '../../src/foundation/learning/index.ts';
import type { Truth } from '../../src/practice-web/index.ts';
import { OPTIONS, shop } from '../crawl/run/genre-shops.ts';
import { smallWeb } from '../crawl/run/small-web.ts';

const DOMAINS = ['book', 'flight', 'hotel', 'music', 'premiere', 'product', 'property'];

interface Tally {
  readonly queries: number;
  readonly records: number;
}

interface Row {
  readonly seed: string;
  /** Words are typed, or choices alone are made. */
  readonly typing: boolean;
  /** Queries to a form at most, and further pages of their answers. */
  readonly most: number;
  readonly pages: number;
  readonly with: Tally;
  readonly without: Tally;
}

export async function elementsBench(json: boolean, settings: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: settings.filter((one) => one !== '--json'),
    options: {
      seeds: { type: 'string', default: '1,2,3,4,5' },
      sites: { type: 'string', default: '28' },
      queries: { type: 'string', default: '10,25' },
      pages: { type: 'string', default: '1,200' },
      shops: { type: 'boolean', default: false },
    },
  });
  const numbers = (list: string): number[] => list.split(',').map(Number);
  const budgets = numbers(values.queries).flatMap((most) =>
    numbers(values.pages).map((pages) => ({ most, pages })),
  );
  const rows: Row[] = [];
  for (const seed of values.seeds.split(','))
    if (values.shops) for (const { most } of budgets) rows.push(await comparedOnShops(Number(seed), most));
    else rows.push(...(await compared(seed, Number(values.sites), budgets)));
  if (json) process.stdout.write(`${JSON.stringify(rows)}\n`);
  else process.stdout.write(`${tableOf(rows)}\n`);
}

async function compared(
  seed: string,
  sites: number,
  budgets: readonly Pick<Row, 'most' | 'pages'>[],
): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldfare-elements-'));
  const web = await practiceTransport({ seed, sites });
  try {
    const halves = halvesOf(web.server.truth.sites.filter(({ relevant }) => relevant));
    const run = async (half: 0 | 1, storage: string, more: Partial<HarvestOptions>): Promise<Tally> => {
      const [seeds, denied] = half === 0 ? halves : [halves[1], halves[0]];
      const options = {
        domains: DOMAINS,
        web,
        storage,
        seeds: seeds.map((host) => `http://${host}/`),
        deny: denied,
        strategy: 'breadth-first',
        render: 'never',
        submitTo: 'all',
        detailPages: 0,
        maxPagesPerSite: 30,
        delayMs: 0,
        robots: false,
        maxRetries: 0,
        timeoutMs: 5_000,
        ...more,
      } as HarvestOptions;
      let runId = 0;
      for await (const event of harvest(options)) if (event.type === 'end') runId = event.runId;
      return tallyOf(storage, runId);
    };
    const first = join(folder, 'first');
    await run(0, first, { maxSubmissions: 25, maxAnswerPages: 3 });
    const rows: Row[] = [];
    for (const typing of [true, false])
      for (const { most, pages } of budgets) {
        const second = async (elements: boolean): Promise<Tally> => {
          const storage = join(folder, 'second');
          await cp(first, storage, { recursive: true });
          const tally = await run(1, storage, {
            text: typing,
            maxSubmissions: most,
            maxAnswerPages: pages,
            elements,
          });
          await rm(storage, { recursive: true });
          return tally;
        };
        rows.push({ seed, typing, most, pages, with: await second(true), without: await second(false) });
      }
    return rows;
  } finally {
    await web.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const SHOP_GENRES = Array.from({ length: 40 }, (_, i) => `Genre ${String.fromCharCode(65 + (i % 26))}${i}`);

/** The second of two shops, after the first one was asked through; how usual a genre is, is the same for both. */
async function comparedOnShops(seed: number, most: number): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldfare-elements-'));
  const random = seededRandom(seed);
  const usual = SHOP_GENRES.map(() => random() ** 2);
  const stock = () => SHOP_GENRES.filter((_, i) => random() < (usual[i] ?? 0));
  const pages = { ...shop('ash.test', SHOP_GENRES, stock()), ...shop('birch.test', SHOP_GENRES, stock()) };
  const { web, close } = await smallWeb(pages, ['http://ash.test/']);
  try {
    const run = async (host: string, storage: string, more: Partial<HarvestOptions>): Promise<Tally> => {
      const options = { ...OPTIONS, web, storage, seeds: [`http://${host}/`], ...more } as HarvestOptions;
      let runId = 0;
      for await (const event of harvest(options)) if (event.type === 'end') runId = event.runId;
      return tallyOf(storage, runId);
    };
    const first = join(folder, 'first');
    await run('ash.test', first, { maxSubmissions: 50 });
    const second = async (elements: boolean): Promise<Tally> => {
      const storage = join(folder, `second-${elements}`);
      await cp(first, storage, { recursive: true });
      return run('birch.test', storage, { maxSubmissions: most, elements });
    };
    const both = { with: await second(true), without: await second(false) };
    return { seed: String(seed), typing: false, most, pages: 0, ...both };
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Hosts, every other one of those with a database of the same domain; no site that only links to others. */
function halvesOf(sites: Truth['sites']): [string[], string[]] {
  const halves: [string[], string[]] = [[], []];
  for (const group of Map.groupBy(sites, ({ domain }) => domain).values())
    group.forEach(({ hosts: [host = ''] }, i) => {
      halves[i % 2 === 0 ? 0 : 1].push(host);
    });
  return halves;
}

async function tallyOf(storage: string, runId: number): Promise<Tally> {
  const store = await openStore(storage, { mode: 'read' });
  try {
    const tallies = await store.submissions.tallies(runId);
    const queries = tallies.reduce((sum, { first_page, count }) => sum + (first_page === 0 ? 0 : count), 0);
    return { queries, records: await store.records.count(runId) };
  } finally {
    await store.close();
  }
}

const rate = ({ queries, records }: Tally): string => (records / Math.max(1, queries)).toFixed(2);

function tableOf(rows: readonly Row[]): string {
  const kinds = Map.groupBy(
    rows,
    ({ typing, most, pages }) =>
      `${typing ? 'choices and words' : 'choices alone'}, ${most} queries, ${pages} pages`,
  );
  const sum = (of: readonly Tally[]): Tally => ({
    queries: of.reduce((all, { queries }) => all + queries, 0),
    records: of.reduce((all, { records }) => all + records, 0),
  });
  const line = (name: string, tables: Tally, none: Tally): string =>
    `${name}: with ${tables.records} records of ${tables.queries} queries (${rate(tables)}), without ${none.records} of ${none.queries} (${rate(none)})`;
  return [...kinds]
    .flatMap(([name, of]) => [
      ...of.map((row) => line(`${name}, seed ${row.seed}`, row.with, row.without)),
      line(`${name}, all`, sum(of.map((row) => row.with)), sum(of.map((row) => row.without))),
    ])
    .join('\n');
}
