/** Lines of a file with their numbers from 1, without those that are empty or struck out with a `#` in front. */
export const numberedLines = (text: string): (readonly [line: string, number: number])[] =>
  text.split('\n').flatMap((line, i) => (/^\s*(?:#|$)/.test(line) ? [] : [[line, i + 1] as const]));
