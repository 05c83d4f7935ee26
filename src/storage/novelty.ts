import type { DocumentPrintRow, DocumentRow, DocumentTextRow } from './documents.ts';

/** A verdict on a document. */
export interface DocumentVerdict
  extends Pick<
    DocumentRow,
    'id' | 'language' | 'category' | 'similarity' | 'like_id' | 'sentences' | 'new_spans'
  > {
  readonly state: Exclude<DocumentRow['state'], 'waiting'>;
  readonly seq: number;
  readonly text: Omit<DocumentTextRow, 'id'>;
  /** Of a novel document, unless it is too short to compare. */
  readonly print?: Omit<DocumentPrintRow, 'id'>;
}

/** The text of a novel document. */
export type NovelText = Pick<DocumentRow, 'id' | 'domain' | 'language' | 'title' | 'new_spans'> & {
  readonly seq: number;
  readonly text: string;
};

/** Reads what judging needs: the order of documents, and what they are compared with. */
export interface NoveltyReader {
  /** Documents of a site in the order of judging: kind (page, hidden, record), depth, key. */
  documentsOfSite(
    runId: number,
    site: string,
  ): Promise<readonly Pick<DocumentRow, 'id' | 'kind' | 'state'>[]>;
  /** Last place in the order of judging; 0 where nothing was judged. */
  lastSeq(): Promise<number>;
  /**
   * Texts of novel documents by `seq`, from the one behind `after` on, `limit` at most.
   * @param of run and category; by default all
   */
  novelTexts(
    after: number,
    limit: number,
    of?: { readonly run: number; readonly category: string | null },
  ): Promise<readonly NovelText[]>;
  /** Signatures of the documents of a run and of all before it, by document. */
  signatures(throughRun: number): AsyncIterable<Pick<DocumentPrintRow, 'id' | 'signature'>>;
  /** Undefined where the document has none. */
  fingerprint(id: number): Promise<Uint8Array | undefined>;
  /** Runs with documents that were judged and wait to be judged again, by number, and the mode they were judged in. */
  orphanedRuns(): Promise<readonly { readonly run: number; readonly mode: 'page' | 'sentence' }[]>;
}

export interface NoveltyStore extends NoveltyReader {
  /**
   * Writes verdicts with texts, index entries and prints. A text that is there stays, a print is replaced; the document
   * must be there.
   */
  judge(verdicts: readonly DocumentVerdict[]): Promise<void>;
  /** Takes all verdicts of a run back, with prints and clusters; texts stay. */
  reset(runId: number): Promise<void>;
  /** Gives pages that wait the depth of their link, which may have become less; those without a link keep theirs. */
  updateDepths(runId: number): Promise<void>;
}
