/** Pages and records that one run has and another has not, apart from those that the other never reached. */

import type { Difference, NamedRecord, RecordDifferences, Store } from '../storage/index.ts';

/** A count and the first items. */
export interface CountWithExamples<T> {
  readonly count: number;
  readonly examples: readonly T[];
}

export interface ChangedRows {
  readonly new: CountWithExamples<string>;
  /** Visited again and no longer there. */
  readonly gone: CountWithExamples<string>;
  /** Items whose place the later run did not visit, so nothing is known of them. */
  readonly notRevisited: number;
}

export interface ChangedRecords extends ChangedRows {
  /** Found again with other fields. */
  readonly changed: CountWithExamples<string>;
}

export const MAX_EXAMPLES = 20;

type Figures = Pick<Store, 'figures'>;

/** Compares pages by address. A page is gone where its address was requested again and no longer gives a page. */
export async function changedPages({ figures }: Figures, before: number, now: number): Promise<ChangedRows> {
  const { added, gone, missing } = await figures.changedPages({ before, now, limit: MAX_EXAMPLES });
  return { ...examplesOf({ added, gone }, String), notRevisited: missing - gone.count };
}

/** Records that changed between two runs, with the first of each kind. */
export const recordsThatChanged = (
  { figures }: Figures,
  before: number,
  now: number,
  limit = MAX_EXAMPLES,
): Promise<RecordDifferences> => figures.changedRecords({ before, now, limit });

/**
 * Compares records behind forms by site and key. A record is gone where the query that showed it was sent again and its
 * list was read to the end, or as far as before: the position of a record in a list means nothing.
 */
export async function changedRecords(store: Figures, before: number, now: number): Promise<ChangedRecords> {
  const { added, gone, changed, missing } = await recordsThatChanged(store, before, now);
  const named = ({ site, key }: NamedRecord) => `${site} ${key}`;
  return {
    ...examplesOf({ added, gone }, named),
    changed: withExamples(changed, named),
    notRevisited: missing - gone.count,
  };
}

const examplesOf = <Row>(
  { added, gone }: { readonly added: Difference<Row>; readonly gone: Difference<Row> },
  named: (row: Row) => string,
) => ({ new: withExamples(added, named), gone: withExamples(gone, named) });

const withExamples = <Row>(
  { count, first }: Difference<Row>,
  named: (row: Row) => string,
): CountWithExamples<string> => ({ count, examples: first.map(named) });
