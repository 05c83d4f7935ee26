/** What a site says in the place of an answer, and the limits of a query that it states there or beside its form. */

import { alternatives, wordsFor } from '../../foundation/language/index.ts';
import { dateOf, dayFirstIn, termMatcher, wordLine } from '../../foundation/text/index.ts';
import type { StatedLimits, QueryRefusal } from '../types/answer.ts';
import type { Line } from './reading.ts';

const UNITS = ['days', 'weeks', 'months', 'years', 'letters', 'words'] as const;
type Unit = (typeof UNITS)[number];
const DAYS: Readonly<Partial<Record<Unit, number>>> = { days: 1, weeks: 7, months: 28, years: 365 };

const TERMS = ['too-many', 'too-fast', 'at-most', 'at-least', 'single-word'] as const;
const MATCHER = termMatcher(TERMS.map((kind) => wordsFor(`answer/${kind}`)));
const UNIT_OF = new Map(
  UNITS.flatMap((unit) => wordsFor(`answer/${unit}`).map((word) => [wordLine(word).trim(), unit] as const)),
);

const MESSAGE_LENGTH = 200;
/** More letters than a search asks for are those of a password. */
const MOST_LETTERS = 5;
/** Words between a number and its unit: “31 calendar days”. */
const BETWEEN = 2;

const has = (line: string, kind: (typeof TERMS)[number]): boolean =>
  (MATCHER.count(line)[TERMS.indexOf(kind)] ?? 0) > 0;

/** Reads the limit that a line states: days of a period, least letters, most words. */
function limitIn(text: string): StatedLimits {
  if (text.length > MESSAGE_LENGTH) return {};
  const line = wordLine(text);
  const limits: { days?: number; letters?: number; words?: number } = {};
  if (has(line, 'single-word')) limits.words = 1;
  const [most, least] = [has(line, 'at-most'), has(line, 'at-least')];
  const words = most || least ? line.trim().split(' ') : [];
  for (const [at, word] of words.entries()) {
    const unit = UNIT_OF.get(word);
    if (unit === undefined) continue;
    const number = words.slice(Math.max(0, at - BETWEEN), at).findLast((one) => /^\d{1,4}$/.test(one));
    const days = DAYS[unit];
    // “no longer than a year”
    const count = Number(number ?? (unit === 'months' || unit === 'years' ? 1 : Number.NaN));
    if (!(count > 0)) continue;
    if (most && days !== undefined) limits.days ??= count * days + Number(unit === 'years');
    if (most && unit === 'words') limits.words ??= count;
    if (least && unit === 'letters' && count <= MOST_LETTERS) limits.letters ??= count;
  }
  return limits;
}

const DATE =
  /(?<!\d)(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.? \p{L}{3,12}\.?,? \d{4}|\p{L}{3,12} \d{1,2},? \d{4})(?!\d)/gu;
const YEARS = new RegExp(
  `(?<![\\p{Nd}./-])((?:1[5-9]|20)\\d\\d)\\s{0,3}(?:[-–—]|(?<!\\p{L})(?:${alternatives('list/to')})(?!\\p{L}))\\s{0,3}((?:1[5-9]|20)\\d\\d)(?![\\p{Nd}./-])`,
  'u',
);
/** A time that records are of is no shorter, days; an exhibition or a course is. */
const LEAST_DAYS = 150;

/** Reads the first and the last day that a line names as one time. */
function rangeIn(text: string): Pick<StatedLimits, 'first' | 'last'> {
  if (text.length > MESSAGE_LENGTH || text.includes('©')) return {};
  const dates = text.match(DATE) ?? [];
  const dayFirst = dates.map(dayFirstIn).find((one) => one !== undefined);
  const [first, last] = dates.map((date) => dateOf(date, dayFirst));
  const [, from, to] = YEARS.exec(text) ?? [];
  if (dates.length === 0 && from !== undefined) return daysOf(`${from}-01-01`, `${to}-12-31`);
  return dates.length === 2 ? daysOf(first, last) : {};
}

const daysOf = (first = '', last = ''): Pick<StatedLimits, 'first' | 'last'> =>
  Date.parse(last) - Date.parse(first) >= LEAST_DAYS * 86_400_000 ? { first, last } : {};

/** Reads the limits that the page of a form states beside it. */
export function statedLimits(lines: readonly Line[]): StatedLimits {
  const said = lines.filter(({ text, boilerplate }) => !boilerplate && /\d/.test(text));
  return Object.assign({}, ...said.toReversed().map(({ text }) => ({ ...rangeIn(text), ...limitIn(text) })));
}

/** Tells whether a line says that a query breaks a limit. */
export const statesLimit = (text: string): boolean => Object.keys(limitIn(text)).length > 0;

/** Reads why a query was refused from the new lines of a page that has no records. */
export function refusalIn(texts: readonly string[], objection?: string): QueryRefusal | undefined {
  const short = texts.filter((text) => text.length <= MESSAGE_LENGTH);
  const saying = (kind: 'too-many' | 'too-fast') => short.find((text) => has(wordLine(text), kind));
  const fast = saying('too-fast');
  if (fast !== undefined) return { kind: 'too-fast', says: fast };
  const limit = short.find(statesLimit);
  if (limit !== undefined) return { kind: 'limit', says: limit, ...limitIn(limit) };
  const many = saying('too-many');
  if (many !== undefined) return { kind: 'too-many', says: many };
  return objection === undefined ? undefined : { kind: 'demand', says: objection.slice(0, MESSAGE_LENGTH) };
}
