import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HostQueues } from '../../../src/crawl/frontier/host-queues.ts';
import { type Candidate, Frontier, type Lease, Politeness } from '../../../src/crawl/frontier/index.ts';
import { openStore, type SqliteStore } from '../../../src/drivers/sqlite/index.ts';
import { siteOf } from '../../../src/foundation/url/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let folder: string;
let store: SqliteStore;

beforeEach(async () => {
  folder = temporaryFolder('frontier-');
  store = await openStore(folder, { mode: 'write' });
  sign = 1;
});

afterEach(() => store.close());

const clock = () => new Politeness({ now: () => 0, sleep: async () => undefined }, 0);

/** What the order has learnt: whether large numbers are good. */
let sign = 1;

const open = (runId = 1, requestsPerHost = 99, balance = 0) =>
  Frontier.open(store, runId, clock(), {
    maxDepth: 3,
    maxRedirects: 5,
    requestsPerHost,
    score: ({ anchor, depth }) => (anchor === '' ? -depth : sign * Number(anchor)),
    directoryPenalty: balance,
  });

const seed = (url: string, score?: number): Candidate => ({
  url,
  kind: 'front',
  around: '',
  parent: 0,
  site: siteOf(url),
  anchor: score === undefined ? '' : String(score),
  depth: 0,
  hops: 0,
});

async function settle(
  frontier: Frontier,
  lease: Lease,
  outlinks: readonly string[],
  redirectTo: string | null = null,
) {
  await store.transaction(async (trx) => {
    const { depth, hops } = await trx.db
      .selectFrom('link')
      .select(['depth', 'hops'])
      .where('id', '=', lease.id)
      .executeTakeFirstOrThrow();
    const links = outlinks.map((url): [string, string] => [url, '']);
    const children =
      redirectTo === null
        ? frontier.links.children(links, lease.site, { depth, hops }, lease.id)
        : [frontier.links.redirect(redirectTo, lease.site, { depth, hops }, lease.id)];
    await frontier.links.add(trx, children);
    await trx.db
      .insertInto('page')
      .values({
        id: lease.id,
        run_id: 1,
        site: lease.site,
        url: lease.url,
        status: 200,
        redirect_to: redirectTo,
        title: '',
        language: '',
        encoding: '',
        content_type: '',
        bytes: 0,
        truncated: 0,
        rendered_by: 'http',
        render_code: null,
        render_detail: null,
        domain: null,
        similarity: null,
        mentions: 0,
        relevancy: null,
        outlinks: JSON.stringify(links),
        exchange_offset: null,
        exchange_length: null,
        fetched_at: 0,
        fetch_ms: 0,
        render_ms: null,
        read_ms: null,
        audited: 0,
        gain_forms: null,
        gain_links: null,
        look: null,
        blocked_by: null,
      })
      .execute();
    await frontier.settle(trx, lease, 'done', null);
  });
  frontier.returned(lease);
}

const addSite = (site: string) =>
  store.db
    .insertInto('site')
    .values({
      run_id: 1,
      site,
      home_url: '',
      seed: 1,
      state: 'exploring',
      domain: null,
      similarity: null,
      reason_code: null,
    })
    .execute();

/** Distances from the seed by the textbook: Dijkstra over (depth, hops). */
function shortest(edges: Map<number, number[]>, redirects: Map<number, number>): Map<number, string> {
  const best = new Map<number, [number, number]>([[0, [0, 0]]]);
  const queue = [0];
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    const [depth, hops] = best.get(node)!;
    const target = redirects.get(node);
    const next: [number, [number, number]][] =
      target === undefined
        ? (edges.get(node) ?? []).map((to) => [to, [depth + 1, 0]])
        : [[target, [depth, hops + 1]]];
    for (const [to, [d, h]] of next) {
      if (d > 3 || h > 5) continue;
      const known = best.get(to);
      if (known !== undefined && (known[0] < d || (known[0] === d && known[1] <= h))) continue;
      best.set(to, [d, h]);
      queue.push(to);
    }
  }
  return new Map([...best].map(([node, [d, h]]) => [node, `${d},${h}`]));
}

test('every order of fetching ends with the same pages at their shortest distance', async () => {
  await addSite('a.test');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { maxLength: 40 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 14 }), fc.nat(14)), { maxLength: 4 }),
      fc.infiniteStream(fc.nat(100)),
      async (links, moved, picks) => {
        await store.db.deleteFrom('link').execute();
        await store.db.deleteFrom('page').execute();
        const edges = new Map<number, number[]>();
        for (const [from, to] of links) edges.set(from, [...(edges.get(from) ?? []), to]);
        const redirects = new Map(moved);
        const frontier = await open();
        const url = (node: number) => `http://a.test/${node}`;
        await store.transaction((trx) => frontier.links.add(trx, [seed(url(0))]));
        const underway: Lease[] = [];
        while (!frontier.finished) {
          const lease = frontier.ready && underway.length < 4 ? await frontier.next() : undefined;
          if (lease !== undefined) underway.push(lease);
          const pick = picks.next().value as number;
          if (underway.length === 4 || lease === undefined || pick % 2 === 0) {
            const [done] = underway.splice(pick % underway.length, 1);
            const node = Number(new URL(done!.url).pathname.slice(1));
            const to = redirects.get(node);
            await settle(
              frontier,
              done!,
              (edges.get(node) ?? []).map(url),
              to === undefined ? null : url(to),
            );
          }
        }
        const rows = await store.db.selectFrom('link').select(['url', 'depth', 'hops', 'state']).execute();
        const found = new Map(
          rows.map((row) => [Number(new URL(row.url).pathname.slice(1)), `${row.depth},${row.hops}`]),
        );
        expect(rows.every((row) => row.state === 'done')).toBe(true);
        expect(found).toEqual(shortest(edges, redirects));
      },
    ),
    { numRuns: 60, seed: 1 },
  );
});

test('the best waiting link comes first, whichever host it is on', async () => {
  const frontier = await open();
  await store.transaction((trx) =>
    frontier.links.add(trx, [
      seed('http://a.test/1', 1),
      seed('http://b.test/9', 9),
      seed('http://a.test/5', 5),
    ]),
  );
  const order = [await frontier.next(), await frontier.next(), await frontier.next()].map(
    (lease) => lease?.url,
  );
  expect(order).toEqual(['http://b.test/9', 'http://a.test/5', 'http://a.test/1']);
});

test('concurrent callers never get the same link', async () => {
  const frontier = await open();
  const urls = Array.from({ length: 100 }, (_, i) => `http://h${i % 7}.test/${i}`);
  await store.transaction((trx) =>
    frontier.links.add(
      trx,
      urls.map((url) => seed(url)),
    ),
  );
  const leases = await Promise.all(urls.map(() => frontier.next()));
  expect(new Set(leases.map((lease) => lease?.id)).size).toBe(100);
});

test('a host serves no more at once than it may', async () => {
  const frontier = await open(1, 2);
  await store.transaction((trx) =>
    frontier.links.add(
      trx,
      [1, 2, 3].map((n) => seed(`http://a.test/${n}`)),
    ),
  );
  const first = await frontier.next();
  await frontier.next();
  expect(await frontier.next()).toBeUndefined();
  await settle(frontier, first!, []);
  expect((await frontier.next())?.url).toBeDefined();
});

test('a page that is under way whenever the process dies is parked after four attempts, the others are not', async () => {
  const first = await open();
  await store.transaction((trx) =>
    first.links.add(
      trx,
      ['http://a.test/poison', 'http://a.test/2'].map((url) => seed(url)),
    ),
  );
  await first.next();
  await first.next();
  for (let death = 2; death <= 4; death++) {
    const again = await open();
    for (let lease = await again.next(); lease !== undefined; lease = await again.next()) {
      if (lease.url.endsWith('poison')) break;
      await settle(again, lease, []);
    }
  }
  const last = await open();
  expect(last.finished).toBe(true);
  const states = await store.db
    .selectFrom('link')
    .select(['url', 'state', 'attempts'])
    .orderBy('url')
    .execute();
  expect(states).toMatchObject([
    { url: 'http://a.test/2', state: 'done', attempts: 2 },
    { url: 'http://a.test/poison', state: 'parked', attempts: 4 },
  ]);
});

test('what was under way when the process died comes last and alone', async () => {
  const first = await open();
  await store.transaction((trx) =>
    first.links.add(trx, [seed('http://a.test/suspect', 9), seed('http://a.test/other')]),
  );
  await first.next();
  const second = await open();
  const other = await second.next();
  expect(other?.url).toBe('http://a.test/other');
  expect(await second.next()).toBeUndefined();
  await settle(second, other!, ['http://a.test/late']);
  const late = await second.next();
  expect(late?.url).toBe('http://a.test/late');
  await settle(second, late!, []);
  expect((await second.next())?.url).toBe('http://a.test/suspect');
});

const add = (frontier: Frontier, candidates: readonly Candidate[]) =>
  store.transaction((trx) => frontier.links.add(trx, candidates));

async function drained(frontier: Frontier): Promise<string[]> {
  const urls: string[] = [];
  for (let lease = await frontier.next(); lease !== undefined; lease = await frontier.next()) {
    urls.push(lease.url);
    await settle(frontier, lease, []);
  }
  return urls;
}

const numbered = (urls: readonly string[]) =>
  urls.map((url) => Number(new URL(url).pathname.split('/').at(-1)));

test('after learning all that waits comes in the new order, what was added meanwhile too', async () => {
  const frontier = await open();
  const scores = Array.from({ length: 600 }, (_, i) => (i * 7_919) % 600);
  await add(
    frontier,
    scores.map((score) => seed(`http://h${score % 13}.test/${score}`, score)),
  );
  expect((await frontier.next())?.url).toBe('http://h1.test/599');
  sign = -1;
  await Promise.all([frontier.rescore(), add(frontier, [seed('http://h0.test/600', 600)])]);
  const order = numbered(await drained(frontier));
  expect(order).toEqual([...Array.from({ length: 599 }, (_, i) => i), 600]);
});

test("a site's standing moves all of its links, before and after they are met", async () => {
  const frontier = await open();
  await add(frontier, [seed('http://a.test/5', 5), seed('http://b.test/6', 6)]);
  frontier.setSiteScoreOffset('a.test', 10);
  await add(frontier, [seed('http://x.a.test/1', 1), seed('http://b.test/7', 7)]);
  expect(numbered(await drained(frontier))).toEqual([5, 1, 7, 6]);
});

test('a large directory does not starve the others where branches are balanced', async () => {
  const frontier = await open(1, 99, 1);
  const many = Array.from({ length: 8 }, (_, i) => seed(`http://a.test/large/${i}`, 10));
  await add(frontier, [...many, seed('http://a.test/small/8', 9), seed('http://a.test/other/9', 8.3)]);
  // The large directory has lost 1 after one link, 1.58 after two, 2 after three.
  expect(numbered(await drained(frontier))).toEqual([0, 1, 8, 2, 9, 3, 4, 5, 6, 7].sort(byTurn));
});

/** Ten less the doublings, against 9 and 8.3. */
function byTurn(a: number, b: number): number {
  const priority = (n: number) => (n === 8 ? 9 - 1e-9 : n === 9 ? 8.3 : 10 - Math.log2(1 + n));
  return priority(b) - priority(a);
}

test('links found again with a better anchor move up, and are leased once', async () => {
  const frontier = await open();
  await add(frontier, [seed('http://a.test/1', 1), seed('http://a.test/2', 2)]);
  await add(frontier, [seed('http://a.test/1', 3)]);
  expect(numbered(await drained(frontier))).toEqual([1, 2]);
  expect(frontier.finished).toBe(true);
});

test('a site that is left keeps nothing waiting', async () => {
  const frontier = await open();
  await add(
    frontier,
    ['http://a.test/1', 'http://www.a.test/2', 'http://b.test/3'].map((url) => seed(url)),
  );
  expect(await frontier.leave('a.test', { code: 'fruitless-site', detail: '30' })).toBe(2);
  expect(numbered(await drained(frontier))).toEqual([3]);
  expect(frontier.finished).toBe(true);
});

test('the queues of hosts give what a sorted list gives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(4), fc.nat(5), fc.integer({ min: -3, max: 3 })), { maxLength: 80 }),
      (links) => {
        const queues = new HostQueues(clock(), 99, 0);
        links.forEach(([host, depth, score], id) => {
          queues.push({ host: `h${host}`, site: 's', branch: '' }, { id, depth, score });
        });
        const order: number[] = [];
        for (let best = queues.pop(); best !== undefined; best = queues.pop()) {
          order.push(best.link.id);
          queues.returned(best.host);
        }
        const sorted = links
          .map(([, depth, score], id) => ({ id, depth, score }))
          .sort((a, b) => b.score - a.score || a.depth - b.depth || a.id - b.id);
        expect(order).toEqual(sorted.map(({ id }) => id));
      },
    ),
    { numRuns: 200, seed: 1 },
  );
});

test('a page that is kept and waits is fetched once more by whoever opens the frontier next', async () => {
  await addSite('a.test');
  const frontier = await open();
  const pages = ['/', '/x'].map((path, i) => seed(`http://a.test${path}`, 9 - i));
  await store.transaction((trx) => frontier.links.add(trx, pages));
  const first = await frontier.next();
  const second = await frontier.next();
  if (first === undefined || second === undefined) throw new Error('nothing to fetch');
  await settle(frontier, first, []);
  await frontier.putBack(second, false);
  await store.transaction(({ links }) => links.move(1, { states: ['done'] }, 'waiting', null));
  const reopened = await open();
  expect(await reopened.next()).toMatchObject({ url: first.url, again: true });
  expect((await reopened.next())?.again).toBeUndefined();
});

test('what is to be fetched once more comes before all others, once, and alone where nothing else may be begun', async () => {
  await addSite('a.test');
  const pages = ['/', '/x', '/y', '/z'].map((path, i) => seed(`http://a.test${path}`, 9 - i));
  const frontier = await open();
  await store.transaction((trx) => frontier.links.add(trx, pages));
  const first = await frontier.next();
  const second = await frontier.next();
  if (first === undefined || second === undefined) throw new Error('nothing to fetch');
  await settle(frontier, first, []);
  // Of the second the lease is not returned yet; its page is kept.
  await store.transaction((trx) => frontier.settle(trx, second, 'done', null));
  await frontier.refetch([first.id, second.id]);
  // More than one statement can name; none of the others is known.
  await frontier.refetch([first.id, ...Array.from({ length: 40_000 }, (_, i) => 1_000 + i)]);
  frontier.returned(second);
  expect([frontier.refetchCount, frontier.waitingCount, frontier.leasedCount]).toEqual([2, 4, 0]);
  sign = -1;
  await frontier.rescore();
  const again = await frontier.next(true);
  expect(again).toMatchObject({ url: first.url, again: true });
  await frontier.putBack(again as Lease, true);
  // A process that dies with it: it is known again by whoever asks for it again.
  await frontier.next(true);
  const reopened = await open();
  expect(reopened.refetchCount).toBe(0);
  expect(await reopened.next(true)).toBeUndefined();
  await reopened.refetch([first.id, second.id]);
  expect(await reopened.next(true)).toMatchObject({ url: second.url, again: true });
  expect(reopened.readyToRefetch).toBe(false);
  expect(await reopened.next(true)).toBeUndefined();
  const others = [await reopened.next(), await reopened.next()];
  expect(others.map((lease) => lease?.again)).toEqual([undefined, undefined]);
  for (const lease of others) await reopened.leave(lease?.site ?? '', { code: 'fruitless-site' });
  expect(reopened.refetchCount).toBe(0);
});

test('a host that has answered serves another link while the page is written, if it serves several at once', async () => {
  const pages = ['http://a.test/1', 'http://a.test/2', 'http://a.test/3', 'http://a.test/4'].map((url) =>
    seed(url),
  );
  const frontier = await open(1, 2);
  await store.transaction((trx) => frontier.links.add(trx, pages));
  const [first, second] = [await frontier.next(), await frontier.next()];
  expect(await frontier.next()).toBeUndefined();
  frontier.answered(first!);
  frontier.answered(first!);
  const third = await frontier.next();
  expect(third?.url).toBe('http://a.test/3');
  expect(await frontier.next()).toBeUndefined();
  expect(frontier.leasedCount).toBe(3);
  frontier.returned(first!);
  frontier.answered(first!);
  expect(await frontier.next()).toBeUndefined();
  frontier.returned(second!);
  expect((await frontier.next())?.url).toBe('http://a.test/4');

  const single = await open(2, 1);
  await store.transaction((trx) => single.links.add(trx, pages));
  const only = await single.next();
  single.answered(only!);
  expect(await single.next()).toBeUndefined();
  single.returned(only!);
  expect(await single.next()).toBeDefined();
});
