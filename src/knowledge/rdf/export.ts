import type { KnowledgeReader } from '../../storage/index.ts';
import { type DescribedSubject, describeTopic, expandPrefixes } from './describe.ts';
import { iri } from './terms.ts';
import { PREFIXES, topicIri } from './vocabulary.ts';

const RDF_FORMATS = ['turtle', 'nquads'] as const;
export type RdfFormat = (typeof RDF_FORMATS)[number];

/**
 * Exports a topic's knowledge as lines of Turtle, or of N-Quads with the topic as the graph.
 * @throws {KnowledgeError} where nothing is known of the topic
 */
export async function* exportRdf(
  knowledge: KnowledgeReader,
  topic: string,
  format: RdfFormat,
): AsyncGenerator<string> {
  const graph = ` ${iri(topicIri(topic))}`;
  if (format === 'turtle') {
    for (const [name, address] of Object.entries(PREFIXES)) yield `@prefix ${name}: <${address}> .\n`;
  }
  for await (const described of describeTopic(knowledge, topic))
    yield format === 'turtle' ? turtleOf(described) : triplesOf(described, graph);
}

/** Exports N-Triples in large pieces, which a store loads fastest. */
export async function* triplesOfTopic(knowledge: KnowledgeReader, topic: string): AsyncGenerator<string> {
  let piece: string[] = [];
  for await (const described of describeTopic(knowledge, topic)) {
    if (piece.push(triplesOf(described, '')) < SUBJECTS_A_PIECE) continue;
    yield piece.join('');
    piece = [];
  }
  if (piece.length > 0) yield piece.join('');
}

/** Some 20,000 triples: one large piece takes twenty times as long as many of this size. */
const SUBJECTS_A_PIECE = 2_500;

const turtleOf = ({ subject, properties: says }: DescribedSubject): string =>
  `\n${subject} ${says.map(([predicate, object]) => `${predicate} ${object}`).join(' ;\n  ')} .\n`;

const triplesOf = ({ subject, properties: says }: DescribedSubject, graph: string): string =>
  says
    .map(
      ([predicate, object]) =>
        `${subject} ${expandPrefixes(predicate)} ${expandPrefixes(object)}${graph} .\n`,
    )
    .join('');
