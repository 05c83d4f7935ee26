/** Names of the knowledge schema (paper 003, figure 2): NIF for language, ITS for links, sfwc for the rest. */
export const PREFIXES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  dcterms: 'http://purl.org/dc/terms/',
  nif: 'http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#',
  itsrdf: 'http://www.w3.org/2005/11/its/rdf#',
  sfwc: 'http://sfwcrawler.com/core#',
} as const;

/** Prefix lines that are put before every query. */
export const PREFIX_LINES = Object.entries(PREFIXES)
  .map(([name, address]) => `PREFIX ${name}: <${address}>\n`)
  .join('');

export const topicIri = (topic: string): string => `urn:fieldfare:topic:${topic}`;

/** @param key digest of the document's source, so that its address does not depend on the order of the corpus */
export const documentIri = (topic: string, key: string): string => `urn:fieldfare:document:${topic}:${key}`;

/** @param number of the noun in its document, by anchor and meaning */
export const entityIri = (topic: string, key: string, number: number): string =>
  `urn:fieldfare:entity:${topic}:${key}:${number}`;
