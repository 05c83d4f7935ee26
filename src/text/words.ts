import { foldText } from './fold.ts';

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Folded words of prose, in order: runs of letters and digits. Three times as fast as `tokensOf`, which also takes
 * identifiers like `txtSearchBox2` apart. Scripts written without spaces come as one word a run.
 */
export function wordsOf(text: string): string[] {
  return foldText(text).match(WORD) ?? [];
}
