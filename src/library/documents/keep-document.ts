import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { StoreTransaction } from '../../drivers/sqlite/index.ts';
import type { TextBlock } from '../../foundation/dom/index.ts';

/** A page or record on its way into the library; whether it says something new is judged later. */
export interface NewDocument {
  readonly runId: number;
  /** A page of the crawl, a page behind a form, or a record of one. */
  readonly kind: 'page' | 'hidden' | 'record';
  /** Names it within run and kind: the address of a page, the submission and page number of a hidden one, the record's id. */
  readonly key: string;
  readonly site: string;
  readonly domain: string | null;
  /** Links from a front page; what is nearer is judged first. */
  readonly depth?: number;
  readonly url: string;
  readonly title: string;
  /** What the page says of itself; may be empty. */
  readonly language: string;
  readonly blocks: readonly TextBlock[];
  /** Of a record: name to value. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Size of the page as it came. */
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

const MOST_INFLATED = 8_000_000;

/** Writes a document down in the caller's transaction. One of the same run, kind and key that is there already stays. */
export async function keepDocument(trx: StoreTransaction, document: NewDocument): Promise<void> {
  await trx
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

/** A record as text: its values are one statement, so that another price or title makes it another one. */
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
  const text = inflateRawSync(blob, { maxOutputLength: MOST_INFLATED }).toString();
  return (JSON.parse(text) as [string, 1?][]).map(([block, chrome]) => ({
    text: block,
    chrome: chrome === 1,
  }));
}
