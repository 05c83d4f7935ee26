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
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

const BATCH = 250;

export class MemoryLinks implements LinkStore {
  private readonly tables: MemoryTables;
  /** Numbers by run and address. One whose row was undone or deleted is not there in the table. */
  private readonly ids = new Map<string, number>();

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async *waiting(runId: number, site?: string): AsyncGenerator<readonly WaitingLink[]> {
    const rows = this.waitingOf(runId, site);
    for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
  }

  private waitingOf(runId: number, site?: string): WaitingLink[] {
    const rows = this.tables.link.where(
      (row) => row.run_id === runId && row.state === 'waiting' && (site === undefined || row.site === site),
    );
    return orderBy(rows, ({ id }) => id).map(waitingLink);
  }

  async waitingAmong(ids: readonly number[]): Promise<readonly WaitingLink[]> {
    const rows = this.rowsOf(ids).filter(({ state }) => state === 'waiting');
    return rows.map((row) => ({ ...waitingLink(row), via: this.tables.link.get(row.parent)?.url ?? null }));
  }

  async known(
    which: { readonly ids: readonly number[] } | { readonly runId: number; readonly urls: readonly string[] },
  ): Promise<readonly KnownLink[]> {
    const rows =
      'ids' in which ? this.rowsOf(which.ids) : which.urls.flatMap((url) => this.at(which.runId, url) ?? []);
    return rows.map(({ id, url, host, depth, hops, score, state }) => {
      return { id, url, host, depth, hops, score, state };
    });
  }

  async refusedFor<Code extends LinkCode>(
    runId: number,
    codes: readonly Code[],
  ): Promise<Reason<Code> | undefined> {
    const reasons = this.tables.link
      .where((row) => row.run_id === runId && row.state === 'refused')
      .flatMap(({ reason_code, reason_detail }) => {
        const code = codes.find((one) => one === reason_code);
        return code === undefined ? [] : [reasonOf(code, reason_detail)];
      });
    return orderBy(
      reasons,
      ({ code }) => code,
      ({ detail }) => detail ?? '',
    )[0];
  }

  async insert(runId: number, links: readonly NewLink[]): Promise<ReadonlyMap<string, number>> {
    const added = new Map<string, number>();
    for (const { state = 'waiting', ...link } of links) {
      if (this.at(runId, link.url) !== undefined) continue;
      const id = this.tables.nextId('link');
      this.ids.set(keyOf(runId, link.url), id);
      this.tables.link.insert({ ...link, ...UNTRIED, id, run_id: runId, state });
      added.set(link.url, id);
    }
    return added;
  }

  async update(changes: readonly LinkChange[]): Promise<void> {
    for (const { id, ...change } of changes) this.change(id, () => change);
  }

  async lease(ids: readonly number[], owner: string, until: number): Promise<ReadonlyMap<number, number>> {
    const fences = new Map<number, number>();
    for (const id of ids) {
      const leased = this.change(id, ({ state, attempts, lease_fence: fence }) =>
        state === 'waiting'
          ? {
              state: 'leased',
              attempts: attempts + 1,
              lease_owner: owner,
              lease_until: until,
              lease_fence: fence + 1,
            }
          : undefined,
      );
      if (leased !== undefined) fences.set(id, leased.lease_fence);
    }
    return fences;
  }

  async settle({ id, fence }: LinkLease, state: SettledState, reason: LinkReason | null) {
    const settled = this.change(id, ({ lease_fence }) =>
      lease_fence === fence ? { state, ...reasonColumns(reason), ...UNLEASED } : undefined,
    );
    return settled && { depth: settled.depth, hops: settled.hops };
  }

  async release({ id, fence }: LinkLease, begun: boolean): Promise<boolean> {
    const released = this.change(id, ({ lease_fence, state, attempts }) =>
      lease_fence === fence && state === 'leased'
        ? {
            state: 'waiting',
            attempts: begun ? attempts : attempts - 1,
            ...UNLEASED,
            lease_fence: fence + 1,
          }
        : undefined,
    );
    return released !== undefined;
  }

  async recover(
    runId: number,
    now: number,
    owner: string,
    most: number,
    site?: string,
  ): Promise<readonly WaitingLink[]> {
    const isEnded = (row: LinkRow) =>
      site === undefined ? row.lease_owner === owner || (row.lease_until ?? 0) <= now : row.site === site;
    this.tables.link.update(
      (row) => row.run_id === runId && row.state === 'leased' && isEnded(row),
      (row) => ({
        ...(row.crashes + 1 >= most
          ? moved(row, 'parked', { code: 'crashed' })
          : moved(row, 'waiting', null)),
        crashes: row.crashes + 1,
      }),
    );
    return orderBy(
      this.waitingOf(runId, site).filter(({ crashes }) => crashes > 0),
      ({ crashes }) => -crashes,
      ({ id }) => -id,
    );
  }

  async move(
    runId: number,
    { states, ids, site, codes, mostCrashes = Number.POSITIVE_INFINITY }: LinkChoice,
    state: Exclude<LinkState, 'leased'>,
    reason: LinkReason | null,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    const holds = (row: LinkRow) =>
      row.run_id === runId &&
      states.includes(row.state) &&
      row.crashes <= mostCrashes &&
      (site === undefined || row.site === site) &&
      (codes === undefined || codes.some((code) => code === row.reason_code));
    const rows = ids === undefined ? this.tables.link.where(holds) : this.rowsOf(ids).filter(holds);
    const chosen = rows.slice(0, limit);
    for (const { id } of chosen) this.change(id, (row) => moved(row, state, reason));
    return chosen.length;
  }

  async delete(runId: number, site?: string): Promise<void> {
    this.tables.link.delete((row) => row.run_id === runId && (site === undefined || row.site === site));
  }

  private rowsOf(ids: readonly number[]): LinkRow[] {
    return [...new Set(ids)].flatMap((id) => this.tables.link.get(id) ?? []);
  }

  private at(runId: number, url: string): LinkRow | undefined {
    const id = this.ids.get(keyOf(runId, url));
    return id === undefined ? undefined : this.tables.link.get(id);
  }

  /** @returns the changed row; undefined where there is none, or nothing is to be changed */
  private change(id: number, by: (row: LinkRow) => Partial<LinkRow> | undefined): LinkRow | undefined {
    const row = this.tables.link.get(id);
    const change = row && by(row);
    if (row === undefined || change === undefined) return undefined;
    const changed = { ...row, ...change };
    this.tables.link.put(changed);
    return changed;
  }
}

const keyOf = (runId: number, url: string): string => `${runId} ${url}`;

const UNLEASED = { lease_owner: null, lease_until: null };
const UNTRIED = {
  attempts: 0,
  crashes: 0,
  reason_code: null,
  reason_detail: null,
  ...UNLEASED,
  lease_fence: 0,
};

const reasonColumns = (reason: LinkReason | null) => ({
  reason_code: reason?.code ?? null,
  reason_detail: reason?.detail ?? null,
});

/** Columns of a link whose lease, if it has one, ends without a result. */
const moved = ({ lease_fence: fence }: LinkRow, state: LinkState, reason: LinkReason | null) => ({
  state,
  ...reasonColumns(reason),
  ...UNLEASED,
  lease_fence: fence + 1,
});

const waitingLink = ({
  run_id: _run,
  state: _state,
  reason_code: _code,
  reason_detail: _detail,
  lease_owner: _owner,
  lease_until: _until,
  lease_fence: _fence,
  ...link
}: LinkRow): WaitingLink => link;
