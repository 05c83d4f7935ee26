export { dictionaryFolder, type PartOfSpeech } from './dictionary.ts';
export { SortedLines } from './sorted-lines.ts';
export { type WordNet, wordNet } from './wordnet.ts';
