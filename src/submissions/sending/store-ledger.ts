/** The ledger of a form in the store: each row is on disk before its request leaves, and again when its answer is in. */

import type { AnswerRecordRow, RecordInRun, SubmissionRow, Transaction } from '../../storage/index.ts';
import type { Answer, ResultRecord } from '../types/answer.ts';
import type { WindowMemory } from '../types/asking.ts';
import type { Detail } from '../types/detail.ts';
import { storedAnswer } from '../types/old-names.ts';
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
import { type DetailScope, insertDetail, loadDetails } from './store-details.ts';

/** Records of a site that a form's answers are compared with. */
const MOST_COMPARED = 500;

interface StoreLedgerOptions extends DetailScope {
  /** Saves the counts of the run in the same transaction. */
  readonly acknowledge: (trx: Transaction) => Promise<void>;
  /** Flushes the archive to disk before a row refers to it. */
  readonly archive: (entry: LedgerEntry, result: SubmissionResult) => Promise<void>;
  /** The same for the page of a single record. */
  readonly archiveDetail: (detail: Detail) => Promise<void>;
  /** Send POSTs of unknown fate again. */
  readonly retryUnknown: boolean;
  /** Ask again for what an earlier run read whole. */
  readonly refresh?: boolean;
}

/** Opens the ledger of a form with the earlier submissions of its site. */
export async function storeLedger(options: StoreLedgerOptions): Promise<Ledger> {
  const { store, runId, site, formId } = options;
  const under = { sites: [site] };
  const rows = await store.submissions.ofSite(runId, site);
  const known = new Map<string, SubmissionResult>();
  const digests = new Map<string, SubmissionResult>();
  const begun = new Set<string>();
  const details = await loadDetails(options);
  const before = new Map<string, RecordInRun>();
  let position = 0;
  for (const row of rows) {
    const result = storedResult(row, options.retryUnknown);
    if (result?.request !== undefined && isFinal(result, result.request)) digests.set(row.digest, result);
    if (row.form_id !== formId) continue;
    position = Math.max(position, row.position);
    begun.add(row.key);
    if (result !== undefined) known.set(row.key, result);
    if (result?.state === 'parked' && row.state === 'sent') await park(options, row.key);
  }
  return {
    resultOf: (key) => known.get(key),
    equalRequest: (request) => digests.get(requestDigest(request)),
    shareAnswer: async (entry, result) => {
      const records = recordsOf(options, entry, result);
      if (records.length > 0) await store.transaction((trx) => trx.records.add(records), under);
    },
    begin: async (entry) => {
      if (!begun.has(entry.key)) position++;
      begun.add(entry.key);
      await store.transaction((trx) => begin(trx, options, entry, position), under);
    },
    recordPost: ({ key, request }) =>
      store.transaction(
        (trx) =>
          trx.submissions.replaceRequest({ run_id: runId, form_id: formId, key }, requestColumns(request)),
        under,
      ),
    settle: async (entry, result) => {
      await options.archive(entry, result);
      await store.transaction(async (trx) => {
        await options.acknowledge(trx);
        await updateResult(trx, options, entry, result);
      }, under);
      if (isFinal(result, entry.request)) digests.set(requestDigest(result.request ?? entry.request), result);
    },
    recordsOfSite: async () => {
      const records = [];
      for await (const { key, title, text } of store.records.each(runId, { site })) {
        records.push({ key, title, text });
        if (records.length === MOST_COMPARED) break;
      }
      return records;
    },
    rename: async (keyOf) => {
      const names = new Map<string, string>();
      for await (const row of store.records.each(runId, { site })) {
        const name = keyOf(row);
        if (name !== row.key) names.set(row.key, name);
      }
      if (names.size > 0) await store.transaction((trx) => trx.records.rename(runId, site, names), under);
      for (const [key, detail] of [...details]) {
        const name = names.get(key);
        if (name !== undefined) details.set(name, { ...detail, key: name });
      }
    },
    windowsBefore: async () => {
      const kept = options.refresh ? undefined : await store.records.windowsBefore(runId, site, formId);
      if (kept === undefined) return undefined;
      for await (const row of store.records.each(kept.run_id, { site, formId })) before.set(row.key, row);
      const memory = JSON.parse(kept.windows) as WindowMemory;
      return { ...memory, read: memory.read.filter(({ keys }) => keys.every((key) => before.has(key))) };
    },
    takeOver: async (windows) => {
      const rows = windows.flatMap(({ keys }) => keys.flatMap((key) => before.get(key) ?? []));
      const [first] = rows;
      if (first === undefined) return [];
      const pages = (await store.records.details(first.run_id, site)).filter(
        ({ form_id }) => form_id === formId,
      );
      const taken = new Set(rows.map(({ key }) => key));
      const ours = { run_id: runId, site, form_id: formId };
      await store.transaction(async (trx) => {
        await trx.records.add(
          // No query of this run has shown them.
          rows.map(({ run_id, submission, key, title, url, fields, text }) => ({
            ...{ ...ours, key, title, url, fields, text },
            submission: submission.startsWith('run ') ? submission : `run ${run_id}`,
          })),
        );
        for (const page of pages)
          if (taken.has(page.key))
            await trx.records.addDetail({ ...page, ...ours, exchange_offset: null, exchange_length: null });
      }, under);
      return rows.map(({ key, title, url, fields, text }) => ({
        ...{ key, title, text, ...(url !== null && { url }) },
        fields: JSON.parse(fields) as ResultRecord['fields'],
      }));
    },
    keepWindows: (memory) => {
      const row = { run_id: runId, form_id: formId, site, windows: JSON.stringify(memory) };
      return store.transaction((trx) => trx.records.putWindows(row), under);
    },
    detailOf: (key) => details.get(key),
    keepDetail: async (detail) => {
      await options.archiveDetail(detail);
      await store.transaction(async (trx) => {
        await options.acknowledge(trx);
        await insertDetail(trx, options, detail);
      }, under);
      details.set(detail.key, detail);
    },
  };
}

/** What is stored as the answer. */
type StoredAnswer = Answer & Pick<SubmissionResult, 'stepFailures' | 'picked'>;

/** Reads the result from a row; undefined if its request may be sent (again). */
function storedResult(row: SubmissionRow, retryUnknown: boolean): SubmissionResult | undefined {
  const request = JSON.parse(row.request) as SubmissionRequest;
  const isFateUnknown = row.state === 'parked' || (row.state === 'sent' && row.method === 'POST');
  if (row.state === 'sent' && row.method === 'GET') return undefined;
  if (isFateUnknown && retryUnknown) return undefined;
  const plan = row.way === null ? undefined : parseChannelPlan(row.way);
  const answer: StoredAnswer | undefined = row.answer === null ? undefined : storedAnswer(row.answer);
  return {
    state: isFateUnknown ? 'parked' : (row.state as SubmissionResult['state']),
    request,
    sentBy: row.sent_by,
    requests: row.requests,
    newRecords: row.new_records,
    ...(answer !== undefined && { answer }),
    ...(answer?.stepFailures !== undefined && { stepFailures: answer.stepFailures }),
    ...(answer?.picked !== undefined && { picked: answer.picked }),
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

const park = ({ store, runId, site, formId }: StoreLedgerOptions, key: string): Promise<void> =>
  store.transaction(
    (trx) =>
      trx.submissions.update(
        { run_id: runId, form_id: formId, key },
        { state: 'parked', reason: UNKNOWN_FATE_REASON, trouble: 'fate-unknown' },
      ),
    { sites: [site] },
  );

const begin = (
  trx: Transaction,
  { runId, formId, site, now }: StoreLedgerOptions,
  { key, page, filled, why, sentBy, request }: LedgerEntry,
  position: number,
): Promise<void> =>
  trx.submissions.begin({
    run_id: runId,
    form_id: formId,
    key,
    site,
    position,
    page,
    purpose: filled.purpose,
    binding: JSON.stringify(filled.template.binding),
    controls: JSON.stringify(filled.controls),
    why,
    sent_by: sentBy,
    ...requestColumns(request),
    sent_at: now(),
  });

const requestColumns = (request: SubmissionRequest) => ({
  method: request.method,
  url: request.url,
  digest: requestDigest(request),
  request: JSON.stringify(request),
});

const recordsOf = (
  { runId, formId, site }: StoreLedgerOptions,
  { key: submission }: LedgerEntry,
  { answer }: SubmissionResult,
): AnswerRecordRow[] =>
  (answer?.records ?? []).map(({ key, title, url, fields, text }) => ({
    run_id: runId,
    site,
    key,
    form_id: formId,
    submission,
    title,
    url: url ?? null,
    fields: JSON.stringify(fields),
    text,
  }));

async function updateResult(
  trx: Transaction,
  options: StoreLedgerOptions,
  entry: LedgerEntry,
  result: SubmissionResult,
): Promise<void> {
  const { runId, formId, now } = options;
  const { answer, request = entry.request } = result;
  const newRecords = await trx.records.add(recordsOf(options, entry, result));
  await trx.submissions.update(
    { run_id: runId, form_id: formId, key: entry.key },
    {
      state: result.state,
      ...requestColumns(request),
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
      answer:
        answer === undefined
          ? null
          : JSON.stringify({ ...answer, stepFailures: result.stepFailures, picked: result.picked }),
      next: result.next === undefined ? null : JSON.stringify(result.next),
      way: result.plan === undefined ? null : JSON.stringify(result.plan),
      exchange_offset: result.location?.offset ?? null,
      exchange_length: result.location?.length ?? null,
      settled_at: now(),
    },
  );
}
