import type { Concept } from './concepts.ts';

/** The words of one language. Its file is called by the language's code, `und` for words of none or of an unknown one. */
export interface LanguagePack {
  /** In English. */
  readonly name: string;
  /** Terms between commas or line ends; an array for the sources of patterns. */
  readonly words: Readonly<Partial<Record<Concept, string | readonly string[]>>>;
}
