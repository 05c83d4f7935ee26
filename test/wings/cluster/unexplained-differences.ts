/** What two harvests of one web differ in, beside what follows from POSTs of which nobody knows whether they arrived. */

import { exportLines } from '../../../src/reports/index.ts';
import type { Store } from '../../../src/storage/index.ts';

export const KINDS = ['forms', 'pages', 'sites', 'submissions', 'records'] as const;
type Kind = (typeof KINDS)[number];
type Row = Readonly<Record<string, unknown>>;

/** A page of the answer to a query. */
export interface Asked {
  readonly formId: string;
  readonly position: number;
  readonly page: number;
  readonly key: string;
  /** A POST of which nobody knows whether it arrived, and which is listed as such. */
  readonly isUnknown: boolean;
}

export interface Harvested {
  /** Lines of the exports. */
  readonly exports: Readonly<Record<Kind, readonly string[]>>;
  /** By site, in the order in which it was asked. */
  readonly asked: ReadonlyMap<string, readonly Asked[]>;
  /** The query that showed a record first, by site and key of the record. */
  readonly shownBy: ReadonlyMap<string, Pick<Asked, 'formId' | 'key'>>;
}

/** Reads run 1 of a store. */
export async function harvestedIn(store: Store): Promise<Harvested> {
  const exports: Record<Kind, string[]> = { forms: [], pages: [], sites: [], submissions: [], records: [] };
  for (const kind of KINDS)
    for await (const lines of exportLines(store, 1, kind, 'jsonl'))
      exports[kind].push(...lines.split('\n').filter((line) => line !== ''));
  const asked = new Map<string, readonly Asked[]>();
  for (const { site } of await store.sites.all(1)) {
    const rows = await store.submissions.ofSite(1, site);
    asked.set(
      site,
      rows.map(({ form_id: formId, position, page, key, method, state }) => {
        return { formId, position, page, key, isUnknown: method === 'POST' && state === 'parked' };
      }),
    );
  }
  const shownBy = new Map<string, Pick<Asked, 'formId' | 'key'>>();
  for await (const { site, key, form_id: formId, submission } of store.records.each(1))
    shownBy.set(`${site} ${key}`, { formId, key: submission });
  return { exports, asked, shownBy };
}

/** What an answer decides of a query. */
const OF_ANSWER = [
  ...(['state', 'status', 'finalUrl', 'verdict', 'reason'] as const),
  ...(['records', 'newRecords', 'statedTotal'] as const),
];
/** What the answers of a form decide of it. */
const OF_ANSWERS = [
  ...(['outcome', 'coverage', 'stopCode', 'stopDetail', 'stopReason'] as const),
  ...(['postQuery', 'postQueryReason', 'scoreTogether'] as const),
];
/** What later queries of a site may add to a record that was shown before. */
const OF_LATER_QUERIES = ['forms', 'detail', 'fields', 'typed'] as const;

/** What a site was asked before, at and after its first POST of unknown fate, which decides what comes after it. */
interface Course {
  readonly before: ReadonlySet<string>;
  readonly unknown: string;
  /** Forms that were asked nothing at or after it, in either harvest. */
  readonly finished: ReadonlySet<string>;
}

const queryOf = ({ formId, key }: Pick<Asked, 'formId' | 'key'>): string => `${formId} ${key}`;
const placeOf = ({ formId, position, page }: Row | Asked): string => `${formId} ${position} ${page}`;
const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/**
 * Up to the first POST of unknown fate of a site all is compared; of the POST what it sent; of what comes after it on this
 * site nothing that an answer decides. All of the other sites is compared, byte for byte and in its order.
 * @returns differing lines, `-` of the first harvest and `+` of the other
 */
export function unexplainedDifferences(calm: Harvested, other: Harvested): readonly string[] {
  const found: string[] = [];
  const courses = new Map<string, Course>();
  for (const [site, asked] of other.asked) {
    const at = asked.findIndex(({ isUnknown }) => isUnknown);
    if (at < 0) continue;
    const alone = calm.asked.get(site) ?? [];
    for (const [i, query] of asked.slice(0, at + 1).entries()) {
      const [own, its] = [placeOf(query), placeOf(alone[i] ?? {})];
      if (own !== its) found.push(`${site} was asked ${own} instead of ${its}`);
    }
    const before = asked.slice(0, at);
    const after = new Set([...asked.slice(at), ...alone.slice(at)].map(({ formId }) => formId));
    courses.set(site, {
      before: new Set(before.flatMap((query) => [placeOf(query), queryOf(query)])),
      unknown: placeOf(asked[at] ?? {}),
      finished: new Set(before.map(({ formId }) => formId).filter((formId) => !after.has(formId))),
    });
  }
  for (const kind of KINDS) {
    const [lines, others] = [decided(calm, kind, courses), decided(other, kind, courses)];
    const [all, given] = [new Set(lines), new Set(others)];
    const differing = [
      ...lines.filter((line) => !given.has(line)).map((line) => `- ${line}`),
      ...others.filter((line) => !all.has(line)).map((line) => `+ ${line}`),
    ];
    found.push(...differing.map((line) => `${kind} ${line}`));
    if (differing.length === 0 && lines.join('\n') !== others.join('\n')) found.push(`${kind}: the order`);
  }
  return found;
}

/** What no answer to a POST of unknown fate decides: of lines whose site has none, the line as it is. */
function decided(harvested: Harvested, kind: Kind, courses: ReadonlyMap<string, Course>): readonly string[] {
  const onAnswers = new Set(
    harvested.exports.pages
      .map(rowOf)
      .filter(isAnswer)
      .map(({ url }) => url),
  );
  return harvested.exports[kind].flatMap((line) => {
    const row = rowOf(line);
    const course = courses.get(String(row.site));
    if (course === undefined) return [line];
    const kept = KEPT[kind](row, course, { shownBy: harvested.shownBy, onAnswers });
    return kept === undefined ? [] : [JSON.stringify(kept)];
  });
}

const rowOf = (line: string): Row => JSON.parse(line) as Row;
/** A page that a form's answer is kept as, for a form that it shows. */
const isAnswer = ({ renderCode }: Row): boolean => renderCode === 'form-answer';

const KEPT: Readonly<
  Record<
    Kind,
    (
      row: Row,
      course: Course,
      of: Pick<Harvested, 'shownBy'> & { readonly onAnswers: ReadonlySet<unknown> },
    ) => Row | undefined
  >
> = {
  sites: (row) => row,
  pages: (row) => (isAnswer(row) ? undefined : row),
  forms: (row, { finished }, { onAnswers }) => {
    if (finished.has(String(row.formId))) return row;
    return onAnswers.has(row.page) ? undefined : without(row, OF_ANSWERS);
  },
  submissions: (row, { before, unknown }) => {
    if (before.has(placeOf(row))) return row;
    return placeOf(row) === unknown ? without(row, OF_ANSWER) : undefined;
  },
  records: (row, { before }, { shownBy }) => {
    const query = shownBy.get(`${row.site} ${row.key}`);
    return query !== undefined && before.has(queryOf(query)) ? without(row, OF_LATER_QUERIES) : undefined;
  },
};
