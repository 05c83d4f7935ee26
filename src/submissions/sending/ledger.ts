/** The ledger of submissions: each request is recorded before it leaves and settled when its answer is in. */

import { createHash } from 'node:crypto';
import type { ExchangeLocation } from '../../foundation/warc/index.ts';
import type { Query } from '../planning/query.ts';
import type { Sending } from '../planning/submit-control.ts';
import type { Answer, ResultRecord } from '../types/answer.ts';
import type { WindowMemory, WindowRead } from '../types/asking.ts';
import type { Detail } from '../types/detail.ts';
import type { FilledForm, SentBy, SubmissionRequest, SubmissionState } from '../types/submission.ts';
import type { Trouble } from '../types/trouble.ts';
import type { PageToken } from './page-tokens.ts';

/** A request that is about to leave. */
export interface LedgerEntry {
  /** Identifies the submission within its form: the query, and the page of its answer. */
  readonly key: string;
  readonly filled: FilledForm;
  readonly why: string;
  readonly page: number;
  readonly sentBy: SentBy;
  /** The request as far as it is known beforehand: a browser makes its own. */
  readonly request: SubmissionRequest;
}

/** Version of stored channel plans: plans of another version are learned again. */
export const CHANNEL_PLAN_VERSION = 2;

/**
 * What querying a form has shown, as stored: the channel (HTTP, the browser, or a replay of the script's
 * request), how the form is submitted there, and how its lists continue.
 */
export type ChannelPlan = (
  | {
      readonly by: 'http';
      /** Only answers without hits were equal from the server and in the browser so far: one with hits has to confirm it. */
      readonly unconfirmed?: true;
    }
  | { readonly by: 'browser' }
  | {
      readonly by: 'replay';
      /** The captured request of the script. */
      readonly carried: SubmissionRequest;
      /** Tokens that it took from its page. */
      readonly tokens?: readonly PageToken[];
    }
) & {
  readonly version: typeof CHANNEL_PLAN_VERSION;
  /** The action that submits the form in a browser, if it was seen. */
  readonly sends?: Sending;
  /** How the script numbers the pages of a list in its requests, if it does. */
  readonly pages?: PageNumbering;
};

/** A plan that needs no browser. */
export type HttpChannelPlan = Exclude<ChannelPlan, { readonly by: 'browser' }>;

/** @returns undefined for a plan stored by another version */
export function parseChannelPlan(json: string): ChannelPlan | undefined {
  const plan = JSON.parse(json) as Partial<ChannelPlan>;
  return plan.version === CHANNEL_PLAN_VERSION ? (plan as ChannelPlan) : undefined;
}

/** The request for the second page of a list, and the parameter that grows by `step` from page to page. */
export interface PageNumbering {
  readonly second: SubmissionRequest;
  readonly name: string;
  readonly step: number;
  /** What the query that it was learnt from typed and chose: a script has names of its own for boxes without one. */
  readonly asked?: readonly string[];
}

/** Equal in every run for the same page of the answer to the same query. */
export const submissionKey = (query: Query, page: number): string => `${query.id} #${page}`;

export const ledgerEntry = (
  query: Query,
  filled: FilledForm,
  page: number,
  sentBy: SentBy,
  request: SubmissionRequest,
): LedgerEntry => ({ key: submissionKey(query, page), filled, why: query.why, page, sentBy, request });

/** The result of a submission. Plain JSON but for the location. */
export interface SubmissionResult {
  readonly state: Exclude<SubmissionState, 'sent'>;
  /** Absent if no answer came. */
  readonly answer?: Answer;
  /** Why no answer came, for people. */
  readonly reason?: string;
  /** The same as a code; also set if an answer came but the site asks for a longer pause than we wait. */
  readonly trouble?: Trouble;
  /** HTTP status of the first answer, before redirects. */
  readonly status?: number;
  readonly finalUrl?: string;
  /** The request that really left, if a browser made it. */
  readonly request?: SubmissionRequest;
  readonly sentBy?: SentBy;
  /** Plan for the next queries, if this one showed it. */
  readonly plan?: ChannelPlan;
  /** Requests made, with redirects and retries. */
  readonly requests: number;
  /** The request of the next page of the list. */
  readonly next?: SubmissionRequest;
  readonly newRecords: number;
  readonly location?: ExchangeLocation;
  /** Failures of second forms when it was answered, where it changed them. */
  readonly stepFailures?: number;
  /** Word line of the suggestion that was chosen for it. */
  readonly picked?: string;
}

/** Reason stored with a POST that was under way when the process ended. */
export const UNKNOWN_FATE_REASON =
  'the process ended while it was under way: whether it arrived is not known';

/** What a record of the site is told by. */
type SiteRecord = Pick<ResultRecord, 'key' | 'title' | 'text'>;

/** The ledger of one form. */
export interface Ledger {
  /** Returns the result of a submission that was settled before. */
  resultOf(key: string): SubmissionResult | undefined;
  /** Returns the result of an equal request to the same site. */
  equalRequest(request: SubmissionRequest): SubmissionResult | undefined;
  /** Notes that the form shows the records of such a result, too; resolves when that is on disk. */
  shareAnswer(entry: LedgerEntry, result: SubmissionResult): Promise<void>;
  /** Resolves when it is on disk: only then may the request leave. */
  begin(entry: LedgerEntry): Promise<void>;
  /** Records the request that a browser is about to make for a begun submission; resolves when it is on disk. */
  recordPost(entry: LedgerEntry): Promise<void>;
  /** Resolves when it is on disk. */
  settle(entry: LedgerEntry, result: SubmissionResult): Promise<void>;
  /** Records that answers of the site have shown, some at most. */
  recordsOfSite(): Promise<readonly SiteRecord[]>;
  /** Keeps the records of the site under other keys: those that get the same are one. */
  rename(keyOf: (record: SiteRecord) => string): Promise<void>;
  /** Returns what earlier runs read whole of the form's range, where their records are still there. */
  windowsBefore(): Promise<WindowMemory | undefined>;
  /** Stores such records as those of this run, with their pages, and returns them. */
  takeOver(windows: readonly WindowRead[]): Promise<readonly ResultRecord[]>;
  /** Stores what is known to be whole, for later runs. */
  keepWindows(memory: WindowMemory): Promise<void>;
  /** Returns what is known of a record's own page. */
  detailOf(key: string): Detail | undefined;
  /** Resolves when it is on disk. */
  keepDetail(detail: Detail): Promise<void>;
}

/** Equal for requests that a server cannot tell apart; the boundary of a multipart body is a hash of its content. */
export const requestDigest = ({ method, url, contentType, body }: SubmissionRequest): string =>
  createHash('sha256')
    .update([method, url, contentType ?? '', body ?? ''].join('\n'))
    .digest('hex')
    .slice(0, 32);

/** Tells whether an equal request must not be made again: it was answered, or may have arrived. */
export const isFinal = ({ state, request }: SubmissionResult, begun: SubmissionRequest): boolean =>
  state === 'settled' || (state === 'parked' && (request ?? begun).method === 'POST');

/** Opens a ledger in memory, for plans, tests and single submissions. */
export function memoryLedger(): Ledger & { readonly entries: readonly (LedgerEntry & SubmissionResult)[] } {
  const settled = new Map<string, SubmissionResult>();
  const requests = new Map<string, SubmissionResult>();
  const entries: (LedgerEntry & SubmissionResult)[] = [];
  const details = new Map<string, Detail>();
  return {
    entries,
    resultOf: (key) => settled.get(key),
    equalRequest: (request) => requests.get(requestDigest(request)),
    shareAnswer: async () => undefined,
    begin: async () => undefined,
    recordPost: async () => undefined,
    settle: async (entry, result) => {
      settled.set(entry.key, result);
      if (isFinal(result, entry.request))
        requests.set(requestDigest(result.request ?? entry.request), result);
      entries.push({ ...entry, ...result, request: result.request ?? entry.request });
    },
    recordsOfSite: async () => [],
    rename: async () => undefined,
    windowsBefore: async () => undefined,
    takeOver: async () => [],
    keepWindows: async () => undefined,
    detailOf: (key) => details.get(key),
    keepDetail: async (detail) => {
      details.set(detail.key, detail);
    },
  };
}
