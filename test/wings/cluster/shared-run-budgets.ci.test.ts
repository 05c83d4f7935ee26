import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../src/drivers/open/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import type { RunRow } from '../../../src/storage/index.ts';
import { serverOfTests } from '../../drivers/postgres/with-server.ts';
import { runCli, startCli } from '../../interfaces/cli/run-cli.ts';
import { askedSite } from '../../submissions/asked-site.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { alone, drained, exportsOf, startedWorker, until } from './shared-harvest.ts';

const server = await serverOfTests();
const folder = temporaryFolder('shared-runs-');

vi.setConfig({ testTimeout: 240_000 });
/** Submissions and records of two forms: what it takes some seconds to ask. */
const KINDS = ['forms', 'submissions', 'records'] as const;

/** A harvest of a site whose forms are asked many questions; the answer to each takes so long. */
async function harvestOf(delayMs: number) {
  const site = await askedSite(delayMs, false);
  onTestFinished(() => site.close());
  const storage = await mkdtemp(join(folder, 'run-'));
  const seeds = join(storage, 'seeds.txt');
  await writeFile(seeds, `${site.url}\n`);
  const args = [
    ...['harvest', 'book', '--seeds', seeds, '--allow-private', '--delay', '0', '--render', 'never'],
    ...['--strategy', 'breadth-first', '--max-submissions', '30', '--detail-pages', '1'],
  ];
  const at = ['--storage', storage];
  return { site, storage, begin: [...args, ...at], resume: ['harvest', '--resume', '1', ...at] };
}

async function kept(
  storage: string,
): Promise<{ readonly run: RunRow | undefined; readonly exports: string }> {
  return whileOpen(openStore(storage, { mode: 'read' }), async (store) => {
    return { run: await store.runs.get(1), exports: await exportsOf(store, KINDS) };
  });
}

if (server !== undefined) {
  /** What commands run with: the database, or none. */
  const inDatabase = async () => {
    vi.stubEnv('DATABASE_URL', await server.emptyStore());
    onTestFinished(() => void vi.unstubAllEnvs());
  };
  test('budgets of requests and of time end the querying of a shared run, and raised ones go on from there', async () => {
    await inDatabase();
    const { site, storage, begin, resume } = await harvestOf(100);
    const expected = await alone(folder, begin, KINDS);
    const asked = site.gets.length;
    expect(asked).toBeGreaterThan(25);

    expect(await runCli([...begin, '--max-requests', '20', '--quiet'])).toMatchObject({ code: 0, err: '' });
    expect((await kept(storage)).run).toMatchObject({ status: 'budget', status_code: 'max-requests' });
    const first = site.gets.length - asked;
    expect(first).toBeGreaterThan(5);
    expect(first).toBeLessThan(25);

    const { active_ms = 0 } = (await kept(storage)).run ?? {};
    const seconds = Math.ceil(active_ms / 1_000) + 2;
    const more = ['--max-requests', '1000', '--max-seconds', String(seconds), '--quiet'];
    expect(await runCli([...resume, ...more])).toMatchObject({ code: 0, err: '' });
    expect((await kept(storage)).run).toMatchObject({ status: 'budget', status_code: 'max-seconds' });
    expect(site.gets.length - asked).toBeLessThan(asked);

    expect(await runCli([...resume, '--max-seconds', '1000', '--quiet'])).toMatchObject({
      code: 0,
      err: '',
    });
    const { run, exports } = await kept(storage);
    expect(run).toMatchObject({ status: 'complete', status_code: null });
    expect(exports).toBe(expected);
  });

  test('Ctrl-C ends a harvest that leads alone as interrupted, and --resume goes on', async () => {
    await inDatabase();
    const { site, storage, begin, resume } = await harvestOf(60);
    const expected = await alone(folder, begin, KINDS);
    const asked = site.gets.length;
    const harvest = startCli(begin);
    await until(() => site.gets.length > asked + 5);
    harvest.kill('SIGINT');
    const { code, err } = await harvest.done;
    expect(code).toBe(130);
    expect(err).toContain('Continue with: fieldfare harvest --resume');
    expect((await kept(storage)).run).toMatchObject({ status: 'interrupted', status_code: 'stopped' });
    expect(await runCli([...resume, '--quiet'])).toMatchObject({ code: 0, err: '' });
    const { run, exports } = await kept(storage);
    expect(run).toMatchObject({ status: 'complete', resumed: 1 });
    expect(exports).toBe(expected);
  });

  test.runIf(process.env.FIELDFARE_TEST_FULL)(
    'after Ctrl-C workers go on with the run of a harvest, and --resume joins them',
    async () => {
      await inDatabase();
      const { site, storage, begin, resume } = await harvestOf(600);
      const expected = await alone(folder, begin, KINDS);
      const asked = site.gets.length;
      // Nobody works on it yet.
      expect(await runCli([...begin, '--workers-only', '--quiet'])).toMatchObject({ code: 0 });
      const harvest = startCli(resume);
      await until(() => site.gets.length > asked + 3);
      const other = await startedWorker(storage);
      harvest.kill('SIGINT');
      const { code, err } = await harvest.done;
      expect(code).toBe(130);
      expect(err).toContain('a worker goes on with run 1');
      expect((await kept(storage)).run).toMatchObject({ status: 'running' });
      const before = site.gets.length;
      await until(() => site.gets.length > before + 3);
      expect(await runCli([...resume, '--quiet'])).toMatchObject({ code: 0, err: '' });
      const { run, exports } = await kept(storage);
      expect(run).toMatchObject({ status: 'complete' });
      expect(exports).toBe(expected);
      expect(await drained(other)).toEqual([0]);
    },
  );
}
