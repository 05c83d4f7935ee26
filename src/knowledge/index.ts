/**
 * Knowledge: what a page is about, by a schema built from a corpus (paper 003).
 *
 * Opening this door loads no text package, no WordNet and no RDF store; the functions that need them do.
 */

export { type Annotation, nounKey } from './annotation/noun.ts';
export {
  annotateBy,
  EMBEDDED,
  embeddedAnnotator,
  type OpenedAnnotator,
  openAnnotator,
} from './annotation/open-annotator.ts';
export { fetchSpotlightLinks, postToService } from './annotation/spotlight.ts';
export { type BuiltCorpus, buildKnowledge } from './corpus/build.ts';
export { type CommonNoun, type CorpusFacts, commonestNouns, corpusFacts } from './corpus/corpus-facts.ts';
export { type CorpusPage, contentOf, pageOfHtml } from './corpus/corpus-page.ts';
export { corpusSeeds } from './corpus/corpus-seeds.ts';
export { readCorpus } from './corpus/read-corpus.ts';
export { forgetTopic, loadKnowledge, requireLinker } from './corpus/store-corpus.ts';
export { levelCounts } from './corpus/wikipedia-dump.ts';
export { KnowledgeError } from './knowledge-error.ts';
export { exportRdf, type RdfFormat, triplesOfTopic } from './rdf/export.ts';
export { importRdf } from './rdf/import.ts';
export { idf } from './similarity/idf.ts';
export {
  evidenceOf,
  JUDGE_CONSTANTS,
  type JudgeConstants,
  judgeKnowledge,
  type KnowledgeVerdict,
  type NounEvidence,
} from './similarity/judge.ts';
export { type KnowledgeModel, MIN_DOCUMENTS, modelFrom } from './similarity/model.ts';
export { answerSparql } from './sparql/endpoint.ts';
export { SparqlEngine } from './sparql/engine.ts';
export { allDocuments, documentsWithNoun } from './sparql/listings.ts';
