import { createHash } from 'node:crypto';
import { wordsOf } from '../../foundation/text/index.ts';
import type { ListShape, ListSignature, PageSignature } from '../types/answer.ts';
import { type Echo, NO_ECHO } from './echo.ts';
import { linkDigests } from './link-digests.ts';
import type { Outline } from './outline.ts';
import type { FoundRecord, PageReading, RecordList } from './reading.ts';

const MAX_LINES = 300;
const MAX_LISTS = 6;
/** As many as a list has records. */
const MAX_KEYS = 1_000;
/** Lines kept of a probe, which all further answers are compared with. */
const MAX_ALL_LINES = 400;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 10);

export const shapeDigest = ({ container, recordAnchor, pattern }: ListShape): string =>
  digest(`${container} ${recordAnchor} ${pattern}`);

/** Where its records stand, whatever their links look like. */
export const placeDigest = ({ container, recordAnchor }: ListShape): string =>
  digest(`${container} ${recordAnchor}`);

/** The time at which a page was made, equal on pages of one moment, and how long that took: neither is a message. */
const MADE_AT =
  /(?<!\d)\d{1,2}:\d\d:\d\d(?!\d)|(?<=\d{4}-\d\d-\d\d[ T])\d\d:\d\d(?![:\d])|\d{1,4}\.\d{1,6} ?(?:m?s|se[ckg]\p{L}{0,9})(?!\p{L})/gu;

/** Digests a line with the query and the time of the page masked; empty if nothing is left. */
export function lineDigest(text: string, echo: Echo): string {
  const line = echo.withoutQuery(text.replace(MADE_AT, ''));
  return line === '' ? '' : digest(line);
}

/** Digests the address of a record, or else its key, with the query masked. */
export const recordDigest = ({ key, link }: FoundRecord, echo: Echo): string =>
  digest(link === undefined ? echo.withoutQuery(key) : echo.addressWithoutQuery(key));

/** Digests the text of a record, with digits masked where it has no link; empty if that is next to nothing. */
export function wordsDigest({ title, link, fields }: FoundRecord, echo: Echo): string {
  const whole = echo.withoutQuery([title, ...fields.map(({ value }) => value)].join(' '));
  const text = (link === undefined ? whole.replace(/\p{Nd}+/gu, '#') : whole).slice(0, 300);
  return (text.match(/\p{L}/gu) ?? []).length < 4 ? '' : digest(text);
}

const MAX_DIGESTED_LINES = 2_000;
const digests = new WeakMap<PageReading, WeakMap<Echo, readonly string[]>>();

/** Digests all lines of a page, in order. */
export function lineDigests(reading: PageReading, echo: Echo): readonly string[] {
  const known = digests.get(reading) ?? new WeakMap<Echo, readonly string[]>();
  const kept = known.get(echo);
  if (kept !== undefined) return kept;
  const lines = reading.lines.slice(0, MAX_DIGESTED_LINES).map(({ text }) => lineDigest(text, echo));
  digests.set(reading, known.set(echo, lines));
  return lines;
}

export function linesOutsideLists(reading: PageReading, echo: Echo): string[] {
  const digested = lineDigests(reading, echo);
  const outside = digested.filter(
    (line, i) => line !== '' && !reading.lists.some((list) => isInList(list, reading.lines[i]?.at ?? 0)),
  );
  return [...new Set(outside)].slice(0, MAX_LINES);
}

/**
 * @param probe set for the answer to a probe: the whole page is kept, because what it shares with answers
 *   is no result
 */
export function pageSignatureOf(
  reading: PageReading,
  echo: Echo,
  probe?: { readonly outline: Outline; readonly path: string },
): PageSignature {
  const lists = reading.lists.slice(0, MAX_LISTS).map(
    ({ shape, records }): ListSignature => ({
      shape: shapeDigest(shape),
      keys: records.slice(0, MAX_KEYS).map((record) => recordDigest(record, echo)),
      ...(probe !== undefined && {
        place: placeDigest(shape),
        words: records.slice(0, MAX_KEYS).map((record) => wordsDigest(record, echo)),
      }),
    }),
  );
  const lines = linesOutsideLists(reading, echo);
  // A known word may be one of the page's own, such as that of a column: its line is what it is for all.
  if (probe === undefined)
    return { lines: [...new Set([...lines, ...linesOutsideLists(reading, NO_ECHO)])], lists };
  const signature = { lines, lists };
  const all = [...new Set(lineDigests(reading, echo))].filter((line) => line !== '');
  return {
    ...signature,
    all: all.slice(0, MAX_ALL_LINES),
    ...(all.length > MAX_ALL_LINES && { count: all.length }),
    links: linkDigests(probe.outline, echo),
    title: titleWords(reading.title, echo),
    named: echo.occursIn(reading.title),
    path: pathDigest(probe.path, echo),
  };
}

const MAX_TITLE_WORDS = 12;

export const titleWords = (title: string, echo: Echo): string[] =>
  [...new Set(wordsOf(echo.withoutQuery(title)))]
    .filter((word) => /\p{L}/u.test(word))
    .slice(0, MAX_TITLE_WORDS)
    .map((word) => digest(word).slice(0, 6));

/** Digests host and path of an address with the query masked. */
export const pathDigest = (url: string, echo: Echo): string =>
  digest(echo.addressWithoutQuery(url.replace(/[?#].*$/s, '')));

export const isInList = ({ spans }: RecordList, at: number): boolean => {
  // Spans are in order and do not overlap.
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.[1] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const span = spans[low];
  return span !== undefined && at >= span[0] && at < span[1];
};

export const listStart = ({ spans }: RecordList): number => spans[0]?.[0] ?? 0;
export const listEnd = ({ spans }: RecordList): number => spans.at(-1)?.[1] ?? 0;

/** Computes a fingerprint that is equal for equal sets of records, whatever surrounds them. */
export const fingerprintOf = (verdict: string, keys: readonly string[], total: number | undefined): string =>
  digest([verdict, total ?? '', ...[...keys].sort()].join('\n'));
