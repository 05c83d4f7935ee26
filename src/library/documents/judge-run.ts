import { type WordNet, wordNet } from '../../foundation/text/index.ts';
import type { DocumentRow, SiteDocument, Store, StoredDocument } from '../../storage/index.ts';
import { SiteTemplate } from '../novelty/boilerplate.ts';
import { hashText } from '../novelty/fingerprint.ts';
import { addToIndexes, judgeText, NOVELTY_THRESHOLD, type NoveltyIndexes } from '../novelty/judge-text.ts';
import type { NoveltyMode } from '../novelty/mode.ts';
import { decodeHashes } from '../novelty/page-memory.ts';
import { TextReader, type TextReading } from '../novelty/read-text.ts';
import { SentenceIndex } from '../novelty/sentence-index.ts';
import { SentencesInThread } from '../novelty/sentences-in-thread.ts';
import type { Categoriser } from '../ontology/categorise.ts';
import { type Ontology, ontologyOf } from '../ontology/ontology.ts';
import { clusterRun } from './cluster-run.ts';
import { decodeBlocks } from './keep-document.ts';
import { loadPageMemory, updateSentenceIndex } from './known.ts';
import { type JudgedDocument, verdictOf } from './verdict.ts';

export interface JudgeRunOptions {
  readonly mode: Exclude<NoveltyMode, 'off'>;
  /** Similarity above which a text of the domain is a duplicate (default .65). */
  readonly thresholdOf?: (domain: string | null) => number;
  /** Is-a relations of a domain (default: WordNet's alone). */
  readonly ontologyOf?: (domain: string | null) => Ontology;
  /** Decides the category of a text (default: the domain it was found for). */
  readonly categoriser?: Categoriser;
  readonly onProgress?: (done: number, all: number) => void;
  /** Keeps the texts of known documents, too; by default a pointer to what they repeat (default false). */
  readonly keepKnown?: boolean;
  /** Sentences that a page is summarised by: a number, or a share of them (default: {@link DEFAULT_SUMMARY}). */
  readonly summary?: number;
  /** Receives one line for each problem that was repaired. */
  readonly onWarning?: (message: string) => void;
  /** Stops between two batches; verdicts so far are kept. */
  readonly signal?: AbortSignal;
}

/** Number of a run's documents by verdict. */
export interface NoveltyCount {
  readonly documents: number;
  readonly novel: number;
  readonly known: number;
  readonly bare: number;
}

const BATCH = 100;

/**
 * Judges the waiting documents of a run, site by site in the order of (kind, depth, key), against earlier runs and its own
 * earlier documents. The order does not depend on the crawl's, so neither do the verdicts. Each batch is one transaction;
 * after a crash the next call continues where it stopped.
 */
export async function judgeRun(store: Store, runId: number, options: JudgeRunOptions): Promise<NoveltyCount> {
  const words = wordNet();
  const threaded = new SentencesInThread(options.onWarning ?? (() => undefined));
  const reader = new TextReader(words, options.summary, threaded);
  const settings = settingsOf(options, words);
  const sentences =
    options.mode === 'sentence' ? await openSentences(store, words, options.onWarning) : undefined;
  try {
    if (sentences !== undefined) await updateSentenceIndex(store, sentences, reader, settings.ontology);
    const indexes: NoveltyIndexes = { reader, pages: await loadPageMemory(store, runId), sentences };
    await store.transaction((trx) => trx.novelty.updateDepths(runId));
    await new RunJudge(store, runId, indexes, settings, options).all();
    if (options.signal?.aborted !== true) await clusterRun(store, runId);
    return await countNovelty(store, runId);
  } finally {
    await threaded.close();
    await sentences?.close();
  }
}

const openSentences = async (
  { sentences }: Pick<Store, 'sentences'>,
  words: WordNet,
  warn: (message: string) => void = () => undefined,
): Promise<SentenceIndex> => new SentenceIndex(await sentences.open(warn), words);

interface Settings {
  threshold(domain: string | null): number;
  ontology(domain: string | null): Ontology;
}

function settingsOf(options: JudgeRunOptions, words: WordNet): Settings {
  const wordNetOnly = ontologyOf(new Map(), words);
  return {
    threshold: options.thresholdOf ?? (() => NOVELTY_THRESHOLD),
    ontology: options.ontologyOf ?? (() => wordNetOnly),
  };
}

class RunJudge {
  readonly #store: Store;
  readonly #runId: number;
  readonly #indexes: NoveltyIndexes;
  readonly #settings: Settings;
  readonly #options: JudgeRunOptions;
  #done = 0;
  #all = 0;
  #seq = 0;

  constructor(
    store: Store,
    runId: number,
    indexes: NoveltyIndexes,
    settings: Settings,
    options: JudgeRunOptions,
  ) {
    this.#store = store;
    this.#runId = runId;
    this.#indexes = indexes;
    this.#settings = settings;
    this.#options = options;
  }

  async all(): Promise<void> {
    this.#seq = Math.max(await this.#store.novelty.lastSeq(), (await this.#indexes.sentences?.seq()) ?? 0);
    const waiting = { run: this.#runId, states: ['waiting'] } as const;
    const sites = await this.#store.documents.count(waiting, ['site']);
    this.#all = sites.reduce((sum, { documents }) => sum + documents, 0);
    for (const { site } of sites) {
      if (this.#options.signal?.aborted) return;
      await this.#site(site);
    }
  }

  async #site(site: string): Promise<void> {
    const rows = await this.#store.novelty.documentsOfSite(this.#runId, site);
    const template = await this.#templateOf(rows);
    const waiting = rows.filter((row) => row.state === 'waiting');
    for (let at = 0; at < waiting.length; at += BATCH) {
      if (this.#options.signal?.aborted) return;
      await this.#batch(waiting.slice(at, at + BATCH), template);
    }
    // Half a site is not enough to recognise the template: until here a crash must find all of its blocks.
    const ids = rows.map(({ id }) => id);
    await this.#store.transaction((trx) => trx.documents.update(ids, { blocks: null }));
  }

  async #templateOf(rows: readonly { id: number; kind: string }[]): Promise<SiteTemplate> {
    const template = new SiteTemplate();
    const pages = rows.filter((row) => row.kind !== 'record').map((row) => row.id);
    for (let at = 0; at < pages.length; at += BATCH) {
      for (const { blocks } of await this.#store.documents.get(pages.slice(at, at + BATCH)))
        if (blocks !== null) template.add(decodeBlocks(blocks));
    }
    return template;
  }

  async #batch(documents: readonly SiteDocument[], template: SiteTemplate): Promise<void> {
    const judged: JudgedDocument[] = [];
    const restorable = new Set(documents.filter((row) => row.restorable).map(({ id }) => id));
    for (const row of await this.#store.documents.get(documents.map(({ id }) => id))) {
      // Its text could not be read from the archive; it may be another time.
      if (row.blocks === null && row.content !== null) continue;
      const content = contentOf(row, template);
      const result = await judgeText(
        this.#indexes,
        content,
        row.language,
        this.#settings.ontology(row.domain),
        this.#settings.threshold(row.domain),
      );
      await addToIndexes(this.#indexes, row.id, result);
      const category = categoryOf(result.reading, this.#options.categoriser) ?? row.domain;
      const letGo = this.#options.keepKnown !== true && restorable.has(row.id);
      judged.push({ row, content, judged: result, category, seq: ++this.#seq, letGo });
    }
    await this.#store.transaction((trx) => trx.novelty.judge(judged.map(verdictOf)));
    for (const { row } of judged) this.#indexes.pages.written(row.id);
    await this.#indexes.sentences?.commit(this.#seq);
    this.#done += judged.length;
    this.#options.onProgress?.(this.#done, this.#all);
  }
}

function categoryOf({ language, sentences }: TextReading, categoriser: Categoriser | undefined) {
  if (categoriser === undefined || language !== 'en') return undefined;
  return categoriser.categoryOf(
    sentences.flatMap(({ terms }) => terms.flatMap((term) => (term.noun ? [term.lemma] : []))),
  );
}

/**
 * Returns the text to judge. A document judged before has only its content left, without template blocks; where its text
 * was not kept, it is what the blocks from the archive have of that content.
 */
function contentOf(row: StoredDocument, template: SiteTemplate): readonly string[] {
  if (row.blocks === null) return row.text === null || row.text === '' ? [] : row.text.split('\n');
  const blocks = decodeBlocks(row.blocks);
  if (row.content !== null) {
    const before = new Set(decodeHashes(row.content));
    return blocks.map(({ text }) => text).filter((text) => before.has(hashText(text)));
  }
  return row.kind === 'record' ? blocks.map(({ text }) => text) : template.contentOf(blocks);
}

/** Counts the documents of a run by verdict. */
async function countNovelty(store: Pick<Store, 'documents'>, runId: number): Promise<NoveltyCount> {
  const counts = await store.documents.count({ run: runId }, ['state']);
  const countOf = (state: DocumentRow['state']) =>
    counts.find((group) => group.state === state)?.documents ?? 0;
  const documents = counts.reduce((sum, group) => sum + group.documents, 0);
  return { documents, novel: countOf('novel'), known: countOf('known'), bare: countOf('bare') };
}
