export { type NounMeaning, NounNet, nounNet } from './noun-net.ts';
export { type WordNet, wordNet } from './wordnet.ts';
