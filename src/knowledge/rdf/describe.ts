import { createHash } from 'node:crypto';
import type { CountedNoun, KnowledgeReader } from '../../storage/index.ts';
import { loadKnowledge } from '../corpus/store-corpus.ts';
import { idf } from '../similarity/idf.ts';
import { iri, literal } from './terms.ts';
import { documentIri, entityIri, PREFIXES, topicIri } from './vocabulary.ts';

/** Predicates and objects of one subject, as in N-Triples or with a known prefix. */
export interface DescribedSubject {
  readonly subject: string;
  readonly properties: readonly (readonly [predicate: string, object: string])[];
}

const typed = (value: number | string, type: 'integer' | 'double'): string => `"${value}"^^xsd:${type}`;

/**
 * Describes a topic's knowledge as RDF, subject by subject: the topic, then each document with its nouns, by source. The
 * description does not depend on the order in which documents were added.
 * @throws {KnowledgeError} where nothing is known of the topic
 */
export async function* describeTopic(
  knowledge: KnowledgeReader,
  topic: string,
): AsyncGenerator<DescribedSubject> {
  const { documents: all } = await loadKnowledge(knowledge, topic);
  yield {
    subject: iri(topicIri(topic)),
    properties: [
      ['a', 'sfwc:Topic'],
      ['rdfs:label', literal(topic)],
    ],
  };
  for await (const { id, source, title, sentences, linker } of knowledge.documents(topic)) {
    const key = createHash('sha256').update(source).digest('base64url').slice(0, 16);
    const subject = iri(documentIri(topic, key));
    yield {
      subject,
      properties: [
        ['a', 'sfwc:Document'],
        ['dcterms:title', literal(title)],
        ['dcterms:source', literal(source)],
        ['sfwc:hasTopic', iri(topicIri(topic))],
        ['sfwc:sentences', typed(sentences, 'integer')],
        ['sfwc:linkedBy', literal(linker)],
      ],
    };
    const nouns = await knowledge.nounsOf(id);
    for (const [i, noun] of nouns.entries())
      yield { subject: iri(entityIri(topic, key, i)), properties: described(noun, subject, all) };
  }
}

function described(
  { anchor, uri, documents, pos_tag, ne_tag, count }: CountedNoun,
  document: string,
  all: number,
): DescribedSubject['properties'] {
  return [
    ['a', 'sfwc:Entity'],
    ['a', anchor.includes(' ') ? 'nif:Phrase' : 'nif:Word'],
    ['nif:anchorOf', literal(anchor)],
    ['nif:posTag', literal(pos_tag)],
    ['sfwc:neTag', literal(ne_tag)],
    ...(uri === '' ? [] : [['itsrdf:taIdentRef', iri(uri)] as const]),
    ['sfwc:idfValue', typed(idf(all, documents).toFixed(6), 'double')],
    ['sfwc:occurrences', typed(count, 'integer')],
    ['sfwc:inDocument', document],
  ];
}

const KNOWN = new RegExp(`(^|\\^\\^)(${Object.keys(PREFIXES).join('|')}):(\\w+)$`);

/** Expands the prefix of a term for N-Triples. */
export function expandPrefixes(term: string): string {
  if (term === 'a') return iri(`${PREFIXES.rdf}type`);
  return term.replace(
    KNOWN,
    (_, before: string, prefix: keyof typeof PREFIXES, name: string) =>
      `${before}<${PREFIXES[prefix]}${name}>`,
  );
}
