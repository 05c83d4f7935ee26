import type { Coordination, Hold } from './coordination.ts';
import type { DocumentReader, DocumentStore } from './documents.ts';
import type { ElementReader, ElementStore } from './elements.ts';
import type { FigureReader } from './figures.ts';
import type { FormReader, FormStore } from './forms.ts';
import type { HistoryReader, HistoryStore } from './history.ts';
import type { KnowledgeReader, KnowledgeStore } from './knowledge.ts';
import type { LinkReader, LinkStore } from './links.ts';
import type { ListStore } from './lists.ts';
import type { NoveltyReader, NoveltyStore } from './novelty.ts';
import type { PaceReader } from './pace.ts';
import type { PageReader, PageStore } from './pages.ts';
import type { RecordReader, RecordStore } from './records.ts';
import type { RegionReader, RegionStore } from './regions.ts';
import type { RunReader, RunStore } from './runs.ts';
import type { SearchIndex, SearchIndexReader } from './search-index.ts';
import type { SentenceStore } from './sentences.ts';
import type { SiteReader, SiteStore } from './sites.ts';
import type { SubmissionReader, SubmissionStore } from './submissions.ts';

export interface TransactionOptions {
  /** Waited for before the work is run, by all of a group at once: what its rows point to is on disk then. */
  readonly after?: () => Promise<void>;
  /**
   * The work survives this before it counts as done: `power`, a power cut (the default), or `process`, the death of
   * this process, which need not wait for the disk.
   */
  readonly survives?: 'power' | 'process';
  /** Whose rows are written: where several processes work on a run, this one has to hold the leases of these sites. */
  readonly sites?: readonly string[];
  /**
   * These hold when the work commits, in a store of several writers.
   * @throws {LeaseEndedError} one of them has ended: nothing is committed
   */
  readonly under?: readonly Hold[];
}

/** Writes all or nothing. Valid until the work that it was given to has ended. */
export interface Transaction {
  readonly runs: RunStore;
  readonly sites: SiteStore;
  readonly links: LinkStore;
  readonly pages: PageStore;
  readonly forms: FormStore;
  readonly history: HistoryStore;
  readonly submissions: SubmissionStore;
  readonly records: RecordStore;
  readonly elements: ElementStore;
  readonly documents: DocumentStore;
  readonly novelty: NoveltyStore;
  readonly searchIndex: SearchIndex;
  readonly knowledge: KnowledgeStore;
  readonly regions: RegionStore;
  readonly coordination?: Coordination;
  /** Has `hook` called once this work is committed; never where it is undone. */
  afterCommit(hook: () => void): void;
}

/**
 * Everything that outlives a process but the archives. Reads see what is committed, and may see the changes of a
 * transaction under way; writes need a transaction. Lists come in the order that their method names.
 */
export interface Store {
  /** Folder that holds the exchange logs, the reports and whatever the driver keeps in files. */
  readonly folder: string;
  /** Storage folder, where the labels of users lie. */
  readonly storage: string;
  readonly runs: RunReader;
  readonly sites: SiteReader;
  readonly links: LinkReader;
  readonly pages: PageReader;
  readonly forms: FormReader;
  readonly history: HistoryReader;
  readonly submissions: SubmissionReader;
  readonly records: RecordReader;
  readonly elements: ElementReader;
  readonly documents: DocumentReader;
  readonly novelty: NoveltyReader;
  readonly searchIndex: SearchIndexReader;
  readonly knowledge: KnowledgeReader;
  readonly regions: RegionReader;
  readonly figures: FigureReader;
  readonly pace: PaceReader;
  /** Coordinates several processes that write to this store at once; undefined where one has it for itself. */
  readonly coordination?: Coordination;
  /** Outside transactions: it can be made again. */
  readonly sentences: SentenceStore;
  /** Outside transactions, too. */
  readonly lists: ListStore;
  /** Folder of one run's files. */
  runFolder(runId: number): string;
  /**
   * All or nothing; one at a time. Works that come close together may share a commit; done means it is on disk.
   * @throws what `work` or `after` throws, after its own changes are undone; or what kept the commit from the disk
   */
  transaction<T>(work: (trx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Explains an error of the store, or of the disk that it shares, to a person; returns any other as it is. */
  explain(error: unknown): Error;
  close(): Promise<void>;
}
