export { foldText, wordLine } from './fold.ts';
export { editDistance, nearest } from './nearest.ts';
export { stem } from './stem.ts';
export { STOP_WORDS } from './stop-words.ts';
export { STOP_WORDS_OF_ALL, stopWordsOf } from './stop-words-of.ts';
export { type TermMatcher, termMatcher } from './term-matcher.ts';
export { addressTokens, decodeLeniently, tokensOf } from './tokens.ts';
export { splitOnTerms, urlTerms } from './url-terms.ts';
export { wordsOf } from './words.ts';
