import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Store } from '../../storage/index.ts';
import { type EnrichedNoun, nounKey } from '../annotation/noun.ts';
import { type AnnotatedDocument, storeAnnotated } from '../corpus/store-corpus.ts';
import { KnowledgeError } from '../knowledge-error.ts';
import { SparqlEngine, SparqlError } from '../sparql/engine.ts';
import { PREFIX_LINES } from './vocabulary.ts';

/** Media types by the ending of a file. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/\.ttl$/i, 'text/turtle'],
  [/\.nt$/i, 'application/n-triples'],
  [/\.nq$/i, 'application/n-quads'],
];
const MAX_BYTES = 2_000_000_000;
const JSON_RESULTS = { bindings: 'application/sparql-results+json', graph: 'application/n-triples' };
const MAX_ROWS = 1_000_000;
const BATCH = 25;

const results = z.object({
  results: z.object({ bindings: z.array(z.record(z.string(), z.object({ value: z.string() }))) }),
});
type Row = Readonly<Record<string, string>>;

export interface ImportedTopics {
  /** Number of imported documents by topic. */
  readonly topics: Readonly<Record<string, number>>;
}

/**
 * Imports the documents of an RDF file into the corpora of their topics. A document of the same source is replaced;
 * statements outside the knowledge schema are ignored.
 * @param as topic for all documents
 * @throws {KnowledgeError} where the file does not parse (line and column), or holds no document of the schema
 */
export async function importRdf(store: Store, file: string, as?: string): Promise<ImportedTopics> {
  const format = TYPES.find(([ending]) => ending.test(file))?.[1];
  if (format === undefined)
    throw new KnowledgeError(`${file}: expected Turtle (.ttl), N-Triples (.nt) or N-Quads (.nq)`);
  const { size } = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new KnowledgeError(`${file} cannot be read (${error.code})`);
  });
  if (size > MAX_BYTES) throw new KnowledgeError(`${file} is larger than ${MAX_BYTES} bytes`);
  const engine = new SparqlEngine(async function* () {}, { rows: MAX_ROWS, timeoutMs: 120_000 });
  try {
    await engine.loadFile(file, format).catch((error: unknown) => {
      if (error instanceof SparqlError) throw new KnowledgeError(`${file}: ${error.message}`);
      throw error;
    });
    return await importDocuments(store, engine, file, as);
  } finally {
    await engine.close();
  }
}

async function select(engine: SparqlEngine, query: string): Promise<Row[]> {
  const answer = results.parse(JSON.parse(await engine.query(`${PREFIX_LINES}${query}`, JSON_RESULTS)));
  return answer.results.bindings.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, { value }]) => [name, value])),
  );
}

async function importDocuments(
  store: Store,
  engine: SparqlEngine,
  file: string,
  as: string | undefined,
): Promise<ImportedTopics> {
  const documents = await select(
    engine,
    `SELECT ?doc ?title ?source ?topic ?sentences ?linker WHERE { ?doc a sfwc:Document . FILTER(isIRI(?doc))
      OPTIONAL { ?doc dcterms:title ?title } OPTIONAL { ?doc dcterms:source ?source }
      OPTIONAL { ?doc sfwc:hasTopic/rdfs:label ?topic }
      OPTIONAL { ?doc sfwc:sentences ?sentences } OPTIONAL { ?doc sfwc:linkedBy ?linker } } ORDER BY ?doc`,
  );
  if (documents.length === 0)
    throw new KnowledgeError(`${file} holds no sfwc:Document: there is no knowledge of this schema in it`);
  const topics: Record<string, number> = {};
  for (let at = 0; at < documents.length; at += BATCH) {
    const batch: { topic: string; document: AnnotatedDocument }[] = [];
    for (const row of documents.slice(at, at + BATCH)) {
      const topic = as ?? row.topic ?? '';
      if (!/^[a-z][a-z0-9-]{0,39}$/.test(topic))
        throw new KnowledgeError(
          `${file}: ${row.doc} has ${topic === '' ? 'no topic with an rdfs:label' : `the topic “${topic.slice(0, 40)}”, which is no name of a domain`}; name one with --as`,
        );
      batch.push({ topic, document: await readDocument(engine, row) });
    }
    await store.transaction(async (trx) => {
      for (const { topic, document } of batch) await storeAnnotated(trx, topic, document);
    });
    for (const { topic } of batch) topics[topic] = (topics[topic] ?? 0) + 1;
  }
  return { topics };
}

async function readDocument(engine: SparqlEngine, row: Row): Promise<AnnotatedDocument> {
  const { doc = '', title = '', source = doc, sentences = '0', linker = 'imported' } = row;
  const rows = await select(
    engine,
    `SELECT ?anchor ?pos ?ne ?uri ?count WHERE { ?e sfwc:inDocument <${doc}> ; nif:anchorOf ?anchor .
      OPTIONAL { ?e nif:posTag ?pos } OPTIONAL { ?e sfwc:neTag ?ne }
      OPTIONAL { ?e itsrdf:taIdentRef ?uri } OPTIONAL { ?e sfwc:occurrences ?count } } ORDER BY ?anchor ?uri`,
  );
  // Anchors may be alike once they are in lower case.
  const nouns = new Map(rows.map(nounOf).map((noun) => [nounKey(noun), noun]));
  const annotation = { sentences: Number(sentences) || 0, nouns: [...nouns.values()] };
  const digest = `rdf ${createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 22)}`;
  return { source, title, digest, linker, annotation };
}

const POS = new Set(['NN', 'NNS', 'NNP', 'NNPS']);
const NE = new Set(['PERSON', 'LOCATION', 'ORGANIZATION', 'MISC', 'O']);

/** Reads a noun; tags of other vocabularies become the most general one. */
const nounOf = ({ anchor = '', pos = '', ne = '', uri, count = '1' }: Row): EnrichedNoun => ({
  anchor: anchor.slice(0, 500).toLowerCase(),
  posTag: (POS.has(pos) ? pos : 'NN') as EnrichedNoun['posTag'],
  neTag: (NE.has(ne) ? ne : 'O') as EnrichedNoun['neTag'],
  uri: uri ?? null,
  count: Math.max(1, Math.trunc(Number(count)) || 1),
});
