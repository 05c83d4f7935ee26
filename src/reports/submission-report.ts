/** What a report says of the submissions of a run, as plain data. */

import type { AskedForm, DetailCount, SourceCount } from '../library/index.ts';
import { counted } from './words.ts';

export interface SubmissionReport {
  /** Submissions of method and status (Kaur and others 2021, tables 5 and 6), then by verdict. */
  readonly statuses: readonly { readonly method: string; readonly status: string; readonly count: number }[];
  readonly verdicts: readonly { readonly verdict: string; readonly count: number }[];
  /** Counts by where the values come from that were typed and chosen. */
  readonly sources: readonly SourceCount[];
  /** Counts by domain the submissions of status 200, as the paper counts its harvest rate, and those that showed records. */
  readonly rates: readonly RateRow[];
  /** The databases behind the forms, the largest first. */
  readonly databases: readonly DatabaseRow[];
  /** Databases in all; `databases` may be cut. */
  readonly asked: number;
  /** Forms that showed records. */
  readonly answering: number;
  /** Pages that came back, further pages of lists and answers to nonsense among them. */
  readonly resultPages: number;
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

export interface DatabaseRow extends Omit<AskedForm, 'state' | 'reason' | 'outcome' | 'pages'> {
  /** Holds what the answers say of whether the form searches. */
  readonly postQuery: string;
  readonly reason: string;
}

/**
 * How much of a database was seen. Of a share only where all of it was, and that is certain: `100 % of 4,213 records`,
 * `20 of 243 records stated by the page`, `2,562 of about 4,200 records (3,900–4,900)`, `20 records, total unknown`.
 */
export function coverageText({ records, coverage, sizeKind, size, low, high }: DatabaseRow): string {
  const number = (value: number): string => Math.round(value).toLocaleString('en');
  if (records === 0) return 'no records';
  if (coverage === 'whole') return `100 % of ${counted(records, 'record')}`;
  if (size === null || coverage === 'unknown') return `${counted(records, 'record')}, total unknown`;
  if (sizeKind === 'exact') return `${number(records)} of ${number(size)} records stated by the page`;
  return `${number(records)} of about ${number(size)} records (${number(low ?? records)}–${number(high ?? size)})`;
}
