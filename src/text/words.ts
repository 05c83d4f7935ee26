import { foldText } from './fold.ts';

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Folded words of prose, in order: runs of letters and digits. Three times as fast as `tokensOf`, which also takes
 * identifiers like `txtSearchBox2` apart. Scripts written without spaces come as one word a run.
 */
export function wordsOf(text: string): string[] {
  const folded = foldText(text);
  return asciiWords(folded) ?? folded.match(WORD) ?? [];
}

/** By hand, which takes a third of the time; undefined where the text has other characters. It is folded already. */
function asciiWords(folded: string): string[] | undefined {
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at);
    if (code > 127) return undefined;
    const inWord = (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
    if (inWord === start >= 0) continue;
    if (!inWord) words.push(folded.slice(start, at));
    start = inWord ? at : -1;
  }
  if (start >= 0) words.push(folded.slice(start));
  return words;
}
