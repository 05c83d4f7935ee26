/** What a report says of the submissions of a run, as plain data. */

import type { DetailCount } from '../library/index.ts';

export interface SubmissionReport {
  /** Submissions of method and status (paper 004, tables 5 and 6), then by verdict. */
  readonly statuses: readonly { readonly method: string; readonly status: string; readonly count: number }[];
  readonly verdicts: readonly { readonly verdict: string; readonly count: number }[];
  /** By domain: of all submissions those of status 200, as the paper counts its harvest rate, and those that showed records. */
  readonly rates: readonly RateRow[];
  /** The databases behind the forms, the largest first. */
  readonly databases: readonly DatabaseRow[];
  /** Databases in all; `databases` may be cut. */
  readonly asked: number;
  /** Distinct records of the run, told apart by site and key. */
  readonly distinct: number;
  /** Pages of single records that were sampled, and what they say of the fields that lists show. */
  readonly details: DetailCount;
  /** Records new to their form after so many answers of it, summed over the forms. */
  readonly growth: readonly { readonly answers: number; readonly records: number }[];
}

export interface RateRow {
  readonly domain: string;
  readonly submissions: number;
  readonly ok: number;
  readonly hits: number;
}

export interface DatabaseRow {
  readonly site: string;
  readonly formId: string;
  readonly submissions: number;
  readonly records: number;
  /** `exact`, `estimated`, `cannot-tell`; null where the form was not asked. */
  readonly sizeKind: string | null;
  readonly size: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** What the answers say of whether the form searches. */
  readonly postQuery: string;
  readonly reason: string;
}

/** “about 61 % of ~4,200 records (3,900–4,900)”. */
export function coverageText({ records, sizeKind, size, low, high }: DatabaseRow): string {
  const number = (value: number): string => value.toLocaleString('en');
  if (records === 0) return 'no records seen';
  if (size === null || sizeKind === 'cannot-tell' || sizeKind === null)
    return `${number(records)} seen, of how many nobody can tell`;
  const share = Math.floor((100 * records) / Math.max(size, records));
  if (sizeKind === 'exact') return `${share} % of ${number(size)} records`;
  return `about ${share} % of ~${number(size)} records (${number(low ?? records)}–${number(high ?? size)})`;
}
