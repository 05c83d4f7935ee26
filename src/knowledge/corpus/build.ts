import { createHash } from 'node:crypto';
import type { Store } from '../../drivers/sqlite/index.ts';
import type { Annotation } from '../annotation/noun.ts';
import { KnowledgeError } from '../knowledge-error.ts';
import { type CorpusPage, contentOf } from './corpus-page.ts';
import { type CorpusOptions, readCorpus } from './read-corpus.ts';
import { type AnnotatedDocument, keepAnnotated, knownDigests } from './store-corpus.ts';

/** Annotates content; what linked it is part of what is known of a document. */
interface CorpusAnnotator {
  readonly linker: string;
  annotate(content: readonly string[]): Promise<Annotation>;
}

export interface BuildOptions extends Omit<CorpusOptions, 'store'> {
  /** Folders, archives, runs, dumps: see {@link readCorpus}. */
  readonly corpora: readonly string[];
  readonly annotator: CorpusAnnotator;
  /** Told after each batch. */
  readonly onProgress?: (read: number) => void;
}

export interface BuiltCorpus {
  /** Pages read, and what became of them. */
  readonly read: number;
  readonly added: number;
  /** Known already, with the same text. */
  readonly unchanged: number;
  /** Pages with not one linked noun: no text, or in another language. */
  readonly bare: number;
}

/** Pages that go into the store together: what a crash loses at most, and none of it was acknowledged. */
const BATCH = 25;

/**
 * Lets the corpus of a topic grow by pages: annotated, and the n of their nouns counted. A page that is known with the same
 * text stays as it is; one that changed is replaced. The order of the pages changes nothing.
 * @throws {KnowledgeError} when there was not one page with a linked noun to take
 */
export async function buildKnowledge(store: Store, options: BuildOptions): Promise<BuiltCorpus> {
  const { topic, corpora, annotator, onProgress } = options;
  const known = new Map(await knownDigests(store.db, topic));
  let waiting: AnnotatedDocument[] = [];
  const count = { read: 0, added: 0, unchanged: 0, bare: 0 };
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    await store.transaction(async (trx) => {
      for (const document of batch) await keepAnnotated(trx, topic, document);
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
      waiting.push({ ...page, digest, linker: annotator.linker, annotation });
      if (waiting.length >= BATCH) await flush();
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
