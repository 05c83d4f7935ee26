/** What the store of a run says while its workers are killed: who holds what, and what is kept. */

import { setTimeout as later } from 'node:timers/promises';
import type { PostgresStore } from '../../../src/drivers/postgres/store.ts';
import type { Store } from '../../../src/storage/index.ts';

export interface Held {
  readonly site: string;
  readonly worker: string;
  readonly epoch: number;
}

export const isEnded = async (store: Store): Promise<boolean> =>
  (await store.coordination?.runs.get(1))?.phase === 'ended';

export const heldNow = async (store: PostgresStore): Promise<readonly Held[]> =>
  store.run<Held>(`select site, worker, epoch from site_queue where state = 'leased'`, []);

/** Everything that a run has kept: pages, answers, records. */
export async function acknowledgedIn(store: PostgresStore): Promise<ReadonlySet<string>> {
  const rows = await store.run<{ row: string }>(
    `select 'page ' || url as row from page union all
     select 'answer ' || form_id || ' ' || key from submission where state = 'settled' union all
     select 'record ' || site || ' ' || key from answer_record`,
    [],
  );
  return new Set(rows.map(({ row }) => row));
}

export const missingOf = async (
  store: PostgresStore,
  rows: ReadonlySet<string>,
): Promise<readonly string[]> => {
  const now = await acknowledgedIn(store);
  return [...rows].filter((row) => !now.has(row));
};

interface Post {
  readonly site: string;
  readonly formId: string;
  readonly key: string;
}

export const nameOf = ({ site, formId, key }: Post): string => `${site} ${formId} ${key}`;
const POSTS = `select site, form_id as "formId", key from submission where method = 'POST' and`;

/** POSTs that were under way at the kills of a storm. */
export class PostsInFlight {
  private readonly seen = new Set<string>();
  private readonly tooMany: string[] = [];
  /** How often the server was killed while a site was held: what was under way then may be begun and not written. */
  private readonly ofServer = new Map<string, number>();

  /** Looks for them right after a kill. */
  async meet(store: PostgresStore, held: readonly Held[], isServer: boolean): Promise<void> {
    const sent = await store.run<Post>(`${POSTS} state = 'sent' and site = any(?::text[])`, [
      held.map(({ site }) => site),
    ]);
    const sites = new Set<string>();
    for (const post of sent) {
      if (this.seen.has(nameOf(post))) continue;
      this.seen.add(nameOf(post));
      if (sites.has(post.site)) this.tooMany.push(nameOf(post));
      sites.add(post.site);
    }
    if (!isServer) return;
    for (const { site } of held)
      if (!sites.has(site)) this.ofServer.set(site, (this.ofServer.get(site) ?? 0) + 1);
  }

  /** @returns POSTs of unknown fate that no kill explains: each meets one of a site at most */
  unexplained(unknown: readonly Post[]): readonly string[] {
    const left = new Map(this.ofServer);
    const others = unknown.filter((post) => !this.seen.has(nameOf(post)));
    const beyond = others.filter(({ site }) => {
      const more = (left.get(site) ?? 0) - 1;
      left.set(site, more);
      return more < 0;
    });
    return [...this.tooMany, ...beyond.map(nameOf)];
  }
}

/** What a run waits for. */
export const stateOf = async (store: PostgresStore) => ({
  runs: await store.run(
    'select run_id, phase, leader, until - store_clock() as left, contents from shared_run',
    [],
  ),
  sites: await store.run(
    `select site, state, worker, until - store_clock() as left, deaths, job from site_queue where state <> 'done'`,
    [],
  ),
  links: await store.run('select site, state, crashes, count(*) as links from link group by 1, 2, 3', []),
  workers: await store.coordination?.workers.list(),
  jobs: await store.run(
    'select name, state::text, retry_count, singleton_key, start_after::text from fieldfare_jobs.job',
    [],
  ),
  now: await store.run('select now()::text', []),
});

export const unknownIn = async (store: PostgresStore): Promise<readonly Post[]> =>
  store.run<Post>(`${POSTS} trouble = 'fate-unknown'`, []);

export async function givenUpIn(store: PostgresStore): Promise<readonly string[]> {
  const rows = await store.run<{ row: string }>(
    `select 'site ' || site as row from site_queue where state = 'failed' union all
     select 'page ' || url as row from link where state = 'parked'`,
    [],
  );
  return rows.map(({ row }) => row);
}

const queueOf = async (store: PostgresStore) =>
  store.run<Held & { readonly state: string }>('select site, epoch, state from site_queue', []);

/** Time until all of these sites are held by another lease, or have nothing left; infinite where one never is. */
export async function returnOf(
  store: PostgresStore,
  held: readonly Held[],
  end: AbortSignal,
): Promise<number> {
  const began = performance.now();
  for (let away = held; ; await later(50)) {
    const isLast = end.aborted;
    const rows = await queueOf(store).catch(() => []);
    const isBack = ({ site, epoch }: Held) =>
      rows.some(
        (row) => row.site === site && (row.state === 'done' || (row.state === 'leased' && row.epoch > epoch)),
      );
    away = away.filter((one) => !isBack(one));
    if (away.length === 0) return performance.now() - began;
    if (isLast) return Number.POSITIVE_INFINITY;
  }
}
