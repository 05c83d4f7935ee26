import { PACKS } from '../language/index.ts';
import { foldText } from './fold.ts';
import { trimEndOf } from './trim.ts';

/** Reads a date as `2024-03-01`, or `2024-03` where no day is said. `3/4/2024` counts where the site shows which is the day. */
export function dateOf(text: string, dayFirst: boolean | undefined): string | undefined {
  const [, year, month, day] =
    /^(\d{4})(?:-|[./年]\s?)(\d{1,2})(?:(?:-|[./月]\s?)(\d{1,2}))?(?![\d])/.exec(text.trim()) ?? [];
  if (year !== undefined)
    return isoDate(Number(year), Number(month), day === undefined ? undefined : Number(day));
  const numeric = numericDate(text);
  if (numeric !== undefined) {
    const [a, b, of] = numeric;
    const first = a > 12 ? true : b > 12 ? false : a === b ? true : dayFirst;
    return first === undefined ? undefined : first ? isoDate(of, b, a) : isoDate(of, a, b);
  }
  const words = foldText(text).match(/[\p{L}\p{M}]+|\d+(?::\d+)*/gu) ?? [];
  const years = words.filter((word) => /^[12]\d{3}$/.test(word));
  const days = words.filter((word) => /^\d{1,2}$/.test(word));
  const named = [...new Set(words.flatMap((word) => months().get(word) ?? []))];
  const [ofMonth] = named;
  if (years.length !== 1 || named.length !== 1 || ofMonth === undefined || days.length > 1) return undefined;
  return isoDate(Number(years[0]), ofMonth, days[0] === undefined ? undefined : Number(days[0]));
}

/** Tells whether a date proves that days stand before months: `31/1/2024`. */
export function dayFirstIn(text: string): boolean | undefined {
  const [a = 0, b = 0] = numericDate(text) ?? [];
  return a > 12 ? true : b > 12 ? false : undefined;
}

function numericDate(text: string): readonly [number, number, number] | undefined {
  const [, a, b, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)/.exec(text.trim()) ?? [];
  return year === undefined ? undefined : [Number(a), Number(b), Number(year)];
}

function isoDate(year: number, month: number, day: number | undefined): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day ?? 1));
  if (at.getUTCMonth() !== month - 1 || at.getUTCFullYear() !== year) return undefined;
  return at.toISOString().slice(0, day === undefined ? 7 : 10);
}

/** Names of months in the languages of the packs, folded; those that name two months are left out. */
const months = (): ReadonlyMap<string, number> => {
  knownMonths ??= monthNames();
  return knownMonths;
};
let knownMonths: ReadonlyMap<string, number> | undefined;

function monthNames(): Map<string, number> {
  const found = new Map<string, Set<number>>();
  for (const code of Intl.DateTimeFormat.supportedLocalesOf([...PACKS.keys()].filter((key) => key !== 'und')))
    for (const style of ['long', 'short'] as const)
      for (let month = 0; month < 12; month++) {
        const options = { month: style, day: 'numeric', timeZone: 'UTC' } as const;
        const parts = new Intl.DateTimeFormat(`${code}-u-ca-gregory`, options).formatToParts(
          Date.UTC(2024, month, 1),
        );
        const written = parts.find(({ type }) => type === 'month')?.value ?? '';
        const name = trimEndOf(foldText(written), /[^\p{L}\p{M}]/u);
        if (/^[\p{L}\p{M}]{3,}$/u.test(name)) found.set(name, (found.get(name) ?? new Set()).add(month + 1));
      }
  return new Map(
    [...found].flatMap(([name, months]) => {
      const [month = 0] = months;
      return months.size === 1 ? [[name, month] as const] : [];
    }),
  );
}
