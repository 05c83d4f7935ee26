export { dictionaryFolder, type PartOfSpeech } from './dictionary.ts';
export { type NounMeaning, NounNet, nounNet } from './noun-net.ts';
export { SortedLines } from './sorted-lines.ts';
export { type WordNet, wordNet } from './wordnet.ts';
