import { createHash } from 'node:crypto';
import type {
  ArchivePart,
  ArchiveParts,
  Budgets,
  Contents,
  HostTurns,
  Inbox,
  TokenKind,
} from '../../storage/index.ts';
import { statement } from '../sql/index.ts';
import type { Shared } from './coordination.ts';
import type { PostgresExecutor } from './executor.ts';

/** What a power cut of the server may take back: until it is up again, it is over anyway. */
const NO_SYNC = `set_config('synchronous_commit', 'off', true)`;

const POST = `insert into site_note (run_id, site, note)
  select ?::bigint, site, note from unnest(?::text[], ?::text[]) as given (site, note)`;
const TAKE_NOTES = `delete from site_note where id in (select id from site_note
    where run_id = ? and site = any(?::text[]) order by id limit ? for update skip locked)
  returning id, site, note`;

const HAS_NOTES = 'select 1 from site_note where run_id = ? and site = any(?::text[]) limit 1';
const NOTES = `select id, site, note from site_note
  where run_id = ? and site <> '' and (site, id) > (?, ?::bigint) order by site, id limit ?`;
const NOTES_AT_ONCE = 1_000;

export const inboxOn = (executor: PostgresExecutor): Inbox => ({
  async *waiting(runId) {
    for (let last = { site: '', id: 0 }; ; ) {
      const values = [runId, last.site, last.id, NOTES_AT_ONCE];
      const rows = await statement<{ id: number; site: string; note: string }>(executor, NOTES, values);
      if (rows.length > 0) yield rows.map(({ site, note }) => ({ site, note }));
      const next = rows.at(-1);
      if (next === undefined || rows.length < NOTES_AT_ONCE) return;
      last = next;
    }
  },
  async post(runId, notes) {
    if (notes.length === 0) return;
    await statement(executor, POST, [runId, notes.map(({ site }) => site), notes.map(({ note }) => note)]);
  },
  async has(runId, sites) {
    return (await statement(executor, HAS_NOTES, [runId, sites])).length > 0;
  },
  async take(runId, sites, most) {
    const rows = await statement<{ id: number; site: string; note: string }>(executor, TAKE_NOTES, [
      runId,
      sites,
      most,
    ]);
    return rows.toSorted((a, b) => a.id - b.id).map(({ site, note }) => ({ site, note }));
  },
});

/** A worker uses its turn at once or up to so much later, and takes another where that has passed. */
const LATENESS_MS = 100;
/** The next worker's turn lies so much further off, twice that and more: what a busy machine begins in time leaves late. */
const MARGIN_MS = 250;
const margin = (delay: string): string => `least(${delay}, ${MARGIN_MS})`;

/**
 * A server that crashed has forgotten the latest turns, and workers use them still: the first turn after its start lies as
 * far off as that of another worker would behind one that was yet to come.
 */
const FORGOTTEN_MS = `greatest(0, 2 * (excluded.delay_ms + ${margin('excluded.delay_ms')}) - extract(epoch from clock_timestamp() - pg_postmaster_start_time()) * 1000)`;
const RESERVE = `insert into host_turn (host, worker, delay_ms, turn_at)
  select host, worker, delay_ms, store_clock() + ${FORGOTTEN_MS}::bigint
    from (select ?::text as host, ?::text as worker, ?::bigint as delay_ms) as excluded
  on conflict (host) do update set worker = excluded.worker, delay_ms = excluded.delay_ms,
    turn_at = greatest(excluded.turn_at, host_turn.blocked_until,
      host_turn.turn_at + greatest(host_turn.delay_ms, excluded.delay_ms) +
        case when host_turn.worker = excluded.worker then 0
          else ${margin('greatest(host_turn.delay_ms, excluded.delay_ms)')} end)
  returning greatest(0, turn_at - store_clock()) as "waitMs", failures, ${NO_SYNC}`;
const BLOCK = `insert into host_turn (host, worker, delay_ms, turn_at, blocked_until, failures)
  values (?, '', 0, 0, store_clock() + ?, ?)
  on conflict (host) do update set failures = excluded.failures,
    blocked_until = greatest(host_turn.blocked_until, excluded.blocked_until)
  returning ${NO_SYNC}`;

export const hostTurnsOn = (executor: PostgresExecutor): HostTurns => ({
  async reserve(host, worker, delayMs) {
    const values = [host, worker, Math.ceil(delayMs)];
    const [row] = await statement<{ waitMs: number; failures: number }>(executor, RESERVE, values);
    const { waitMs = 0, failures = 0 } = row ?? {};
    const withinMs = delayMs > 0 ? Math.min(delayMs / 2, LATENESS_MS) : Number.POSITIVE_INFINITY;
    return { waitMs, withinMs, failures };
  },
  async block(host, forMs, failures) {
    await statement(executor, BLOCK, [host, Math.ceil(forMs), failures]);
  },
});

const TAKE_TOKENS = `update run_token set taken = least(tokens, ?::bigint), tokens = tokens - least(tokens, ?::bigint)
  where run_id = ? and kind = ? returning taken, ${NO_SYNC}`;
const GIVE_TOKENS = 'update run_token set tokens = tokens + ? where run_id = ? and kind = ?';

export const budgetsOn = (executor: PostgresExecutor): Budgets => ({
  async take(runId, kind, most) {
    const [row] = await statement<{ taken: number }>(executor, TAKE_TOKENS, [most, most, runId, kind]);
    return row === undefined ? most : row.taken;
  },
  async give(runId, kind, tokens) {
    await statement(executor, GIVE_TOKENS, [tokens, runId, kind]);
  },
  async left(runId) {
    const text = 'select kind, tokens from run_token where run_id = ? order by kind';
    const rows = await statement<{ kind: TokenKind; tokens: number }>(executor, text, [runId]);
    return Object.fromEntries(rows.map(({ kind, tokens }) => [kind, tokens]));
  },
});

export const contentsOn = (executor: PostgresExecutor): Contents => ({
  async put(content) {
    const hash = createHash('sha256').update(content).digest('hex');
    const text = 'insert into content (hash, bytes) values (?, ?) on conflict do nothing';
    await statement(executor, text, [hash, Buffer.from(content)]);
    return hash;
  },
  async get(hash) {
    const text = 'select bytes from content where hash = ?';
    return (await statement<{ bytes: Uint8Array }>(executor, text, [hash]))[0]?.bytes;
  },
});

const ACKNOWLEDGE = `update archive_part set bytes = greatest(bytes, ?), requests = ?, bytes_in = ?, misses = ?, updated_at = ?
  where run_id = ? and part = ?`;
const PARTS = `select run_id as "runId", part, worker, place, bytes from archive_part where run_id = ?`;

export const archivePartsOn = ({ executor, together }: Shared): ArchiveParts => ({
  add: (runId, worker, place) =>
    together(async (inner) => {
      await statement(inner, 'select from shared_run where run_id = ? for update', [runId]);
      const [row] = await statement<{ part: number }>(
        inner,
        `insert into archive_part (run_id, part, worker, place)
         select ?::bigint, coalesce(max(part), 0) + 1, ?::text, ?::text from archive_part where run_id = ? returning part`,
        [runId, worker, place, runId],
      );
      return { runId, part: row?.part ?? 0, worker, place, bytes: 0 };
    }),
  async acknowledge({ runId, part, bytes }, { requests, bytes_in, misses, updated_at }) {
    await statement(executor, ACKNOWLEDGE, [bytes, requests, bytes_in, misses, updated_at, runId, part]);
  },
  async cut({ runId, part, bytes }) {
    const text = 'update archive_part set bytes = ? where run_id = ? and part = ?';
    await statement(executor, text, [bytes, runId, part]);
  },
  list: (runId) => statement<ArchivePart>(executor, `${PARTS} order by part`, [runId]),
});
