/**
 * The ledger of a form in the store: each row is on disk before its request leaves, and again when its answer
 * is in.
 */

import type { Store, StoreTransaction } from '../../drivers/sqlite/index.ts';
import type { SubmissionRow } from '../../storage/index.ts';
import type { Answer } from '../types/answer.ts';
import type { Detail } from '../types/detail.ts';
import type { SubmissionRequest } from '../types/submission.ts';
import type { Trouble } from '../types/trouble.ts';
import {
  isFinal,
  type Ledger,
  type LedgerEntry,
  parseChannelPlan,
  requestDigest,
  type SubmissionResult,
  UNKNOWN_FATE_REASON,
} from './ledger.ts';
import { insertDetail, loadDetails } from './store-details.ts';

export interface StoreLedgerOptions {
  readonly store: Store;
  readonly runId: number;
  readonly site: string;
  readonly formId: string;
  readonly now: () => number;
  /** Saves the counts of the run in the same transaction. */
  readonly acknowledge: (trx: StoreTransaction) => Promise<void>;
  /** Flushes the archive to disk before a row refers to it. */
  readonly archive: (entry: LedgerEntry, result: SubmissionResult) => Promise<void>;
  /** The same for the page of a single record. */
  readonly archiveDetail: (detail: Detail) => Promise<void>;
  /** Send POSTs of unknown fate again. */
  readonly retryUnknown: boolean;
}

const RECORD_BATCH = 100;

/** Opens the ledger of a form with the earlier submissions of its site. */
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
  const details = await loadDetails(options);
  let position = 0;
  for (const row of rows) {
    const result = storedResult(row, options.retryUnknown);
    if (result?.request !== undefined && isFinal(result, result.request)) digests.set(row.digest, result);
    if (row.form_id !== formId) continue;
    position = Math.max(position, row.position);
    attempts.set(row.key, row.attempts);
    if (result !== undefined) known.set(row.key, result);
    if (result?.state === 'parked' && row.state === 'sent') await park(options, row.key);
  }
  return {
    resultOf: (key) => known.get(key),
    equalRequest: (request) => digests.get(requestDigest(request)),
    begin: async (entry) => {
      const before = attempts.get(entry.key) ?? 0;
      attempts.set(entry.key, before + 1);
      await store.transaction((trx) =>
        insertOrReopen(trx, options, entry, before === 0 ? ++position : undefined),
      );
    },
    recordPost: (entry) => store.transaction((trx) => updateRequest(trx, options, entry)),
    settle: async (entry, result) => {
      await options.archive(entry, result);
      await store.transaction(async (trx) => {
        await options.acknowledge(trx);
        await updateResult(trx, options, entry, result);
      });
      if (isFinal(result, entry.request)) digests.set(requestDigest(result.request ?? entry.request), result);
    },
    detailOf: (key) => details.get(key),
    keepDetail: async (detail) => {
      await options.archiveDetail(detail);
      await store.transaction(async (trx) => {
        await options.acknowledge(trx);
        await insertDetail(trx, options, detail);
      });
      details.set(detail.key, detail);
    },
  };
}

/** Reads the result from a row; undefined if its request may be sent (again). */
function storedResult(row: SubmissionRow, retryUnknown: boolean): SubmissionResult | undefined {
  const request = JSON.parse(row.request) as SubmissionRequest;
  const isFateUnknown = row.state === 'parked' || (row.state === 'sent' && row.method === 'POST');
  if (row.state === 'sent' && row.method === 'GET') return undefined;
  if (isFateUnknown && retryUnknown) return undefined;
  const plan = row.way === null ? undefined : parseChannelPlan(row.way);
  return {
    state: isFateUnknown ? 'parked' : (row.state as SubmissionResult['state']),
    request,
    sentBy: row.sent_by,
    requests: row.requests,
    newRecords: row.new_records,
    ...(row.answer !== null && { answer: JSON.parse(row.answer) as Answer }),
    ...(isFateUnknown && { reason: row.reason ?? UNKNOWN_FATE_REASON }),
    ...(row.trouble !== null && { trouble: row.trouble as Trouble }),
    ...(isFateUnknown && row.reason === null && { trouble: 'fate-unknown' as const }),
    ...(!isFateUnknown && row.reason !== null && { reason: row.reason }),
    ...(row.status !== null && { status: row.status }),
    ...(row.final_url !== null && { finalUrl: row.final_url }),
    ...(plan !== undefined && { plan }),
    ...(row.next !== null && { next: JSON.parse(row.next) as SubmissionRequest }),
  };
}

async function park({ store, runId, formId }: StoreLedgerOptions, key: string): Promise<void> {
  await store.transaction((trx) =>
    trx.db
      .updateTable('submission')
      .set({ state: 'parked', reason: UNKNOWN_FATE_REASON, trouble: 'fate-unknown' })
      .where('run_id', '=', runId)
      .where('form_id', '=', formId)
      .where('key', '=', key)
      .execute(),
  );
}

/** @param position absent if an earlier attempt that was not settled has left a row */
async function insertOrReopen(
  trx: StoreTransaction,
  { runId, formId, site, now }: StoreLedgerOptions,
  entry: LedgerEntry,
  position: number | undefined,
): Promise<void> {
  if (position === undefined) {
    await trx.db
      .updateTable('submission')
      .set((eb) => ({ state: 'sent' as const, attempts: eb('attempts', '+', 1), sent_at: now() }))
      .where('run_id', '=', runId)
      .where('form_id', '=', formId)
      .where('key', '=', entry.key)
      .execute();
    return;
  }
  const { request, filled } = entry;
  await trx.db
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

/** Replaces the expected request by the one that the browser is about to make. */
async function updateRequest(
  trx: StoreTransaction,
  { runId, formId }: StoreLedgerOptions,
  { key, request }: LedgerEntry,
): Promise<void> {
  await trx.db
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

async function updateResult(
  trx: StoreTransaction,
  { runId, formId, site, now }: StoreLedgerOptions,
  entry: LedgerEntry,
  result: SubmissionResult,
): Promise<void> {
  const { answer, request = entry.request } = result;
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
  for (let from = 0; from < records.length; from += RECORD_BATCH) {
    const { numInsertedOrUpdatedRows } = await trx.db
      .insertInto('answer_record')
      .values(records.slice(from, from + RECORD_BATCH))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    newRecords += Number(numInsertedOrUpdatedRows ?? 0);
  }
  await trx.db
    .updateTable('submission')
    .set({
      state: result.state,
      method: request.method,
      url: request.url,
      digest: requestDigest(request),
      request: JSON.stringify(request),
      requests: result.requests,
      status: result.status ?? null,
      final_url: result.finalUrl ?? null,
      verdict: answer?.verdict ?? null,
      reason: answer?.reason ?? result.reason ?? null,
      trouble: result.trouble ?? null,
      records: answer?.records.length ?? 0,
      new_records: newRecords,
      stated_total: answer?.statedTotal ?? null,
      fingerprint: answer?.fingerprint ?? null,
      answer: answer === undefined ? null : JSON.stringify(answer),
      next: result.next === undefined ? null : JSON.stringify(result.next),
      way: result.plan === undefined ? null : JSON.stringify(result.plan),
      exchange_offset: result.location?.offset ?? null,
      exchange_length: result.location?.length ?? null,
      settled_at: now(),
    })
    .where('run_id', '=', runId)
    .where('form_id', '=', formId)
    .where('key', '=', entry.key)
    .execute();
}
