import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { TextBlock } from '../../foundation/dom/index.ts';
import type { NewDocumentRow, Transaction } from '../../storage/index.ts';

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
  /** Is what the page declares; may be empty. */
  readonly language: string;
  readonly blocks: readonly TextBlock[];
  /** Describes a record, name to value. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Size of the page as received. */
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

const MAX_INFLATED_BYTES = 8_000_000;

/** Stores documents in the caller's transaction; those that are there with the same run, kind and key stay. */
export const storeDocuments = (
  { documents }: Pick<Transaction, 'documents'>,
  added: readonly NewDocument[],
): Promise<void> => documents.insert(added.map(rowOf));

export const storeDocument = (trx: Pick<Transaction, 'documents'>, document: NewDocument): Promise<void> =>
  storeDocuments(trx, [document]);

const rowOf = (document: NewDocument): NewDocumentRow => ({
  run_id: document.runId,
  kind: document.kind,
  key: document.key,
  site: document.site,
  domain: document.domain,
  depth: document.depth ?? 0,
  url: document.url,
  title: document.title.slice(0, 1_000),
  language: document.language.slice(0, 35),
  fetched_at: document.fetchedAt,
  bytes: document.bytes,
  fields: document.fields === undefined ? null : JSON.stringify(document.fields),
  blocks: encodeBlocks(document.blocks),
});

/** Returns a record as one block of text: a different price or title makes it a different statement. */
export function blocksOfFields(fields: Readonly<Record<string, string>>): TextBlock[] {
  const text = Object.values(fields)
    .map((value) => value.replace(/\s+/g, ' ').trim())
    .filter((value) => value !== '')
    .join('; ');
  return text === '' ? [] : [{ text, chrome: false }];
}

/** Writes fields for the search index: `author: Austen` as `author Austen`, one a line. */
export function fieldText(fields: string | null): string {
  const entries = Object.entries(JSON.parse(fields ?? '{}') as Record<string, string>);
  return entries.map(([name, value]) => `${name} ${value}`).join('\n');
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
