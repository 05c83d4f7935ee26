import { openPostgresStore } from '../../src/drivers/postgres/index.ts';
import type { Coordination } from '../../src/storage/index.ts';
import type { PostgresServer } from '../drivers/postgres/server.ts';

export interface LeaseTimes {
  readonly sites: number;
  readonly clients: number;
  readonly fillSeconds: number;
  readonly leases: number;
  readonly leasesPerSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly rerankSeconds: number;
  readonly leasesWhileReranking: number;
  readonly p95WhileReranking: number;
  readonly offerP95: number;
}

const LEAD_MS = 3_600_000;
const BATCH = 2_000;

/** What it takes to lease a site while so many wait, by the clock of this machine; and while all of them get a new score. */
export async function measureLeases(
  server: PostgresServer,
  { sites, clients, seconds }: { readonly sites: number; readonly clients: number; readonly seconds: number },
): Promise<LeaseTimes> {
  await server.run('create database leases');
  const url = server.url('leases');
  const opened = [];
  for (let i = 0; i <= clients; i++) opened.push(await openPostgresStore(url, '/tmp', { mode: 'share' }));
  const [leading, ...working] = opened.map(({ coordination }) => coordination as Coordination);
  try {
    const { runs, sites: queue } = leading!;
    await runs.begin(1, {}, {});
    const leader = (await runs.lead(1, 'leader', LEAD_MS))!;
    const score = async (shift: number) => {
      for (let from = 0; from < sites; from += BATCH)
        await queue.put(
          leader,
          Array.from({ length: Math.min(BATCH, sites - from) }, (_, i) => ({
            site: `s${from + i}.test`,
            score: ((from + i) * 7_919 + shift) % 10_007,
          })),
        );
    };
    const began = performance.now();
    await score(0);
    const fillSeconds = (performance.now() - began) / 1_000;
    await server.run('analyze site_queue', 'leases');

    let isOver = false;
    const [plain, reranking, offers]: number[][] = [[], [], []];
    let into = plain!;
    const offering = (async () => {
      while (!isOver) {
        const from = performance.now();
        await queue.offer(leader, clients * 10);
        offers!.push(performance.now() - from);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    })();
    const leasing = working.map(async ({ sites: mine }, i) => {
      while (!isOver) {
        const from = performance.now();
        const [lease] = await mine.take(`w${i}`, 1, 60_000);
        if (lease !== undefined) into.push(performance.now() - from);
        // A worker asks about once a second and more often than that here: 8 of them are to be as busy as 100.
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (lease !== undefined) await mine.give(lease, 'idle', 1_000);
      }
    });
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    into = reranking!;
    const reranked = performance.now();
    await score(1);
    const rerankSeconds = (performance.now() - reranked) / 1_000;
    isOver = true;
    await Promise.all([offering, ...leasing]);
    return {
      sites,
      clients,
      fillSeconds,
      leases: plain!.length,
      leasesPerSecond: plain!.length / seconds,
      p50: quantile(plain!, 0.5),
      p95: quantile(plain!, 0.95),
      rerankSeconds,
      leasesWhileReranking: reranking!.length,
      p95WhileReranking: quantile(reranking!, 0.95),
      offerP95: quantile(offers!, 0.95),
    };
  } finally {
    for (const store of opened) await store.close();
    await server.run('drop database leases with (force)');
  }
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
