import { alternatives, wordsFor } from '../../foundation/language/index.ts';
import { termMatcher, wordLine } from '../../foundation/text/index.ts';
import type { StatedTotal } from './reading.ts';

/** Digits of all scripts with thousands separators: 4,213 · 4.213 · 4 213 · 4'213 · 4,21,300 · ४,२१३. */
const NUMBER = String.raw`\p{Nd}{1,3}(?:[.,'’\u00a0\u202f\u2009 ]\p{Nd}{2,3})+(?!\p{Nd})|\p{Nd}+`;
const WORD = (words: string): string => `(?<!\\p{L})(?:${words})(?!\\p{L})`;
const DASH = `\\s*(?:[-–—~〜～]|\\.{2,3}|…|${WORD(alternatives('list/to'))})\\s*`;
const OF = `\\s*[(]?\\s*\\p{L}{0,12}\\s*(?:${WORD(alternatives('list/of'))}|[/|(共中全])\\s*(?:\\p{L}{1,12}\\.?\\s+){0,3}`;

const RANGE_OF = new RegExp(`(${NUMBER})${DASH}(${NUMBER})${OF}(${NUMBER})\\s*(\\+)?`, 'iu');
/** 共 4213 条 1-20 · 4213 件中 1～20 件 · 4213 résultats trouvés, affichage de 1 à 20. */
const OF_RANGE = new RegExp(
  `(${NUMBER})\\s*(\\+)?\\s*(?:\\p{L}{0,16}\\s){0,2}\\p{L}{0,16}[^\\p{L}\\p{Nd}]{0,3}(?:中|のうち|중|, |: |\\()\\s*(?:\\p{L}{0,16}\\s){0,2}\\p{L}{0,16}\\s*(${NUMBER})${DASH}(${NUMBER})`,
  'iu',
);

/** Words beside a number that make it a count of what was found. Folded. */
const FOUND = new Set(wordsFor('list/found').map((word) => wordLine(word).trim()));
/** Words beside a number of entries that the reader marked. Folded. */
const SELECTED = termMatcher([wordsFor('list/selected')]);
const FOUND_CJK =
  /(?:共|约|約|找到|搜索到|合計|全|총|검색결과)\s{0,9}(?:有)?\s{0,9}([\p{Nd},]{1,20})|(?<![\p{Nd},])([\p{Nd},]{1,20})\s{0,9}(?:条|條|件|个|個|项|項|건|개|筆|冊|本|套|部|家|篇|ผลลัพธ์|รายการ)/u;
const ABOUT = new RegExp(
  String.raw`\b(?:${alternatives('list/about')})\s*\p{Nd}|\p{Nd}\s*\+|约|約|以上`,
  'iu',
);

/** A count of the records themselves, which is no year: “3,680 towns”. */
const NAMED_COUNT =
  /^(?!(?:1\d|20)\d\d(?!\d))[\p{Nd}.,'’\u00a0\u202f\u2009 ]{1,15}\s\p{L}[\p{L} -]{1,30}[.:]?$/u;
const LEAST_CUT = 10;

const MAX_LINE = 200;

/** Parses a number; undefined if the separators between its digits are no thousands separators. */
export function readNumber(text: string): number | undefined {
  const digits = [...text].map((letter) => (/\p{Nd}/u.test(letter) ? digitOf(letter) : letter)).join('');
  const groups = digits.split(/[^\d]+/).filter((group) => group !== '');
  const whole =
    groups.length < 2 ||
    groups.slice(1).every((group, i) => group.length === 3 || (group.length === 2 && i < groups.length - 2));
  const value = Number(groups.join(''));
  return whole && groups.length > 0 && Number.isSafeInteger(value) ? value : undefined;
}

/** Returns the value of a decimal digit of any script: each script has its digits in order from zero to nine. */
function digitOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 48;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

interface TotalLine {
  readonly text: string;
  /** The line is before the records, or right after them. */
  readonly near: boolean;
}

/**
 * Finds the total that the page states: “1–20 of 4,213”, “4 213 résultats”, “共 4213 条”. Prefers ranges to
 * counts with a word for results, and these to a bare count (“4,213 books”), which must agree with the list
 * after it.
 * @param recordCount records on the page: a stated total is never less, unless it is nought
 * @param more whether the list goes on after this page
 */
export function findStatedTotal(
  lines: readonly TotalLine[],
  recordCount: number,
  more: boolean,
): StatedTotal | undefined {
  const fits = (found: StatedTotal | undefined): found is StatedTotal =>
    found !== undefined && (found.total >= recordCount || (found.total === 0 && recordCount === 0));
  const pick = (read: (line: string) => StatedTotal | undefined, near: boolean): StatedTotal | undefined =>
    lines
      .filter((line) => line.near || !near)
      .map(({ text }) => read(text))
      .find(fits);
  const bare = (): StatedTotal | undefined => {
    const found = pick(bareCount, true);
    if (found === undefined) return undefined;
    // A list that may be cut: “3,680 towns” above 50 of them.
    const isCut = recordCount >= LEAST_CUT && recordCount % 10 === 0 && NAMED_COUNT.test(found.text);
    const isMore = found.total > recordCount && (more || isCut);
    return isMore || (!more && found.total === recordCount) ? found : undefined;
  };
  // Records below “0 volumes” are something else.
  const zero = (): StatedTotal | undefined =>
    lines
      .filter(({ near }) => near)
      .map(({ text }) => bareCount(text) ?? countIn(text))
      .find((found) => found?.total === 0);
  return pick(rangeIn, false) ?? pick(countIn, true) ?? pick(countIn, false) ?? bare() ?? zero();
}

/**
 * Tells whether a line states a number of records.
 * @param listed lengths of the page's lists: a count must be at least that of one of them
 */
export function statesTotal(line: string, listed: readonly number[]): boolean {
  if (rangeIn(line) !== undefined) return true;
  const found = bareCount(line) ?? countIn(line);
  return found !== undefined && listed.some((count) => count > 0 && count <= found.total);
}

/** Reads a short line that begins with its only number, or ends with it after a colon. */
function bareCount(line: string): StatedTotal | undefined {
  const numbers = line.match(COUNT) ?? [];
  const [only = ''] = numbers;
  if (
    numbers.length !== 1 ||
    line.length > 80 ||
    SELECTED.find(wordLine(line), 0) !== undefined ||
    wordLine(line).trim().split(' ').length > 9
  )
    return undefined;
  const begins = line.startsWith(only) && /^\s+\p{L}{2}/u.test(line.slice(only.length));
  const ends = line.endsWith(only) && /[:：]\s*$/u.test(line.slice(0, -only.length));
  const total = begins || ends ? readNumber(only) : undefined;
  return total === undefined ? undefined : { total, approximate: false, text: line };
}

function rangeIn(line: string): StatedTotal | undefined {
  if (line.length > MAX_LINE) return undefined;
  const rangeFirst = RANGE_OF.exec(line);
  const totalFirst = rangeFirst === null ? OF_RANGE.exec(line) : null;
  const [from, to, total, plus] =
    rangeFirst !== null
      ? rangeFirst.slice(1)
      : totalFirst !== null
        ? [totalFirst[3], totalFirst[4], totalFirst[1], totalFirst[2]]
        : [];
  const numbers = [from, to, total].map((text) => readNumber(text ?? ''));
  const [first, last, all] = numbers;
  if (first === undefined || last === undefined || all === undefined) return undefined;
  // A date or a rating also looks like a range of a whole.
  if (first > last || last > all || (first === 0 && all !== 0 && last === 0)) return undefined;
  return {
    total: all,
    approximate: plus !== undefined || ABOUT.test(line),
    from: first,
    to: last,
    text: line,
  };
}

/** A number of a whole that is no end of a range: a page of all pages. */
const PART_OF = new RegExp(`(?<!\\p{Nd})(?:${NUMBER})${OF}(?:${NUMBER})`, 'giu');
const COUNT = new RegExp(NUMBER, 'gu');

function countIn(line: string): StatedTotal | undefined {
  if (line.length > MAX_LINE || SELECTED.find(wordLine(line), 0) !== undefined) return undefined;
  const cjk = FOUND_CJK.exec(line);
  const text = cjk?.[1] ?? cjk?.[2];
  if (text !== undefined) {
    const total = readNumber(text);
    return total === undefined ? undefined : { total, approximate: ABOUT.test(line), text: line };
  }
  const words = wordLine(line).trim().split(' ');
  if (words.length > 25) return undefined;
  const whole = line.match(COUNT) ?? [];
  // “1,548 licences found, page 1 of 78”
  const rest = whole.length > 2 ? line.replace(PART_OF, ' ') : line;
  const numbers = rest.match(COUNT) ?? [];
  // One number beside a word for results; more than two numbers are ambiguous.
  const [only] = numbers;
  if (only === undefined || numbers.length > 2) return undefined;
  if (!words.some((word) => FOUND.has(word))) return undefined;
  const total = readNumber(nearestToWord(line, numbers) ?? only);
  return total === undefined ? undefined : { total, approximate: ABOUT.test(line), text: line };
}

/** Chooses of two numbers (“page 1, 4,213 results”) the one followed by a word for results. */
function nearestToWord(line: string, numbers: readonly string[]): string | undefined {
  if (numbers.length === 1) return numbers[0];
  return numbers.find((number) => {
    const after = line.slice(line.indexOf(number) + number.length);
    const next = wordLine(after).trim().split(' ').slice(0, 2);
    return next.some((word) => FOUND.has(word));
  });
}
