/** Prices as pages write them: `₹ 45 Lac`, `£1.2m`, `5¢`, `€10 – €20`, `$4 / kg`. */

import { alternatives, wordsFor } from '../../foundation/language/index.ts';
import { dateOf, wordLine } from '../../foundation/text/index.ts';
import { type Notation, NUMBERS, numberOf } from './read-number.ts';

/** Signs of one currency alone; `$`, `¥`, `kr` and `Rs` stay as they are written. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₫': 'VND',
  '฿': 'THB',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  KD: 'KWD',
  lei: 'RON',
  元: 'CNY',
  円: 'JPY',
  원: 'KRW',
  руб: 'RUB',
  US$: 'USD',
  R$: 'BRL',
};
const SIGN = /US\$|R\$|[€£₹₽₩₺₫฿元円원]|zł|Kč|(?:\bFt|\bKD|\blei)\b|руб\.?|[$¥¢]|\bkr\b|\bRs\b/gu;
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Currencies whose smallest coin is a thousandth: `423.923 KD` has decimals. */
const isOfThousandths = (currency: string): boolean =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 3;

const SCALES = [
  ['amount/thousand', 1e3],
  ['amount/ten thousand', 1e4],
  ['amount/lakh', 1e5],
  ['amount/million', 1e6],
  ['amount/crore', 1e7],
  ['amount/hundred million', 1e8],
  ['amount/billion', 1e9],
  ['amount/cent', 0.01],
] as const;
/** Factors by word; `mil` is a thousand here and a million there, so that it tells nothing. */
const FACTORS = new Map<string, number>([['¢', 0.01]]);
for (const [concept, factor] of SCALES)
  for (const word of wordsFor(concept)) {
    const folded = wordLine(word).trim();
    FACTORS.set(folded, (FACTORS.get(folded) ?? factor) === factor ? factor : Number.NaN);
  }

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const MEASURE =
  /^\s?(?:%|°|["'′″](?!\d)|(?:ft|feet|foot|in|inch|inches|sq\.?|m²|m2|cm|mm|km|kg|KG|mg|g|ml|cl|[lL]|oz|lbs?|GB|MB|TB|kW|hp|px)(?![\p{L}\p{N}]))/u;
const RANGE = new RegExp(`^\\s*(?:[-–—~〜～]|(?:${alternatives('list/to')})(?![\\p{L}]))\\s*$`, 'iu');
const MAX_TEXT = 300;
const MAX_NUMBERS = 12;
const MAX_UNIT = 20;

interface Mark {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

interface Amount {
  readonly value: number;
  readonly at: number;
  /** Where its number, and the words of it, end. */
  readonly end: number;
  readonly factor: number;
  readonly mark: Mark | undefined;
  readonly isOld: boolean;
  readonly per: string | undefined;
}

export interface Price {
  readonly amount: number;
  readonly currency: string | null;
  /** Upper end of a range, which begins at `amount`. */
  readonly highest?: number;
  readonly per?: string;
}

/** Reads what is asked: one amount, or one range. A former price, a saving, what is added to it or stands in brackets is left out. */
export function priceOf(text: string, notation: Notation): Price | undefined {
  const whole = text.slice(0, MAX_TEXT);
  const bare = whole.replace(/[([][^()[\]]*[)\]]/g, ' ');
  const said = /\d/.test(bare) || marksIn(whole).length === 0 ? bare : whole;
  const marks = marksIn(said);
  if (marks.length === 0 && isDate(said)) return undefined;
  const amounts = amountsIn(said, marks, notation);
  const range = rangeIn(said, amounts);
  const tests = [
    ({ mark }: Amount) => mark !== undefined,
    ({ isOld }: Amount) => !isOld,
    ({ per }: Amount) => per === undefined,
  ];
  // Those for which each test holds, where it holds for any.
  const likely = tests.reduce((left, test) => (left.some(test) ? left.filter(test) : left), amounts);
  const asked = range ?? likely;
  const [amount, highest] = new Set(asked.map(({ value }) => value));
  if (amount === undefined || (range === undefined && highest !== undefined)) return undefined;
  const mark = asked.find((one) => one.mark !== undefined)?.mark ?? marks[0];
  const per = asked.find((one) => one.per !== undefined)?.per;
  return {
    amount,
    currency: currencyOf(mark?.text),
    ...(highest !== undefined && { highest }),
    ...(per !== undefined && { per }),
  };
}

/** Tells whether a text is a date: a month in letters, or all of day, month and year. */
function isDate(text: string): boolean {
  const date = dateOf(text, true);
  return date !== undefined && (date.length === 10 || /\p{L}/u.test(text));
}

function currencyOf(mark: string | undefined): string | null {
  if (mark === undefined || mark === '¢') return null;
  return SIGNS[mark.replace(/\.$/, '')] ?? mark;
}

function marksIn(text: string): Mark[] {
  const codes = [...text.matchAll(/(?<!\p{L})[A-Z]{3}(?!\p{L})/gu)].filter(([code]) => CODES.has(code));
  return [...codes, ...text.matchAll(SIGN)]
    .map(({ 0: sign, index }) => ({ text: sign, at: index, end: index + sign.length }))
    .sort((a, b) => a.at - b.at);
}

function amountsIn(text: string, marks: readonly Mark[], notation: Notation): Amount[] {
  const found: Amount[] = [];
  const numbers = [...text.matchAll(NUMBERS)].slice(0, MAX_NUMBERS);
  const [first] = marks;
  const isPrefixed =
    first !== undefined &&
    !/\d\s?$/.test(text.slice(0, first.at)) &&
    /^\s?[.,]*\d/.test(text.slice(first.end));
  let done = 0;
  numbers.forEach(({ 0: written, index: at }, i) => {
    const end = at + written.length;
    if (at < done) return;
    const before = text.slice(done, at);
    const rest = text.slice(end);
    const mark = isPrefixed
      ? marks.find((one) => one.end <= at && one.end > done && text.slice(one.end, at).trim().length <= 1)
      : marks.find((one) => one.at >= end && one.at < (numbers[i + 1]?.index ?? text.length));
    const scale = scaleOf(rest);
    const isOther = /\d:$/.test(text.slice(0, at)) || /^:\d|^\+(?![\s\p{Sc}]*\d)/u.test(rest);
    const isPriced = mark !== undefined && (isPrefixed || text.slice(end, mark.at).trim() === '');
    const isMeasure = isPriced ? /^\s?%/.test(rest) : MEASURE.test(rest);
    const isLetter = scale.length > 1 && scale.word.length === 1 && mark === undefined;
    done = end;
    if (isOther || isMeasure || isLetter || Number.isNaN(scale.factor) || isSaved(before, rest)) return;
    const code = currencyOf(mark?.text) ?? '';
    const isFine = notation.decimal === undefined && CODES.has(code) && isOfThousandths(code);
    const value = numberOf(written, { ...notation, ...(isFine && { decimal: '.' }) }, true);
    if (value === undefined) return;
    const cents = mark !== undefined && !isPrefixed ? centsAfter(text, mark) : undefined;
    const glued = cents === undefined && mark?.at === end ? /^\d+/.exec(text.slice(mark.end)) : null;
    if (glued !== null) {
      done = (mark?.end ?? end) + glued[0].length;
      return;
    }
    const last = found.at(-1);
    const follows = last?.end === at - before.length && before.trim() === '';
    const joins = last !== undefined && last.factor > scale.factor && follows;
    if (/^\s*\+\s*$/.test(before.replace(SIGN, '')) && last !== undefined) return;
    const own = exact(value * scale.factor) + (cents?.value ?? 0);
    const to = Math.max(end + scale.length, cents?.end ?? 0);
    const behind = Math.max(to, mark?.end ?? 0);
    const per = unitAfter(text.slice(behind));
    done = per === undefined ? to : behind + per.length;
    const isOld = OLD.test(wordLine(before));
    const one = { value: own, at, end: to, factor: scale.factor, mark, isOld, per: per?.unit };
    if (joins) {
      const whole = { at: last.at, value: exact(last.value + own), mark: last.mark ?? mark };
      found[found.length - 1] = { ...one, ...whole, per: one.per ?? last.per };
    } else found.push(one);
  });
  return found;
}

/** `1.2 * 1e6` without the error of binary fractions. */
const exact = (value: number): number => Number(value.toPrecision(15));

/** The words behind a number that scale it; a factor that is no number where they have two meanings. */
function scaleOf(rest: string): { readonly factor: number; readonly word: string; readonly length: number } {
  const [whole = '', word = ''] = /^\s?([\p{L}\p{M}¢]{1,16}\.?)/u.exec(rest) ?? [];
  const folded = word === '¢' ? word : wordLine(word).trim();
  const factor = FACTORS.get(folded);
  if (factor !== undefined) return { factor, word: folded, length: whole.length };
  const [first = ''] = UNSPACED.test(word) ? word : '';
  const own = FACTORS.get(wordLine(first).trim());
  if (own === undefined) return { factor: 1, word: '', length: 0 };
  return { factor: own, word: first, length: whole.length - word.length + 1 };
}

/** Two digits behind a sign that stands for the decimal mark: `35€99`. */
function centsAfter(text: string, mark: Mark): { readonly value: number; readonly end: number } | undefined {
  const [whole, digits] = /^\s?(\d\d)(?=$|\s*$|\s[^\p{L}\p{N}])/u.exec(text.slice(mark.end)) ?? [];
  return whole === undefined ? undefined : { value: Number(digits) / 100, end: mark.end + whole.length };
}

const PER = new RegExp(
  `^\\s*(?:/|(?:${termsOf('amount/per')})(?=\\s))\\s*([\\p{L}\\p{N}][\\p{L}\\p{N}². ]{0,${MAX_UNIT}})`,
  'iu',
);

/** What a price is for. */
function unitAfter(rest: string): { readonly unit: string; readonly length: number } | undefined {
  const [whole, unit = ''] = PER.exec(rest) ?? [];
  const words = /^(?:\d+ )?[\p{L}\p{N}².]+(?: [\p{L}²2]{1,6}(?![\p{L}\p{N}]))?/u.exec(unit)?.[0];
  if (whole === undefined || words === undefined) return undefined;
  return { unit: words.replace(/\.$/, ''), length: whole.length - unit.length + words.length };
}

const OLD = new RegExp(termsOf('amount/old'), 'u');
const SAVED = termsOf('amount/off');
const SAVED_BEFORE = new RegExp(`(?:${SAVED})\\s*\\P{L}*$`, 'u');
const SAVED_BEHIND = new RegExp(`^\\P{L}*(?:${SAVED})`, 'u');

const isSaved = (before: string, rest: string): boolean =>
  SAVED_BEFORE.test(wordLine(before)) ||
  SAVED_BEHIND.test(wordLine(rest.slice(0, MAX_UNIT).split(/\d/)[0] ?? ''));

/** The words of a concept as alternatives, whole words in scripts with spaces. */
function termsOf(concept: 'amount/per' | 'amount/old' | 'amount/off'): string {
  const terms = [...new Set(wordsFor(concept).flatMap((word) => [word, wordLine(word).trim()]))].sort(
    (a, b) => b.length - a.length,
  );
  const spaced = terms.filter((term) => !UNSPACED.test(term)).join('|');
  const others = terms.filter((term) => UNSPACED.test(term)).join('|');
  return `(?<![\\p{L}\\p{M}])(?:${spaced})(?![\\p{L}\\p{M}])|${others}`;
}

/** Two amounts with nothing but a dash or “to” between them, and the currency of one. */
function rangeIn(text: string, amounts: readonly Amount[]): readonly Amount[] | undefined {
  const [low, high, ...others] = amounts;
  if (low === undefined || high === undefined || others.length > 0 || high.value <= low.value)
    return undefined;
  const between = text.slice(low.end, high.at).replace(SIGN, ' ');
  if (!RANGE.test(between.replace(/\b[A-Z]{3}\b/g, ' '))) return undefined;
  // “26 to 50 thousand”, “1–2 Cr” say the word once.
  const factor = low.factor === 1 ? high.factor : 1;
  return [{ ...low, value: exact(low.value * factor) }, high];
}
