/** Numbers, prices and ISBNs as pages write them. */

import { trimEndOf } from '../../foundation/text/index.ts';

/** Says how a site writes what can be read in two ways, as far as its records tell. */
export interface Notation {
  readonly decimal?: '.' | ',';
  readonly dayFirst?: boolean;
}

/** A number of which one separator stands before three digits: `1.234`. */
const UNSURE = /^\d{1,3}[.,]\d{3}$/;

/** The mark of decimals that a number proves: `1.234,50` and `12,5` a comma, `1,234.5` a point. */
export function decimalMarkOf(text: string): '.' | ',' | undefined {
  const number = /\d+(?:[.,]+\d+)*/.exec(text)?.[0] ?? '';
  const last = /[.,](?=\d+$)/.exec(number)?.[0] as '.' | ',' | undefined;
  if (last === undefined || UNSURE.test(number)) return undefined;
  const repeated = number.split(last).length > 2;
  return repeated ? (last === '.' ? ',' : '.') : last;
}

/**
 * Reads the only number of a text.
 * @param notation `grouped`: `1.234` has thousands where the site does not show its notation; such a number is unsure otherwise
 */
export function numberIn(
  text: string,
  { decimal, grouped = false }: Notation & { readonly grouped?: boolean },
): number | undefined {
  const found = text.match(/\d[\d.,'’\s]*/g) ?? [];
  const [first] = found;
  if (first === undefined || found.length > 1) return undefined;
  const number = trimEndOf(first.replace(/['’\s]/g, ''), /[.,]/);
  if (UNSURE.test(number)) {
    if (decimal !== undefined)
      return Number(number.includes(decimal) ? number.replace(',', '.') : number.replace(/[.,]/, ''));
    return grouped ? Number(number.replace(/[.,]/, '')) : undefined;
  }
  const mark = decimalMarkOf(number);
  const value = Number(
    mark === undefined ? number : number.replaceAll(mark === '.' ? ',' : '.', '').replace(',', '.'),
  );
  return Number.isNaN(value) ? undefined : value;
}

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
  lei: 'RON',
  元: 'CNY',
  円: 'JPY',
  원: 'KRW',
  руб: 'RUB',
  US$: 'USD',
  R$: 'BRL',
};
const SIGN = /[€£₹₽₩₺₫฿元円원]|zł|Kč|Ft\b|\blei\b|руб|US\$|R\$/u;
const SHARED_SIGN = /[$¥]|\bkr\b|\bRs\b/u;
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export function priceOf(
  text: string,
  notation: Notation,
): { readonly amount: number; readonly currency: string | null } | undefined {
  const amount = numberIn(text, { ...notation, grouped: true });
  if (amount === undefined) return undefined;
  const code = text.match(/\b[A-Z]{3}\b/g)?.find((word) => CODES.has(word));
  const sign = SIGN.exec(text)?.[0];
  const currency = code ?? (sign === undefined ? SHARED_SIGN.exec(text)?.[0] : SIGNS[sign]);
  return { amount, currency: currency ?? null };
}

/** An ISBN with a right check digit, as ISBN-13. */
export function isbnOf(text: string): string | undefined {
  const [written = ''] = /(?:97[89][-\s]?)?\d(?:[-\s]?\d){8}[-\s]?[\dXx](?![\dXx])/.exec(text) ?? [];
  const digits = written.replace(/[-\s]/g, '').toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) return checkDigit(digits) === digits.at(-1) ? digits : undefined;
  if (!/^\d{9}[\dX]$/.test(digits)) return undefined;
  const sum = [...digits].reduce((all, digit, i) => all + (10 - i) * (digit === 'X' ? 10 : Number(digit)), 0);
  const body = `978${digits.slice(0, 9)}`;
  return sum % 11 === 0 ? body + checkDigit(body) : undefined;
}

function checkDigit(isbn: string): string {
  const sum = [...isbn.slice(0, 12)].reduce(
    (all, digit, i) => all + Number(digit) * (i % 2 === 0 ? 1 : 3),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}
