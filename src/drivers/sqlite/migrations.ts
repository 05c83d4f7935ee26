import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { airQualityTables } from './air-quality-tables.ts';
import { reasonCodes } from './code-migration.ts';
import { knowledgeTables } from './knowledge-tables.ts';
import { knownPointers, libraryTables } from './library-tables.ts';
import {
  askingCodes,
  elementRuns,
  elementVersions,
  recordDetails,
  recordOccurrences,
  submissionTables,
  submissionTroubles,
} from './submission-tables.ts';

type Untyped = Kysely<unknown>;

/** Each step is applied once, in the order of its name. A step that has been released is never changed. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-foundation': { up: foundation },
  '0002-frontier': { up: frontierContext },
  '0004-library': { up: libraryTables },
  '0005-observed': { up: observed },
  '0006-focus': { up: focus },
  '0007-submissions': { up: submissionTables },
  '0008-air-quality': { up: airQualityTables },
  '0009-element-runs': { up: elementRuns },
  '0010-knowledge': { up: knowledgeTables },
  '0011-record-details': { up: recordDetails },
  '0012-looks': { up: looks },
  '0013-familiar-scripts': { up: familiarScripts },
  '0014-asking-codes': { up: askingCodes },
  '0015-submission-troubles': { up: submissionTroubles },
  '0016-run-codes': { up: runCodes },
  '0017-reason-codes': { up: reasonCodes },
  '0018-leases': { up: leases },
  '0019-record-occurrences': { up: recordOccurrences },
  '0020-render-states': { up: renderStates },
  '0021-element-versions': { up: elementVersions },
  '0022-known-pointers': { up: knownPointers },
  '0023-relevancy': { up: relevancy },
  '0024-list-order': { up: listOrder },
};

async function foundation(db: Untyped): Promise<void> {
  await db.schema
    .createTable('run')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('domains', 'text', (c) => c.notNull())
    .addColumn('web', 'text', (c) => c.notNull())
    .addColumn('strategy', 'text', (c) => c.notNull())
    .addColumn('options', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('status_reason', 'text')
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('active_ms', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('resumed', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('requests', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('bytes_in', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('misses', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('log_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('log_pending', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('run_sample')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('pages', 'integer', (c) => c.notNull())
    .addColumn('forms', 'integer', (c) => c.notNull())
    .addColumn('searchable', 'integer', (c) => c.notNull())
    .addColumn('relevant', 'integer', (c) => c.notNull())
    .addColumn('active_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('run_sample_pk', ['run_id', 'pages'])
    .execute();
  await db.schema
    .createTable('site')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('home_url', 'text', (c) => c.notNull())
    .addColumn('seed', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('domain', 'text')
    .addColumn('similarity', 'real')
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('site_pk', ['run_id', 'site'])
    .execute();
  await db.schema
    .createTable('site_link')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('from_site', 'text', (c) => c.notNull())
    .addColumn('to_site', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('site_link_pk', ['run_id', 'to_site', 'from_site'])
    .execute();
  await frontierTables(db);
  await formTables(db);
}

async function frontierTables(db: Untyped): Promise<void> {
  await db.schema
    .createTable('link')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('anchor', 'text', (c) => c.notNull())
    .addColumn('depth', 'integer', (c) => c.notNull())
    .addColumn('hops', 'integer', (c) => c.notNull())
    .addColumn('score', 'real', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('crashes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('reason', 'text')
    .addUniqueConstraint('link_url', ['run_id', 'url'])
    .execute();
  await db.schema
    .createIndex('link_next')
    .on('link')
    .columns(['run_id', 'state', 'host', 'score desc', 'depth', 'id'])
    .execute();
  await db.schema.createIndex('link_site').on('link').columns(['run_id', 'site', 'state']).execute();
  await db.schema
    .createTable('page')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('redirect_to', 'text')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('encoding', 'text', (c) => c.notNull())
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('truncated', 'integer', (c) => c.notNull())
    .addColumn('rendered_by', 'text', (c) => c.notNull())
    .addColumn('render_reason', 'text')
    .addColumn('domain', 'text')
    .addColumn('similarity', 'real')
    .addColumn('outlinks', 'text', (c) => c.notNull())
    .addColumn('exchange_offset', 'bigint')
    .addColumn('exchange_length', 'integer')
    .addColumn('fetched_at', 'bigint', (c) => c.notNull())
    .addColumn('fetch_ms', 'real', (c) => c.notNull())
    .addColumn('render_ms', 'real')
    .execute();
  await db.schema.createIndex('page_site').on('page').columns(['run_id', 'site']).execute();
}

async function formTables(db: Untyped): Promise<void> {
  await db.schema
    .createTable('form')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('form_id', 'text', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('form_pk', ['run_id', 'form_id'])
    .execute();
  await db.schema
    .createTable('form_variant')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('variant', 'text', (c) => c.notNull())
    .addColumn('form_id', 'text', (c) => c.notNull())
    .addColumn('form', 'text', (c) => c.notNull())
    .addColumn('verdict', 'text', (c) => c.notNull())
    .addColumn('searchable', 'integer', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('rule', 'text')
    .addColumn('score', 'real')
    .addColumn('domain', 'text')
    .addColumn('domain_score', 'real')
    .addPrimaryKeyConstraint('form_variant_pk', ['run_id', 'variant'])
    .execute();
  await db.schema
    .createTable('control')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('variant', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('value_domain', 'text', (c) => c.notNull())
    .addColumn('options', 'integer', (c) => c.notNull())
    .addColumn('control', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('control_pk', ['run_id', 'variant', 'position'])
    .execute();
  await db.schema
    .createTable('sighting')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('form_id', 'text', (c) => c.notNull())
    .addColumn('page_id', 'integer', (c) => c.notNull())
    .addColumn('variant', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('sighting_pk', ['run_id', 'form_id', 'page_id', 'variant'])
    .execute();
}

/** Features that links are ranked by; the order itself is in memory, so that a link costs two indexes instead of four. */
async function frontierContext(db: Untyped): Promise<void> {
  const link = () => db.schema.alterTable('link');
  await link()
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('link'))
    .execute();
  await link()
    .addColumn('around', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await link()
    .addColumn('parent', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update link set kind = 'front' where depth = 0 and hops = 0`.execute(db);
  await db.schema.dropIndex('link_next').execute();
  await db.schema.dropIndex('link_site').execute();
  await db.schema.createIndex('link_site').on('link').columns(['run_id', 'site']).execute();
  await db.schema.createIndex('link_run').on('link').columns(['run_id', 'id']).execute();
  await sql`create index link_leased on link (run_id) where state = 'leased'`.execute(db);
  await sql`create index link_suspect on link (run_id) where crashes > 0`.execute(db);
}

/** What strategies learn from, so that a resumed run knows it, too. */
async function focus(db: Untyped): Promise<void> {
  await db.schema
    .alterTable('page')
    .addColumn('mentions', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('site_link')
    .addColumn('to_url', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}

/** Page fingerprints, so that a resumed run continues to count similar pages. */
async function looks(db: Untyped): Promise<void> {
  await db.schema.alterTable('page').addColumn('look', 'text').execute();
}

/** What scripts do to the pages of a site, and which pages were not rendered for knowing it. */
async function familiarScripts(db: Untyped): Promise<void> {
  const page = () => db.schema.alterTable('page');
  await page().addColumn('scripts', 'text').execute();
  await page().addColumn('familiar', 'text').execute();
  await db.schema
    .createTable('familiar_scripts')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('scripts', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('agreed', 'integer', (c) => c.notNull())
    .addColumn('broken', 'integer', (c) => c.notNull())
    .addColumn('outcome', 'text')
    .addPrimaryKeyConstraint('familiar_scripts_pk', ['run_id', 'site', 'scripts'])
    .execute();
}

/** Cost and result of render decisions, who blocked the crawler, and how often each rule applied. */
async function observed(db: Untyped): Promise<void> {
  const page = () => db.schema.alterTable('page');
  await page().addColumn('read_ms', 'real').execute();
  await page()
    .addColumn('audited', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await page().addColumn('gain_forms', 'integer').execute();
  await page().addColumn('gain_links', 'integer').execute();
  await page().addColumn('blocked_by', 'text').execute();
  await db.schema
    .createTable('rule_count')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('rule', 'text', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('rule_count_pk', ['run_id', 'rule', 'site'])
    .execute();
}

/** Why a run could not go on, as a code; runs of earlier versions say it in a sentence. */
async function runCodes(db: Untyped): Promise<void> {
  await db.schema.alterTable('run').addColumn('status_code', 'text').execute();
  await sql`update run set status_code = case
    when status_reason like 'no host answers%' then 'network-down'
    when status_reason like 'no seed could be read%' then 'seeds-unreachable' end`.execute(db);
}

/** Who holds a lease and until when, and a number that tells leases of a link apart. Those of earlier versions have expired. */
async function leases(db: Untyped): Promise<void> {
  const link = () => db.schema.alterTable('link');
  await link().addColumn('lease_owner', 'text').execute();
  await link().addColumn('lease_until', 'bigint').execute();
  await link()
    .addColumn('lease_fence', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update link set lease_until = 0 where state = 'leased'`.execute(db);
}

/** Names of the glossary for what familiar scripts came to, and for records of an answer that its form's page shows. */
async function renderStates(db: Untyped): Promise<void> {
  await sql`update page set familiar = case familiar when 'spared' then 'skipped' when 'surprise' then 'mismatch'
    when 'after-all' then 're-rendered' else familiar end where familiar is not null`.execute(db);
  await sql`update familiar_scripts set state = case state when 'unsteady' then 'unstable'
    when 'deceived' then 'invalidated' else state end`.execute(db);
  // A quote within a text of the answer is escaped, so that this is the name of a member and nothing else.
  await sql`update submission set answer = replace(answer, '"standing":', '"onFormPage":')
    where instr(answer, '"standing":') > 0`.execute(db);
}

/** What links scored by the relevancy of paper 001. */
async function relevancy(db: Untyped): Promise<void> {
  await db.schema.alterTable('page').addColumn('relevancy', 'real').execute();
}

/** Lists are read page by page: each order that they come in has its index. */
async function listOrder(db: Untyped): Promise<void> {
  const index = (name: string, table: string, columns: readonly string[]) =>
    db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute();
  await index('form_site', 'form', ['run_id', 'site', 'form_id']);
  await index('form_variant_form', 'form_variant', ['run_id', 'form_id']);
  await index('record_occurrence_form', 'record_occurrence', ['run_id', 'form_id', 'site', 'key']);
  await db.schema.dropIndex('submission_site').execute();
  await index('submission_site', 'submission', ['run_id', 'site', 'form_id', 'position', 'page']);
}
