import { wordsByLanguage } from '../language/index.ts';

const NONE: ReadonlySet<string> = new Set();
const SETS = new Map([...wordsByLanguage('text/negation')].map(([code, words]) => [code, new Set(words)]));

/** Words that turn a statement into its opposite, folded; empty where Fieldfare has no list. */
export const negationsOf = (language: string): ReadonlySet<string> => SETS.get(language) ?? NONE;
