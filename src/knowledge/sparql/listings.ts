import { literal } from '../rdf/terms.ts';
import { PREFIXES } from '../rdf/vocabulary.ts';

/**
 * Listing 1 of paper 003 made valid: how many documents hold a noun. (There: `@PREFIX`, `COUNT` and `AS` without
 * parentheses, typographic quotes, a stray semicolon.) The pattern that fewest triples fit comes first; in the printed
 * order all entities are looked at.
 * @param uri only with this meaning
 */
export const documentsWithNoun = (anchor: string, uri?: string): string => `PREFIX sfwc: <${PREFIXES.sfwc}>
PREFIX nif: <${PREFIXES.nif}>
PREFIX itsrdf: <${PREFIXES.itsrdf}>
SELECT (COUNT(DISTINCT ?doc) AS ?total) WHERE {
  ?s nif:anchorOf ${literal(anchor)} .${uri === undefined ? '' : `\n  ?s itsrdf:taIdentRef <${encodeURI(uri)}> .`}
  ?s a sfwc:Entity .
  ?s sfwc:inDocument ?doc .
}`;

/** Listing 2 made valid: how many documents there are. */
export const allDocuments = (): string => `PREFIX sfwc: <${PREFIXES.sfwc}>
SELECT (COUNT(DISTINCT ?doc) AS ?total) WHERE {
  ?doc a sfwc:Document .
}`;
