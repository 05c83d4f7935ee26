/**
 * Knowledge: what a page is about, by a schema built from a corpus (paper 003).
 *
 * Opening this door loads no text package, no WordNet and no RDF store; the functions that need them do.
 */

export type { Annotation, EnrichedNoun, EntityTag, NounTag } from './annotation/noun.ts';
export { nounKey } from './annotation/noun.ts';
export {
  annotateBy,
  EMBEDDED,
  embeddedAnnotator,
  type OpenedAnnotator,
  openAnnotator,
} from './annotation/open-annotator.ts';
export { fetchSpotlightLinks, type PostForm, postToService } from './annotation/spotlight.ts';
export { type BuildOptions, type BuiltCorpus, buildKnowledge } from './corpus/build.ts';
export { type CommonNoun, type CorpusFacts, commonestNouns, corpusFacts } from './corpus/corpus-facts.ts';
export { type CorpusPage, contentOf, pageOfHtml } from './corpus/corpus-page.ts';
export { corpusSeeds } from './corpus/corpus-seeds.ts';
export { readCorpus } from './corpus/read-corpus.ts';
export { forgetTopic, loadKnowledge, requireLinker } from './corpus/store-corpus.ts';
export { type DumpChoice, levelCounts } from './corpus/wikipedia-dump.ts';
export {
  type ConstantsChoice,
  type ConstantsScore,
  chooseConstants,
} from './evaluation/choose-constants.ts';
export {
  combinedScores,
  evaluateTopics,
  type FilterScore,
  type TopicEvaluation,
  type TopicOptions,
} from './evaluation/evaluate-topics.ts';
export { AGREEMENT, agreementOf, fleissKappa } from './evaluation/kappa.ts';
export { type LabelledPage, type LabelledPages, labelledPages } from './evaluation/labelled-pages.ts';
export {
  type DecidedPage,
  drawSample,
  type Ratings,
  readSheets,
  writeSheets,
} from './evaluation/rating-sheets.ts';
export { type RatedTopic, rateTopics } from './evaluation/ratings.ts';
export { type RunDecisions, runDecisions } from './evaluation/run-decisions.ts';
export { type SampleOptions, sampleSize, stratumSize } from './evaluation/sample-size.ts';
export {
  constantsTables,
  corpusTables,
  crawlTables,
  evaluationTables,
  levelTable,
  ratingTables,
  sampleTable,
} from './evaluation/topic-tables.ts';
export { KnowledgeError } from './knowledge-error.ts';
export { exportRdf, RDF_FORMATS, type RdfFormat, triplesOfTopic } from './rdf/export.ts';
export { type ImportedTopics, importRdf } from './rdf/import.ts';
export { PREFIX_LINES, PREFIXES } from './rdf/vocabulary.ts';
export { idf } from './similarity/idf.ts';
export { evidenceOf, judgeKnowledge, type KnowledgeVerdict, type NounEvidence } from './similarity/judge.ts';
export { type KnowledgeModel, MIN_DOCUMENTS, modelFrom } from './similarity/model.ts';
export { answerSparql, type EndpointOptions, type SparqlEndpoint, serveSparql } from './sparql/endpoint.ts';
export {
  type AnswerFormats,
  SPARQL_LIMITS,
  SparqlEngine,
  SparqlError,
  type SparqlLimits,
  type Triples,
} from './sparql/engine.ts';
export { allDocuments, documentsWithNoun } from './sparql/listings.ts';
