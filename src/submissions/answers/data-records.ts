import { elementsOf, foldSpaces, parseTree, type TreeDocument, textOf } from '../../foundation/dom/index.ts';
import { foldText, jsonOf } from '../../foundation/text/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import { fieldKind } from './field-kind.ts';
import type { FoundRecord, RecordField, RecordList } from './reading.ts';
import { recordKeys } from './record-key.ts';
import { splitColumns } from './split-columns.ts';

const MAX_VALUES = 50_000;
const MAX_DEPTH = 12;
const MAX_RECORDS = 1_000;

interface FoundArray {
  readonly path: string;
  /** Names and values of each; without names where it is an array itself. */
  readonly records: readonly (readonly (readonly [name: string, value: unknown])[])[];
}

/** How many records the query has, where beside it stands how many there are in all. */
const FOUND = /^(?:records_?filtered|filtered_?(?:count|total)|i?_?total_?display_?records)$/i;
const TOTAL =
  /^(?:total\w*|\w*total|count|\w*count|num_?found|hits|found|matches|nb_?hits|results_?found|records)$/i;
const NEXT = /^(?:next\w*|\w*next)$/i;
const MESSAGE = /^(?:error\w*|message\w*|msg|reason|detail|notice)$/i;

export interface Scan {
  readonly arrays: FoundArray[];
  readonly totals: number[];
  found?: number;
  readonly next: string[];
  readonly messages: string[];
  readonly markup: string[];
}

const MOST_TABLES = 50;
const MOST_HEADS = 60;

/** Column heads of the tables of a page. */
export function headsOf({ root }: TreeDocument): string[][] {
  const tables = [...elementsOf(root)].filter(({ tag }) => tag === 'table').slice(0, MOST_TABLES);
  return tables.map((table) => {
    const rows = [...elementsOf(table)].filter(({ tag }) => tag === 'tr').slice(0, 3);
    const heads = rows.map(({ children }) =>
      children.flatMap((cell) => (typeof cell !== 'string' && cell.tag === 'th' ? [cell] : [])),
    );
    const longest = heads.reduce((best, one) => (one.length > best.length ? one : best), []);
    return longest.slice(0, MOST_HEADS).map((cell) => foldSpaces(textOf(cell, 100)).trim());
  });
}

/** Collects what data holds: arrays of objects or of rows, totals, the address of the next page, messages, markup. */
export function scanData(value: unknown, heads: readonly (readonly string[])[] = []): Scan {
  const scan: Scan = { arrays: [], totals: [], next: [], messages: [], markup: [] };
  const queue: { value: unknown; path: string; depth: number }[] = [{ value, path: '$', depth: 0 }];
  for (let head = 0; head < queue.length && head < MAX_VALUES; head++) {
    const item = queue[head];
    if (item === undefined || item.depth > MAX_DEPTH) continue;
    if (Array.isArray(item.value)) {
      const records = item.value.filter(isObject).map((one) => Object.entries(one));
      const rows = records.length > 0 ? [] : rowsOf(item.value, heads);
      const found = [...records, ...rows].slice(0, MAX_RECORDS);
      if (found.length > 0) scan.arrays.push({ path: item.path, records: found });
      continue;
    }
    if (!isObject(item.value)) continue;
    for (const [name, inner] of Object.entries(item.value)) {
      collectValue(scan, name, inner);
      const held = typeof inner === 'string' && WRAPPED.test(inner) ? jsonOf(inner) : inner;
      if (typeof held === 'object' && held !== null)
        queue.push({ value: held, path: `${item.path}.${name}`, depth: item.depth + 1 });
    }
  }
  return scan;
}

/** Data that is written into a text of other data. */
const WRAPPED = /^\s*(?:\[\s*[[{]|\{\s*")/;
const LEAST_CELLS = 2;
const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** Reads arrays of equal length as rows, under the heads of the table with so many columns. */
function rowsOf(
  value: readonly unknown[],
  heads: readonly (readonly string[])[],
): FoundArray['records'][number][] {
  const rows = value.filter((row): row is readonly unknown[] => Array.isArray(row));
  const width = rows[0]?.length ?? 0;
  const isTable = rows.every((row) => row.length === width && row.some((cell) => typeof cell === 'string'));
  if (width < LEAST_CELLS || rows.length < value.length || !isTable) return [];
  const names = heads.find((head) => head.length === width) ?? [];
  return rows.map((row) => row.map((cell, i) => [names[i] ?? '', cell] as const));
}

function collectValue(scan: Scan, name: string, value: unknown): void {
  const count = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) {
    if (FOUND.test(name)) scan.found ??= count;
    else if (TOTAL.test(name)) scan.totals.push(count);
  }
  if (typeof value !== 'string') return;
  if (NEXT.test(name) && /^(?:https?:|\/|\?)/.test(value)) scan.next.push(value);
  else if (MESSAGE.test(name) && value !== '') scan.messages.push(value.slice(0, 300));
  else if (/<(?:li|tr|div|a|article)\b/i.test(value)) scan.markup.push(value.slice(0, 2_000_000));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of titles, the plainest first: a record that has a `title` has more to say in its `text`. */
const TITLES = [/^(?:title|name|headline)$/i, /^(?:label|heading|caption|subject|text|display\w*)$/i];
const LINK = /^(?:url|href|link|permalink|uri|path|web_?url|detail\w*|canonical\w*)$/i;
const ID = /^(?:id|_id|uuid|guid|key|sku|isbn|code|slug)$/i;

/** Stands for the record anchor of a list that no page draws. */
const DATA = 'json';

/** Tells whether a list was read from data, not from what a page shows. */
export const isOfData = ({ shape }: Pick<RecordList, 'shape'>): boolean => shape.recordAnchor === DATA;

/** Reads an array of objects as a list. */
export function recordListOf({ path, records }: FoundArray, url: string): RecordList | undefined {
  const drafts = records.map((record) => draftRecord(record, url));
  const keys = recordKeys(drafts, url);
  const distinct = new Map<string, FoundRecord>();
  drafts.forEach(({ title, link, fields, id }, i) => {
    const key = link === undefined && id !== '' ? `id:${foldText(id)}` : (keys[i] ?? '');
    if (key !== '') distinct.set(key, { key, title, ...(link !== undefined && { link }), fields });
  });
  if (distinct.size === 0) return undefined;
  const facts = drafts.reduce((sum, { fields }) => sum + fields.length, 0) / drafts.length;
  return {
    shape: { container: path, recordAnchor: DATA, pattern: '' },
    records: withColumns([...distinct.values()]),
    score: distinct.size * (1 + Math.min(facts, 3) * 0.5),
    spans: [],
  };
}

/** Parts values as in a list that is drawn: data has number and name in one title, too. */
function withColumns(records: readonly FoundRecord[]): FoundRecord[] {
  const placed = records.map((record) => ({
    ...record,
    fields: record.fields.map((field) => ({ ...field, place: field.label })),
  }));
  return splitColumns(placed).map(({ fields, ...record }) => ({
    ...record,
    fields: fields.map(({ label, value, kind }) => ({ label, value, kind })),
  }));
}

interface Draft {
  readonly title: string;
  readonly link?: string;
  readonly fields: readonly RecordField[];
  readonly id: string;
}

const MARKUP = /<[a-z/!]|&(?:#\w+|[a-z]+);/i;

/** Text that a value shows; data often holds markup, or entities of it. */
const shownText = (value: string): string =>
  MARKUP.test(value)
    ? foldSpaces(textOf(parseTree(value.slice(0, 2_000), 'about:blank').root)).trim()
    : value.trim();

/** The address of the first link in markup that a value holds. */
function firstLink(plain: FoundArray['records'][number]): string | undefined {
  for (const [, value] of plain) {
    if (typeof value !== 'string' || !/<a\s/i.test(value)) continue;
    const { root } = parseTree(value.slice(0, 2_000), 'about:blank');
    for (const { tag, attributes } of elementsOf(root))
      if (tag === 'a' && attributes.href !== undefined) return attributes.href;
  }
  return undefined;
}

function draftRecord(record: FoundArray['records'][number], url: string): Draft {
  const plain = record.filter(([, value]) => isPlain(value));
  const texts = plain.map(([name, value]) => [name, shownText(String(value))] as const);
  const title =
    TITLES.map((names) => texts.find(([name]) => names.test(name))).find((text) => text !== undefined) ??
    texts.find(([name, value]) => !LINK.test(name) && /\p{L}[\p{L}\p{M}]/u.test(value));
  const address = texts.find(([name, value]) => LINK.test(name) && /^(?:https?:|\/|\?|\.)/.test(value));
  const written = address?.[1] ?? firstLink(plain);
  const link = written && canonicalUrl(written, url);
  const rest = texts.filter((entry) => entry !== title && entry !== address && entry[1] !== '');
  return {
    title: (title?.[1] ?? '').slice(0, 300),
    ...(link !== undefined && { link }),
    fields: rest
      .slice(0, 30)
      .map(([label, value]) => ({ label, value: value.slice(0, 500), kind: fieldKind(value) })),
    id: texts.find(([name]) => ID.test(name))?.[1] ?? '',
  };
}
