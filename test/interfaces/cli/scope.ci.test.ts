/** Which addresses a run reads is changed by another process while it goes on, and holds after a stop. */

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/open/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { links, page, SEARCH, type SmallWeb, smallWeb } from '../../crawl/run/small-web.ts';
import { serverOfTests } from '../../drivers/postgres/with-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere, startCli } from './run-cli.ts';

const folder = temporaryFolder('scope-');
const storage = join(folder, 'storage');
const PAGES = 16;
let small: SmallWeb;

beforeAll(async () => {
  const numbers = Array.from({ length: PAGES }, (_, i) => i + 1);
  const all = numbers.flatMap((i) => [`/books/${i}`, `/calendar/${i}`]);
  small = await smallWeb(
    {
      'a.test/': page(SEARCH + links(...all)),
      ...Object.fromEntries(all.map((path) => [`a.test${path}`, page(SEARCH + links(`${path}?print=1`))])),
      ...Object.fromEntries(all.map((path) => [`a.test${path}?print=1`, page(SEARCH)])),
    },
    ['http://a.test/'],
  );
});
afterAll(() => small.close());

const at = ['--storage', storage];
const asked = (part: string) => small.requests.filter((request) => request.includes(part)).length;
const begin = async (...flags: string[]) => {
  const polite = ['--allow-private', '--no-robots', '--delay', '0.1', '--render', 'never', '--no-submit'];
  const how = ['--strategy', 'breadth-first', '--seeds', await small.seedFile(folder)];
  return startCli(['harvest', ...flags, ...how.slice(flags.length === 0 ? 0 : 4), ...polite, ...at]);
};
const linksOf = async () => {
  return whileOpen(openStore(storage, { mode: 'read' }), (store) => store.figures.links(1));
};
const SOON = { timeout: 60_000, interval: 100 };

test('patterns that are added while a run goes on drop what waits, keep what was read, and outlive a stop', async () => {
  const first = await begin();
  await expect.poll(() => asked('/'), SOON).toBeGreaterThan(8);
  const { code, out } = await runHere(['scope', '1', '--deny', '*/calendar/*', '--json', ...at]);
  expect([code, JSON.parse(out)]).toEqual([
    0,
    { run: 1, deny: ['*/calendar/*'], include: [], dropped: null },
  ]);
  const dropped = async () =>
    (await linksOf()).find(({ reason_code: why }) => why === 'deny-list')?.count ?? 0;
  await expect.poll(dropped, SOON).toBeGreaterThan(5);
  const calendars = asked('/calendar/');
  expect(await first.said('waiting links dropped')).toBe(true);
  first.kill('SIGINT');
  await first.done;
  expect(asked('/calendar/')).toBeLessThanOrEqual(calendars + 1);

  // Nobody has the run: the change is made at once.
  const stopped = await runHere(['scope', '1', '--deny', '*?print=1', '--json', ...at]);
  expect(JSON.parse(stopped.out)).toMatchObject({ deny: ['*/calendar/*', '*?print=1'] });
  expect(JSON.parse(stopped.out).dropped).toBeGreaterThan(0);
  const prints = asked('print=1');
  const second = await begin('--resume', '1');
  const { code: ended } = await second.done;
  expect(ended).toBe(0);
  expect(asked('print=1')).toBe(prints);
  const books = small.requests.filter((one) => one.includes('/books/') && !one.includes('print=1'));
  expect(books.length).toBeGreaterThanOrEqual(PAGES);
  expect(asked('/calendar/')).toBeLessThanOrEqual(calendars + 1);
  const { out: status } = await runHere(['export', 'pages', ...at]);
  const rows = status
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const read = rows.filter(({ url, status: answer }) => url.includes('/calendar/') && answer === 200);
  expect(read.length).toBe(asked('/calendar/'));

  // What is taken out waits again.
  const again = await runHere([
    ...['scope', '1', '--remove', '*/calendar/*', '--include', '*/calendar/1*', ...at],
  ]);
  expect(again.out).toContain('reads only      */calendar/1*');
  const third = await begin('--resume', '1');
  await third.done;
  expect(asked('/calendar/1')).toBeGreaterThanOrEqual(8);
  expect(asked('/calendar/2 ')).toBeLessThanOrEqual(1);
  const wrong = await runHere(['scope', '1', '--deny', 'a b', ...at]);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('cannot deny or include "a b"')]);
}, 180_000);

const postgres = await serverOfTests();
test.skipIf(postgres === undefined)(
  'a run in a database takes patterns from another process',
  async () => {
    const store = ['--store', await postgres!.emptyStore(), '--storage', join(folder, 'shared')];
    const polite = ['--allow-private', '--no-robots', '--delay', '0.1', '--render', 'never', '--no-submit'];
    const how = ['--strategy', 'breadth-first', '--seeds', await small.seedFile(folder)];
    const before = [asked('/'), asked('/calendar/')] as const;
    const run = startCli(['harvest', ...how, ...polite, ...store]);
    await expect.poll(() => asked('/') - before[0], SOON).toBeGreaterThan(8);
    const { out } = await startCli(['scope', '1', '--deny', '*/calendar/*', '--json', ...store]).done;
    expect(JSON.parse(out).dropped).toBeGreaterThan(5);
    const { code } = await run.done;
    expect(code).toBe(0);
    const calendars = asked('/calendar/') - before[1];
    expect(calendars).toBeLessThan(PAGES);
    expect(asked('/books/')).toBeGreaterThanOrEqual(2 * PAGES);
  },
  180_000,
);
