import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { StoreTransaction } from '../../drivers/sqlite/index.ts';
import type { TextBlock } from '../../foundation/dom/index.ts';

/** A page or record for the library; its novelty is judged later. */
export interface NewDocument {
  readonly runId: number;
  /** A page of the crawl, a page behind a form, or a record of one. */
  readonly kind: 'page' | 'hidden' | 'record';
  /** Unique within run and kind: the address of a page, submission and page number of a hidden one, the record's id. */
  readonly key: string;
  readonly site: string;
  readonly domain: string | null;
  /** Links from the homepage; nearer pages are judged first. */
  readonly depth?: number;
  readonly url: string;
  readonly title: string;
  /** As the page declares it; may be empty. */
  readonly language: string;
  readonly blocks: readonly TextBlock[];
  /** Of a record: name to value. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Size of the page as received. */
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

const MAX_INFLATED_BYTES = 8_000_000;

/** Stores a document in the caller's transaction; an existing one of the same run, kind and key stays. */
export async function storeDocument(trx: StoreTransaction, document: NewDocument): Promise<void> {
  await trx.db
    .insertInto('document')
    .values({
      run_id: document.runId,
      kind: document.kind,
      key: document.key,
      site: document.site,
      domain: document.domain,
      depth: document.depth ?? 0,
      url: document.url,
      title: document.title.slice(0, 1_000),
      language: document.language.slice(0, 35),
      category: null,
      fetched_at: document.fetchedAt,
      bytes: document.bytes,
      fields: document.fields === undefined ? null : JSON.stringify(document.fields),
      blocks: encodeBlocks(document.blocks),
      state: 'waiting',
      seq: null,
      similarity: null,
      like_id: null,
      sentences: null,
      new_spans: null,
      cluster: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns a record as one block of text: a different price or title makes it a different statement. */
export function blocksOfFields(fields: Readonly<Record<string, string>>): TextBlock[] {
  const text = Object.values(fields)
    .map((value) => value.replace(/\s+/g, ' ').trim())
    .filter((value) => value !== '')
    .join('; ');
  return text === '' ? [] : [{ text, chrome: false }];
}

const encodeBlocks = (blocks: readonly TextBlock[]): Uint8Array =>
  deflateRawSync(JSON.stringify(blocks.map(({ text, chrome }) => (chrome ? [text, 1] : [text]))), {
    level: 3,
  });

export function decodeBlocks(blob: Uint8Array): TextBlock[] {
  const text = inflateRawSync(blob, { maxOutputLength: MAX_INFLATED_BYTES }).toString();
  return (JSON.parse(text) as [string, 1?][]).map(([block, chrome]) => ({
    text: block,
    chrome: chrome === 1,
  }));
}
