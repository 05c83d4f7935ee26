import { DOCUMENT_TABLES } from './documents.ts';
import { ELEMENT_TABLES } from './elements.ts';
import { FORM_TABLES } from './forms.ts';
import { KNOWLEDGE_TABLES } from './knowledge.ts';
import { LINK_TABLES } from './links.ts';
import { PAGE_TABLES } from './pages.ts';
import { RECORD_TABLES } from './records.ts';
import { REGION_TABLES } from './regions.ts';
import { RUN_TABLES } from './runs.ts';
import { SITE_TABLES } from './sites.ts';
import { SUBMISSION_TABLES } from './submissions.ts';

/** Every table of a store by its name. */
export const TABLES = {
  ...RUN_TABLES,
  ...SITE_TABLES,
  ...LINK_TABLES,
  ...PAGE_TABLES,
  ...FORM_TABLES,
  ...SUBMISSION_TABLES,
  ...RECORD_TABLES,
  ...ELEMENT_TABLES,
  ...DOCUMENT_TABLES,
  ...KNOWLEDGE_TABLES,
  ...REGION_TABLES,
};
export type Tables = typeof TABLES;

/** An index besides that of the key. */
export interface Index {
  readonly table: keyof Tables;
  readonly columns: readonly string[];
  /** The rows that it holds; all where it is left out. */
  readonly where?: string;
}

const index = <Name extends keyof Tables>(
  table: Name,
  columns: readonly (keyof Tables[Name]['columns'] & string)[],
  where?: string,
): Index => ({ table, columns, ...(where !== undefined && { where }) });

export const INDEXES: Readonly<Record<string, Index>> = {
  link_site: index('link', ['run_id', 'site']),
  link_run: index('link', ['run_id', 'id']),
  link_suspect: index('link', ['run_id'], 'crashes > 0'),
  page_site: index('page', ['run_id', 'site']),
  form_site: index('form', ['run_id', 'site', 'form_id']),
  form_variant_form: index('form_variant', ['run_id', 'form_id']),
  document_site: index('document', ['run_id', 'site', 'kind', 'depth', 'key']),
  document_seq: index('document', ['seq']),
  document_like: index('document', ['like_id'], 'like_id is not null'),
  submission_site: index('submission', ['run_id', 'site', 'form_id', 'position', 'page']),
  record_occurrence_form: index('record_occurrence', ['run_id', 'form_id', 'site', 'key']),
};
