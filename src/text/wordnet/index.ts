export type { PartOfSpeech } from './read-dictionary.ts';
export { type WordNet, wordNet } from './wordnet.ts';
