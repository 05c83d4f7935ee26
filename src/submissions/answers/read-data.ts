import { parseTree, type TreeDocument } from '../../foundation/dom/index.ts';
import { exactJsonOf } from '../../foundation/text/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import { headsOf, recordListOf, scanData } from './data-records.ts';
import { readPage } from './read-page.ts';
import type { RecordList } from './reading.ts';
import { xmlData } from './xml-data.ts';

/** Content of an answer in JSON or XML: the array that looks like records, totals, and the address of the next page. */
export interface DataReading {
  readonly list?: RecordList;
  readonly total?: number;
  readonly next?: string;
  /** Texts of errors and messages. */
  readonly messages: readonly string[];
}

/** @param page where rows without names are shown: its tables have their heads @returns undefined if the text is neither JSON nor XML */
export function readData(text: string, url: string, page: TreeDocument): DataReading | undefined {
  const value = parseJson(text) ?? xmlData(text);
  if (value === undefined) return undefined;
  const scan = scanData({ value }, headsOf(page));
  const arrays = scan.arrays.map((found) => recordListOf(found, url)).filter((list) => list !== undefined);
  const markup = scan.markup.flatMap((html) => readPage(parseTree(html, url)).lists.slice(0, 1));
  const [list] = [...arrays, ...markup].sort((a, b) => b.score - a.score);
  const total = scan.found ?? scan.totals.find((one) => one >= (list?.records.length ?? 0));
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
    const value = exactJsonOf(candidate);
    if (value !== undefined) return value;
  }
  return undefined;
}
