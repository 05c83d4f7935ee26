import { PACKS, wordsFor } from '../language/index.ts';
import { foldText } from './fold.ts';

/** Times of day, which are no part of a date. */
const CLOCK =
  /(?<![\d./-])(?:\d{1,2}(?:[:.]\d{2}){0,2}\s?[ap]\.?\s?m\b\.?|\d{1,2}(?::\d{2}){1,2}(?:\.\d+)?|\d{1,2}\s?h\s?\d{2}\b)/giu;
const YEAR_FIRST = /^(\d{4})\s?(?:-|[./年년])\s?(\d{1,2})(?:\s?(?:-|[./月월])\s?(\d{1,2}))?(?!\d)/;

/**
 * Reads a date as `2024-03-01`, or `2024-03` where no day is said. `3/4/2024` counts where the site shows which is the day;
 * between points the day stands first.
 */
export function dateOf(text: string, dayFirst: boolean | undefined): string | undefined {
  const [, year, month, day] = YEAR_FIRST.exec(text.trim()) ?? [];
  if (year !== undefined) return isoDate(Number(year), Number(month), day);
  const plain = text.slice(0, MAX_DATE).replace(CLOCK, ' ');
  const numeric = numericDate(plain);
  if (numeric !== undefined) {
    const { a, b, year: of, mark } = numeric;
    const first = a > 12 ? true : b > 12 ? false : a === b ? true : (dayFirst ?? (mark === '.' || undefined));
    return first === undefined ? undefined : first ? isoDate(of, b, String(a)) : isoDate(of, a, String(b));
  }
  if (!YEAR.test(plain)) return undefined;
  // Letters of an abbreviation are one word: `ก.พ.`.
  const joined = plain.replace(/(?<=[\p{L}\p{M}])\.(?=\p{L})/gu, '');
  const words = withPhrases(foldText(joined)).match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
  const years = words.filter((word) => /^[12]\d{3}$/.test(word));
  const days = words.filter((word) => /^\d{1,2}$/.test(word));
  const named = [...new Set(words.flatMap((word) => monthNamed(word) ?? []))];
  const [ofMonth] = named;
  if (years.length !== 1 || named.length !== 1 || ofMonth === undefined || days.length > 1) return undefined;
  return isoDate(Number(years[0]), ofMonth, days[0]);
}
const MAX_DATE = 200;
const YEAR = /(?<!\d)[12]\d{3}(?!\d)/;

/** Tells whether a date proves that days stand before months: `31/1/2024`. */
export function dayFirstIn(text: string): boolean | undefined {
  const { a = 0, b = 0 } = numericDate(text) ?? {};
  return a > 12 ? true : b > 12 ? false : undefined;
}

/** The only date of day, month and year in digits. */
function numericDate(text: string) {
  const found = [...text.matchAll(/(?<![\d./-])(\d{1,2})\s?([./-])\s?(\d{1,2})\s?[./-]\s?(\d{4})(?!\d)/g)];
  const [, a, mark, b, year] = found[0] ?? [];
  return found.length === 1 ? { a: Number(a), b: Number(b), year: Number(year), mark } : undefined;
}

function isoDate(year: number, month: number, day: string | undefined): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, Number(day ?? 1)));
  if (at.getUTCMonth() !== month - 1 || at.getUTCFullYear() !== year) return undefined;
  return at.toISOString().slice(0, day === undefined ? 7 : 10);
}

const isLatin = (word: string): boolean => /^\p{Script=Latin}+$/u.test(word);

/** Months by words that were looked up: those of dates are few. */
const lookedUp = new Map<string, number | undefined>();
const MOST_WORDS = 5_000;

function monthNamed(word: string): number | undefined {
  if (!lookedUp.has(word)) {
    if (lookedUp.size >= MOST_WORDS) lookedUp.clear();
    lookedUp.set(word, monthBegunBy(word));
  }
  return lookedUp.get(word);
}

/** The month of a name, or of its beginning where that is long enough to be one month's in all languages. */
function monthBegunBy(word: string): number | undefined {
  knownMonths ??= monthNames();
  const exact = knownMonths.get(word);
  if (exact !== undefined || word.length < (isLatin(word) ? 4 : 3)) return exact ?? undefined;
  const found = new Set<number | null>();
  for (const [name, month] of knownMonths)
    if (name.startsWith(word) || (/\p{Script=Thai}/u.test(name) && name.length > 4 && word.endsWith(name)))
      found.add(month);
  const [month] = found;
  return found.size === 1 ? (month ?? undefined) : undefined;
}
let knownMonths: ReadonlyMap<string, number | null> | undefined;

/** Further names of months, as `name number`, in languages that write them in more ways than Unicode lists. */
const furtherNames = (): readonly (readonly [name: string, month: number])[] =>
  wordsFor('date/month').flatMap((term) => {
    const at = term.lastIndexOf(' ');
    return [[foldText(term.slice(0, at)), Number(term.slice(at + 1))] as const];
  });

/** Names of several words as one: `tháng mười hai`. */
function withPhrases(folded: string): string {
  phrases ??= furtherNames()
    .flatMap(([name]) => (name.includes(' ') ? name : []))
    .sort((a, b) => b.length - a.length);
  return folded.includes(' ') ? phrases.reduce((text, name) => joinName(text, name), folded) : folded;
}
let phrases: string[] | undefined;
const joinName = (text: string, name: string): string =>
  text.includes(name) ? text.replaceAll(name, name.replaceAll(' ', '')) : text;

/** Names of months in the languages of the packs, folded; null for those that name two months. */
function monthNames(): Map<string, number | null> {
  const found = new Map<string, number | null>();
  const codes = Intl.DateTimeFormat.supportedLocalesOf([...PACKS.keys()].filter((key) => key !== 'und'));
  for (const code of codes)
    for (const style of ['long', 'short'] as const)
      for (const options of [{ month: style, day: 'numeric' }, { month: style }] as const)
        for (let month = 1; month <= 12; month++) {
          const format = new Intl.DateTimeFormat(`${code}-u-ca-gregory`, { ...options, timeZone: 'UTC' });
          const parts = format.formatToParts(Date.UTC(2024, month - 1, 1));
          const written = parts.find(({ type }) => type === 'month')?.value ?? '';
          const name = foldText(written.replaceAll('.', ''));
          if (!/^[\p{L}\p{M}]{2,}$/u.test(name) || (isLatin(name) && name.length < 3)) continue;
          found.set(name, (found.get(name) ?? month) === month ? month : null);
        }
  for (const [name, month] of furtherNames()) found.set(name.replaceAll(' ', ''), month);
  return found;
}
