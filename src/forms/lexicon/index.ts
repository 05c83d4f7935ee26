import { type NamesOf, namesOf, wordsFor } from '../../foundation/language/index.ts';
import { termMatcher } from '../../foundation/text/index.ts';

export type LexiconName = NamesOf<'form'>;
/** What a single control can be for, as far as words tell. */
export type FieldWords = NamesOf<'field'>;

/** All word lists by name, in a fixed order. */
export const LEXICON_NAMES: readonly LexiconName[] = [...namesOf('form')].sort();

const NUMBER = new Map(LEXICON_NAMES.map((name, i) => [name, i]));

export const lexiconNumber = (name: LexiconName): number => NUMBER.get(name) ?? 0;

/** A search is offered by either verb: “find flights” is as good as “search flights”. */
export const lexiconTerms = (name: LexiconName): readonly string[] =>
  name === 'search' ? [...wordsFor('form/search'), ...wordsFor('form/find')] : wordsFor(`form/${name}`);

const LEXICON = termMatcher(LEXICON_NAMES.map(lexiconTerms));

/** How often each list's terms occur in a folded word line (`wordLine`), by list number. */
export const lexiconHits = (line: string): Uint16Array => LEXICON.count(line);

/** The first term of the list in the line. */
export const lexiconTerm = (name: LexiconName, line: string): string | undefined =>
  LEXICON.find(line, lexiconNumber(name));
