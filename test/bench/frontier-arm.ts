/**
 * The frontier with so many known links: `frontier-arm.ts LINKS FOLDER fill` makes it, `frontier-arm.ts LINKS FOLDER`, in
 * a process that knows nothing of the filling, opens and uses it and prints one JSON line.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Candidate, Frontier, type Lease, Politeness } from '../../src/crawl/frontier/index.ts';
import { openStore, type SqliteStore } from '../../src/drivers/sqlite/index.ts';

const known = Number(process.argv[2]);
const folder = process.argv[3] ?? '';
const HOSTS = 1_000;
const PAGES = 1_500;
const WARM_UP = 300;
const AT_ONCE = 16;
const LINKS_A_PAGE = 40;
const LEASES_AFTER_LEARNING = 1_000;

const clock = new Politeness({ now: () => Date.now(), sleep: async () => undefined }, 0);

/** Seeded, so that every size gets the same kinds of links. */
let state = 1;
function random(below: number): number {
  state = (state * 1_664_525 + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

function link(number: number): Candidate {
  const host = `site-${number % HOSTS}.example`;
  const url = `http://${host}/catalogue/${number % 97}/item-${number}.html`;
  const anchor = `item ${(number * 7_919) % 1_000_003}`;
  const around = 'second-hand books, maps and prints of the nineteenth century';
  return { url, site: host, kind: 'link', anchor, around, parent: 1, depth: 2, hops: 0 };
}

/** What is learnt turns the order round. */
let sign = 1;
const score = ({ anchor }: { readonly anchor: string }): number => sign * Number(anchor.slice(5));
const open = (store: SqliteStore) =>
  Frontier.open(store, 1, clock, { maxDepth: 3, maxRedirects: 10, requestsPerHost: 64, score });

async function fill(store: SqliteStore, frontier: Frontier): Promise<void> {
  for (let at = 0; at < known; at += 2_000) {
    const links = Array.from({ length: Math.min(2_000, known - at) }, (_, i) => link(at + i));
    await store.transaction((trx) => frontier.links.add(trx, links));
  }
}

/** A page: leased, its links added, half of them known, settled; everything committed. */
async function page(store: SqliteStore, frontier: Frontier, lease: Lease, number: number): Promise<void> {
  const links = Array.from({ length: LINKS_A_PAGE }, (_, i) =>
    link(i % 2 === 0 ? random(known) : known + number * LINKS_A_PAGE + i),
  );
  await store.transaction(async (trx) => {
    await frontier.links.add(trx, links);
    await frontier.settle(trx, lease, 'done', null);
  });
  frontier.returned(lease);
}

async function crawl(store: SqliteStore, frontier: Frontier, pages: number, from: number): Promise<void> {
  let begun = 0;
  const worker = async () => {
    while (begun < pages) {
      const number = from + begun++;
      const lease = await frontier.next();
      if (lease !== undefined) await page(store, frontier, lease, number);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

interface Blocked<T> {
  readonly value: T;
  readonly ms: number;
  /** Of that time on a core: what others of the machine took is not ours. */
  readonly cpuMs: number;
}

/** How long others had to wait for their turn while `work` went on, in milliseconds at most. */
async function longestBlock<T>(work: () => Promise<T>): Promise<Blocked<T>> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let over = false;
  let cpuMs = 0;
  let before = threadMs();
  const look = () => {
    const now = threadMs();
    cpuMs = Math.max(cpuMs, now - before);
    before = now;
    if (!over) setImmediate(look);
  };
  setImmediate(look);
  const value = await work();
  await new Promise((resolve) => setTimeout(resolve, 5));
  over = true;
  delay.disable();
  return { value, ms: delay.max / 1e6, cpuMs };
}

/** CPU time of this thread. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const both = ({ ms, cpuMs }: Blocked<unknown>): string => `${ms.toFixed(0)}/${cpuMs.toFixed(0)}`;

async function leases(frontier: Frontier, count: number): Promise<string[]> {
  const anchors: string[] = [];
  while (anchors.length < count) {
    const lease = await frontier.next();
    if (lease === undefined) break;
    anchors.push(lease.anchor);
  }
  return anchors;
}

/** The best waiting links by the present order, told by sorting them all. */
async function best(store: SqliteStore, count: number): Promise<string[]> {
  const rows = await store.db
    .selectFrom('link')
    .select(['anchor', 'id'])
    .where('state', '=', 'waiting')
    .execute();
  return rows
    .sort((a, b) => score(b) - score(a) || a.id - b.id)
    .slice(0, count)
    .map((row) => row.anchor);
}

const store = await openStore(folder, { mode: 'write' });
if (process.argv[4] === 'fill') {
  await fill(store, await open(store));
  await store.close();
  process.exit(0);
}
const opening = await longestBlock(() => open(store));
const frontier = opening.value;
await crawl(store, frontier, WARM_UP, 0);
const cpu = process.cpuUsage();
const began = performance.now();
const crawling = await longestBlock(() => crawl(store, frontier, PAGES, WARM_UP));
const msPerPage = (performance.now() - began) / PAGES;
const { user, system } = process.cpuUsage(cpu);
globalThis.gc?.();
const memoryMb = process.memoryUsage.rss() / 1e6;
const heapMb = process.memoryUsage().heapUsed / 1e6;
sign = -1;
const learnt = performance.now();
const learning = await longestBlock(() => frontier.rescore());
const learningMs = performance.now() - learnt;
const expected = await best(store, LEASES_AFTER_LEARNING);
const got = await leases(frontier, LEASES_AFTER_LEARNING);
process.stdout.write(
  `${JSON.stringify({
    known,
    msPerPage,
    cpuMsPerPage: (user + system) / 1_000 / PAGES,
    longestBlockMs: Math.max(opening.ms, crawling.ms, learning.ms),
    longestBlockCpuMs: Math.max(opening.cpuMs, crawling.cpuMs, learning.cpuMs),
    blocks: { opening: both(opening), crawling: both(crawling), learning: both(learning) },
    learningMs,
    inNewOrder: got.filter((anchor, i) => anchor === expected[i]).length,
    memoryMb,
    heapMb,
  })}\n`,
);
await store.close();
