import { type TermMatcher, termMatcher } from '../../foundation/text/index.ts';
import * as account from './account.ts';
import * as commerce from './commerce.ts';
import * as searching from './searching.ts';
import * as writing from './writing.ts';

const LISTS = { ...searching, ...account, ...writing, ...commerce } as const;

export type LexiconName = keyof typeof LISTS;

/** All word lists by name, in a fixed order. */
export const LEXICON_NAMES = Object.keys(LISTS).sort() as readonly LexiconName[];

const NUMBER = new Map(LEXICON_NAMES.map((name, i) => [name, i]));

export const lexiconNumber = (name: LexiconName): number => NUMBER.get(name) ?? 0;

/** A matcher of some lists alone: for long texts, of which the other lists need not be known. */
export const matcherOf = (names: readonly LexiconName[]): TermMatcher =>
  termMatcher(names.map((name) => LISTS[name]));

const LEXICON = matcherOf(LEXICON_NAMES);

/** How often each list's terms occur in a folded word line (`wordLine`), by list number. */
export const lexiconHits = (line: string): Uint16Array => LEXICON.count(line);

/** The first term of the list in the line. */
export const lexiconTerm = (name: LexiconName, line: string): string | undefined =>
  LEXICON.find(line, lexiconNumber(name));
