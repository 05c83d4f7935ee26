/** Pages and records that one run has and another has not, apart from those that the other never reached. */

import type { Difference, Differences, Store } from '../storage/index.ts';

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

export const MAX_EXAMPLES = 20;

type Figures = Pick<Store, 'figures'>;

/** Compares pages by address. A page is gone where its address was requested again and no longer gives a page. */
export const changedPages = async ({ figures }: Figures, before: number, now: number): Promise<ChangedRows> =>
  changedRows(await figures.changedPages({ before, now, names: MAX_EXAMPLES }));

/**
 * Compares records behind forms by site and key. A record is gone where the query that showed it was sent again and its
 * list was read to the end, or as far as before: the position of a record in a list means nothing.
 */
export const changedRecords = async (
  { figures }: Figures,
  before: number,
  now: number,
): Promise<ChangedRows> => changedRows(await figures.changedRecords({ before, now, names: MAX_EXAMPLES }));

const changedRows = ({ added, gone, missing }: Differences): ChangedRows => ({
  new: withExamples(added),
  gone: withExamples(gone),
  notRevisited: missing - gone.count,
});

const withExamples = ({ count, names }: Difference): CountWithExamples<string> => ({
  count,
  examples: names,
});
