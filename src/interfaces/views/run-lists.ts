/** Describes the lists of a run that its report is explored by, as plain data. */

import type { ExportedForm, HarvestedRecord, HarvestedSubmission } from '../../library/index.ts';

export interface FirstRows<Row> {
  readonly items: readonly Row[];
  readonly total: number;
}

export interface FormLists {
  readonly run: number;
  /** Searchable forms about a wanted domain first. */
  readonly forms: FirstRows<ExportedForm>;
  /** By form: its queries, and records that it showed. */
  readonly answers: Readonly<Record<string, FormAnswers>>;
  /** Names files beside the report that hold whole lists, by kind. */
  readonly files: Readonly<Partial<Record<'forms' | 'sites' | 'pages' | 'submissions' | 'records', string>>>;
}

export interface RunLists extends FormLists {
  /** Says whether the run was on the live web: its addresses lead somewhere. */
  readonly isLive: boolean;
  readonly sites: FirstRows<{
    readonly site: string;
    readonly domain: string | null;
    readonly similarity: number | null;
    readonly pages: number;
    readonly forms: number;
    readonly searchable: number;
    /** `explored`, `left` (its front page is about something else), `candidate` (not visited), `blocked`, `not read`. */
    readonly status: string;
  }>;
}

export interface FormAnswers {
  readonly queries: FirstRows<HarvestedSubmission>;
  readonly records: FirstRows<HarvestedRecord>;
}
