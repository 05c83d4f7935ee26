export { CONCEPTS, type Concept, type NamesOf, namesOf } from './concepts.ts';
export { fingerprintOf, wordListFingerprint } from './fingerprint.ts';
export { PACKS } from './load-packs.ts';
export { alternatives, wordsByLanguage, wordsFor, wordsOfPack } from './words.ts';
