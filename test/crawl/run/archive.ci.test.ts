import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { openFolder } from '../../../src/foundation/object-storage/index.ts';
import {
  archiveFolder,
  exportToFile,
  forgetRun,
  forgetSite,
  openArchive,
} from '../../../src/library/index.ts';
import { exportLines } from '../../../src/reports/index.ts';
import type { Store } from '../../../src/storage/index.ts';
import { BUCKET, type S3Server, startS3Server, whyNoS3Server } from '../../s3-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { killedHarvest } from './killed-harvest.ts';

const missing = whyNoS3Server();
if (missing !== undefined) console.warn(`S3 tests are skipped: ${missing}`);

let dir: string;
let server: S3Server | undefined;
beforeEach(async () => {
  dir = temporaryFolder('archived-');
});
afterEach(async () => {
  await server?.stop();
  for (const name of Object.keys(server?.env ?? {})) delete process.env[name];
  server = undefined;
});

/** What a run finds whose archive is in its storage folder. */
const calm = { dir: '', exports: {} as Readonly<Record<string, string>>, read: 0 };
beforeAll(async () => {
  dir = temporaryFolder('calm-');
  calm.dir = dir;
  await finished(harvest(begin('plain')));
  calm.exports = await exportsOf('plain');
  calm.read = await readAll('plain');
}, 300_000);
afterAll(() => rm(calm.dir, { recursive: true, force: true }));

const onS3 = async (): Promise<string> => {
  server = await startS3Server(join(dir, 's3'));
  Object.assign(process.env, server.env);
  return `s3://${BUCKET}/archive`;
};

const SLOW = { timeout: 300_000 };
const SMALL = { segmentBytes: 50_000, segmentMs: 200, patienceMs: 3_000 };
const begin = (storage: string, archive?: string) => ({
  domains: ['book'],
  web: 'practice:sites=12',
  strategy: 'breadth-first' as const,
  render: 'never' as const,
  maxDepth: 1,
  maxSubmissions: 4,
  detailPages: 1,
  storage: join(dir, storage),
  ...(archive !== undefined && { archive }),
});
const finished = async (running: AsyncIterable<HarvestEvent>, onEvent?: (event: HarvestEvent) => unknown) => {
  const events: HarvestEvent[] = [];
  for await (const event of running) {
    events.push(event);
    await onEvent?.(event);
  }
  return events;
};
const warningsOf = (events: readonly HarvestEvent[]) =>
  events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));

const withStore = async <T>(storage: string, mode: 'read' | 'write', work: (store: Store) => Promise<T>) => {
  return whileOpen(openStore(join(dir, storage), { mode }), work);
};
const KINDS = ['forms', 'pages', 'sites', 'submissions', 'records', 'details'] as const;
const exportsOf = (storage: string) =>
  withStore(storage, 'read', async (store) => {
    const texts: Record<string, string> = {};
    for (const kind of KINDS)
      for await (const line of exportLines(store, 1, kind, 'jsonl')) texts[kind] = (texts[kind] ?? '') + line;
    return texts;
  });
/** Reads every page and answer that has an exchange; counts them. */
const readAll = (storage: string) =>
  withStore(storage, 'read', async (store) => {
    const archive = await openArchive(store, 1);
    let count = 0;
    for await (const { url, exchange_offset, exchange_length } of store.figures.addresses(1)) {
      if (exchange_offset === null || exchange_length === null) continue;
      const exchange = await archive.exchange(exchange_offset, exchange_length);
      expect(new URL(exchange.url).host).toBe(new URL(url).host);
      count++;
    }
    for await (const { exchange_offset, exchange_length } of store.submissions.each(1)) {
      if (exchange_offset === null || exchange_length === null) continue;
      await archive.exchange(exchange_offset, exchange_length);
      count++;
    }
    return count;
  });
const spooled = (storage: string) => readdir(join(dir, storage, 'runs/1/spool')).catch(() => []);
const segmentsOf = (storage: string) =>
  withStore(storage, 'read', async (store) => {
    const row = await store.runs.get(1);
    const names: string[] = [];
    for await (const { name } of archiveFolder(row!)!.list()) names.push(name);
    return names;
  });

describe.each(['a folder', 'S3'])('an archive in %s', (kind) => {
  test.skipIf(kind === 'S3' && missing !== undefined)(
    'changes nothing of what is found, and holds all of it',
    SLOW,
    async () => {
      const archive = kind === 'S3' ? await onS3() : join(dir, 'archive');
      await finished(harvest(begin('segmented', archive), { segments: SMALL }));
      expect(await exportsOf('segmented')).toEqual(calm.exports);
      expect(await readAll('segmented')).toBe(calm.read);
      expect((await segmentsOf('segmented')).length).toBeGreaterThan(3);
      expect(await spooled('segmented')).toEqual([]);
      await withStore('segmented', 'read', (store) =>
        exportToFile(WORDS, store, 1, 'forms', 'wacz', join(dir, 'run.wacz')),
      );
      await withStore('segmented', 'read', (store) =>
        exportToFile(WORDS, store, 1, 'forms', 'warc', join(dir, 'run.warc.gz')),
      );
      // The archive as one file is an archive to harvest from.
      await finished(
        harvest({ ...begin('replayed'), web: `replay:${join(dir, 'run.warc.gz')}`, submit: false }),
      );
      const { forms } = await exportsOf('replayed');
      expect(forms?.split('\n').length).toBeGreaterThan(5);
    },
  );

  test.skipIf(kind === 'S3' && missing !== undefined)(
    'a site and a run are forgotten there, too',
    SLOW,
    async () => {
      const archive = kind === 'S3' ? await onS3() : join(dir, 'archive');
      await finished(harvest(begin('segmented', archive), { segments: SMALL }));
      const before = await readAll('segmented');
      const site = await withStore('segmented', 'write', async (store) => {
        const [first] = await store.figures.sites(1);
        await forgetSite(store, first!.site);
        return first!.site;
      });
      const left = await readAll('segmented');
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(before);
      await withStore('segmented', 'read', (store) =>
        exportToFile(WORDS, store, 1, 'forms', 'cdxj', join(dir, 'run.cdxj')),
      );
      const { readFile } = await import('node:fs/promises');
      expect(await readFile(join(dir, 'run.cdxj'), 'utf8')).not.toContain(`//${site}/`);
      await withStore('segmented', 'write', (store) => forgetRun(store, 1));
      const objects: string[] = [];
      for await (const { name } of openFolder(archive).list()) objects.push(name);
      expect(objects).toEqual([]);
    },
  );
});

const WORDS = { link: () => '', site: () => '', render: () => '', stop: () => '', evidence: () => [] };

describe.skipIf(missing !== undefined)('storage that fails', () => {
  test('stopped for a while: the run goes on and catches up', SLOW, async () => {
    const archive = await onS3();
    let pages = 0;
    let atRestart = 0;
    const events = await finished(
      harvest(
        { ...begin('outage', archive), perHost: 1, concurrency: 2 },
        { segments: { ...SMALL, patienceMs: 30_000 } },
      ),
      async ({ type }) => {
        if (type !== 'page') return;
        pages++;
        if (pages === 5) await server?.stop();
        if (pages === 15) {
          atRestart = (await spooled('outage')).length;
          await server?.start();
        }
      },
    );
    expect(atRestart).toBeGreaterThan(0);
    expect(warningsOf(events).join('\n')).toMatch(/cannot be reached[\s\S]*takes segments again/);
    expect(events.at(-1)).toMatchObject({ type: 'end', status: 'complete' });
    expect(await spooled('outage')).toEqual([]);
    expect(await exportsOf('outage')).toEqual(calm.exports);
    expect(await readAll('outage')).toBe(calm.read);
  });

  test('gone until the end: one line, and --resume uploads what waits', SLOW, async () => {
    const archive = await onS3();
    const running = harvest(begin('gone', archive), { segments: { ...SMALL, patienceMs: 500 } });
    const ended = finished(running, async ({ type }) => {
      if (type === 'page') await server?.stop();
    });
    await expect(ended).rejects.toThrow(
      /cannot be reached.*segments wait on this disk, nothing is lost: go on with --resume$/,
    );
    expect(await spooled('gone')).not.toEqual([]);
    await server?.start();
    await finished(harvest({ storage: join(dir, 'gone'), resume: true }, { segments: SMALL }));
    expect(await spooled('gone')).toEqual([]);
    expect(await exportsOf('gone')).toEqual(calm.exports);
    expect(await readAll('gone')).toBe(calm.read);
  });

  test.each([
    ['a bucket that is not there', 's3://nowhere/x', {}, /no such bucket/],
    ['a key that is not known', `s3://${BUCKET}/x`, { AWS_ACCESS_KEY_ID: 'other' }, /AWS_ACCESS_KEY_ID/],
    ['no server', `s3://${BUCKET}/x`, { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' }, /cannot be reached/],
  ])('%s is told before anything is created', SLOW, async (_, archive, env, line) => {
    await onS3();
    Object.assign(process.env, env);
    await expect(finished(harvest(begin('refused', archive)))).rejects.toThrow(line);
    expect(await readdir(dir)).not.toContain('refused');
  });

  test('a run killed and resumed exports what an undisturbed one does', SLOW, async () => {
    const address = await onS3();
    const { undisturbed, resumed, kills } = await killedHarvest({
      folder: dir,
      sites: 12,
      maxDepth: 1,
      render: 'never',
      kills: 2,
      seed: 5,
      archive: { address, env: server?.env ?? {} },
    });
    expect(kills).toBeGreaterThan(0);
    expect(resumed).toEqual(undisturbed);
    expect(await readAll('storm')).toBe(await readAll('calm'));
    expect(await spooled('storm')).toEqual([]);
  });
});

test('pages of segments that were lost with their machine are fetched again', {
  timeout: 120_000,
}, async () => {
  const archive = join(dir, 'archive');
  const running = harvest(
    { ...begin('moved', archive), submit: false },
    { segments: { segmentBytes: 50_000, segmentMs: 600_000 } },
  );
  let pages = 0;
  await finished(running, async ({ type }) => {
    if (type === 'page' && ++pages === 10) running.stop();
  });
  const lost = (await segmentsOf('moved')).slice(-2);
  const [run = ''] = await readdir(archive);
  for (const name of lost) await rm(join(archive, run, name));
  const events = await finished(harvest({ storage: join(dir, 'moved'), resume: true }, { segments: SMALL }));
  expect(warningsOf(events).join('\n')).toMatch(/\d+ pages are fetched again, 0 answers/);
  await finished(harvest({ ...begin('plain'), submit: false }));
  expect(await exportsOf('moved')).toEqual(await exportsOf('plain'));
  expect(await readAll('moved')).toBe(await readAll('plain'));
});

test('an archive that refuses ends the run in one line', SLOW, async () => {
  const archive = join(dir, 'archive');
  await writeFile(archive, 'a file where a folder should be');
  await expect(finished(harvest(begin('refused', archive), { segments: SMALL }))).rejects.toThrow(
    /^[^\n]*archive[^\n]*$/,
  );
});

test('another archive on resume is refused', SLOW, async () => {
  const running = harvest(begin('one', join(dir, 'archive')), { segments: SMALL });
  await finished(running, ({ type }) => type === 'page' && running.stop());
  const elsewhere = harvest({ storage: join(dir, 'one'), resume: true, archive: join(dir, 'other') });
  await expect(finished(elsewhere)).rejects.toThrow(/the archive of run 1 is in .*archive/);
});
