/** Rows that a store holds before a test of its ports begins, whichever ports write them. */

import { type Executor, insertRows } from '../../src/drivers/sql/index.ts';
import type {
  AnswerRecordRow,
  ControlRow,
  DocumentRow,
  FamiliarScriptsRow,
  FormRow,
  FormVariant,
  FormVariantRow,
  LinkRow,
  PageRow,
  SightingRow,
  SiteLinkRow,
  SiteRow,
  Store,
  SubmissionRow,
} from '../../src/storage/index.ts';

interface Rows {
  readonly site?: readonly SiteRow[];
  readonly site_link?: readonly SiteLinkRow[];
  readonly link?: readonly LinkRow[];
  readonly page?: readonly PageRow[];
  readonly familiar_scripts?: readonly FamiliarScriptsRow[];
  readonly form?: readonly FormRow[];
  readonly form_variant?: readonly FormVariantRow[];
  readonly control?: readonly ControlRow[];
  readonly sighting?: readonly SightingRow[];
  readonly document?: readonly DocumentRow[];
  readonly submission?: readonly SubmissionRow[];
  readonly answer_record?: readonly AnswerRecordRow[];
}

/** Puts rows into a store of any driver. */
export function fill(store: Store, rows: Rows): Promise<void> {
  return store.transaction(async (trx) => {
    for (const [table, list] of Object.entries(rows) as [keyof Rows, readonly object[]][])
      for (const row of list) await insertRows(trx as unknown as Executor, table, [row]);
  });
}

/** A link of run 1 on `a.test` that was fetched. */
export const linkRow = (id: number, change: Partial<LinkRow> = {}): LinkRow => {
  const about = { run_id: 1, site: 'a.test', host: 'a.test', url: `http://a.test/${id}`, anchor: '' };
  const found = { kind: 'link', around: '', parent: 0, depth: 1, hops: 0, score: 0 } as const;
  const state = { state: 'done', attempts: 1, crashes: 0, reason_code: null, reason_detail: null } as const;
  const lease = { lease_owner: null, lease_until: null, lease_fence: 0 };
  return { id, ...about, ...found, ...state, ...lease, ...change };
};

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
  render_code: 'static-page',
  render_detail: null,
  domain: null,
  similarity: null,
  mentions: 0,
  relevancy: null,
  outlinks: '[]',
  exchange_offset: null,
  exchange_length: null,
  fetched_at: 1_000 + id,
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

/** A variant of a form of run 1 with as many controls. */
export const variantRow = (
  form_id: string,
  variant: string,
  controls = 0,
  change: Partial<FormVariantRow> = {},
): FormVariant => ({
  run_id: 1,
  variant,
  form_id,
  form: '{}',
  verdict: '{}',
  searchable: 1,
  type: 'search',
  rule: null,
  score: 0.75,
  domain: 'book',
  domain_score: 0.5,
  ...change,
  controls: Array.from({ length: controls }, (_, position) => ({
    run_id: 1,
    variant,
    position,
    name: `c${position}`,
    type: 'text',
    label: '',
    value_domain: 'infinite',
    options: 0,
    control: `{"position":${position}}`,
  })),
});

export const sightingRow = (form_id: string, page_id: number, variant: string): SightingRow => ({
  run_id: 1,
  form_id,
  page_id,
  variant,
});
