import { type NounMeaning, nounNet } from '../../foundation/text/index.ts';
import type { EntityTag } from './noun.ts';

/** The meaning that a noun was linked to. */
export interface EntityLink {
  readonly uri: string;
  readonly neTag: EntityTag;
}

/** Links nouns to meanings. */
export interface EntityLinker {
  /**
   * @param anchor lemma, lower case
   * @param isName the tagger took it for a proper noun
   */
  link(anchor: string, isName: boolean): EntityLink | undefined;
}

/** A name and the address of its entity. */
export interface GazetteerEntry {
  readonly name: string;
  readonly uri: string;
  readonly neTag: EntityTag;
}

/** Address of a noun's meaning in Princeton's RDF of WordNet 3.1. */
const synsetUri = (offset: number): string =>
  `http://wordnet-rdf.princeton.edu/id/${String(offset).padStart(8, '0')}-n`;

const TAGS = { place: 'LOCATION', person: 'PERSON', group: 'ORGANIZATION' } as const;
/** Cached anchors: enough for a crawl, but bounded against an attacker. */
const MAX_CACHED = 200_000;

/**
 * Links to the names of a gazetteer, else to the synsets of WordNet. Of several meanings it takes the most frequent one (a
 * strong baseline): among instances for proper names, among classes for common nouns.
 */
export function embeddedLinker(gazetteer: readonly GazetteerEntry[] = []): EntityLinker {
  const net = nounNet();
  const names = new Map(gazetteer.map((entry) => [entry.name, entry]));
  const cache = new Map<string, EntityLink | undefined>();
  const find = (anchor: string, isName: boolean): EntityLink | undefined => {
    const named = names.get(anchor);
    if (named !== undefined) return { uri: named.uri, neTag: named.neTag };
    const meanings = net.meanings(anchor);
    const best = meanings.find(({ isInstance }) => isInstance === isName) ?? meanings[0];
    return best === undefined ? undefined : { uri: synsetUri(best.offset), neTag: tagOf(best) };
  };
  return {
    link(anchor, isName) {
      const key = `${isName ? 1 : 0}${anchor}`;
      if (cache.has(key)) return cache.get(key);
      const link = find(anchor, isName);
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(key, link);
      return link;
    },
  };
}

const tagOf = ({ isInstance, names }: NounMeaning): EntityTag =>
  isInstance ? (names === undefined ? 'MISC' : TAGS[names]) : 'O';
