/** The ledger of a form in the store: rows that are on disk before a request leaves and when its answer is in. */

import type { Selectable } from 'kysely';
import type { Store, StoreTransaction, SubmissionTable } from '../../drivers/sqlite/index.ts';
import type { Answer } from '../types/answer.ts';
import type { Detail } from '../types/detail.ts';
import type { SubmissionRequest } from '../types/submission.ts';
import type { Trouble } from '../types/trouble.ts';
import {
  FATE_UNKNOWN,
  isFinal,
  type Ledger,
  type LedgerEntry,
  requestDigest,
  type SubmissionResult,
  channelPlanFrom,
} from './ledger.ts';
import { keepDetail, knownDetails } from './store-details.ts';

export interface StoreLedgerOptions {
  readonly store: Store;
  readonly runId: number;
  readonly site: string;
  readonly formId: string;
  readonly now: () => number;
  /** Puts the run's counts beside the row. */
  readonly acknowledge: (trx: StoreTransaction) => Promise<void>;
  /** Puts the archive on disk before a row points into it. */
  readonly archive: (entry: LedgerEntry, settlement: SubmissionResult) => Promise<void>;
  /** The same for the page of a single record. */
  readonly archiveDetail: (detail: Detail) => Promise<void>;
  /** POSTs whose fate is unknown are sent again. */
  readonly retryUnknown: boolean;
}

const RECORDS_AT_ONCE = 100;

/** Reads what is known of a form's submissions from before, and of its site's. */
export async function storeLedger(options: StoreLedgerOptions): Promise<Ledger> {
  const { store, runId, site, formId } = options;
  const rows = await store.db
    .selectFrom('submission')
    .selectAll()
    .where('run_id', '=', runId)
    .where('site', '=', site)
    .execute();
  const known = new Map<string, SubmissionResult>();
  const digests = new Map<string, SubmissionResult>();
  const attempts = new Map<string, number>();
  const details = await knownDetails(options);
  let position = 0;
  for (const row of rows) {
    const settlement = settlementOf(row, options.retryUnknown);
    if (settlement?.request !== undefined && isFinal(settlement, settlement.request))
      digests.set(row.digest, settlement);
    if (row.form_id !== formId) continue;
    position = Math.max(position, row.position);
    attempts.set(row.key, row.attempts);
    if (settlement !== undefined) known.set(row.key, settlement);
    if (settlement?.state === 'parked' && row.state === 'sent') await park(options, row.key);
  }
  return {
    known: (key) => known.get(key),
    equal: (request) => digests.get(requestDigest(request)),
    begin: async (entry) => {
      const before = attempts.get(entry.key) ?? 0;
      attempts.set(entry.key, before + 1);
      await store.transaction((trx) => write(trx, options, entry, before === 0 ? ++position : undefined));
    },
    leaving: (entry) => store.transaction((trx) => leave(trx, options, entry)),
    settle: async (entry, settlement) => {
      await options.archive(entry, settlement);
      await store.transaction(async (trx) => {
        await options.acknowledge(trx);
        await settle(trx, options, entry, settlement);
      });
      if (isFinal(settlement, entry.request))
        digests.set(requestDigest(settlement.request ?? entry.request), settlement);
    },
    detail: (key) => details.get(key),
    keepDetail: async (detail) => {
      await options.archiveDetail(detail);
      await store.transaction(async (trx) => {
        await options.acknowledge(trx);
        await keepDetail(trx, options, detail);
      });
      details.set(detail.key, detail);
    },
  };
}

/** What a row says of the past; undefined where its request may be sent (again). */
function settlementOf(row: Selectable<SubmissionTable>, retryUnknown: boolean): SubmissionResult | undefined {
  const request = JSON.parse(row.request) as SubmissionRequest;
  const unknown = row.state === 'parked' || (row.state === 'sent' && row.method === 'POST');
  if (row.state === 'sent' && row.method === 'GET') return undefined;
  if (unknown && retryUnknown) return undefined;
  const way = row.way === null ? undefined : channelPlanFrom(row.way);
  return {
    state: unknown ? 'parked' : (row.state as SubmissionResult['state']),
    request,
    sentBy: row.sent_by,
    requests: row.requests,
    newRecords: row.new_records,
    ...(row.answer !== null && { answer: JSON.parse(row.answer) as Answer }),
    ...(unknown && { reason: row.reason ?? FATE_UNKNOWN }),
    ...(row.trouble !== null && { trouble: row.trouble as Trouble }),
    ...(unknown && row.reason === null && { trouble: 'fate-unknown' as const }),
    ...(!unknown && row.reason !== null && { reason: row.reason }),
    ...(row.status !== null && { status: row.status }),
    ...(row.final_url !== null && { finalUrl: row.final_url }),
    ...(way !== undefined && { way }),
    ...(row.next !== null && { next: JSON.parse(row.next) as SubmissionRequest }),
  };
}

async function park({ store, runId, formId }: StoreLedgerOptions, key: string): Promise<void> {
  await store.transaction((trx) =>
    trx
      .updateTable('submission')
      .set({ state: 'parked', reason: FATE_UNKNOWN, trouble: 'fate-unknown' })
      .where('run_id', '=', runId)
      .where('form_id', '=', formId)
      .where('key', '=', key)
      .execute(),
  );
}

/** @param position absent where the row is there already, of an attempt whose end nobody saw */
async function write(
  trx: StoreTransaction,
  { runId, formId, site, now }: StoreLedgerOptions,
  entry: LedgerEntry,
  position: number | undefined,
): Promise<void> {
  if (position === undefined) {
    await trx
      .updateTable('submission')
      .set((eb) => ({ state: 'sent' as const, attempts: eb('attempts', '+', 1), sent_at: now() }))
      .where('run_id', '=', runId)
      .where('form_id', '=', formId)
      .where('key', '=', entry.key)
      .execute();
    return;
  }
  const { request, filled } = entry;
  await trx
    .insertInto('submission')
    .values({
      run_id: runId,
      form_id: formId,
      key: entry.key,
      site,
      position,
      page: entry.page,
      purpose: filled.purpose,
      binding: JSON.stringify(filled.template.binding),
      controls: JSON.stringify(filled.controls),
      why: entry.why,
      sent_by: entry.sentBy,
      method: request.method,
      url: request.url,
      digest: requestDigest(request),
      request: JSON.stringify(request),
      state: 'sent',
      requests: 0,
      records: 0,
      new_records: 0,
      sent_at: now(),
    })
    .execute();
}

/** What the row says leaves, once a browser shows it. */
async function leave(
  trx: StoreTransaction,
  { runId, formId }: StoreLedgerOptions,
  { key, request }: LedgerEntry,
): Promise<void> {
  await trx
    .updateTable('submission')
    .set({
      method: request.method,
      url: request.url,
      digest: requestDigest(request),
      request: JSON.stringify(request),
    })
    .where('run_id', '=', runId)
    .where('form_id', '=', formId)
    .where('key', '=', key)
    .where('state', '=', 'sent')
    .execute();
}

async function settle(
  trx: StoreTransaction,
  { runId, formId, site, now }: StoreLedgerOptions,
  entry: LedgerEntry,
  settlement: SubmissionResult,
): Promise<void> {
  const { answer, request = entry.request } = settlement;
  const records = (answer?.records ?? []).map((record) => ({
    run_id: runId,
    site,
    key: record.key,
    form_id: formId,
    submission: entry.key,
    title: record.title,
    url: record.url ?? null,
    fields: JSON.stringify(record.fields),
    text: record.text,
  }));
  let newRecords = 0;
  for (let from = 0; from < records.length; from += RECORDS_AT_ONCE) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('answer_record')
      .values(records.slice(from, from + RECORDS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    newRecords += Number(numInsertedOrUpdatedRows ?? 0);
  }
  await trx
    .updateTable('submission')
    .set({
      state: settlement.state,
      method: request.method,
      url: request.url,
      digest: requestDigest(request),
      request: JSON.stringify(request),
      requests: settlement.requests,
      status: settlement.status ?? null,
      final_url: settlement.finalUrl ?? null,
      verdict: answer?.verdict ?? null,
      reason: answer?.reason ?? settlement.reason ?? null,
      trouble: settlement.trouble ?? null,
      records: answer?.records.length ?? 0,
      new_records: newRecords,
      stated_total: answer?.statedTotal ?? null,
      fingerprint: answer?.fingerprint ?? null,
      answer: answer === undefined ? null : JSON.stringify(answer),
      next: settlement.next === undefined ? null : JSON.stringify(settlement.next),
      way: settlement.way === undefined ? null : JSON.stringify(settlement.way),
      exchange_offset: settlement.location?.offset ?? null,
      exchange_length: settlement.location?.length ?? null,
      settled_at: now(),
    })
    .where('run_id', '=', runId)
    .where('form_id', '=', formId)
    .where('key', '=', entry.key)
    .execute();
}
