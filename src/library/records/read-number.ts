/** Numbers and ISBNs as pages write them. */

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
 * Numbers as they stand in a text: spaces part groups of three digits; a mark before the first digit is one of decimals where
 * no letter precedes it (`$.75`, but `Rs.75`).
 */
export const NUMBERS =
  /\d{1,3}(?:[\s'’]\d{3})+(?!\d)(?:[.,]\d+)?|(?:(?<![\p{L}\p{N}/][.,]?)[.,])?\d+(?:[.,]\d+)*(?:[.,]\s\d\d(?![\p{L}\p{N}.,]))?/gu;
/** Groups of digits that are thousands, or lakhs and crores; what has others is a date or a number of a chapter. */
const GROUPED = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/;

/**
 * Reads the only number of a text.
 * @param notation `grouped`: `1.234` has thousands where the site does not show its notation; such a number is unsure otherwise
 */
export function numberIn(
  text: string,
  { grouped = false, ...notation }: Notation & { readonly grouped?: boolean },
): number | undefined {
  const found = text.match(NUMBERS) ?? [];
  return found.length === 1 ? numberOf(found[0] ?? '', notation, grouped) : undefined;
}

export function numberOf(written: string, { decimal }: Notation, grouped: boolean): number | undefined {
  const number = written.replace(/['’\s]/g, '').replace(/^[.,](?=\d+[.,])/, '');
  if (/^[.,]/.test(number)) return Number(number.replace(',', '.'));
  if (UNSURE.test(number)) {
    if (decimal !== undefined)
      return Number(number.includes(decimal) ? number.replace(',', '.') : number.replace(/[.,]/, ''));
    return grouped ? Number(number.replace(/[.,]/, '')) : undefined;
  }
  const mark = decimalMarkOf(number);
  const [whole = '', parts = ''] = mark === undefined ? [number] : number.split(mark);
  if (/[.,]/.test(whole) && !GROUPED.test(whole)) return undefined;
  const value = Number(`${whole.replace(/[.,]/g, '')}${parts === '' ? '' : `.${parts}`}`);
  return Number.isNaN(value) ? undefined : value;
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
