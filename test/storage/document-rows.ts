/** Documents and verdicts for tests of their ports. */

import type { DocumentVerdict, NewDocumentRow, Store } from '../../src/storage/index.ts';

export const BYTES = new Uint8Array([1, 2, 3]);

export const document = (key: string, more: Partial<NewDocumentRow> = {}): NewDocumentRow => ({
  run_id: 1,
  kind: 'page',
  key,
  site: 'a.test',
  domain: 'book',
  depth: 1,
  url: `http://a.test/${key}`,
  title: `Title of ${key}`,
  language: 'en-GB',
  fetched_at: 10,
  bytes: 100,
  fields: null,
  blocks: BYTES,
  ...more,
});

export const verdict = (id: number, more: Partial<DocumentVerdict> = {}): DocumentVerdict => ({
  id,
  state: 'novel',
  seq: id,
  language: 'en',
  category: 'book',
  similarity: 0,
  like_id: null,
  content: null,
  text_bytes: 9,
  sentences: 2,
  new_spans: null,
  text: { title: 'Title', text: `Text of ${id}`, url: 'http://a.test/', site: 'a.test', fields: '' },
  print: { signature: BYTES, fingerprint: BYTES },
  ...more,
});

export const add = (store: Store, ...documents: NewDocumentRow[]) =>
  store.transaction((trx) => trx.documents.insert(documents));
export const judge = (store: Store, ...verdicts: DocumentVerdict[]) =>
  store.transaction((trx) => trx.novelty.judge(verdicts));
