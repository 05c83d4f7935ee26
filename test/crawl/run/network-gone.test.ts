import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NetworkDownError, OutageDetector } from '../../../src/crawl/run/outage-detector.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { type Transport, TransportError } from '../../../src/foundation/http/index.ts';
import { findRun } from '../../../src/library/index.ts';
import { collectReport, summaryTable } from '../../../src/reports/index.ts';
import { type SmallHarvest, smallHarvest } from './small-harvest.ts';
import { type Answer, links, page, SEARCH } from './small-web.ts';

/** A web whose name server fails while `down()`. */
const withoutNames = (web: Transport, down: () => boolean): Transport => ({
  ...web,
  kind: web.kind,
  seeds: (domain) => web.seeds(domain),
  holds: (url) => web.holds(url),
  send: (request, signal) =>
    down() && !request.url.startsWith('http://a.test/')
      ? Promise.reject(new TransportError('dns', 'the name server does not answer'))
      : web.send(request, signal),
  close: async () => undefined,
});

const others = Array.from({ length: 300 }, (_, i) => `s${i}.test`);

test('a name server that fails ends the run with one line, and the rest comes when it is back', async () => {
  const { run, small } = await smallHarvest(
    {
      'a.test/': page(links(...others.map((host) => `http://${host}/`))),
      ...Object.fromEntries(others.map((host): [string, Answer] => [`${host}/`, page(SEARCH)])),
    },
    ['http://a.test/'],
  );
  let down = true;
  const web = withoutNames(small.web, () => down);
  const options = { maxSites: 1_000, robots: false };
  await expect(run(options, web)).rejects.toThrow(/^no host answers any more .*dns.*--resume$/);
  down = false;
  const end = await run({ domains: [], resume: true }, web);
  expect(end.status).toBe('complete');
  expect(end.progress.pages).toBe(301);
});

test('a server that stalls is given up with a line that says so, and is asked again by a resumed run', async () => {
  let stalls = true;
  const stalling: Answer = (_request, response) => {
    if (!stalls) response.writeHead(200, { 'content-type': 'text/html' }).end(page(SEARCH));
  };
  const { run } = await smallHarvest({ 'a.test/': stalling }, ['http://a.test/']);
  const options = { timeoutMs: 200, maxRetries: 0, robots: false };
  await expect(run(options)).rejects.toThrow(
    /^no seed could be read: http:\/\/a\.test\/ \(no answer in time\)$/,
  );
  stalls = false;
  const end = await run({ domains: [], resume: true });
  expect(end.status).toBe('complete');
  expect(end.progress).toMatchObject({ pages: 1, forms: 1 });
});

test('the network counts as gone when many hosts are silent for long, and not while one answers', () => {
  let now = 0;
  const silence = new OutageDetector(() => now);
  for (let n = 0; n < 500; n++) {
    silence.heard(`h${n % 30}.test`, 'dns');
    if (n % 8 === 7) silence.broken();
  }
  silence.broken();
  for (let n = 0; n < 500; n++) silence.heard('one.test', 'timeout');
  silence.broken();
  for (let n = 0; n < 12; n++) silence.heard(`h${n}.test`, 'dns');
  now += 31_000;
  expect(() => silence.heard('h13.test', 'dns')).toThrow(NetworkDownError);
});

// A page's own fault never counts against its host; that of all its addresses does.

const noHttp: Answer = (_request, response) => void response.socket?.end('+OK ready\r\n');
const reset: Answer = (_request, response) => void response.socket?.resetAndDestroy();
const hanging: Answer = () => undefined;

/** A front page, and so many addresses behind it. */
const siteOf = (answers: readonly Answer[]) => ({
  'a.test/': page(links(...answers.map((_, i) => `/p${i}`))),
  ...Object.fromEntries(answers.map((answer, i): [string, Answer] => [`a.test/p${i}`, answer])),
});
const options = { maxRetries: 0, perHost: 1, timeoutMs: 300, maxDepth: 1 };

/** What a terminal shows first of the run. */
async function firstLineOf(storage: string): Promise<string | undefined> {
  const store = await openStore(storage, { mode: 'read' });
  const report = await collectReport(store, await findRun(store)).finally(() => store.close());
  return summaryTable(report).split('\n')[0];
}

test('addresses that answer no HTTP, break off or hang leave the rest of their site to be read', async () => {
  const faults = [noHttp, reset, hanging, noHttp, reset];
  const good = Array.from({ length: 9 }, () => page(SEARCH));
  const { run, storage } = await smallHarvest(siteOf([...faults, ...good]), ['http://a.test/']);
  const skipped: string[] = [];
  const end = await run(options, undefined, (event) => {
    if (event.type === 'skipped') skipped.push(`${event.state} ${event.reason.code}`);
  });
  expect(end).toMatchObject({ status: 'complete', progress: { pages: 10 } });
  expect(skipped.sort()).toEqual([
    ...['failed protocol', 'failed protocol', 'failed reset', 'failed reset', 'failed timeout'],
  ]);
  expect(await firstLineOf(storage)).toMatch(/^Run 1: /);
});

test('a host that fails at one address after another is given up, and the first line says so', async () => {
  const { run, small, storage } = await smallHarvest(siteOf(Array.from({ length: 30 }, () => noHttp)), [
    'http://a.test/',
  ]);
  await run(options);
  const asked = new Set(small.requests.filter((request) => request.includes('/p')));
  expect(asked.size).toBe(10);
  expect(await firstLineOf(storage)).toBe('Most links could not be read of a.test (30 of 31).');
});

/** Gives the lease of a link to someone else while its page is being fetched. */
async function takeAway(storage: string, url: string): Promise<void> {
  const db = new DatabaseSync(join(storage, 'fieldfare.sqlite'), { timeout: 0 });
  const take = db.prepare(
    "update link set lease_owner = 'another', lease_fence = lease_fence + 1 where url = ? and state = 'leased'",
  );
  // The harvest may be writing just now.
  for (let done = false; !done; ) {
    try {
      done = take.run(url).changes === 1;
    } catch {}
    if (!done) await later(10);
  }
  db.close();
}

test('a page whose link was taken by another crawler meanwhile is left to that one, and the run goes on', async () => {
  const url = 'http://a.test/taken';
  const small: SmallHarvest = await smallHarvest(
    {
      'a.test/': page(links('/taken', '/kept')),
      'a.test/taken': (_, response) => {
        void takeAway(small.storage, url).then(() =>
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(page(`${SEARCH}${links('/found-there')}`)),
        );
      },
      'a.test/kept': page(links('/found-here')),
      'a.test/found-there': page('one'),
      'a.test/found-here': page('two'),
    },
    ['http://a.test/'],
  );
  const { runId } = await small.run();
  const store = await openStore(small.storage, { mode: 'read' });
  const rows = await store.db
    .selectFrom('link')
    .select(['url', 'state', 'lease_owner'])
    .where('run_id', '=', runId)
    .orderBy('url')
    .execute();
  const pages = await store.db.selectFrom('page').select('url').orderBy('url').execute();
  const forms = await store.db.selectFrom('form').selectAll().execute();
  await store.close();
  expect(rows).toMatchObject([
    { url: 'http://a.test/', state: 'done', lease_owner: null },
    { url: 'http://a.test/found-here', state: 'done' },
    { url: 'http://a.test/kept', state: 'done' },
    { url, state: 'leased', lease_owner: 'another' },
  ]);
  expect(pages.map((row) => row.url)).not.toContain(url);
  expect(pages).toHaveLength(3);
  expect(forms).toEqual([]);
});
