/** Reads JSON; undefined for what is none. */
export const jsonOf = (text: string): unknown => parsed(text);

/** The same of a page: a number that would lose digits stays a text. */
export const exactJsonOf = (text: string): unknown =>
  parsed(text, LONG_NUMBER.test(text) ? exact : undefined);

const LONG_NUMBER = /\d{16}/;
const exact = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && String(value) !== context?.source ? context?.source : value;

function parsed(text: string, revive?: typeof exact): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}
