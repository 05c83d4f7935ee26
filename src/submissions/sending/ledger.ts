/** What has been sent, written down before it leaves and settled when its answer is in. */

import { createHash } from 'node:crypto';
import type { ExchangeLocation } from '../../foundation/warc/index.ts';
import type { Query } from '../planning/query.ts';
import type { Sending } from '../planning/submit-control.ts';
import type { Answer } from '../types/answer.ts';
import type { Detail } from '../types/detail.ts';
import type { FilledForm, SentBy, SubmissionRequest, SubmissionState } from '../types/submission.ts';
import type { Trouble } from '../types/trouble.ts';
import type { PageToken } from './page-tokens.ts';

/** A request that is about to leave. */
export interface LedgerEntry {
  /** Names the submission within its form: the question, and which page of its answer. */
  readonly key: string;
  readonly filled: FilledForm;
  readonly why: string;
  readonly page: number;
  readonly sentBy: SentBy;
  /** As far as it is known beforehand: a browser makes its own. */
  readonly request: SubmissionRequest;
}

/** Of what is kept of a form's way: rows of another version are learnt anew. */
export const CHANNEL_PLAN_VERSION = 2;

/**
 * What asking a form has taught, as it is kept: the channel (over HTTP as a form, in the browser, or by the request that the
 * page's script made), how it is sent there, and how its lists go on.
 */
export type ChannelPlan = (
  | {
      readonly by: 'http';
      /** So far only probes were seen to be answered alike by the server and in the browser: a query has to confirm it. */
      readonly unconfirmed?: true;
    }
  | { readonly by: 'browser' }
  | {
      readonly by: 'replay';
      readonly carried: SubmissionRequest;
      /** What it took from its page. */
      readonly tokens?: readonly PageToken[];
    }
) & {
  readonly version: typeof CHANNEL_PLAN_VERSION;
  /** What sends it in a browser, where that was seen. */
  readonly sends?: Sending;
  /** How lists go on that a script makes grow, where it counts in its requests. */
  readonly pages?: CountedPages;
};

/** A way that takes no browser. */
export type HttpChannelPlan = Exclude<ChannelPlan, { readonly by: 'browser' }>;

/** @returns undefined for what another version has kept */
export function channelPlanFrom(json: string): ChannelPlan | undefined {
  const way = JSON.parse(json) as Partial<ChannelPlan>;
  return way.version === CHANNEL_PLAN_VERSION ? (way as ChannelPlan) : undefined;
}

/** The request for the second page of a list, and the number in its address that grows from page to page. */
export interface CountedPages {
  readonly second: SubmissionRequest;
  readonly name: string;
  readonly step: number;
}

/** The same for the same page of the answer to the same question, in every run. */
export const keyOf = (query: Query, page: number): string => `${query.id} #${page}`;

export const entryOf = (
  query: Query,
  filled: FilledForm,
  page: number,
  sentBy: SentBy,
  request: SubmissionRequest,
): LedgerEntry => ({ key: keyOf(query, page), filled, why: query.why, page, sentBy, request });

/** What became of it. Plain JSON but for the location. */
export interface SubmissionResult {
  readonly state: Exclude<SubmissionState, 'sent'>;
  /** Absent where no answer came. */
  readonly answer?: Answer;
  /** Why there is none, for people. */
  readonly reason?: string;
  /** The same as a code; also where an answer came with which the site asks for more quiet than is kept. */
  readonly trouble?: Trouble;
  /** HTTP status of the first answer, before redirects. */
  readonly status?: number;
  readonly finalUrl?: string;
  /** The request as it really left, where a browser made it. */
  readonly request?: SubmissionRequest;
  readonly sentBy?: SentBy;
  /** How the next questions go, where this one showed it. */
  readonly way?: ChannelPlan;
  /** Requests made, redirects and counted retries included. */
  readonly requests: number;
  /** Where its list goes on. */
  readonly next?: SubmissionRequest;
  readonly newRecords: number;
  readonly location?: ExchangeLocation;
}

/** Why a POST is parked that was under way when the process ended. */
export const FATE_UNKNOWN = 'the process ended while it was under way: whether it arrived is not known';

/** The ledger of one form. */
export interface Ledger {
  /** What is known of a submission from before a crash. */
  known(key: string): SubmissionResult | undefined;
  /** The settlement of an equal request of the same site. */
  equal(request: SubmissionRequest): SubmissionResult | undefined;
  /** Resolves when it is on disk: only then may the request leave. */
  begin(entry: LedgerEntry): Promise<void>;
  /** A browser is about to make this request of a submission that was begun; resolves when it is on disk. */
  leaving(entry: LedgerEntry): Promise<void>;
  /** Resolves when it is on disk. */
  settle(entry: LedgerEntry, settlement: SubmissionResult): Promise<void>;
  /** What is known of a record's own page. */
  detail(key: string): Detail | undefined;
  /** Resolves when it is on disk. */
  keepDetail(detail: Detail): Promise<void>;
}

/** Equal for requests that a server cannot tell apart; the boundary of a multipart body is a hash of its content. */
export const requestDigest = ({ method, url, contentType, body }: SubmissionRequest): string =>
  createHash('sha256')
    .update([method, url, contentType ?? '', body ?? ''].join('\n'))
    .digest('hex')
    .slice(0, 32);

/** Whether an equal request is not made again: it has its answer, or may have been taken. */
export const isFinal = ({ state, request }: SubmissionResult, begun: SubmissionRequest): boolean =>
  state === 'settled' || (state === 'parked' && (request ?? begun).method === 'POST');

/** A ledger that ends with the process: for plans, tests and single submissions. */
export function memoryLedger(): Ledger & { readonly entries: readonly (LedgerEntry & SubmissionResult)[] } {
  const settled = new Map<string, SubmissionResult>();
  const requests = new Map<string, SubmissionResult>();
  const entries: (LedgerEntry & SubmissionResult)[] = [];
  const details = new Map<string, Detail>();
  return {
    entries,
    known: (key) => settled.get(key),
    equal: (request) => requests.get(requestDigest(request)),
    begin: async () => undefined,
    leaving: async () => undefined,
    settle: async (entry, settlement) => {
      settled.set(entry.key, settlement);
      if (isFinal(settlement, entry.request))
        requests.set(requestDigest(settlement.request ?? entry.request), settlement);
      entries.push({ ...entry, ...settlement, request: settlement.request ?? entry.request });
    },
    detail: (key) => details.get(key),
    keepDetail: async (detail) => {
      details.set(detail.key, detail);
    },
  };
}
