import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import type { PostgresStore } from '../../../src/drivers/postgres/store.ts';
import type { Executor } from '../../../src/drivers/sql/index.ts';
import { clusterTable } from '../../../src/reports/index.ts';
import {
  type Coordination,
  type Leadership,
  LeaseEndedError,
  MOST_DEATHS,
  type SiteLease,
  StoreBusyError,
  WorkerRefusedError,
} from '../../../src/storage/index.ts';
import { giveBack } from '../../../src/wings/cluster/worker.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { serverOfTests } from './with-server.ts';

const server = await serverOfTests();
const folder = temporaryFolder('fieldfare-coordination-');

type Shared = PostgresStore & { readonly coordination: Coordination };
const RUN = 1;
const LONG = 60_000;
const NOTHING = { requests: 0, bytes_in: 0, misses: 0, updated_at: 0 };
const link = (site: string) => ({
  ...{ site, host: site, url: `http://${site}/`, anchor: '', around: '', parent: 0, kind: 'link' as const },
  ...{ depth: 1, hops: 0, score: 0 },
});
const query = (site: string, sent_at: number) => ({
  ...{ run_id: RUN, form_id: 'f', key: 'q #1', site, position: 1, page: 1, purpose: 'query' as const },
  ...{ binding: '[]', controls: '[]', why: '', sent_by: 'http' as const, method: 'GET' as const, sent_at },
  ...{ url: `http://${site}/?q`, digest: '', request: '{}' },
});
const worker = (id: string, version = '1.0.0') => ({ id, host: 'here', pid: 1, version, sites: 16 });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

if (server !== undefined) {
  const share = async (): Promise<Shared> => {
    const store = await openPostgresStore(server.url('ready'), folder, { mode: 'share' });
    onTestFinished(() => store.close());
    return store as Shared;
  };
  /** An empty store that `count` processes share, and who leads its run. */
  const cluster = async (count = 1) => {
    await server.emptyStore();
    const stores: Shared[] = [];
    for (let i = 0; i < count; i++) stores.push(await share());
    const { runs } = stores[0]!.coordination;
    await runs.begin(RUN, {}, {});
    const leader: Leadership = (await runs.lead(RUN, 'w0', LONG))!;
    const [store, other, third] = stores as [Shared, Shared, Shared];
    return { stores, store, other, third, leader, ...store.coordination };
  };
  /** Puts the clock of the store so much further, for good. */
  const forward = async (ms: number) => {
    const [row] = await server.run(
      `select prosrc as body from pg_proc where proname = 'store_clock'`,
      'ready',
    );
    const body = String(row?.body);
    onTestFinished(async () => void (await setClock(body)));
    await setClock(`select (${body.trim().replace(/^select/, '')} + ${ms})::bigint`);
  };
  const setClock = (body: string) =>
    server.run(
      `create or replace function store_clock() returns bigint language sql volatile as $$ ${body} $$`,
      'ready',
    );
  /** Ends the waiting times of jobs. */
  const hasten = () => server.run('update fieldfare_jobs.job set start_after = now()', 'ready');
  const sites = (names: readonly string[]) => names.map((site, i) => ({ site, score: -i }));

  test('a process that shares the store writes beside others, and reads what they wrote', async () => {
    const { stores } = await cluster(2);
    await Promise.all(
      stores.map((store, i) => store.transaction((trx) => trx.links.insert(RUN, [link(`${i}.test`)]))),
    );
    const urls = ['http://0.test/', 'http://1.test/'];
    expect(await stores[0]!.links.known({ runId: RUN, urls })).toHaveLength(2);
  });

  test('works that come together share a transaction, and each fails alone', async () => {
    const { store, leader } = await cluster();
    await store.coordination.sites.put(leader, sites(['a.test', 'b.test']));
    await store.coordination.sites.offer(leader, 2);
    const leases = await store.coordination.sites.take('w0', 2, LONG);
    const [mine, lost] = leases as [SiteLease, SiteLease];
    const add = (lease: SiteLease) =>
      store.transaction(
        async (trx) => {
          await trx.links.insert(RUN, [link(lease.site)]);
          return (trx as unknown as Executor).run<{ id: number }>('select txid_current() as id', []);
        },
        { under: [lease] },
      );
    const [first, second] = await Promise.all([add(mine), add(mine)]);
    expect(first).toEqual(second);
    await store.coordination.sites.give(lost, 'idle');
    const settled = await Promise.allSettled([add(mine), add(lost), add(mine)]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(settled[1]).toMatchObject({ reason: expect.any(LeaseEndedError) });
    const urls = [mine, lost].map(({ site }) => `http://${site}/`);
    expect((await store.links.known({ runId: RUN, urls })).map(({ url }) => url)).toEqual(urls.slice(0, 1));
  });

  test('a work that fails takes back its own rows alone, and no other is done twice', async () => {
    const { store } = await cluster();
    const done: string[] = [];
    const work = (site: string, fails: boolean) =>
      store.transaction(async (trx) => {
        trx.afterCommit(() => void done.push(`committed ${site}`));
        done.push(site);
        await trx.links.insert(RUN, [link(site)]);
        if (fails) await (trx as unknown as Executor).run('select 1 / 0', []);
        return site;
      });
    const settled = await Promise.allSettled([work('a', false), work('b', true), work('c', false)]);
    expect(settled).toMatchObject([{ value: 'a' }, { reason: { code: '22012' } }, { value: 'c' }]);
    expect(done).toEqual(['a', 'b', 'c', 'committed a', 'committed c']);
    const urls = ['a', 'b', 'c'].map((site) => `http://${site}/`);
    const kept = (await store.links.known({ runId: RUN, urls })).map(({ url }) => url);
    expect(kept.sort()).toEqual(['http://a/', 'http://c/']);
  });

  test('workers count in rows of their own, and a run is read with the sum', async () => {
    const { stores } = await cluster(2);
    const [store, other] = stores as [Shared, Shared];
    const times = { started_at: 1, updated_at: 5 };
    const runId = await store.transaction((trx) =>
      trx.runs.insert({ domains: '[]', web: '', strategy: '', options: '{}', status: 'running', ...times }),
    );
    for (const [i, { coordination }] of stores.entries()) {
      const { parts } = coordination;
      const part = await parts.add(runId, `w${i}`, 's3://b');
      await parts.acknowledge(part, { requests: 1, bytes_in: 1, misses: 0, updated_at: 6 });
      const bytes_in = 10 ** i;
      await parts.acknowledge(part, { requests: 3, bytes_in, misses: i, updated_at: 7 + i });
    }
    const sum = { requests: 6, bytes_in: 11, misses: 1, updated_at: 8 };
    expect(await other.runs.get(runId)).toMatchObject(sum);
    expect(await other.runs.all()).toMatchObject([sum]);
  });

  test('an offer, a lease and its return read the sites that they are about, of however many', async () => {
    const { leader, sites: queue } = await cluster();
    await queue.put(leader, sites(Array.from({ length: 5_000 }, (_, i) => `${i}.test`)));
    await server.run('analyze site_queue', 'ready');
    const scans = async () => {
      // What a process has read is told about a second after its transaction.
      await pause(1_500);
      const text = `select seq_tup_read as rows from pg_stat_user_tables where relname = 'site_queue'`;
      return Number((await server.run(text, 'ready'))[0]?.rows);
    };
    const before = await scans();
    await queue.offer(leader, 20);
    const [first, ...rest] = await queue.take('w0', 5, LONG);
    await queue.renew(rest, LONG);
    await queue.give(first!, 'done');
    await queue.offer(leader, 20);
    expect((await scans()) - before).toBe(0);
  });

  test('a lease reads its own site and job, of however many that are offered', async () => {
    const { stores, leader, sites: queue } = await cluster();
    await queue.put(leader, sites(Array.from({ length: 1_000 }, (_, i) => `${i}.test`)));
    await queue.offer(leader, 1_000);
    await stores[0]!.close();
    /** What a process has read is told when it ends, at the latest. */
    const readBy = async (work: (queue: Coordination['sites']) => Promise<unknown>) => {
      const text = `select sum(idx_tup_fetch)::int as rows from pg_stat_user_tables
        where relname in ('site_queue', 'job_common')`;
      await pause(500);
      const [before] = await server.run(text, 'ready');
      const process = (await openPostgresStore(server.url('ready'), folder, { mode: 'share' })) as Shared;
      await work(process.coordination.sites);
      await process.close();
      await pause(500);
      return Number((await server.run(text, 'ready'))[0]?.rows) - Number(before?.rows);
    };
    expect(await readBy((mine) => mine.take('w1', 1, LONG))).toBeLessThan(50);
    const takeAndGive = async (mine: Coordination['sites']) => {
      const [lease] = await mine.take('w1', 1, LONG);
      expect(await mine.give(lease!, 'done')).toBe(true);
    };
    expect(await readBy(takeAndGive)).toBeLessThan(50);
  });

  test('a score that stays as it is writes nothing', async () => {
    const { leader, sites: queue } = await cluster();
    const names = ['a.test', 'b.test', 'c.test'];
    const rows = () =>
      server.run('select site, score, state, ctid, xmin, xmax from site_queue order by site', 'ready');
    await queue.put(leader, sites(names));
    const before = await rows();
    await queue.put(leader, sites(names));
    await queue.put(
      leader,
      sites(names).map((row) => ({ ...row, state: 'idle' as const })),
    );
    expect(await rows()).toEqual(before);
    await queue.put(leader, [{ site: 'b.test', score: 7 }]);
    expect((await rows()).map(({ score }) => score)).toEqual([0, 7, -2]);
  });

  test('scores that wait for the commit of one site keep nobody from leasing another', async () => {
    const { store: mine, other, leader, sites: queue } = await cluster(2);
    await queue.put(leader, [{ site: 'z.test', score: 9 }, ...sites(['a.test', 'b.test'])]);
    await queue.offer(leader, 1);
    const [lease] = await queue.take('w1', 1, LONG);
    expect(lease?.site).toBe('z.test');
    await queue.offer(leader, 1);
    let scored: Promise<unknown> = Promise.resolve();
    await mine.transaction(
      async () => {
        scored = other.coordination.sites.put(leader, sites(['b.test', 'a.test', 'z.test']));
        await pause(200);
        const taken = other.coordination.sites.take('w2', 1, LONG);
        expect(await Promise.race([taken, pause(2_000)])).toMatchObject([{ site: 'a.test' }]);
      },
      { under: [lease!] },
    );
    await scored;
    expect((await queue.list(RUN)).map(({ site, score }) => [site, score])).toEqual([
      ['b.test', 0],
      ['a.test', -1],
      ['z.test', -2],
    ]);
  });

  test('a site that a worker is just taking is not withdrawn, nor waited for', async () => {
    const { leader, sites: queue } = await cluster();
    await queue.put(leader, sites(['a.test', 'b.test']));
    await queue.offer(leader, 2);
    const taking = new pg.Client(server.url('ready'));
    await taking.connect();
    onTestFinished(() => taking.end());
    await taking.query('begin');
    const job = `select id from fieldfare_jobs.job where singleton_key = 'a.test' for update`;
    expect((await taking.query(job)).rowCount).toBe(1);
    expect(await Promise.race([queue.withdraw(leader).then(() => 'withdrawn'), pause(2_000)])).toBe(
      'withdrawn',
    );
    await taking.query('rollback');
    expect((await queue.list(RUN, ['queued'])).map(({ site }) => site)).toEqual(['a.test']);
    expect(await queue.take('w1', 2, LONG)).toMatchObject([{ site: 'a.test' }]);
  });

  test('renewals, leases of links and turns of hosts write no index', async () => {
    const { leader } = await cluster();
    // What a process wrote is told when it ends, at the latest.
    const begin = () => openPostgresStore(server.url('ready'), folder, { mode: 'share' }) as Promise<Shared>;
    const first = await begin();
    await first.coordination.sites.put(leader, sites(['a.test']));
    await first.coordination.sites.offer(leader, 1);
    const leases = await first.coordination.sites.take('w1', 1, LONG);
    const added = await first.transaction((trx) => trx.links.insert(RUN, [link('a.test')]));
    const [id = 0] = added.values();
    await first.close();
    const updatesOf = async (times: number) => {
      const process = await begin();
      await process.coordination.hosts.reserve('a.test', 'w1', 1_000);
      for (let i = 0; i < times; i++) {
        await process.coordination.sites.renew(leases, LONG);
        await process.coordination.hosts.reserve('a.test', 'w1', 1_000);
        await process.transaction(async (trx) => {
          const fence = (await trx.links.lease([id], 'w1', LONG)).get(id)!;
          await trx.links.release({ id, fence }, false);
        });
      }
      await process.close();
      await pause(500);
      const text = `select relname as name, n_tup_upd as updates, n_tup_hot_upd as in_place from pg_stat_user_tables
        where relname in ('site_queue', 'link', 'host_turn') order by relname`;
      return server.run(text, 'ready');
    };
    const before = await updatesOf(0);
    const after = await updatesOf(5);
    const grown = after.map(({ name, updates, in_place }, i) => [
      name,
      Number(updates) - Number(before[i]?.updates),
      Number(in_place) - Number(before[i]?.in_place),
    ]);
    expect(grown).toEqual([
      ['host_turn', 6, 6],
      ['link', 10, 10],
      ['site_queue', 5, 5],
    ]);
  });

  test('of two leaders one leads; the other takes over when its time is over, and the first is refused', async () => {
    const { stores, leader } = await cluster(2);
    const [first, second] = stores.map(({ coordination }) => coordination) as [Coordination, Coordination];
    expect(await second.runs.lead(RUN, 'w1', LONG)).toBeUndefined();
    expect(await first.runs.lead(RUN, 'w0', LONG)).toEqual(leader);
    await forward(LONG + 1_000);
    expect((await second.runs.get(RUN))?.leader).toBeNull();
    const next = (await second.runs.lead(RUN, 'w1', LONG))!;
    expect(next.epoch).toBeGreaterThan(leader.epoch);
    await expect(first.runs.enter(leader, 'query')).rejects.toThrow(LeaseEndedError);
    await expect(first.sites.put(leader, sites(['a.test']))).rejects.toThrow(LeaseEndedError);
    await expect(first.sites.offer(leader, 10)).rejects.toThrow(LeaseEndedError);
    expect((await first.runs.get(RUN))?.phase).toBe('explore');
    const write = stores[0]!.transaction((trx) => trx.links.insert(RUN, [link('late.test')]), {
      under: [leader],
    });
    await expect(write).rejects.toThrow(LeaseEndedError);
    expect(await stores[0]!.links.known({ runId: RUN, urls: ['http://late.test/'] })).toEqual([]);
    await second.runs.resign(next);
    expect(await first.runs.lead(RUN, 'w0', LONG)).toMatchObject({ epoch: next.epoch + 1 });
  });

  test('eight that ask at once make one leader', async () => {
    const { leader, runs } = await cluster();
    await runs.resign(leader);
    const leaders = await Promise.all(Array.from({ length: 8 }, (_, i) => runs.lead(RUN, `w${i}`, LONG)));
    expect(leaders.filter((one) => one !== undefined)).toHaveLength(1);
  });

  test('a phase publishes what it works with; a run that has ended is led no more', async () => {
    const { leader, runs, contents } = await cluster();
    const hash = await contents.put(Buffer.from('table'));
    await runs.enter(leader, 'query', { elements: hash });
    expect(await runs.open()).toEqual([
      { runId: RUN, phase: 'query', signal: 'go', contents: { elements: hash }, leader: 'w0' },
    ]);
    expect(Buffer.from((await contents.get(hash))!).toString()).toBe('table');
    expect(await contents.put(Buffer.from('table'))).toBe(hash);
    expect(await contents.get('none')).toBeUndefined();
    await runs.enter(leader, 'ended');
    expect(await runs.open()).toEqual([]);
    expect(await runs.lead(RUN, 'w0', LONG)).toBeUndefined();
    await runs.begin(RUN, {}, { values: 'v' });
    expect(await runs.get(RUN)).toMatchObject({
      phase: 'explore',
      contents: { elements: hash, values: 'v' },
    });
  });

  test('the best sites are offered, each to one worker', async () => {
    const { leader, sites: queue } = await cluster();
    await queue.put(leader, sites(['a.test', 'b.test', 'c.test', 'd.test']));
    expect(await queue.offer(leader, 3)).toEqual({ queued: 3, leased: 0, idle: 1 });
    expect(await queue.offer(leader, 3)).toEqual({ queued: 3, leased: 0, idle: 1 });
    const first = await queue.take('w1', 2, LONG);
    expect(first).toEqual([
      { runId: RUN, site: 'a.test', worker: 'w1', epoch: 1, phase: 'explore' },
      { runId: RUN, site: 'b.test', worker: 'w1', epoch: 1, phase: 'explore' },
    ]);
    expect((await queue.take('w2', 9, LONG)).map(({ site }) => site)).toEqual(['c.test']);
    expect(await queue.counts(RUN)).toEqual({ idle: 1, queued: 0, leased: 3, done: 0, failed: 0 });
    expect(await queue.give(first[0]!, 'done')).toBe(true);
    expect(await queue.give(first[0]!, 'done')).toBe(false);
    expect(await queue.give(first[1]!, 'idle', LONG)).toBe(true);
    expect(await queue.offer(leader, 9)).toEqual({ queued: 1, leased: 1, idle: 1 });
    expect((await queue.take('w2', 9, LONG)).map(({ site }) => site)).toEqual(['d.test']);
    expect((await queue.list(RUN, ['done'])).map(({ site }) => site)).toEqual(['a.test']);
    await forward(LONG);
    expect(await queue.offer(leader, 9).catch((error: unknown) => error)).toBeInstanceOf(LeaseEndedError);
  });

  test('what is put anew has its new score; a state changes only where nobody has the site', async () => {
    const { leader, sites: queue } = await cluster();
    await queue.put(leader, sites(['a.test', 'b.test', 'c.test']));
    await queue.offer(leader, 1);
    await queue.put(leader, [
      { site: 'a.test', score: 1, state: 'done' },
      { site: 'b.test', score: 2, state: 'done' },
      { site: 'c.test', score: 3 },
      { site: 'c.test', score: 4 },
    ]);
    expect(await queue.list(RUN)).toEqual([
      { site: 'c.test', score: 4, state: 'idle', deaths: 0 },
      { site: 'b.test', score: 2, state: 'done', deaths: 0 },
      { site: 'a.test', score: 1, state: 'queued', deaths: 0 },
    ]);
  });

  test('a lease that is not renewed ends; what its worker commits late is refused', async () => {
    const { store: mine, other, leader } = await cluster(2);
    await mine.coordination.sites.put(leader, sites(['a.test', 'b.test']));
    await mine.coordination.sites.offer(leader, 9);
    const leases = await mine.coordination.sites.take('w1', 2, 10_000);
    const [lost, kept] = leases as [SiteLease, SiteLease];
    await mine.transaction((trx) => trx.links.insert(RUN, [link('0.test')]), { under: leases });
    await forward(8_000);
    expect(await mine.coordination.sites.renew([kept], 10_000)).toEqual([kept]);
    await forward(8_000);
    const late = mine.transaction((trx) => trx.links.insert(RUN, [link('1.test')]), { under: leases });
    await expect(late).rejects.toThrow(LeaseEndedError);
    expect(await mine.coordination.sites.renew(leases, 10_000)).toEqual([kept]);
    expect(await other.coordination.sites.offer(leader, 9)).toEqual({ queued: 1, leased: 1, idle: 0 });
    await hasten();
    const [again] = await other.coordination.sites.take('w2', 2, 10_000);
    expect(again).toMatchObject({ site: 'a.test', worker: 'w2' });
    expect(again!.epoch).toBeGreaterThan(lost.epoch);
    expect(await mine.coordination.sites.give(lost, 'done')).toBe(false);
    const under = (lease: SiteLease) =>
      mine.transaction((trx) => trx.links.insert(RUN, [link('2.test')]), { under: [lease] });
    await expect(under(lost)).rejects.toThrow(LeaseEndedError);
    await under(kept);
    const urls = ['http://0.test/', 'http://1.test/', 'http://2.test/'];
    expect((await mine.links.known({ runId: RUN, urls })).map(({ url }) => url).sort()).toEqual([
      'http://0.test/',
      'http://2.test/',
    ]);
  });

  test('nobody gets a site while its owner commits, even where the lease ends meanwhile', async () => {
    const { store: mine, other, leader } = await cluster(2);
    await mine.coordination.sites.put(leader, sites(['a.test']));
    await mine.coordination.sites.offer(leader, 9);
    const [lease] = await mine.coordination.sites.take('w1', 1, 10_000);
    await mine.transaction(
      async (trx) => {
        await forward(12_000);
        expect(await other.coordination.sites.offer(leader, 9)).toMatchObject({ leased: 1, queued: 0 });
        await trx.links.insert(RUN, [link('0.test')]);
      },
      { under: [lease!] },
    );
    expect(await other.coordination.sites.offer(leader, 9)).toMatchObject({ leased: 0, queued: 1 });
  });

  /** A worker that has a site begins its one page, and dies. */
  const dieOver = async (store: Shared, site: string, owner = 'w1') => {
    await store.transaction(async ({ links }) => {
      await links.insert(RUN, [link(site)]);
      await links.recover(RUN, 0, owner, 2 * MOST_DEATHS, site);
      const [known] = await links.known({ runId: RUN, urls: [`http://${site}/`] });
      await links.lease([known!.id], owner, 0);
    });
    await forward(2_000);
  };
  const deathsOf = async (store: Shared) =>
    (await store.coordination.sites.list(RUN)).map((row) => row.deaths);

  test(`a site with which ${MOST_DEATHS} workers died over one page is given up, with a dead letter; others come back`, async () => {
    const { store, leader, sites: queue, overview } = await cluster();
    await queue.put(leader, sites(['bad.test', 'good.test']));
    // The first death does not tell over which of several pages a worker died.
    for (let death = 0; death <= MOST_DEATHS; death++) {
      await queue.offer(leader, 9);
      await hasten();
      const leases = await queue.take('w1', 9, 1_000);
      expect(leases.map(({ site }) => site)).toContain('bad.test');
      for (const lease of leases) if (lease.site === 'good.test') await queue.give(lease, 'idle');
      await dieOver(store, 'bad.test');
    }
    await queue.offer(leader, 9);
    expect(await queue.list(RUN, ['failed'])).toEqual([
      { site: 'bad.test', score: 0, state: 'failed', deaths: MOST_DEATHS },
    ]);
    await hasten();
    expect((await queue.take('w1', 9, LONG)).map(({ site }) => site)).toEqual(['good.test']);
    const seen = await overview();
    expect(seen.jobs).toEqual({ waiting: 0, retried: 0, active: 1, dead: 1 });
    expect(seen.deadSites).toEqual([{ runId: RUN, site: 'bad.test', deaths: MOST_DEATHS }]);
    await queue.put(leader, [{ site: 'bad.test', score: 0, state: 'idle' }]);
    await queue.offer(leader, 9);
    expect((await queue.take('w1', 9, LONG)).map(({ site }) => site)).toEqual(['bad.test']);
  });

  test('a site is taken at once again however often its workers died before they began anything of it', async () => {
    const { store, leader, sites: queue } = await cluster();
    await queue.put(leader, sites(['a.test']));
    for (let death = 0; death < 2 * MOST_DEATHS; death++) {
      await queue.offer(leader, 9);
      expect(await queue.take('w1', 9, 1_000)).toHaveLength(1);
      await forward(2_000);
    }
    expect(await deathsOf(store)).toEqual([0]);
  });

  test('what an earlier worker died over counts once, and the deaths left are those of all jobs of a site', async () => {
    const { store, leader, sites: queue, overview } = await cluster();
    await queue.put(leader, sites(['a.test']));
    const taken = async (by: string) => {
      await queue.offer(leader, 9);
      await hasten();
      expect(await queue.take(by, 9, 1_000)).toHaveLength(1);
    };
    for (const [by, deaths] of [
      ['w1', 0],
      ['w2', 1],
    ] as const) {
      await taken(by);
      await dieOver(store, 'a.test', by);
      await queue.offer(leader, 0);
      expect(await deathsOf(store)).toEqual([deaths]);
    }
    await taken('w3');
    await forward(2_000);
    await queue.offer(leader, 0);
    expect(await deathsOf(store)).toEqual([1]);
    for (let death = 1; death < MOST_DEATHS; death++) {
      await taken('w4');
      await dieOver(store, 'a.test', 'w4');
    }
    await queue.offer(leader, 9);
    expect((await queue.list(RUN, ['failed'])).map(({ deaths }) => deaths)).toEqual([MOST_DEATHS]);
    expect((await overview()).jobs).toEqual({ waiting: 0, retried: 0, active: 0, dead: 1 });
  });

  test('a query counts where it was under way at an earlier death, too', async () => {
    const { store, leader, sites: queue, workers } = await cluster();
    await queue.put(leader, sites(['a.test']));
    const deaths: (number | undefined)[] = [];
    for (const by of ['w1', 'w2', 'w3']) {
      await queue.offer(leader, 9);
      await hasten();
      await workers.join(worker(by));
      expect(await queue.take(by, 9, 1_000)).toHaveLength(1);
      // The third one has not come to it.
      if (by !== 'w3') await store.transaction((trx) => trx.submissions.begin(query('a.test', Date.now())));
      await forward(2_000);
      await queue.offer(leader, 0);
      deaths.push(...(await deathsOf(store)));
    }
    expect(deaths).toEqual([0, 1, 1]);
  });

  test('what a worker that lives had under way waits again, and counts as no death of it', async () => {
    const { store, leader, sites: queue, runs } = await cluster();
    await queue.put(leader, sites(['a.test']));
    await queue.offer(leader, 9);
    const leases = await queue.take('w1', 9, LONG);
    const added = await store.transaction(({ links }) => links.insert(RUN, [link('a.test')]));
    await store.transaction(({ links }) => links.lease([...added.values()], 'w1', 0), { under: leases });
    await giveBack(store, { id: 'w1', leases, leaderships: [leader] });
    const suspects = await store.transaction(({ links }) => links.recover(RUN, 0, 'w2', 3, 'a.test'));
    expect(suspects).toEqual([]);
    expect(await queue.list(RUN)).toEqual([{ site: 'a.test', score: 0, state: 'idle', deaths: 0 }]);
    expect((await runs.get(RUN))?.leader).toBeNull();
  });

  test('a site that was given back in order has no deaths', async () => {
    const { store, leader, sites: queue } = await cluster();
    await queue.put(leader, sites(['a.test']));
    for (let round = 0; round < MOST_DEATHS + 1; round++) {
      await queue.offer(leader, 9);
      await hasten();
      await queue.take('w1', 9, 1_000);
      await dieOver(store, 'a.test');
      await queue.offer(leader, 9);
      await hasten();
      const [lease] = await queue.take('w1', 9, LONG);
      expect(await queue.give(lease!, 'idle')).toBe(true);
    }
  });

  test('a site is not done while one of its links waits, whatever its worker says', async () => {
    const { store, leader, sites: queue } = await cluster();
    await queue.put(leader, sites(['a.test']));
    const take = async () => {
      await queue.offer(leader, 9);
      return (await queue.take('w1', 9, LONG))[0]!;
    };
    const added = await store.transaction(({ links }) => links.insert(RUN, [link('a.test')]));
    const ids = [...added.values()];
    expect(await queue.give(await take(), 'done')).toBe(true);
    expect(await queue.counts(RUN)).toMatchObject({ idle: 1, done: 0 });
    // A server that crashes may forget that a link was leased: here it still says so.
    const again = await take();
    await store.transaction(({ links }) => links.lease(ids, 'w1', 0), { under: [again] });
    await queue.give(again, 'done');
    expect(await queue.counts(RUN)).toMatchObject({ idle: 1, done: 0 });
    await store.transaction(({ links }) => links.move(RUN, { ids, states: ['leased'] }, 'done', null));
    await queue.give(await take(), 'done');
    expect(await queue.counts(RUN)).toMatchObject({ idle: 0, done: 1 });
  });

  test('eight workers take 1,000 sites at once, none twice', async () => {
    const { stores, leader } = await cluster(8);
    const names = Array.from({ length: 1_000 }, (_, i) => `s${i}.test`);
    const { sites: queue } = stores[0]!.coordination;
    await queue.put(leader, sites(names));
    expect(await queue.offer(leader, 1_000)).toMatchObject({ queued: 1_000 });
    const taken = await Promise.all(
      stores.map(async ({ coordination }, i) => {
        const mine: SiteLease[] = [];
        while (true) {
          const leases = await coordination.sites.take(`w${i}`, 16, LONG);
          if (leases.length === 0) return mine;
          mine.push(...leases);
        }
      }),
    );
    const all = taken.flat().map(({ site }) => site);
    expect(new Set(all).size).toBe(1_000);
    expect(all).toHaveLength(1_000);
    expect(await queue.counts(RUN)).toMatchObject({ leased: 1_000 });
  });

  test('several runs share the workers', async () => {
    const { leader, runs, sites: queue } = await cluster();
    await runs.begin(2, {}, {});
    const second = (await runs.lead(2, 'w0', LONG))!;
    await queue.put(leader, sites(['a.test', 'b.test', 'c.test', 'd.test']));
    await queue.put(second, [{ site: 'a.test', score: -99 }]);
    await queue.offer(leader, 9);
    await queue.offer(second, 9);
    const first = await queue.take('w1', 2, LONG);
    expect(first.map(({ runId }) => runId)).toEqual([1, 1]);
    expect((await queue.take('w2', 2, LONG)).map(({ runId, site }) => [runId, site])).toEqual([
      [2, 'a.test'],
      [1, 'c.test'],
    ]);
  });

  test('notes come once, in order, and wake a site that was done', async () => {
    const { other, leader, sites: queue, inbox } = await cluster(2);
    await queue.put(leader, sites(['a.test', 'b.test']));
    await queue.offer(leader, 9);
    const leases = await queue.take('w1', 9, LONG);
    const [a, b] = leases as [SiteLease, SiteLease];
    await queue.give(b, 'done');
    const post = other.transaction(async (trx) => {
      await trx.coordination?.inbox.post(RUN, [
        { site: 'a.test', note: '1' },
        { site: 'b.test', note: '2' },
        { site: 'a.test', note: '3' },
        { site: '', note: 'for the leader' },
      ]);
      // Not committed: nobody sees it.
      expect(await inbox.take(RUN, ['a.test', 'b.test'], 9)).toEqual([]);
    });
    await post;
    expect(await queue.offer(leader, 0)).toEqual({ queued: 0, leased: 1, idle: 1 });
    expect(await inbox.take(RUN, ['a.test'], 1)).toEqual([{ site: 'a.test', note: '1' }]);
    // One is left.
    await queue.give(a, 'done');
    expect(await queue.counts(RUN)).toMatchObject({ idle: 2, done: 0 });
    expect(await inbox.has(RUN, ['b.test', 'a.test'])).toBe(true);
    expect(await inbox.take(RUN, ['a.test'], 9)).toEqual([{ site: 'a.test', note: '3' }]);
    expect(await inbox.take(RUN, ['a.test'], 9)).toEqual([]);
    expect(await inbox.has(RUN, ['a.test'])).toBe(false);
    expect(await inbox.take(RUN, [''], 9)).toEqual([{ site: '', note: 'for the leader' }]);
  });

  test('a note that nobody takes out any more keeps no site from being done when forms are queried', async () => {
    const { leader, sites: queue, inbox, runs } = await cluster();
    await inbox.post(RUN, [{ site: 'a.test', note: '1' }]);
    await queue.put(leader, sites(['a.test']));
    await runs.enter(leader, 'query');
    await queue.offer(leader, 9);
    const [lease] = await queue.take('w1', 9, LONG);
    await queue.give(lease!, 'done');
    expect(await queue.offer(leader, 9)).toEqual({ queued: 0, leased: 0, idle: 0 });
  });

  test('notes that wait are read without being taken, and offers are withdrawn, but for those that were taken', async () => {
    const { leader, sites: queue, inbox } = await cluster();
    const notes = ['b.test', 'a.test', '', 'a.test'].map((site, i) => ({ site, note: String(i) }));
    await inbox.post(RUN, notes);
    for (let look = 0; look < 2; look++) {
      const seen: string[] = [];
      for await (const some of inbox.waiting(RUN)) seen.push(...some.map(({ site, note }) => site + note));
      expect(seen).toEqual(['a.test1', 'a.test3', 'b.test0']);
    }
    await queue.put(leader, sites(['a.test', 'b.test', 'c.test']));
    await queue.offer(leader, 9);
    const [taken] = await queue.take('w1', 1, LONG);
    await queue.withdraw(leader);
    expect(await queue.counts(RUN)).toMatchObject({ idle: 2, queued: 0, leased: 1 });
    const scored = [
      { site: 'b.test', score: 1 },
      { site: 'c.test', score: 2 },
    ].filter(({ site }) => site !== taken?.site);
    await queue.put(leader, scored);
    await queue.offer(leader, 9);
    expect((await queue.take('w1', 1, LONG)).map(({ site }) => site)).toEqual([scored.at(-1)?.site]);
  });

  test('workers of a run are told to pause, to stop and to go on', async () => {
    const { leader, runs, sites: queue } = await cluster();
    await queue.put(leader, sites(['a.test']));
    await queue.offer(leader, 9);
    expect(await runs.get(RUN)).toMatchObject({ signal: 'go' });
    for (const signal of ['pause', 'stop'] as const) {
      expect(await runs.signal(RUN, signal)).toBe(true);
      expect(await runs.open()).toMatchObject([{ runId: RUN, signal }]);
      expect(await queue.take('w1', 9, LONG)).toEqual([]);
    }
    await runs.begin(RUN, {}, {});
    expect(await queue.take('w1', 9, LONG)).toHaveLength(1);
    await runs.enter(leader, 'ended');
    expect(await runs.signal(RUN, 'pause')).toBe(false);
    expect(await runs.signal(99, 'pause')).toBe(false);
  });

  test('a note that comes while its site is being given back is not overlooked', async () => {
    const { store: mine, other, third, leader, sites: queue } = await cluster(3);
    await queue.put(leader, sites(['a.test']));
    await queue.offer(leader, 9);
    const [lease] = await queue.take('w1', 9, LONG);
    let offered: Promise<unknown> = Promise.resolve();
    await mine.transaction(async (trx) => {
      await trx.coordination?.sites.give(lease!, 'done');
      await other.coordination.inbox.post(RUN, [{ site: 'a.test', note: '1' }]);
      offered = third.coordination.sites.offer(leader, 0);
      await pause(100);
    });
    await offered;
    expect(await queue.counts(RUN)).toMatchObject({ idle: 1 });
  });

  test('turns of a host lie apart, whoever takes them, and a blocked host has none', async () => {
    const { stores } = await cluster(8);
    const turns: { readonly at: number; readonly worker: number }[] = [];
    await Promise.all(
      stores.map(async ({ coordination }, worker) => {
        for (let i = 0; i < 5; i++) {
          const { waitMs } = await coordination.hosts.reserve('a.test', `w${worker}`, 200);
          turns.push({ at: performance.now() + waitMs, worker });
        }
      }),
    );
    turns.sort((a, b) => a.at - b.at);
    const gaps = turns.slice(1).map(({ at }, i) => at - turns[i]!.at);
    expect(turns).toHaveLength(40);
    // Answers come late by different times; the turns themselves are 200 ms apart at least, 400 between workers.
    const changes = turns.slice(1).filter(({ worker }, i) => worker !== turns[i]!.worker).length;
    const whole = turns.at(-1)!.at - turns[0]!.at;
    expect(Math.abs(whole - (39 * 200 + changes * 200))).toBeLessThan(150);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
    const { hosts } = stores[0]!.coordination;
    await hosts.block('a.test', 60_000, 3);
    const blocked = await hosts.reserve('a.test', 'w0', 200);
    expect(blocked.waitMs).toBeGreaterThan(59_000);
    expect(blocked.failures).toBe(3);
    expect((await hosts.reserve('other.test', 'w0', 200)).waitMs).toBe(0);
  });

  test('concurrent tokens never come to more than there are', async () => {
    const { stores, runs, budgets } = await cluster(8);
    await runs.begin(RUN, { pages: 1_000 }, {});
    const taken = await Promise.all(
      stores.map(async ({ coordination }) => {
        let mine = 0;
        for (let i = 0; i < 10; i++) mine += await coordination.budgets.take(RUN, 'pages', 17);
        return mine;
      }),
    );
    expect(taken.reduce((sum, tokens) => sum + tokens, 0)).toBe(1_000);
    await budgets.give(RUN, 'pages', 5);
    expect(await budgets.left(RUN)).toEqual({ pages: 5 });
    expect(await budgets.take(RUN, 'requests', 17)).toBe(17);
  });

  test('a worker of another version is refused while others are alive', async () => {
    const { workers } = await cluster();
    const { clockAheadMs } = await workers.join(worker('a'));
    expect(Math.abs(clockAheadMs)).toBeLessThan(1_000);
    await workers.join(worker('b'));
    const refused = await workers.join(worker('c', '2.0.0')).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WorkerRefusedError);
    expect((refused as Error).message).toBe('a worker of Fieldfare 2.0.0 cannot join 2 of 1.0.0');
    await workers.beat('a', { pages: 12, held: 3, state: 'draining' });
    expect(await workers.list()).toMatchObject([
      { id: 'a', pages: 12, held: 3, state: 'draining', isAlive: true },
      { id: 'b', pages: 0, held: 0, state: 'working', isAlive: true },
    ]);
    await workers.leave('a');
    await forward(61_000);
    expect(await workers.list()).toMatchObject([{ id: 'b', isAlive: false }]);
    await workers.join(worker('c', '2.0.0'));
  });

  test('the clock of a machine that is wrong is told', async () => {
    const { stores } = await cluster();
    await forward(-3_600_000);
    const { clockAheadMs } = await stores[0]!.coordination.workers.join(worker('a'));
    expect(Math.abs(clockAheadMs - 3_600_000)).toBeLessThan(1_000);
    expect(clusterTable(await stores[0]!.coordination.overview())).toMatch(
      /^the clock of here is (?:1 h 0 min|59 min 59 s|60 min 0 s) ahead of the database's/m,
    );
  });

  test('who wants the store for itself and who shares it keep each other out', async () => {
    const { workers } = await cluster();
    const alone = await openPostgresStore(server.url('ready'), folder, { mode: 'write' });
    await expect(workers.join(worker('a'))).rejects.toThrow(WorkerRefusedError);
    expect(await workers.list()).toEqual([]);
    await alone.close();
    await pause(100);
    await workers.join(worker('a'));
    const refused = openPostgresStore(server.url('ready'), folder, { mode: 'write' });
    await expect(refused).rejects.toThrow(StoreBusyError);
  });

  test('processes that open an empty database together all get the store', async () => {
    await server.run('create database together');
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => openPostgresStore(server.url('together'), folder, { mode: 'share' })),
    );
    await Promise.all(opened.map((store) => store.close()));
  });

  test('a user that may not make the tables of jobs is told, and what to grant', async () => {
    await server.run('create role helper login');
    await server.run('create database granted');
    await server.run('grant create, usage on schema public to helper', 'granted');
    const url = server.url('granted', 'helper');
    await (await openPostgresStore(url, folder, { mode: 'write' })).close();
    const error = await openPostgresStore(url, folder, { mode: 'share' }).catch((why: unknown) => why);
    expect(error).toMatchObject({ code: 'store', hint: expect.stringContaining('GRANT CREATE ON DATABASE') });
    await server.run('grant create on database granted to helper');
    await (await openPostgresStore(url, folder, { mode: 'share' })).close();
  });

  test('parts of the archive are numbered, and never get shorter', async () => {
    const { stores, parts } = await cluster(4);
    const added = await Promise.all(
      stores.map(({ coordination }, i) => coordination.parts.add(RUN, `w${i}`, 's3://b')),
    );
    expect(added.map(({ part }) => part).sort()).toEqual([1, 2, 3, 4]);
    await parts.acknowledge({ runId: RUN, part: 2, bytes: 9 }, NOTHING);
    await parts.acknowledge({ runId: RUN, part: 2, bytes: 4 }, NOTHING);
    expect((await parts.list(RUN)).map(({ part, bytes }) => [part, bytes])).toEqual([
      [1, 0],
      [2, 9],
      [3, 0],
      [4, 0],
    ]);
  });

  test('what is shared goes with its run', async () => {
    const { store, leader } = await cluster();
    await store.coordination.sites.put(leader, sites(['a.test']));
    await store.coordination.inbox.post(RUN, [{ site: 'a.test', note: '' }]);
    await store.transaction((trx) => trx.runs.delete(RUN));
    expect(await store.coordination.runs.get(RUN)).toBeUndefined();
    expect(await store.coordination.sites.list(RUN)).toEqual([]);
    expect(await store.coordination.inbox.take(RUN, ['a.test'], 9)).toEqual([]);
  });

  test('a process that is suspended within a transaction gives way', async () => {
    const { store: mine, other } = await cluster(2);
    const suspended = mine.transaction(async (trx) => {
      await (trx as unknown as Executor).run(`set local idle_in_transaction_session_timeout = 200`, []);
      await trx.links.insert(RUN, [link('a.test')]);
      await pause(1_000);
      await trx.links.insert(RUN, [link('b.test')]);
    });
    const failed = suspended.catch((error: unknown) => error);
    await pause(50);
    await other.transaction((trx) => trx.links.insert(RUN, [link('a.test')]));
    expect(await failed).toBeInstanceOf(Error);
    // Its next work has a connection of its own.
    await mine.transaction((trx) => trx.links.insert(RUN, [link('c.test')]));
    const urls = ['a', 'b', 'c'].map((name) => `http://${name}.test/`);
    expect((await mine.links.known({ runId: RUN, urls })).map(({ url }) => url).sort()).toEqual([
      'http://a.test/',
      'http://c.test/',
    ]);
  });

  test('after a restart of the server work goes on', async () => {
    const { store, leader } = await cluster();
    await store.coordination.sites.put(leader, sites(['a.test']));
    await server.restart();
    await store.coordination.sites.put(leader, sites(['b.test'])).catch(() => undefined);
    await store.transaction((trx) => trx.links.insert(RUN, [link('a.test')]));
    await store.coordination.sites.offer(leader, 9);
    expect((await store.coordination.sites.take('w1', 9, LONG)).length).toBeGreaterThan(0);
  });
}
