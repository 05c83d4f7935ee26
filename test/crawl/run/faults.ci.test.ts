import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { findRun } from '../../../src/library/index.ts';
import { startCli } from '../../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { harvestWith } from './faulty-store.ts';
import { links, page, SEARCH, type SmallWeb, smallWeb } from './small-web.ts';

let storage: string;
let small: SmallWeb | undefined;

beforeEach(async () => {
  storage = temporaryFolder('faults-');
});

afterEach(async () => {
  await small?.close();
  small = undefined;
});

const many = Array.from({ length: 60 }, (_, i) => `/p${i}`);
const pages = {
  'a.test/': page(links(...many)),
  ...Object.fromEntries(
    many.map((path, i) => [
      `a.test${path}`,
      page(SEARCH + links(...Array.from({ length: 40 }, (_, j) => `/x${i}-${j}`))),
    ]),
  ),
};

async function countPages(): Promise<number> {
  const store = await openStore(storage, { mode: 'read' });
  const rows = await store.db.selectFrom('page').select('id').execute();
  await store.close();
  return rows.length;
}

test('a full disk ends the run with one line, and the rest comes when there is room again', async () => {
  small = await smallWeb(pages, ['http://a.test/']);
  await expect(harvestWith(small.web, storage, { maxPageCount: (await emptySize()) + 12 })).rejects.toThrow(
    /disk is full .*--resume/,
  );
  const before = await countPages();
  expect(before).toBeLessThan(61);
  const { progress } = await harvestWith(small.web, storage, { resume: true, maxDepth: 1 });
  expect(progress.pages).toBe(61);
});

/** Pages of 4 KiB that a store without any run takes. */
async function emptySize(): Promise<number> {
  const store = await openStore(storage, { mode: 'write' });
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db);
  await store.close();
  return rows[0]?.page_count ?? 0;
}

test('an archive that cannot be written ends the run, and no row points to what is not there', async () => {
  small = await smallWeb(pages, ['http://a.test/']);
  await expect(harvestWith(small.web, storage, { failLogAfter: 20_000 })).rejects.toThrow(
    /No space|full|written/i,
  );
  const store = await openStore(storage, { mode: 'read' });
  const { log_bytes } = await store.db.selectFrom('run').select('log_bytes').executeTakeFirstOrThrow();
  const rows = await store.db.selectFrom('page').select(['exchange_offset', 'exchange_length']).execute();
  await store.close();
  expect(rows.every((row) => (row.exchange_offset ?? 0) + (row.exchange_length ?? 0) <= log_bytes)).toBe(
    true,
  );
  const { progress } = await harvestWith(small.web, storage, { resume: true });
  expect(progress.pages).toBe(61);
});

test('a page that kills the process is parked after four attempts, and tried once more by --resume', async () => {
  let victim: number | undefined;
  const kill = () => {
    if (victim !== undefined) process.kill(victim, 'SIGKILL');
  };
  small = await smallWeb(
    { 'a.test/': page(links('/poison', '/good')), 'a.test/poison': kill, 'a.test/good': page(SEARCH) },
    ['http://a.test/'],
  );
  // The child needs the small web's port: it crawls the real loopback address.
  const seeds = await small.seedFile(storage);
  const args = [
    ...['--seeds', seeds, '--allow-private', '--delay', '0', '--render', 'never', '--storage', storage],
    ...['--strategy', 'breadth-first'],
  ];
  for (let attempt = 0; attempt < 4; attempt++) {
    const child = startCli(['harvest', ...(attempt === 0 ? ['book'] : ['--resume']), ...args]);
    victim = child.pid;
    expect((await child.done).signal).toBe('SIGKILL');
  }
  const resume = async (kills: boolean) => {
    const child = startCli(['harvest', '--resume', ...args]);
    victim = kills ? child.pid : undefined;
    return child.done;
  };
  expect(await resume(true)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Not complete: 1 page was lost'),
  });
  expect((await resume(true)).signal).toBe('SIGKILL');
  // It is parked for good.
  for (let more = 0; more < 2; more++) expect((await resume(true)).code).toBe(0);
  const store = await openStore(storage, { mode: 'read' });
  expect(await findRun(store)).toMatchObject({
    status: 'partial',
    reason: { code: 'pages-lost', detail: '1' },
  });
  const rows = await store.db.selectFrom('link').select(['url', 'state', 'attempts']).execute();
  await store.close();
  expect(rows).toContainEqual(
    expect.objectContaining({ url: expect.stringContaining('/poison'), state: 'parked', attempts: 5 }),
  );
  expect(rows).toContainEqual(
    expect.objectContaining({ url: expect.stringContaining('/good'), state: 'done' }),
  );
}, 600_000);

test('a second harvest on the same store is told so, and the first goes on', async () => {
  const refused = Promise.withResolvers<void>();
  small = await smallWeb(
    { 'a.test/': (_request, response) => void refused.promise.then(() => response.end(page(SEARCH))) },
    ['http://a.test/'],
  );
  const seeds = await small.seedFile(storage);
  const args = [
    ...['harvest', 'book', '--seeds', seeds, '--allow-private', '--render', 'never', '--no-robots'],
    ...['--storage', storage],
  ];
  const first = startCli(args);
  await first.said('run 1 started');
  const second = await startCli(args).done;
  refused.resolve();
  expect(second.code).toBe(2);
  expect(second.err).toMatch(/is writing to this store: process \d+, "fieldfare harvest", since 2\S+Z \(/);
  expect((await first.done).code).toBe(0);
}, 600_000);
