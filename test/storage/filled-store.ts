/** Stores that hold rows from the start: for ports that read what others write. */

import { openMemoryStore } from '../../src/drivers/memory/index.ts';
import { Journal } from '../../src/drivers/memory/table.ts';
import { MemoryTables } from '../../src/drivers/memory/tables.ts';
import { insertRow, openStore } from '../../src/drivers/sqlite/index.ts';
import type { FormVariantRow, LinkRow, PageRow, SightingRow, Store } from '../../src/storage/index.ts';
import { withStore } from './drivers.ts';

interface Rows {
  readonly links?: readonly LinkRow[];
  readonly pages?: readonly PageRow[];
  readonly variants?: readonly FormVariantRow[];
  readonly sightings?: readonly SightingRow[];
}

type FillingDriver = readonly [name: string, open: (folder: string, rows: Rows) => Promise<Store>];

export const FILLING_DRIVERS: readonly FillingDriver[] = [
  [
    'sqlite',
    async (folder, { links = [], pages = [], variants = [], sightings = [] }) => {
      const store = await openStore(folder, { mode: 'write' });
      await store.transaction(async (trx) => {
        for (const row of links) insertRow(trx, 'link', row);
        for (const row of pages) insertRow(trx, 'page', row);
        for (const row of variants) insertRow(trx, 'form_variant', row);
        for (const row of sightings) insertRow(trx, 'sighting', row);
      });
      return store;
    },
  ],
  [
    'memory',
    async (folder, { links = [], pages = [], variants = [], sightings = [] }) => {
      const tables = new MemoryTables(new Journal());
      for (const row of links) tables.link.insert(row);
      for (const row of pages) tables.page.insert(row);
      for (const row of variants) tables.formVariant.insert(row);
      for (const row of sightings) tables.sighting.insert(row);
      tables.journal.commit();
      return openMemoryStore(folder, tables);
    },
  ],
];

/** Opens a store with rows, hands it over, and removes it again. */
export const withRows = <T>(
  [name, open]: FillingDriver,
  rows: Rows,
  use: (store: Store) => Promise<T>,
): Promise<T> => withStore([name, (folder) => open(folder, rows)], use);

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

export const variantRow = (
  formId: string,
  variant: string,
  change: Partial<FormVariantRow> = {},
): FormVariantRow => ({
  run_id: 1,
  variant,
  form_id: formId,
  form: '{}',
  verdict: '{}',
  searchable: 1,
  type: 'search',
  rule: null,
  score: null,
  domain: null,
  domain_score: null,
  ...change,
});
