/**
 * How rows that an older commit exported read today, kind by kind, and what differs then. A commit that renames a
 * column, turns a sentence into a code or adds a column writes it down in `EXPORT_MAPPING`.
 */

import { isDeepStrictEqual } from 'node:util';
import type { ExportKind } from '../../src/library/index.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Sentences of a column of which codes were made. */
interface CodesOfSentences {
  /** Column of the code, and of what belongs to it: the first group of the pattern, or null. */
  readonly code: string;
  readonly detail?: string;
  /** The first pattern that fits a sentence gives its code. */
  readonly codes: readonly (readonly [sentence: RegExp, code: string])[];
}

export interface KindMapping {
  /** Columns that tell rows apart, by today's names. */
  readonly key: readonly string[];
  /** Today's names of columns, by the older ones. */
  readonly renamedColumns?: Readonly<Record<string, string>>;
  /** Today's names of members of lists and objects, at any depth, by the older ones. */
  readonly renamedMembers?: Readonly<Record<string, string>>;
  /** Today's values, by today's name of the column and the older value. */
  readonly renamedValues?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By the older name of the column; the sentences themselves are compared, too, unless their column was removed. */
  readonly sentences?: Readonly<Record<string, CodesOfSentences>>;
  /** Columns of the older commit, by their names there, that there are no more. */
  readonly removedColumns?: readonly string[];
  /** Columns of today that the older commit does not have: they are not compared. */
  readonly addedColumns?: readonly string[];
  /** Columns whose value is one of several that are as good, by the order in which pages came: only whether there is one is compared. */
  readonly undeterminedColumns?: readonly string[];
}

/** Of pages; what stopped a request was a code before. */
const LINK_CODES: CodesOfSentences['codes'] = [
  [/^robots\.txt$/, 'robots'],
  [/^robots\.txt could not be read$/, 'robots-unreachable'],
  [/^host does not answer$/, 'host-unreachable'],
  [/^deny-list /, 'deny-list'],
  [/^status \d+$/, 'http-status'],
  [/^redirect to what is no web address$/, 'bad-redirect'],
  [/^download$/, 'download'],
  [/^not HTML /, 'not-html'],
  [/^no page$/, 'no-page'],
  [/^the process died \d+ times/, 'crashed'],
  [/^internal: /, 'internal'],
  [/^page budget of the site/, 'site-page-budget'],
  [/^--max-seconds-per-site /, 'site-seconds'],
  [/^--max-bytes-per-site /, 'site-bytes'],
  [/^nothing new on \d+ pages in a row$/, 'fruitless-site'],
  [/ forms found at depth \d+$/, 'depth-exhausted'],
  [/^the last \d+ pages of this kind look alike$/, 'near-identical'],
];

const SITE_CODES: CodesOfSentences['codes'] = [
  [/^seed$/, 'seed'],
  [/^front page is about nothing wanted /, 'about-none'],
  [/^front page is about /, 'about-domain'],
];

/** Audits, looks again and failures were said in the same sentence. */
const RENDER_CODES: CodesOfSentences['codes'] = (
  [
    ['.+, which never paid on this site', 'never-useful'],
    ['rendering is off', 'rendering-off'],
    ['rendering is forced', 'rendering-forced'],
    ['cut page', 'cut-page'],
    ['frame', 'frame'],
    ['shadow root in the markup', 'shadow-root'],
    ['no scripts', 'no-scripts'],
    ['script builds forms', 'script-builds-forms'],
    ['custom elements', 'custom-elements'],
    ['empty application root', 'empty-app-root'],
    ['hardly any text', 'hardly-any-text'],
    ['noscript asks for scripts', 'noscript'],
    ['script builds content, no search form seen', 'script-builds-content'],
    ['own scripts, no search form seen', 'own-scripts'],
    ['static page suffices', 'static-page'],
    ['an audit found search forms on this site', 'audit-found-forms'],
    ['its scripts added .+', 'familiar-scripts'],
    ['answer of a form', 'form-answer'],
  ] as const
).map(([sentence, code]) => [
  new RegExp(`^(?:audit: )?(?:look again: )?${sentence}(?:, but rendering failed)?$`),
  code,
]);

export const EXPORT_MAPPING: Readonly<Record<ExportKind, KindMapping>> = {
  forms: { key: ['site', 'formId'] },
  pages: {
    key: ['url'],
    sentences: {
      reason: { code: 'reasonCode', codes: LINK_CODES },
      renderReason: { code: 'renderCode', codes: RENDER_CODES },
    },
  },
  sites: { key: ['site'], sentences: { reason: { code: 'reasonCode', codes: SITE_CODES } } },
  // `newRecords` counts what is new to the form; it counted what is new to the site.
  submissions: { key: ['site', 'formId', 'position', 'page'], addedColumns: ['newRecords'] },
  records: { key: ['site', 'key'], addedColumns: ['forms', 'typed'] },
  things: { key: ['thing'] },
  details: { key: ['site', 'key'] },
  // Of documents that are equally similar the one with the smaller number is named, and numbers follow the crawl.
  documents: { key: ['kind', 'key'], undeterminedColumns: ['like'] },
};

/** A row of the older commit by today's names and values. A sentence that no pattern fits is its own code, and so differs. */
export function mapRow(row: Row, mapping: KindMapping): Row {
  const mapped: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const sentences = mapping.sentences?.[column];
    if (sentences !== undefined) Object.assign(mapped, codeOf(value, sentences));
    if (mapping.removedColumns?.includes(column)) continue;
    const name = mapping.renamedColumns?.[column] ?? column;
    const values = mapping.renamedValues?.[name];
    mapped[name] =
      typeof value === 'string' ? (values?.[value] ?? value) : renameMembers(value, mapping.renamedMembers);
  }
  return mapped;
}

function codeOf(value: unknown, { code, detail, codes }: CodesOfSentences): Row {
  const withDetail = (found: string | null) => (detail === undefined ? {} : { [detail]: found });
  if (typeof value === 'string') {
    for (const [sentence, name] of codes) {
      const match = sentence.exec(value);
      if (match) return { [code]: name, ...withDetail(match[1] ?? null) };
    }
  }
  return { [code]: value, ...withDetail(null) };
}

function renameMembers(value: unknown, names: Readonly<Record<string, string>> | undefined): unknown {
  if (names === undefined || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => renameMembers(item, names));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [names[name] ?? name, renameMembers(member, names)]),
  );
}

/** What differs between the rows of a kind, a line each; none where they are equal. */
export function differencesOf(
  before: readonly Row[],
  after: readonly Row[],
  mapping: KindMapping,
): readonly string[] {
  const old = byKey(
    before.map((row) => mapRow(row, mapping)),
    mapping.key,
  );
  const current = byKey(after, mapping.key);
  const differences: string[] = [];
  for (const [key, row] of old) {
    const other = current.get(key);
    if (other === undefined) differences.push(`${key}: only before`);
    else differences.push(...changedColumns(row, other, mapping).map((change) => `${key}: ${change}`));
  }
  for (const key of current.keys()) if (!old.has(key)) differences.push(`${key}: only after`);
  const order = [...current.keys()];
  if (differences.length === 0 && ![...old.keys()].every((key, i) => key === order[i]))
    differences.push('the same rows in another order');
  return differences;
}

/** Rows by their key; rows that share one are numbered in their order. */
function byKey(rows: readonly Row[], columns: readonly string[]): ReadonlyMap<string, Row> {
  const found = new Map<string, Row>();
  for (const row of rows) {
    const key = columns.map((column) => String(row[column])).join(' ');
    let unique = key;
    for (let number = 2; found.has(unique); number++) unique = `${key} #${number}`;
    found.set(unique, row);
  }
  return found;
}

function changedColumns(
  before: Row,
  after: Row,
  { addedColumns = [], undeterminedColumns = [] }: KindMapping,
): string[] {
  const columns = new Set([...Object.keys(before), ...Object.keys(after)]);
  const isEqual = (column: string) => {
    const [old, current] = [before[column], after[column]];
    if (undeterminedColumns.includes(column) && old !== null && current !== null)
      return typeof old === typeof current;
    return isDeepStrictEqual(old, current);
  };
  return [...columns]
    .filter((column) => !addedColumns.includes(column) && !isEqual(column))
    .map((column) => `${column}: ${excerpts(before[column], after[column])}`);
}

const EXCERPT = 100;

/** Both values from a little before the place where they part. */
function excerpts(before: unknown, after: unknown): string {
  const [old, current] = [before, after].map((value) => JSON.stringify(value) ?? 'missing') as [
    string,
    string,
  ];
  let at = 0;
  while (at < old.length && old[at] === current[at]) at++;
  const from = at > EXCERPT / 2 && Math.max(old.length, current.length) > EXCERPT ? at - EXCERPT / 2 : 0;
  const cut = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, from + EXCERPT)}${text.length > from + EXCERPT ? '…' : ''}`;
  return `${cut(old)} -> ${cut(current)}`;
}
