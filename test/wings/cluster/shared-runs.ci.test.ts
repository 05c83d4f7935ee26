import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { findBrowser } from '../../../src/foundation/browser/index.ts';
import { missingSegments } from '../../../src/foundation/warc/index.ts';
import { archiveFolder, openArchive, partName } from '../../../src/library/index.ts';
import { exportToFile } from '../../../src/reports/index.ts';
import { PART_BYTES, type Store } from '../../../src/storage/index.ts';
import { signalRun } from '../../../src/wings/cluster/overview.ts';
import { links, page, SEARCH } from '../../crawl/run/small-web.ts';
import { serverOfTests } from '../../drivers/postgres/with-server.ts';
import { type RunningCli, runCli } from '../../interfaces/cli/run-cli.ts';
import { hangUp, openPort } from '../../open-port.ts';
import { BUCKET, startS3Server, whyNoS3Server } from '../../s3-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { focusOf } from './focus-of-workers.ts';
import {
  alone,
  begun,
  drained,
  exportsOf,
  pagesOf,
  phaseOf,
  startedWorker,
  until,
} from './shared-harvest.ts';

const server = await serverOfTests();
const folder = temporaryFolder('shared-runs-');

vi.setConfig({ testTimeout: 300_000 });
const inFullTier = process.env.FIELDFARE_TEST_FULL !== undefined;
const FORMS = [
  ...['--web', 'practice:sites=12', '--strategy', 'breadth-first', '--render', 'never', '--max-depth', '1'],
  ...['--max-submissions', '3', '--detail-pages', '1'],
];
const CRAWL = ['--web', 'practice:sites=12', '--render', 'never', '--max-depth', '1', '--no-submit'];

interface Machine {
  readonly worker: RunningCli;
  /** Its disk. */
  readonly storage: string;
}

const BOOKS = Array.from({ length: 8 }, (_, i) => `/books/${i}`);
const HITS = BOOKS.map((path) => `<li class="hit"><a href="${path}">A book of ${path}</a></li>`).join('');

/** A host whose pages have a search form and a style sheet, and what was asked of it. */
async function shop(): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const listening = createServer((request, response) => {
    const { url = '' } = request;
    asked.push(url);
    const type = url === '/style.css' ? 'text/css' : 'text/html; charset=utf-8';
    response.writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': type });
    const form = `<link rel="stylesheet" href="/style.css">${SEARCH}${links(...BOOKS)}`;
    response.end(url === '/style.css' ? 'p { color: red }' : page(url.startsWith('/search') ? HITS : form));
  });
  const port = await openPort(listening);
  onTestFinished(() => hangUp(listening));
  return { url: `http://127.0.0.1:${port}/`, asked };
}

if (server !== undefined) {
  beforeAll(() => {
    vi.stubEnv('DATABASE_URL', server.url('ready'));
  });
  afterAll(() => void vi.unstubAllEnvs());

  /** No page was read for a while, however long it took until then. */
  const atRest = async (store: Store): Promise<boolean> => {
    const before = await pagesOf(store);
    await later(2_500);
    return (await pagesOf(store)) === before;
  };

  test('two workers that learn from each other find what one process finds with as many pages', async () => {
    const order = { sites: 100, seed: 2, pages: 220, strategy: 'two-stage', held: 8, delay: 0.2 };
    const one = await focusOf(server, { ...order, workers: 0 });
    const two = await focusOf(server, { ...order, workers: 2 });
    console.info(`relevant forms: ${one.relevant} by one process, ${two.relevant} by two workers`);
    expect(two.relevant / two.pages).toBeGreaterThanOrEqual((0.9 * one.relevant) / one.pages);
    expect(two.rankers).toBeGreaterThan(1);
  });

  test('a run is paused for all its workers, goes on, is stopped, and is resumed', async () => {
    const slowly = [...CRAWL, '--strategy', 'breadth-first', '--delay', '0.2'];
    const { storage, store } = await begun(server, folder, slowly);
    const workers = await Promise.all([startedWorker(storage), startedWorker(storage)]);
    await until(async () => (await pagesOf(store)) > 5, 60);
    expect(await signalRun(storage, 1, 'pause')).toBe(true);
    await until(() => atRest(store), 60);
    const paused = await pagesOf(store);
    const { out } = await runCli(['cluster', '--storage', storage]);
    expect(out).toMatch(/explore, paused/);
    expect(await store.runs.get(1)).toMatchObject({ status: 'paused' });

    expect(await signalRun(storage, 1, 'go')).toBe(true);
    await until(async () => (await pagesOf(store)) > paused, 60);

    expect(await signalRun(storage, 1, 'stop')).toBe(true);
    await until(async () => (await store.coordination?.sites.counts(1))?.leased === 0, 60);
    const stopped = await pagesOf(store);
    expect(await atRest(store)).toBe(true);
    expect(await store.runs.get(1)).toMatchObject({ status: 'interrupted', status_code: 'stopped' });

    const resumed = await runCli(['harvest', '--resume', '1', '--storage', storage, '--quiet']);
    expect(resumed).toMatchObject({ code: 0 });
    expect(await store.runs.get(1)).toMatchObject({ status: 'complete' });
    expect(await pagesOf(store)).toBeGreaterThan(stopped);
    expect(await drained(...workers)).toEqual([0, 0]);
  });

  const noS3Server = whyNoS3Server();
  const onS3 = async (): Promise<string> => {
    const s3 = await startS3Server(join(folder, 's3'));
    Object.assign(process.env, s3.env);
    onTestFinished(async () => {
      await s3.stop();
      for (const name of Object.keys(s3.env)) delete process.env[name];
    });
    return `s3://${BUCKET}/archive`;
  };

  test.for(['a shared folder', ...(inFullTier && noS3Server === undefined ? ['S3'] : [])])(
    'what reads an archive reads the parts of all workers in %s, of one that was killed, too',
    async (kind) => {
      const archive = kind === 'S3' ? await onS3() : join(folder, 'shared');
      const kinds = ['forms', 'submissions', 'records'] as const;
      const expected = await alone(folder, ['harvest', 'book', ...FORMS], kinds);
      expect(expected).toContain('"verdict":"hits"');
      const { storage, store } = await begun(server, folder, [...FORMS, '--archive', archive]);
      const [first, second] = await Promise.all([startedWorker(storage, 8), startedWorker(storage, 8)]);
      await until(async () => (await phaseOf(store)) === 'query', 200);
      await later(1_000);
      first.kill('SIGKILL');
      await until(async () => (await phaseOf(store)) === 'ended', 200);
      expect(await drained(second)).toEqual([0]);
      expect(await exportsOf(store, kinds)).toBe(expected);

      const wacz = join(storage, 'run.wacz');
      await exportToFile(store, 1, 'forms', 'wacz', wacz);
      const report = await runCli(['report', '1', '--storage', storage]);
      expect(report).toMatchObject({ code: 0 });
      const replayed = ['--web', `replay:${wacz}`, '--strategy', 'breadth-first', '--render', 'never'];
      const formIds = (text: string) => [...text.matchAll(/"formId":"(\w+)"/g)].map(([, id]) => id).sort();
      expect(
        formIds(
          await alone(folder, ['harvest', 'book', ...replayed, '--no-submit', '--max-depth', '1'], ['forms']),
        ),
      ).toEqual(formIds(await alone(folder, ['harvest', 'book', ...FORMS, '--no-submit'], ['forms'])));
    },
  );

  /** A worker as on a machine of its own, with the folder of its machine. */
  const onMachine = async (sites: number): Promise<Machine> => {
    const storage = await mkdtemp(join(folder, 'machine-'));
    return { worker: await startedWorker(storage, sites), storage };
  };
  const shops = async (count: number) => {
    const all = await Promise.all(Array.from({ length: count }, shop));
    const seeds = join(await mkdtemp(join(folder, 'seeds-')), 'seeds.txt');
    await writeFile(seeds, all.map(({ url }) => `${url}\n`).join(''));
    const args = ['--seeds', seeds, '--strategy', 'breadth-first', '--render', 'never', '--allow-private'];
    return { args: [...args, '--delay', '0.2'], asked: () => all.map(({ asked }) => asked) };
  };
  /** Parts of the archive that rows point to. */
  const partsOf = async (
    rows: AsyncIterable<{ readonly exchange_offset: number | null }>,
  ): Promise<ReadonlySet<number>> => {
    const parts = new Set<number>();
    for await (const { exchange_offset: at } of rows) if (at !== null) parts.add(Math.floor(at / PART_BYTES));
    return parts;
  };
  /** Whether a row points to a segment that this machine alone holds. */
  const holdsAlone = async (
    store: Store,
    { worker }: Machine,
    rows: AsyncIterable<{ readonly exchange_offset: number | null }>,
  ): Promise<boolean> => {
    const workers = (await store.coordination?.workers.list()) ?? [];
    const id = workers.find(({ pid }) => pid === worker.pid)?.id;
    const parts = (await store.coordination?.parts.list(1)) ?? [];
    const last = parts.findLast((part) => part.worker === id);
    const run = await store.runs.get(1);
    const segments = run && archiveFolder(run);
    if (last === undefined || segments === undefined) return false;
    const place = segments.folder(partName(last.part));
    const [missing] = await missingSegments(place, join(folder, 'nowhere'), last.bytes);
    const from = last.part * PART_BYTES + (missing?.start ?? Number.POSITIVE_INFINITY);
    for await (const { exchange_offset: at } of rows)
      if (at !== null && at >= from && at < (last.part + 1) * PART_BYTES) return true;
    return false;
  };
  /** The disk of a machine is gone, and that it is silent is not waited for. */
  const lose = async ({ worker, storage }: Machine) => {
    worker.kill('SIGKILL');
    await worker.done;
    await rm(storage, { recursive: true, force: true, maxRetries: 3 });
    await server.run(`update worker set beat_at = 0 where pid = ${worker.pid}`, 'ready');
  };

  test.for(inFullTier ? (['explore', 'query'] as const) : (['explore'] as const))(
    'pages are fetched again and answers kept whose segments were lost with a machine in the phase %s',
    async (phase) => {
      const kinds = ['forms', 'pages', 'sites', 'submissions', 'records'] as const;
      const args = [...(await shops(2)).args, '--max-submissions', '4', '--detail-pages', '2'];
      const expected = await alone(folder, ['harvest', 'book', ...args], kinds);
      const machines: Machine[] = [];
      const { store } = await begun(
        server,
        folder,
        [...args, '--archive', join(folder, `lost-in-${phase}`)],
        async () => machines.push(...(await Promise.all([onMachine(1), onMachine(1)]))),
      );
      const rows = () => (phase === 'explore' ? store.figures.addresses(1) : store.submissions.each(1));
      // A machine that was slow to ask may have got no site.
      let lost: Machine | undefined;
      await until(async () => {
        for (const machine of machines) if (await holdsAlone(store, machine, rows())) lost ??= machine;
        return lost !== undefined;
      }, 60);
      const left = machines.find((machine) => machine !== lost) as Machine;
      await lose(lost as Machine);
      await until(async () => (await phaseOf(store)) === 'ended', 240);
      left.worker.kill('SIGTERM');
      const { code, err } = await left.worker.done;
      expect(code).toBe(0);
      expect(err).toMatch(phase === 'explore' ? /[1-9]\d* pages are fetched again/ : /[1-9]\d* answers keep/);
      expect(await exportsOf(store, kinds)).toBe(expected);
      const archive = await openArchive(store, 1);
      for await (const { url, exchange_offset: at, exchange_length: length } of store.figures.addresses(1)) {
        if (length === null) continue;
        expect({ url, at }).toMatchObject({ at: expect.any(Number) });
        await archive.exchange(at ?? 0, length);
      }
      for await (const { exchange_offset: at, exchange_length: length } of store.submissions.each(1))
        if (at !== null) await archive.exchange(at, length ?? 0);
    },
  );

  test.runIf(inFullTier)(
    'pages with search forms are archived whole, those too that another machine has just read',
    async () => {
      const { args, asked } = await shops(2);
      const archive = join(folder, 'whole');
      const machines: Machine[] = [];
      const { store } = await begun(
        server,
        folder,
        [...args, '--no-submit', '--archive', archive],
        async () => machines.push(...(await Promise.all([onMachine(1), onMachine(1)]))),
      );
      await until(async () => (await phaseOf(store)) === 'ended', 120);
      await drained(...machines.map(({ worker }) => worker));
      expect((await partsOf(store.figures.addresses(1))).size).toBe(2);
      expect(asked().map((paths) => paths.includes('/style.css'))).toEqual([true, true]);
    },
  );

  test.runIf(inFullTier && (await findBrowser()).found !== undefined)(
    'workers that render find the forms that scripts build as one process does',
    async () => {
      const scripted = [
        ...['--web', 'practice:sites=12', '--strategy', 'breadth-first', '--max-depth', '1', '--no-submit'],
      ];
      const plain = (text: string) => text.replaceAll(/"renderedBy":"\w+",?/g, '');
      const expected = plain(await alone(folder, ['harvest', 'book', ...scripted], ['forms']));
      const { storage, store } = await begun(server, folder, scripted);
      const workers = await Promise.all([startedWorker(storage), startedWorker(storage)]);
      await until(async () => (await phaseOf(store)) === 'ended', 240);
      await drained(...workers);
      expect((await store.runs.counts(1)).browser).toBeGreaterThan(0);
      expect(plain(await exportsOf(store, ['forms']))).toBe(expected);
    },
  );
}
