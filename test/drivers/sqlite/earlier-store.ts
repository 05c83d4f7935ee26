import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** An empty store of the version of 2026-11-24 (54e6f968), the last that made stores step by step. */
const STORE = readFileSync(join(import.meta.dirname, 'store-0024.sql'), 'utf8');
const STEPS = [...STORE.matchAll(/'(00\d\d-[a-z-]+)'/g)].map(([, step]) => step as string);

const dropped = (table: string, ...columns: readonly string[]) =>
  columns.map((column) => `alter table ${table} drop column ${column};`).join('');

/** Takes each step back, the latest first. */
const BACK: readonly (readonly [step: string, statements: string])[] = [
  [
    '0024',
    `drop index form_site; drop index form_variant_form; drop index record_occurrence_form; drop index submission_site;
     create index submission_site on submission (run_id, site)`,
  ],
  ['0023', dropped('page', 'relevancy')],
  ['0022', `drop index document_like; ${dropped('document', 'content', 'text_bytes')}`],
  [
    '0021',
    `alter table element rename column key to normalised; ${dropped('element', 'meaning')}
     ${dropped('element_value', 'label')} drop table element_version`,
  ],
  ['0019', 'drop table record_occurrence'],
  ['0018', dropped('link', 'lease_owner', 'lease_until', 'lease_fence')],
  [
    '0017',
    `${dropped('link', 'reason_code')} ${dropped('site', 'reason_code')} ${dropped('page', 'render_code')}
     alter table link rename column reason_detail to reason; alter table site rename column reason_detail to reason;
     alter table page rename column render_detail to render_reason;
     alter table run rename column status_detail to status_reason`,
  ],
  ['0016', dropped('run', 'status_code')],
  ['0015', dropped('submission', 'trouble')],
  [
    '0014',
    `${dropped('asked_form', 'code', 'detail', 'outcome', 'coverage')}
     alter table asked_form add column reason text not null default ''`,
  ],
];

/** Takes a store back to what it was before a step. */
export function takeBack(db: DatabaseSync, step: string): void {
  for (const [name, statements] of BACK) if (name >= step) db.exec(statements);
  const steps = STEPS.filter((name) => name < step).map((name) => `('${name}', '')`);
  db.exec(`delete from kysely_migration; insert into kysely_migration values ${steps.join(', ')}`);
}

/** Makes the store of the version before a step. */
export function earlierStore(folder: string, step: string): DatabaseSync {
  const db = new DatabaseSync(join(folder, 'fieldfare.sqlite'));
  db.exec(STORE);
  takeBack(db, step);
  return db;
}
