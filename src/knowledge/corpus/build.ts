import { createHash } from 'node:crypto';
import type { Store } from '../../storage/index.ts';
import type { Annotation } from '../annotation/noun.ts';
import { KnowledgeError } from '../knowledge-error.ts';
import { type CorpusPage, contentOf } from './corpus-page.ts';
import { type CorpusOptions, readCorpus } from './read-corpus.ts';
import { type AnnotatedDocument, knownDigests, storeAnnotated } from './store-corpus.ts';

/** Annotates content; its linker is stored with each document. */
interface CorpusAnnotator {
  readonly linker: string;
  annotate(content: readonly string[]): Promise<Annotation>;
}

export interface BuildOptions extends Omit<CorpusOptions, 'store'> {
  /** Folders, archives, runs, dumps: see {@link readCorpus}. */
  readonly corpora: readonly string[];
  readonly annotator: CorpusAnnotator;
  /** Called after each batch. */
  readonly onProgress?: (read: number) => void;
}

export interface BuiltCorpus {
  readonly read: number;
  readonly added: number;
  /** Already known with the same text. */
  readonly unchanged: number;
  /** Pages without any linked noun: no text, or in another language. */
  readonly bare: number;
}

/** Pages of one transaction. */
const BATCH = 25;

/**
 * Adds annotated pages to the corpus of a topic and counts the documents of their nouns. A known page with the same text
 * stays as it is; a changed one is replaced. The order of the pages does not matter.
 * @throws {KnowledgeError} when no page has a linked noun
 */
export async function buildKnowledge(store: Store, options: BuildOptions): Promise<BuiltCorpus> {
  const { topic, corpora, annotator, onProgress } = options;
  const known = new Map(await knownDigests(store.knowledge, topic));
  let pending: AnnotatedDocument[] = [];
  const count = { read: 0, added: 0, unchanged: 0, bare: 0 };
  const flush = async () => {
    const batch = pending;
    pending = [];
    await store.transaction(async (trx) => {
      for (const document of batch) await storeAnnotated(trx, topic, document);
    });
    count.added += batch.length;
    onProgress?.(count.read);
  };
  for (const corpus of corpora) {
    for await (const page of readCorpus(corpus, { ...options, store })) {
      count.read++;
      const digest = digestOf(page);
      if (known.get(page.source) === `${annotator.linker} ${digest}`) {
        count.unchanged++;
        continue;
      }
      known.set(page.source, `${annotator.linker} ${digest}`);
      const annotation = await annotator.annotate(contentOf(page));
      if (!annotation.nouns.some(({ uri }) => uri !== null)) {
        count.bare++;
        continue;
      }
      pending.push({ ...page, digest, linker: annotator.linker, annotation });
      if (pending.length >= BATCH) await flush();
    }
  }
  await flush();
  if (count.read === 0)
    throw new KnowledgeError(
      `the corpus is empty: ${corpora.join(', ')} holds no pages about ${topic} that can be read`,
    );
  if (count.added + count.unchanged === 0)
    throw new KnowledgeError(
      `none of the ${count.read} pages has a noun that could be linked; the embedded linker reads English (--spotlight asks a service)`,
    );
  return count;
}

const digestOf = ({ title, text }: CorpusPage): string =>
  createHash('sha256').update(`${title}\n${text}`).digest('base64url').slice(0, 22);
