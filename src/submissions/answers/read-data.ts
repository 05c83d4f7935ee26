import { parseTree } from '../../foundation/dom/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import { fieldKind } from './field-kind.ts';
import { readPage } from './read-page.ts';
import type { FoundRecord, RecordField, RecordList } from './reading.ts';
import { recordKeys } from './record-key.ts';

/** Content of a JSON answer: the array that looks like records, totals, and the address of the next page. */
export interface DataReading {
  readonly list?: RecordList;
  readonly total?: number;
  readonly next?: string;
  /** Texts of errors and messages. */
  readonly messages: readonly string[];
}

const MAX_VALUES = 50_000;
const MAX_DEPTH = 12;
const MAX_RECORDS = 1_000;

interface FoundArray {
  readonly path: string;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** @returns undefined if the text is no JSON */
export function readData(text: string, url: string): DataReading | undefined {
  const value = parseJson(text);
  if (value === undefined) return undefined;
  const scan = scanData(value);
  const arrays = scan.arrays.map((found) => recordListOf(found, url)).filter((list) => list !== undefined);
  const markup = scan.markup.flatMap((html) => readPage(parseTree(html, url)).lists.slice(0, 1));
  const [list] = [...arrays, ...markup].sort((a, b) => b.score - a.score);
  const total = scan.totals.find((one) => one >= (list?.records.length ?? 0));
  const next = scan.next
    .map((address) => canonicalUrl(address, url))
    .find((address) => address !== undefined);
  return {
    ...(list !== undefined && { list }),
    ...(total !== undefined && { total }),
    ...(next !== undefined && { next }),
    messages: scan.messages,
  };
}

/** Parses JSON, plain, or wrapped in a callback or a guard prefix. */
function parseJson(text: string): unknown {
  const bare = text.trim().replace(/^\)\]\}',?\s*/, '');
  for (const candidate of [bare, /^[\w$.]+\(([\s\S]*)\);?$/.exec(bare)?.[1]]) {
    if (candidate === undefined || !/^[[{]/.test(candidate)) continue;
    try {
      return JSON.parse(candidate);
    } catch {
      // Try the next candidate.
    }
  }
  return undefined;
}

const TOTAL =
  /^(?:total\w*|\w*total|count|\w*count|num_?found|hits|found|matches|nb_?hits|results_?found|records)$/i;
const NEXT = /^(?:next\w*|\w*next)$/i;
const MESSAGE = /^(?:error\w*|message\w*|msg|reason|detail|notice)$/i;

interface Scan {
  readonly arrays: FoundArray[];
  readonly totals: number[];
  readonly next: string[];
  readonly messages: string[];
  readonly markup: string[];
}

function scanData(value: unknown): Scan {
  const scan: Scan = { arrays: [], totals: [], next: [], messages: [], markup: [] };
  const queue: { value: unknown; path: string; depth: number }[] = [{ value, path: '$', depth: 0 }];
  for (let head = 0; head < queue.length && head < MAX_VALUES; head++) {
    const item = queue[head];
    if (item === undefined || item.depth > MAX_DEPTH) continue;
    if (Array.isArray(item.value)) {
      const records = item.value.filter(isObject).slice(0, MAX_RECORDS);
      if (records.length > 0) scan.arrays.push({ path: item.path, records });
      continue;
    }
    if (!isObject(item.value)) continue;
    for (const [name, inner] of Object.entries(item.value)) {
      collectValue(scan, name, inner);
      if (typeof inner === 'object' && inner !== null)
        queue.push({ value: inner, path: `${item.path}.${name}`, depth: item.depth + 1 });
    }
  }
  return scan;
}

function collectValue(scan: Scan, name: string, value: unknown): void {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && TOTAL.test(name))
    scan.totals.push(value);
  if (typeof value !== 'string') return;
  if (NEXT.test(name) && /^(?:https?:|\/|\?)/.test(value)) scan.next.push(value);
  else if (MESSAGE.test(name) && value !== '') scan.messages.push(value.slice(0, 300));
  else if (/<(?:li|tr|div|a|article)\b/i.test(value)) scan.markup.push(value.slice(0, 2_000_000));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TITLE = /^(?:title|name|label|headline|heading|caption|subject|text|display\w*)$/i;
const LINK = /^(?:url|href|link|permalink|uri|path|web_?url|detail\w*|canonical\w*)$/i;
const ID = /^(?:id|_id|uuid|guid|key|sku|isbn|code|slug)$/i;

function recordListOf({ path, records }: FoundArray, url: string): RecordList | undefined {
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
    shape: { container: path, pillar: 'json', pattern: '' },
    records: [...distinct.values()],
    score: distinct.size * (1 + Math.min(facts, 3) * 0.5),
    spans: [],
  };
}

interface Draft {
  readonly title: string;
  readonly link?: string;
  readonly fields: readonly RecordField[];
  readonly id: string;
}

function draftRecord(record: Readonly<Record<string, unknown>>, url: string): Draft {
  const plain = Object.entries(record).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  const texts = plain.map(([name, value]) => [name, String(value).trim()] as const);
  const title =
    texts.find(([name]) => TITLE.test(name)) ??
    texts.find(([name, value]) => !LINK.test(name) && /\p{L}{2}/u.test(value));
  const address = texts.find(([name, value]) => LINK.test(name) && /^(?:https?:|\/|\?|\.)/.test(value));
  const link = address && canonicalUrl(address[1], url);
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
