import { sql } from 'kysely';
import {
  type KnownLink,
  type LinkChange,
  type LinkChoice,
  type LinkCode,
  type LinkLease,
  type LinkReason,
  type LinkRow,
  type LinkState,
  type LinkStore,
  type NewLink,
  type Reason,
  reasonOf,
  type SettledState,
  type WaitingLink,
} from '../../storage/index.ts';
import { updateRow } from './executor.ts';
import { Port } from './port.ts';

const WAITING = [
  'id',
  'url',
  'site',
  'host',
  'kind',
  'anchor',
  'around',
  'parent',
  'depth',
  'hops',
  'score',
  'attempts',
  'crashes',
] as const;

/** Numbers of links gone through in one go: some milliseconds. */
const SLICE = 250;

/** The partial indexes are used where these stand in a query as they stand in the index. */
const LEASED = sql<boolean>`state = 'leased'`;
const SUSPECT = sql<boolean>`crashes > 0`;

const marks = (count: number): string => Array(count).fill('?').join(', ');

/** Links written or looked up by one statement: few sizes, so that each is prepared once. */
const SIZES = [64, 16, 4, 1];
/** The text of a statement for each size: made once, and not built and compiled for every page. */
const texts = (text: (size: number) => string): ReadonlyMap<number, string> =>
  new Map(SIZES.map((size) => [size, text(size)]));

const ROW = `(${marks(12)})`;
const INSERT = texts(
  (size) => `insert into link
    (run_id, site, host, url, anchor, around, parent, kind, depth, hops, score, state)
    values ${Array(size).fill(ROW).join(', ')} on conflict do nothing returning id, url`,
);
const KNOWN = 'select id, url, host, depth, hops, score, state from link where';
const KNOWN_URLS = texts((size) => `${KNOWN} run_id = ? and url in (${marks(size)})`);
const KNOWN_IDS = texts((size) => `${KNOWN} id in (${marks(size)})`);

/** Waiting links read by one statement, whose text is the same for fewer: one of them is named again. */
const AMONG = 16;
const WAITING_AMONG = `
  select ${WAITING.map((column) => `link.${column}`).join(', ')}, origin.url as via
  from link left join link as origin on origin.id = link.parent
  where link.state = 'waiting' and link.id in (${marks(AMONG)})`;

const LEASE = `
  update link set state = 'leased', attempts = attempts + 1, lease_owner = ?, lease_until = ?,
    lease_fence = lease_fence + 1
  where id = ? and state = 'waiting' returning lease_fence`;
const SETTLE = `
  update link set state = ?, reason_code = ?, reason_detail = ?, lease_owner = null, lease_until = null
  where id = ? and lease_fence = ? returning depth, hops`;
const RELEASE = `
  update link set state = 'waiting', attempts = attempts - ?, lease_owner = null, lease_until = null,
    lease_fence = lease_fence + 1
  where id = ? and lease_fence = ? and state = 'leased' returning id`;

export class SqlLinks extends Port implements LinkStore {
  async *waiting(runId: number, site?: string): AsyncGenerator<readonly WaitingLink[]> {
    if (site !== undefined) return yield* this.waitingOn(runId, site);
    const [first, last] = [await this.end(runId, 'asc'), await this.end(runId, 'desc')];
    for (let from = first ?? 1; from <= (last ?? 0); from += SLICE)
      yield await this.waitingOf(runId)
        .where('id', '>=', from)
        .where('id', '<', from + SLICE)
        .orderBy('id')
        .execute();
  }

  private async *waitingOn(runId: number, site: string): AsyncGenerator<readonly WaitingLink[]> {
    for (let after = 0; ; ) {
      const rows = this.waitingOf(runId).where('site', '=', site).where('id', '>', after);
      const links = await rows.orderBy('id').limit(SLICE).execute();
      yield links;
      const last = links.at(-1);
      if (last === undefined || links.length < SLICE) return;
      after = last.id;
    }
  }

  private waitingOf(runId: number) {
    const rows = this.db.selectFrom('link').select(WAITING);
    return rows.where('run_id', '=', runId).where('state', '=', 'waiting');
  }

  /** First or last number of a run's links, found by one look at an index. */
  private async end(runId: number, order: 'asc' | 'desc'): Promise<number | undefined> {
    const rows = this.db.selectFrom('link').select('id').where('run_id', '=', runId);
    return (await rows.orderBy('id', order).limit(1).executeTakeFirst())?.id;
  }

  async waitingAmong(ids: readonly number[]): Promise<readonly WaitingLink[]> {
    const found: WaitingLink[] = [];
    for (let from = 0; from < ids.length; from += AMONG) {
      const batch = Array.from({ length: AMONG }, (_, i) => ids[from + i] ?? ids[from]);
      found.push(...(await this.statement<WaitingLink>(WAITING_AMONG, batch)));
    }
    return found;
  }

  async known(
    which: { readonly ids: readonly number[] } | { readonly runId: number; readonly urls: readonly string[] },
  ): Promise<readonly KnownLink[]> {
    const found: KnownLink[] = [];
    if ('ids' in which) {
      for (const batch of inSizes(which.ids))
        found.push(...(await this.statement<KnownLink>(KNOWN_IDS.get(batch.length) ?? '', batch)));
    } else {
      for (const batch of inSizes(which.urls)) {
        const text = KNOWN_URLS.get(batch.length) ?? '';
        found.push(...(await this.statement<KnownLink>(text, [which.runId, ...batch])));
      }
    }
    return found;
  }

  async refusedFor<Code extends LinkCode>(
    runId: number,
    codes: readonly Code[],
  ): Promise<Reason<Code> | undefined> {
    const row = await this.db
      .selectFrom('link')
      .select(['reason_code', 'reason_detail'])
      .where('run_id', '=', runId)
      .where('state', '=', 'refused')
      .where('reason_code', 'in', codes)
      .orderBy('reason_code')
      .orderBy('reason_detail', (order) => order.asc().nullsFirst())
      .limit(1)
      .executeTakeFirst();
    const code = codes.find((one) => one === row?.reason_code);
    return row && code && reasonOf(code, row.reason_detail);
  }

  async insert(runId: number, links: readonly NewLink[]): Promise<ReadonlyMap<string, number>> {
    const ids = new Map<string, number>();
    for (const batch of inSizes(links)) {
      const values: (string | number)[] = [];
      for (const { site, host, url, anchor, around, parent, kind, depth, hops, score, state } of batch)
        values.push(
          runId,
          site,
          host,
          url,
          anchor,
          around,
          parent,
          kind,
          depth,
          hops,
          score,
          state ?? 'waiting',
        );
      const text = INSERT.get(batch.length) ?? '';
      for (const { id, url } of await this.statement<{ id: number; url: string }>(text, values))
        ids.set(url, id);
    }
    return ids;
  }

  async update(changes: readonly LinkChange[]): Promise<void> {
    for (const { id, ...change } of changes) await updateRow(this.executor, 'link', id, change);
  }

  async lease(ids: readonly number[], owner: string, until: number): Promise<ReadonlyMap<number, number>> {
    const fences = new Map<number, number>();
    for (const id of ids) {
      const [row] = await this.statement<{ lease_fence: number }>(LEASE, [owner, until, id]);
      if (row !== undefined) fences.set(id, row.lease_fence);
    }
    return fences;
  }

  async settle({ id, fence }: LinkLease, state: SettledState, reason: LinkReason | null) {
    const values = [state, reason?.code ?? null, reason?.detail ?? null, id, fence];
    return (await this.statement<Pick<LinkRow, 'depth' | 'hops'>>(SETTLE, values))[0];
  }

  async release({ id, fence }: LinkLease, begun: boolean): Promise<boolean> {
    return (await this.statement(RELEASE, [begun ? 0 : 1, id, fence])).length > 0;
  }

  async recover(
    runId: number,
    now: number,
    owner: string,
    most: number,
    site?: string,
  ): Promise<readonly WaitingLink[]> {
    const { db } = this;
    const crashed = (change: ReturnType<typeof moved>) => {
      const leased = db
        .updateTable('link')
        .set((eb) => ({ ...change, crashes: eb('crashes', '+', 1) }))
        .where('run_id', '=', runId)
        .where(LEASED);
      return site === undefined
        ? leased.where((eb) => eb.or([eb('lease_owner', '=', owner), eb('lease_until', '<=', now)]))
        : leased.where('site', '=', site);
    };
    await crashed(moved('parked', { code: 'crashed' }))
      .where('crashes', '>=', most - 1)
      .execute();
    await crashed(moved('waiting', null)).execute();
    const suspects = this.waitingOf(runId).where(SUSPECT).orderBy('crashes', 'desc').orderBy('id', 'desc');
    return (site === undefined ? suspects : suspects.where('site', '=', site)).execute();
  }

  async move(
    runId: number,
    { states, ids, site, codes, mostCrashes }: LinkChoice,
    state: Exclude<LinkState, 'leased'>,
    reason: LinkReason | null,
    limit?: number,
  ): Promise<number> {
    const { db } = this;
    let chosen = db.selectFrom('link').select('id').where('run_id', '=', runId).where('state', 'in', states);
    if (ids !== undefined) {
      const [before = '', behind = ''] = this.executor.dialect.numbers.split('?');
      const numbers = sql<number>`(${sql.raw(before)}${JSON.stringify(ids)}${sql.raw(behind)})`;
      chosen = chosen.where('id', 'in', numbers);
    }
    if (site !== undefined) chosen = chosen.where('site', '=', site);
    if (codes !== undefined) chosen = chosen.where('reason_code', 'in', codes);
    if (mostCrashes !== undefined) chosen = chosen.where('crashes', '<=', mostCrashes);
    if (limit !== undefined) chosen = chosen.limit(limit);
    const update = db.updateTable('link').set(moved(state, reason)).where('id', 'in', chosen);
    return Number((await update.executeTakeFirst()).numUpdatedRows);
  }

  async delete(runId: number, site?: string): Promise<void> {
    await this.deleteOf('link', runId, site);
  }
}

/** Columns of a link whose lease, if it has one, ends without a result. */
const moved = (state: LinkState, reason: LinkReason | null) => ({
  state,
  reason_code: reason?.code ?? null,
  reason_detail: reason?.detail ?? null,
  lease_owner: null,
  lease_until: null,
  lease_fence: sql<number>`lease_fence + 1`,
});

function* inSizes<T>(items: readonly T[]): Generator<readonly T[]> {
  let at = 0;
  for (const size of SIZES) {
    for (; items.length - at >= size; at += size) yield items.slice(at, at + size);
  }
}
