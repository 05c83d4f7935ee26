import { elementsOf, type TreeDocument, textOf } from '../../foundation/dom/index.ts';
import { foldText, exactJsonOf } from '../../foundation/text/index.ts';
import type { ListShape } from '../types/answer.ts';
import { headsOf, recordListOf, scanData } from './data-records.ts';
import type { Outline } from './outline.ts';
import type { RecordList } from './reading.ts';

const MAX_SCRIPT = 3_000_000;
const MAX_LITERALS = 40;
const MIN_RECORDS = 3;
/** Share of the records that have a title, and a link or several values. */
const MIN_RECORD_SHARE = 0.8;
const MIN_VALUES = 2;

/** Start of a value that a script assigns, also in options: an array of objects or rows, or an object. */
const ASSIGNED = /(?:=|\bdata"?:)\s*(?=\[\s*[[{]|\{\s*")/g;

/**
 * Reads lists from the data in scripts of a page, for pages that show no list because a script draws it: JSON in a script
 * of its own, or a literal that is assigned and is JSON, too. Nothing is executed.
 * @param shown folded text of the page; a list whose titles it has is shown already
 * @param known shapes of earlier lists: one of them may have a single record
 * @returns the best first
 */
export function listsInScripts(
  document: TreeDocument,
  shown: string,
  known: readonly ListShape[],
): RecordList[] {
  const { root, url } = document;
  const values: unknown[] = [];
  for (const { tag, attributes, children } of elementsOf(root)) {
    const [code] = children;
    if (tag !== 'script' || typeof code !== 'string' || code.length > MAX_SCRIPT) continue;
    const { type = '' } = attributes;
    if (/^application\/json$/i.test(type)) values.push(exactJsonOf(code));
    else if (/^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i.test(type))
      values.push(...assignedValues(code));
  }
  const lists = values
    .flatMap((value) => listsOf(value, url, headsOf(document)))
    .filter((list) => isList(list, known) && !isShown(list, shown));
  return lists.sort((a, b) => b.score - a.score);
}

const shapeIn = (shape: ListShape): ListShape => ({ ...shape, recordAnchor: 'pre' });
const listsOf = (value: unknown, url: string, heads: string[][] = []): RecordList[] =>
  scanData({ value }, heads).arrays.flatMap((found) => recordListOf(found, url) ?? []);

/**
 * Reads the answer of an interface for programs that a page shows to people: its only preformatted text that ends in JSON.
 * @returns its lists, and where it stands; undefined where the page shows no such text, or several
 */
export function shownData(
  { parts }: Outline,
  url: string,
): { readonly span: RecordList['spans'][number]; readonly lists: readonly RecordList[] } | undefined {
  const [only, other] = parts.flatMap(({ element, hidden, start, end }) => {
    const text = element.tag === 'pre' && !hidden ? textOf(element, MAX_SCRIPT) : '';
    const value = exactJsonOf(text.slice(text.search(/[[{]/)));
    return typeof value === 'object' && value !== null ? [{ value, span: [start, end] as const }] : [];
  });
  if (only === undefined || other !== undefined) return undefined;
  const { value, span } = only;
  const lists = listsOf(value, url).sort((a, b) => b.score - a.score);
  const spans = [span];
  return { span, lists: lists.map((list) => ({ ...list, shape: shapeIn(list.shape), spans })) };
}

function isList({ records, shape }: RecordList, known: readonly ListShape[]): boolean {
  const isKnown = known.some(
    ({ container, recordAnchor }) => container === shape.container && recordAnchor === shape.recordAnchor,
  );
  const full = records.filter(
    ({ title, link, fields }) =>
      /\p{L}[\p{L}\p{M}]/u.test(title) && (link !== undefined || fields.length >= MIN_VALUES),
  );
  return (isKnown || records.length >= MIN_RECORDS) && full.length >= MIN_RECORD_SHARE * records.length;
}

const isShown = ({ records }: RecordList, shown: string): boolean =>
  records.filter(({ title }) => shown.includes(foldText(title))).length * 2 > records.length;

function assignedValues(code: string): unknown[] {
  const values: unknown[] = [];
  let end = 0;
  for (const { index, 0: before } of code.matchAll(ASSIGNED)) {
    const start = index + before.length;
    if (start < end) continue;
    if (values.length >= MAX_LITERALS) break;
    end = literalEnd(code, start);
    values.push(exactJsonOf(code.slice(start, end)));
  }
  return values;
}

/** End of an array or object that begins at a position: where its brackets are closed. */
function literalEnd(code: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < code.length; i++) {
    const letter = code[i];
    if (quoted) {
      if (letter === '\\') i++;
      else if (letter === '"') quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === '[' || letter === '{') depth++;
    else if ((letter === ']' || letter === '}') && --depth === 0) return i + 1;
  }
  return code.length;
}
