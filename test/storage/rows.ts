/** Rows that a store holds before a test of its ports begins, whichever ports write them. */

import type { MemoryStore } from '../../src/drivers/memory/index.ts';
import { insertRow, type StoreTransaction } from '../../src/drivers/sqlite/index.ts';
import type { FormVariantRow, LinkRow, PageRow, Store } from '../../src/storage/index.ts';

interface Rows {
  readonly link?: readonly LinkRow[];
  readonly page?: readonly PageRow[];
  readonly form_variant?: readonly FormVariantRow[];
}

/** Puts rows into a store of any driver. */
export function fill(store: Store, rows: Rows): Promise<void> {
  return store.transaction(async (trx) => {
    for (const [table, list] of Object.entries(rows) as [keyof Rows, readonly object[]][])
      for (const row of list) {
        if ('tables' in store) {
          const name = table.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
          const { tables } = store as MemoryStore;
          (tables[name as 'page'] as { insert(row: object): boolean }).insert(row);
        } else insertRow(trx as StoreTransaction, table, row);
      }
  });
}

/** A link of run 1 on `a.test` that was fetched. */
export const linkRow = (id: number, change: Partial<LinkRow> = {}): LinkRow => ({
  id,
  run_id: 1,
  site: 'a.test',
  host: 'a.test',
  url: `http://a.test/${id}`,
  anchor: '',
  kind: 'link',
  around: '',
  parent: 0,
  depth: 0,
  hops: 0,
  score: 0,
  state: 'done',
  attempts: 1,
  crashes: 0,
  reason_code: null,
  reason_detail: null,
  ...change,
});

/** A page of run 1 on `a.test` that was read over HTTP, and about which there is nothing to say. */
export const pageRow = (id: number, change: Partial<PageRow> = {}): PageRow => ({
  id,
  run_id: 1,
  site: 'a.test',
  url: `http://a.test/${id}`,
  status: 200,
  redirect_to: null,
  title: '',
  language: 'en',
  encoding: 'utf-8',
  content_type: 'text/html',
  bytes: 100,
  truncated: 0,
  rendered_by: 'http',
  render_code: null,
  render_detail: null,
  domain: null,
  similarity: null,
  mentions: 0,
  outlinks: '[]',
  exchange_offset: null,
  exchange_length: null,
  fetched_at: id,
  fetch_ms: 1,
  render_ms: null,
  read_ms: null,
  audited: 0,
  gain_forms: null,
  gain_links: null,
  blocked_by: null,
  look: null,
  scripts: null,
  familiar: null,
  ...change,
});
