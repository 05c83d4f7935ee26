import { jsonOf } from './json-of.ts';

/** Lines of a file with their numbers from 1, without those that are empty or struck out with a `#` in front. */
export const numberedLines = (text: string): (readonly [line: string, number: number])[] =>
  text.split('\n').flatMap((line, i) => (/^\s*(?:#|$)/.test(line) ? [] : [[line, i + 1] as const]));

/** Where the last of lines of JSON begins if it is torn, as a power cut or a full disk leaves it. */
export const tornEnd = (text: string): number | undefined => {
  const at = text.lastIndexOf('\n') + 1;
  const last = text.slice(at);
  return /^\s*(?:#|$)/.test(last) || jsonOf(last) !== undefined ? undefined : at;
};
