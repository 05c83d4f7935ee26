/** Rows that a store holds before a test of its ports begins, whichever ports write them. */

import { insertRows } from '../../src/drivers/sql/executor.ts';
import type { Executor } from '../../src/drivers/sql/index.ts';
import {
  blankRow,
  type FormVariant,
  type FormVariantRow,
  type LinkRow,
  type PageRow,
  type RowOf,
  type Store,
  TABLES,
  type Tables,
} from '../../src/storage/index.ts';

type Rows = { readonly [Name in keyof Tables]?: readonly RowOf<Tables[Name]>[] };

/** Makes a row in which a column that is not given holds null, its default, 0 or no text. */
export const rowOf = <Name extends keyof Tables>(
  name: Name,
  given: Partial<RowOf<Tables[Name]>>,
): RowOf<Tables[Name]> => ({ ...blankRow(TABLES[name]), ...given });

/** Puts rows into a store of any driver. */
export function fill(store: Store, rows: Rows): Promise<void> {
  return store.transaction(async (trx) => {
    for (const [table, list] of Object.entries(rows) as [keyof Rows, readonly object[]][])
      for (const row of list) await insertRows(trx as unknown as Executor, table, [row]);
  });
}

/** A link of run 1 on `a.test` that was fetched. */
export const linkRow = (id: number, change: Partial<LinkRow> = {}): LinkRow =>
  rowOf('link', {
    ...{ id, run_id: 1, site: 'a.test', host: 'a.test', url: `http://a.test/${id}` },
    ...{ depth: 1, state: 'done', attempts: 1 },
    ...change,
  });

/** A page of run 1 on `a.test` that was read over HTTP, and about which there is nothing to say. */
export const pageRow = (id: number, change: Partial<PageRow> = {}): PageRow =>
  rowOf('page', {
    ...{ id, run_id: 1, site: 'a.test', url: `http://a.test/${id}`, status: 200, language: 'en' },
    ...{ encoding: 'utf-8', content_type: 'text/html', bytes: 100, rendered_by: 'http' },
    ...{ render_code: 'static-page', outlinks: '[]', fetched_at: 1_000 + id, fetch_ms: 1 },
    ...change,
  });

/** A variant of a form of run 1 with as many controls. */
export const variantRow = (
  form_id: string,
  variant: string,
  controls = 0,
  change: Partial<FormVariantRow> = {},
): FormVariant => ({
  ...rowOf('form_variant', {
    ...{ run_id: 1, variant, form_id, form: '{}', verdict: '{}', searchable: 1, type: 'search' },
    ...{ score: 0.75, domain: 'book', domain_score: 0.5 },
    ...change,
  }),
  controls: Array.from({ length: controls }, (_, position) =>
    rowOf('control', {
      ...{ run_id: 1, variant, position, name: `c${position}`, type: 'text', value_domain: 'infinite' },
      control: `{"position":${position}}`,
    }),
  ),
});

export const sightingRow = (form_id: string, page_id: number, variant: string) =>
  rowOf('sighting', { run_id: 1, form_id, page_id, variant });
