/** What the server tells, as the pages read it. */

import type {
  ExportedForm,
  ExportedPage,
  ExportedSite,
  HarvestedRecord,
  HarvestedSubmission,
  HarvestedThing,
} from '../../../library/index.ts';

/** `GET /api/runs`. */
export interface Runs {
  readonly items: readonly Run[];
  /** The latest harvest; without one the newest run that has read a page. */
  readonly latest: number | null;
}

export interface Run {
  readonly id: number;
  readonly kind: 'harvest' | 'one-page' | 'query';
  readonly domains: readonly string[];
  readonly web: string;
  readonly strategy: string;
  readonly status: 'running' | 'paused' | 'interrupted' | 'complete' | 'partial' | 'budget' | 'failed';
  readonly reason: { readonly code: string; readonly detail?: string } | null;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly pages: number;
  readonly searchForms: number;
  readonly records: number;
  readonly job: number | null;
}

export interface Job {
  readonly id: number;
  readonly state: 'waiting' | 'running' | 'paused' | 'stopping' | 'done' | 'failed';
  readonly runId: number | null;
  readonly error: string | null;
}

export interface Kinds {
  readonly forms: ExportedForm;
  readonly pages: ExportedPage;
  readonly sites: ExportedSite;
  readonly submissions: HarvestedSubmission;
  readonly records: HarvestedRecord;
  readonly things: HarvestedThing;
}
export type Kind = keyof Kinds;

export interface Facet {
  readonly column: string;
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

export interface Rows<K extends Kind> {
  readonly items: readonly Kinds[K][];
  readonly next: string | null;
  /** Left out where it cannot be counted soon. */
  readonly total?: number;
  readonly facets?: readonly Facet[];
}
