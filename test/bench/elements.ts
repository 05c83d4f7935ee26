/**
 * What the form element table is worth: half of the sites of each domain are harvested, then the other half, with what the
 * table learned on the first and without it. Records by query, and queries to a form until its first hits, on practice webs;
 * with `--one book` ten sites of one domain of the web before each seed teach, and ten of the seed's are asked; with `--shops`
 * pairs of bookshops of forty genres that stock some of them, the usual ones more often.
 *
 *     npm run bench -- elements [--json] [--seeds 1,2] [--sites 28] [--queries 10,25] [--pages 1,200] [--one book] [--shops]
 */

import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { harvest } from '../../src/app/index.ts';
import type { HarvestOptions } from '../../src/crawl/settings/index.ts';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { type PracticeTransport, practiceTransport } from '../../src/foundation/http/practice-transport.ts';
import { seededRandom } from '../../src/foundation/learning/index.ts';
import { OPTIONS, shop } from '../crawl/run/genre-shops.ts';
import { smallWeb } from '../crawl/run/small-web.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const DOMAINS = ['book', 'flight', 'hotel', 'music', 'premiere', 'product', 'property'];

interface Tally {
  readonly queries: number;
  readonly records: number;
  /** Forms that brought hits, and their queries until the first ones. */
  readonly forms: number;
  readonly untilHits: number;
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
      one: { type: 'string' },
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
    else rows.push(...(await compared(seed, Number(values.sites), budgets, values.one)));
  if (json) process.stdout.write(`${JSON.stringify(rows)}\n`);
  else process.stdout.write(`${tableOf(rows)}\n`);
}

async function compared(
  seed: string,
  sites: number,
  budgets: readonly Pick<Row, 'most' | 'pages'>[],
  one: string | undefined,
): Promise<Row[]> {
  const folder = temporaryFolder('fieldfare-elements-');
  const web = await practiceTransport({ seed, sites });
  const before = one === undefined ? web : await practiceTransport({ seed: Number(seed) - 1, sites });
  try {
    const run = async (
      on: PracticeTransport,
      hosts: readonly string[],
      storage: string,
      more: Partial<HarvestOptions>,
    ): Promise<Tally> => {
      const options = {
        domains: DOMAINS,
        web: on,
        storage,
        seeds: hosts.map((host) => `http://${host}/`),
        deny: on.server.truth.sites.flatMap((site) =>
          site.hosts.slice(0, hosts.includes(site.hosts[0] ?? '') ? 0 : 1),
        ),
        strategy: 'breadth-first',
        render: 'never',
        submitTo: 'all',
        detailPages: 0,
        maxPagesPerSite: 30,
        delayMs: 0,
        robots: false,
        concurrency: 1,
        maxRetries: 0,
        timeoutMs: 5_000,
        ...more,
      } as HarvestOptions;
      let runId = 0;
      for await (const event of harvest(options)) if (event.type === 'end') runId = event.runId;
      return tallyOf(storage, runId);
    };
    const first = join(folder, 'first');
    const [taught, asked] = one === undefined ? halvesOf(web) : [tenOf(before, one), tenOf(web, one)];
    await run(before, taught, first, { maxSubmissions: 25, maxAnswerPages: 3 });
    const rows: Row[] = [];
    for (const typing of [true, false])
      for (const { most, pages } of budgets) {
        const second = async (elements: boolean): Promise<Tally> => {
          const storage = join(folder, 'second');
          await cp(first, storage, { recursive: true });
          const limits = { text: typing, maxSubmissions: most, maxAnswerPages: pages };
          const tally = await run(web, asked, storage, { ...limits, elements });
          return tally;
        };
        rows.push({ seed, typing, most, pages, with: await second(true), without: await second(false) });
      }
    return rows;
  } finally {
    await Promise.all([web.close(), before.close()]);
  }
}

const SHOP_GENRES = Array.from({ length: 40 }, (_, i) => `Genre ${String.fromCharCode(65 + (i % 26))}${i}`);

/** The second of two shops, after the first one was asked through; how usual a genre is, is the same for both. */
async function comparedOnShops(seed: number, most: number): Promise<Row> {
  const folder = temporaryFolder('fieldfare-elements-');
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
  }
}

/** Hosts with a database of their own, by its domain; no site that only links to others. */
const hostsOf = ({ server }: PracticeTransport): Map<string | null, string[]> => {
  const relevant = server.truth.sites.filter((site) => site.relevant);
  const groups = Map.groupBy(relevant, ({ domain }) => domain);
  return new Map([...groups].map(([domain, sites]) => [domain, sites.map(({ hosts: [host = ''] }) => host)]));
};

/** Every other one of those of the same domain. */
function halvesOf(web: PracticeTransport): [string[], string[]] {
  const half = (rest: number) =>
    [...hostsOf(web).values()].flatMap((all) => all.filter((_, i) => i % 2 === rest));
  return [half(0), half(1)];
}

const tenOf = (web: PracticeTransport, domain: string): string[] =>
  hostsOf(web).get(domain)?.slice(0, 10) ?? [];

async function tallyOf(storage: string, runId: number): Promise<Tally> {
  const store = await openStore(storage, { mode: 'read' });
  try {
    const asked = new Map<string, string[]>();
    for await (const { form_id, page, verdict } of store.submissions.each(runId))
      if (page <= 1) asked.set(form_id, [...(asked.get(form_id) ?? []), verdict ?? '']);
    const until = [...asked.values()].map((verdicts) => 1 + verdicts.indexOf('hits')).filter((at) => at > 0);
    const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);
    return {
      queries: sum([...asked.values()].map(({ length }) => length)),
      records: await store.records.count(runId),
      forms: until.length,
      untilHits: sum(until),
    };
  } finally {
    await store.close();
  }
}

const told = ({ queries, records, forms, untilHits }: Tally): string =>
  `${records} records of ${queries} queries (${(records / Math.max(1, queries)).toFixed(2)}), first hits after ${(untilHits / Math.max(1, forms)).toFixed(1)}`;

function tableOf(rows: readonly Row[]): string {
  const kinds = Map.groupBy(
    rows,
    ({ typing, most, pages }) =>
      `${typing ? 'choices and words' : 'choices alone'}, ${most} queries, ${pages} pages`,
  );
  const sum = (of: readonly Tally[]): Tally =>
    of.reduce((a, b) => ({
      queries: a.queries + b.queries,
      records: a.records + b.records,
      forms: a.forms + b.forms,
      untilHits: a.untilHits + b.untilHits,
    }));
  const line = (name: string, tables: Tally, none: Tally): string =>
    `${name}: with ${told(tables)}, without ${told(none)}; ${(tables.records / Math.max(1, none.records)).toFixed(2)} times the records`;
  return [...kinds]
    .flatMap(([name, of]) => [
      ...of.map((row) => line(`${name}, seed ${row.seed}`, row.with, row.without)),
      line(`${name}, all`, sum(of.map((row) => row.with)), sum(of.map((row) => row.without))),
    ])
    .join('\n');
}
