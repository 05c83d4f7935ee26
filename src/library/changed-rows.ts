/** Pages and records that one run has and another has not, apart from those that the other never reached. */

import type { Comparison, Difference, NamedRecord, Store } from '../storage/index.ts';
import { type ChangedValue, changedValues } from './changed-values.ts';
import { SiteNotations } from './read-records.ts';

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

export interface ChangedRecord extends NamedRecord {
  readonly values: readonly ChangedValue[];
}

export interface ChangedRecords extends ChangedRows {
  /** A value that both runs saw differs. */
  readonly changed: CountWithExamples<ChangedRecord>;
  /** Both runs have them, and what differs one of them did not see. */
  readonly notSeen: number;
}

export const MAX_EXAMPLES = 20;

type Figures = Pick<Store, 'figures'>;

/** Compares pages by address. A page is gone where its address was requested again and no longer gives a page. */
export async function changedPages({ figures }: Figures, before: number, now: number): Promise<ChangedRows> {
  const { added, gone, missing } = await figures.changedPages({ before, now, limit: MAX_EXAMPLES });
  return { ...examplesOf({ added, gone }, String), notRevisited: missing - gone.count };
}

/** What became of records between two runs, with the first of each kind. */
export interface RecordNews {
  readonly added: Difference<NamedRecord>;
  readonly gone: Difference<NamedRecord>;
  readonly changed: Difference<ChangedRecord>;
  readonly missing: number;
  readonly notSeen: number;
}

export async function recordsThatChanged(
  { figures, records }: Pick<Store, 'figures' | 'records'>,
  comparison: Comparison,
): Promise<RecordNews> {
  const notations = new SiteNotations({ records }, comparison.now);
  const first: ChangedRecord[] = [];
  let [count, notSeen] = [0, 0];
  const { pairs, ...differences } = await figures.changedRecords(comparison);
  for await (const pair of pairs) {
    const { site, key, title, url } = pair;
    const values = changedValues(pair, await notations.of(site));
    if (values.length === 0) notSeen++;
    else if (++count <= comparison.limit) first.push({ site, key, title, url, values });
  }
  return { ...differences, changed: { count, first }, notSeen };
}

/**
 * Compares records behind forms by site and key. A record is gone where the query that showed it was sent again and its
 * list was read to the end, or as far as before: the position of a record in a list means nothing.
 */
export async function changedRecords(
  store: Pick<Store, 'figures' | 'records'>,
  comparison: Omit<Comparison, 'limit'>,
): Promise<ChangedRecords> {
  const { added, gone, changed, missing, notSeen } = await recordsThatChanged(store, {
    ...comparison,
    limit: MAX_EXAMPLES,
  });
  return {
    ...examplesOf({ added, gone }, ({ site, key }) => `${site} ${key}`),
    changed: { count: changed.count, examples: changed.first },
    notRevisited: missing - gone.count,
    notSeen,
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
