import * as documents from './documents.ts';
import * as elements from './elements.ts';
import * as forms from './forms.ts';
import * as knowledge from './knowledge.ts';
import * as links from './links.ts';
import * as pages from './pages.ts';
import * as records from './records.ts';
import * as regions from './regions.ts';
import * as runs from './runs.ts';
import * as sites from './sites.ts';
import * as submissions from './submissions.ts';

const DESCRIBED = {
  ...runs,
  ...sites,
  ...links,
  ...pages,
  ...forms,
  ...submissions,
  ...records,
  ...elements,
  ...documents,
  ...knowledge,
  ...regions,
};

export type Tables = {
  readonly [Name in keyof typeof DESCRIBED as Lowercase<Name>]: (typeof DESCRIBED)[Name];
};

/** Every table of a store by its name. */
export const TABLES = Object.fromEntries(
  Object.entries(DESCRIBED).map(([name, table]) => [name.toLowerCase(), table]),
) as Tables;

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
