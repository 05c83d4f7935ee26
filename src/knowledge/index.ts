/**
 * Knowledge: what a page is about, by a schema built from a corpus (paper 003).
 *
 * Opening this door loads no text package, no WordNet and no RDF store; the functions that need them do.
 */

export type { EntityTag, EnrichedNoun, Annotation, NounTag } from './annotation/noun.ts';
export { nounKey } from './annotation/noun.ts';
export {
  EMBEDDED,
  embeddedAnnotator,
  openAnnotator,
  type OpenedAnnotator,
} from './annotation/open-annotator.ts';
export { type BuildOptions, type BuiltCorpus, buildKnowledge } from './corpus/build.ts';
export { type CorpusFacts, commonestNouns, corpusFacts, type TellingNoun } from './corpus/corpus-facts.ts';
export { contentOf, type CorpusPage, pageOfHtml } from './corpus/corpus-page.ts';
export { readCorpus } from './corpus/read-corpus.ts';
export { forgetTopic, knownTopics, loadKnowledge } from './corpus/store-corpus.ts';
export { type DumpChoice, levelCounts } from './corpus/wikipedia-dump.ts';
export { KnowledgeError } from './knowledge-error.ts';
export { idf } from './similarity/idf.ts';
export { evidenceOf, judgeKnowledge, type KnowledgeVerdict, type NounEvidence } from './similarity/judge.ts';
export { type KnowledgeModel, LEAST_DOCUMENTS, modelFrom } from './similarity/model.ts';
