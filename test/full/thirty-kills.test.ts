import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { exportLines } from '../../src/reports/index.ts';
import { type Answer, links, page, SEARCH, type SmallWeb, smallWeb } from '../crawl/run/small-web.ts';
import { runCli, startCli } from '../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const PAGES = 240;
const KILLS = 30;

let folder: string;
let web: SmallWeb;
/** Called by the server at each request: however busy the machine, the crawler is killed at the one it was to be. */
let asked: () => void;
/** Times that each address was refused with 503, which asks to come again. */
let refused: Map<string, number>;

beforeEach(async () => {
  folder = temporaryFolder('thirty-');
  refused = new Map();
  asked = () => undefined;
  web = await smallWeb(library(), ['http://a.test/']);
});

afterEach(() => web.close());

const pathOf = (n: number): string => (n === 0 ? '/' : `/shelf-${n}`);

/** A site of many slow pages; some build their form by script, some refuse at first. */
function library(): Record<string, Answer> {
  const pages: Record<string, Answer> = {};
  for (let n = 0; n < PAGES; n++) {
    const path = pathOf(n);
    const next = [1, 2, 3, 4, 5, 6, 7, 8].map((i) => pathOf((n * 8 + i) % PAGES));
    const form = `<form action="/find-${n % 30}"><input type="search" name="q${n % 30}"><button>Search</button></form>`;
    const scripted = `<div id="b"></div><script>document.getElementById('b').innerHTML = ${JSON.stringify(form).replace(/</g, '\\x3c')}</script>`;
    const html = page((n % 40 === 7 ? scripted : n % 3 === 0 ? form : SEARCH) + links(...next));
    pages[`a.test${path}`] = (request, response) => {
      const url = request.url ?? '';
      asked();
      if (n % 50 === 11 && (refused.get(url) ?? 0) < 1) {
        refused.set(url, 1);
        response.writeHead(503, { 'content-type': 'text/html', 'retry-after': '0' }).end('later');
        return;
      }
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html), 40);
    };
  }
  return pages;
}

async function exportsOf(storage: string): Promise<string[]> {
  const store = await openStore(storage, { mode: 'read' });
  try {
    return await Promise.all(
      (['forms', 'pages', 'sites'] as const).map(async (kind) => {
        const lines = await Array.fromAsync(exportLines(store, 1, kind, 'jsonl'));
        return lines.join('');
      }),
    );
  } finally {
    await store.close();
  }
}

/** Pages that the store has acknowledged. */
async function pagesOf(storage: string): Promise<ReadonlySet<number>> {
  const store = await openStore(storage, { mode: 'read' });
  const rows = await store.db.selectFrom('page').select('id').execute();
  await store.close();
  return new Set(rows.map(({ id }) => id));
}

const flags = (seeds: string, storage: string) => [
  'harvest',
  'book',
  ...['--seeds', seeds, '--strategy', 'breadth-first', '--allow-private', '--delay', '0', '--per-host', '8'],
  ...['--no-submit', '--no-robots', '--audit', '0.05', '--storage', storage],
];

test('thirty kills at random moments change nothing, and no page is fetched oftener than they explain', async () => {
  const seeds = await web.seedFile(folder);
  const calm = join(folder, 'calm');
  const storm = join(folder, 'storm');
  expect((await runCli(flags(seeds, calm))).code).toBe(0);
  const undisturbed = await exportsOf(calm);
  refused.clear();
  const before = web.requests.length;
  let state = 7;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let kills = 0;
  let over = false;
  let acknowledged: ReadonlySet<number> = new Set();
  while (kills < KILLS && !over) {
    const child = startCli(kills === 0 ? flags(seeds, storm) : ['harvest', '--resume', '--storage', storm]);
    const until = web.requests.length + 1 + Math.floor(random() * 10);
    asked = () => {
      if (web.requests.length >= until) child.kill('SIGKILL');
    };
    over = (await child.done).signal !== 'SIGKILL';
    asked = () => undefined;
    if (over) break;
    kills++;
    const pages = await pagesOf(storm);
    expect([...acknowledged].filter((id) => !pages.has(id))).toEqual([]);
    acknowledged = pages;
  }
  if (!over) expect((await runCli(['harvest', '--resume', '--storage', storm])).code).toBe(0);
  expect(kills).toBe(KILLS);
  expect(await exportsOf(storm)).toEqual(undisturbed);
  await checkFetches(storm, web.requests.slice(before));
}, 1_200_000);

/** Fetches of a page: one, one for every time the process died over it, and one for every time it was to come again. */
async function checkFetches(storage: string, requests: readonly string[]): Promise<void> {
  const store = await openStore(storage, { mode: 'read' });
  const rows = await store.db.selectFrom('link').select(['url', 'attempts', 'crashes', 'state']).execute();
  await store.close();
  const fetched = new Map<string, number>();
  for (const request of requests) {
    const path = new URL(request.slice('GET '.length)).pathname;
    fetched.set(path, (fetched.get(path) ?? 0) + 1);
  }
  expect(rows).toHaveLength(PAGES);
  for (const { url, attempts, crashes, state } of rows) {
    const path = new URL(url).pathname;
    expect(state).toBe('done');
    expect(fetched.get(path) ?? 0).toBeLessThanOrEqual(attempts);
    expect(attempts).toBeLessThanOrEqual(1 + crashes + (refused.get(path) ?? 0));
  }
}
