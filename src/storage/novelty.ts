import type { DocumentFilter, DocumentPrintRow, DocumentRow, DocumentTextRow } from './documents.ts';

/** A verdict on a document. */
export interface DocumentVerdict
  extends Pick<
    DocumentRow,
    | 'id'
    | 'language'
    | 'category'
    | 'similarity'
    | 'like_id'
    | 'content'
    | 'text_bytes'
    | 'sentences'
    | 'new_spans'
  > {
  readonly state: Exclude<DocumentRow['state'], 'waiting'>;
  readonly seq: number;
  /** Left out where only a pointer is kept: a text that is there is deleted. */
  readonly text?: Omit<DocumentTextRow, 'id'>;
  /** Of a novel document, unless it is too short to compare. */
  readonly print?: Omit<DocumentPrintRow, 'id'>;
}

/** The text of a novel document. */
export type NovelText = Pick<DocumentRow, 'id' | 'domain' | 'language' | 'title' | 'new_spans'> & {
  readonly seq: number;
  readonly text: string;
};

/** A document of a site, as judging meets it. */
export type SiteDocument = Pick<DocumentRow, 'id' | 'kind' | 'state'> & {
  /** Its text can be made again: from the archive, where HTTP alone read it, or from its record. */
  readonly restorable: boolean;
};

/** A run with documents that were judged and wait to be judged again. */
export interface OrphanedRun {
  readonly run: number;
  /** How it was judged. */
  readonly mode: 'page' | 'sentence';
  /** All of these documents have their text. */
  readonly keepKnown: boolean;
}

/** Bytes of the texts of a run, UTF-8. */
export interface TextBytes {
  /** Of all documents when they were judged. */
  readonly judged: number;
  /** Of those that are held now. */
  readonly held: number;
}

/** Reads what judging needs: the order of documents, and what they are compared with. */
export interface NoveltyReader {
  /** Documents of a site in the order of judging: kind (page, hidden, record), depth, key. */
  documentsOfSite(runId: number, site: string): Promise<readonly SiteDocument[]>;
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
  /** By number. */
  orphanedRuns(): Promise<readonly OrphanedRun[]>;
  textBytes(which: DocumentFilter): Promise<TextBytes>;
  /** Bytes on disk of all documents, with texts, prints and full-text index; 0 where nothing is on disk. */
  bytesOnDisk(): Promise<number>;
}

export interface NoveltyStore extends NoveltyReader {
  /**
   * Writes verdicts with texts, index entries and prints. A text that is there stays, a print is replaced; the document
   * must be there. What repeated a document that is known now repeats what that one does.
   */
  judge(verdicts: readonly DocumentVerdict[]): Promise<void>;
  /** Takes all verdicts of a run back, with prints and clusters; texts stay. */
  reset(runId: number): Promise<void>;
  /** Gives pages that wait the depth of their link, which may have become less; those without a link keep theirs. */
  updateDepths(runId: number): Promise<void>;
}
