import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import { runProgram } from '../../../src/interfaces/cli/program.ts';
import { startServer } from '../../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openTransactionPooler } from './transaction-pooler.ts';
import { serverOfTests } from './with-server.ts';

const server = await serverOfTests();
const folder = temporaryFolder('fieldfare-cluster-');
afterAll(() => void vi.unstubAllEnvs());

const printed = async (...args: readonly string[]) => {
  let text = '';
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((some) => {
    text += String(some);
    return true;
  });
  onTestFinished(() => out.mockRestore());
  expect(await runProgram(['cluster', '--storage', folder, ...args])).toBeUndefined();
  out.mockRestore();
  return text;
};

test('a store in a folder has no workers, and one line says what to do', async () => {
  vi.stubEnv('DATABASE_URL', undefined);
  const { openStore } = await import('../../../src/drivers/sqlite/index.ts');
  await (await openStore(folder, { mode: 'write' })).close();
  let text = '';
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((some) => {
    text += String(some);
    return true;
  });
  onTestFinished(() => err.mockRestore());
  expect(await runProgram(['cluster', '--storage', folder])).toBeGreaterThan(0);
  expect(text).toMatch(/^fieldfare: a store in a folder has no workers.*--store postgres:[^\n]*\n$/s);
});

if (server !== undefined) {
  const begin = async (url: string) => {
    const store = await openPostgresStore(url, folder, { mode: 'share' });
    onTestFinished(() => store.close());
    const { workers, runs, sites } = store.coordination!;
    await workers.join({ id: 'w1', host: 'box', pid: 7, version: '1.0.0', sites: 16 });
    await runs.begin(1, { pages: 500 }, {});
    const leader = (await runs.lead(1, 'w1', 60_000))!;
    await sites.put(
      leader,
      ['a.test', 'b.test', 'c.test'].map((site) => ({ site, score: 1 })),
    );
    await sites.offer(leader, 2);
    const [lease] = await sites.take('w1', 1, 60_000);
    await workers.beat('w1', { pages: 40, held: 1, state: 'working' });
    return { store, lease: lease! };
  };

  test('workers, runs and queues are shown, as text, as JSON and by the server', async () => {
    const url = await server.emptyStore();
    await begin(url);
    vi.stubEnv('DATABASE_URL', url);
    const text = await printed();
    expect(text).toMatch(/w1 +box +7 +1\.0\.0 +working +1 +16 +40 /);
    expect(text).toMatch(/1 +explore +w1 +1 +1 +1 +0 +0 +0 +500 pages/);
    expect(text).toContain('jobs: 1 waiting, 0 after the death of a worker, 1 active, 0 dead letters');
    const overview = JSON.parse(await printed('--json')) as object;
    expect(overview).toMatchObject({
      workers: [{ id: 'w1', held: 1, pages: 40, isAlive: true }],
      runs: [{ runId: 1, sites: { idle: 1, queued: 1, leased: 1 }, left: { pages: 500 } }],
      jobs: { waiting: 1, active: 1 },
      deadSites: [],
    });
    const running = await startServer({ storage: folder, port: 0, host: '127.0.0.1' });
    onTestFinished(() => running.close());
    const answer = await fetch(new URL('/api/cluster', running.url));
    expect(await answer.json()).toMatchObject({ workers: [{ id: 'w1' }], runs: [{ runId: 1 }] });
  });

  test('workers do behind a pooler in transaction mode', async () => {
    const url = new URL(await server.emptyStore());
    const pooler = await openTransactionPooler({ port: Number(url.port), connections: 3 });
    onTestFinished(() => pooler.close());
    url.port = String(pooler.port);
    const { store, lease } = await begin(url.href);
    const row = {
      ...{ site: 'a.test', host: 'a.test', anchor: '', around: '', parent: 0, kind: 'link' as const },
      ...{ depth: 1, hops: 0, score: 0 },
    };
    await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        await store.transaction((trx) => trx.links.insert(1, [{ ...row, url: `http://a.test/${i}` }]), {
          under: [lease],
        });
        await store.coordination!.hosts.reserve('a.test', 'w1', 0);
        await store.coordination!.budgets.take(1, 'pages', 1);
      }),
    );
    expect(await store.coordination!.budgets.left(1)).toEqual({ pages: 480 });
    expect(await store.coordination!.sites.renew([lease], 60_000)).toEqual([lease]);
    expect(await store.coordination!.sites.give(lease, 'done')).toBe(true);
    // One connection of the server serves many transactions of several clients.
    expect(pooler.switches).toBeGreaterThan(20);
  });
}
