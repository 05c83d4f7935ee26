/** Codes of places that a page names, such as examples beside a box for postcodes. */

const MOST_TEXT = 20_000;
const MOST_CODES = 40;
/** Postal codes of letters and digits, of two groups of digits, and of five digits; four and six may be anything. */
const POSTAL =
  /[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4} ?[A-Z]{2}|\d{2,3}-\d{3,4}|\d{5}(?:-\d{3,4})?|\d{3} \d{2}/;
const CODE = /^(?=[\p{L}\d -]{0,9}\d)[\p{L}\d][\p{L}\d -]{1,9}$/u;

/** Tells whether a text is short and has a digit, as a code. */
export const isCode = (text: string): boolean => CODE.test(text);

/** Finds codes in the text of a page: written as the sample in the box, or postal codes. The sample comes last. */
export function codesLike(text: string, placeholder: string): string[] {
  const [last = '', before = ''] = placeholder.slice(-40).trim().split(/\s+/).reverse();
  const written = /\d/.test(before) ? `${before} ${last}` : last;
  const sample = isCode(written) ? [written] : [];
  const shapes = [...sample.map((code) => [...code].map(signOf).join('')), POSTAL.source];
  const shown = new RegExp(`(?<![\\p{L}\\d-])(?:${shapes.join('|')})(?![\\p{L}\\d-])`, 'gu');
  const found = [...text.slice(0, MOST_TEXT).matchAll(shown)].map(([code]) => code);
  return [...new Set([...found.filter((code) => code !== written), ...sample])].slice(0, MOST_CODES);
}

const signOf = (sign: string): string => {
  if (/\d/.test(sign)) return '\\d';
  return /\p{L}/u.test(sign) ? '\\p{Lu}' : sign === ' ' ? ' ?' : '-';
};
