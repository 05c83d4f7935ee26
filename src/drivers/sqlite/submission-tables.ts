import { type Kysely, sql } from 'kysely';

export async function submissionTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('submission')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('form_id', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('page', 'integer', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('binding', 'text', (c) => c.notNull())
    .addColumn('controls', 'text', (c) => c.notNull())
    .addColumn('why', 'text', (c) => c.notNull())
    .addColumn('sent_by', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('requests', 'integer', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('final_url', 'text')
    .addColumn('verdict', 'text')
    .addColumn('reason', 'text')
    .addColumn('records', 'integer', (c) => c.notNull())
    .addColumn('new_records', 'integer', (c) => c.notNull())
    .addColumn('stated_total', 'bigint')
    .addColumn('fingerprint', 'text')
    .addColumn('answer', 'text')
    .addColumn('next', 'text')
    .addColumn('way', 'text')
    .addColumn('exchange_offset', 'bigint')
    .addColumn('exchange_length', 'integer')
    .addColumn('sent_at', 'bigint', (c) => c.notNull())
    .addColumn('settled_at', 'bigint')
    .addPrimaryKeyConstraint('submission_pk', ['run_id', 'form_id', 'key'])
    .execute();
  await db.schema.createIndex('submission_site').on('submission').columns(['run_id', 'site']).execute();
  await db.schema
    .createTable('answer_record')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('form_id', 'text', (c) => c.notNull())
    .addColumn('submission', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('url', 'text')
    .addColumn('fields', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('answer_record_pk', ['run_id', 'site', 'key'])
    .execute();
  await db.schema
    .createTable('asked_form')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('form_id', 'text', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('submissions', 'integer', (c) => c.notNull())
    .addColumn('pages', 'integer', (c) => c.notNull())
    .addColumn('seen', 'integer', (c) => c.notNull())
    .addColumn('size_kind', 'text')
    .addColumn('size', 'real')
    .addColumn('size_low', 'real')
    .addColumn('size_high', 'real')
    .addColumn('size_reason', 'text')
    .addColumn('growth', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('asked_form_pk', ['run_id', 'form_id'])
    .execute();
  await elementTables(db);
}

export async function recordDetails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('record_detail')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('form_id', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('status', 'integer')
    .addColumn('final_url', 'text')
    .addColumn('reading', 'text')
    .addColumn('exchange_offset', 'bigint')
    .addColumn('exchange_length', 'integer')
    .addColumn('read_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('record_detail_pk', ['run_id', 'site', 'key'])
    .execute();
}

/** Every form that showed a record: answers of earlier versions hold them all. */
export async function recordOccurrences(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('record_occurrence')
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('form_id', 'text', (c) => c.notNull())
    .addColumn('submission', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('record_occurrence_pk', ['run_id', 'site', 'key', 'form_id'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await sql`insert into record_occurrence select run_id, site, key, form_id, submission from answer_record`.execute(
    db,
  );
  await sql`insert or ignore into record_occurrence
    select r.run_id, r.site, r.key, s.form_id, s.key
    from submission s, json_each(s.answer, '$.records') shown
    join answer_record r on r.run_id = s.run_id and r.site = s.site and r.key = shown.value ->> '$.key'
    where json_valid(s.answer) order by s.position`.execute(db);
}

export async function elementRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('element_run')
    .addColumn('run_id', 'integer', (c) => c.primaryKey())
    .execute();
}

/** Elements told apart by meaning, values with their label, and the version of the table that a run reads. */
export async function elementVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('element').renameColumn('normalised', 'key').execute();
  for (const [table, column] of [
    ['element', 'meaning'],
    ['element_value', 'label'],
  ] as const)
    await db.schema
      .alterTable(table)
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  await db.schema
    .createTable('element_version')
    .addColumn('run_id', 'integer', (c) => c.primaryKey())
    .addColumn('content', 'text', (c) => c.notNull())
    .execute();
}

/** Why no answer came, as a code. */
export async function submissionTroubles(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('submission').addColumn('trouble', 'text').execute();
}

/** Sentences of earlier versions, and the codes that they stood for. */
const STOP_SENTENCES: readonly (readonly [like: string, code: string])[] = [
  ['--max-submissions %', 'max-submissions'],
  ['all % records were seen%', 'all-seen'],
  ['the whole list was shown; other%', 'list-confirmed'],
  ['the whole list was shown%', 'list-whole'],
  ['the last % submissions brought no new record%', 'dry'],
  ['every template worth asking was asked%', 'templates-asked'],
  ['nothing more to ask%', 'nothing-left'],
  ['nothing to ask%', 'nothing-left'],
  ['nothing in it can be chosen or typed', 'nothing-to-fill'],
  ['it only orders what its page shows', 'only-arranges'],
  ['open text fields only; --text%', 'typing-off'],
  ['% must be typed; --text%', 'typing-needed'],
  ['% submissions in a row were refused%', 'refusals'],
];

/**
 * Why asking ended as a code, and what a form turned out to be. That a database was seen whole is not carried over: what
 * earlier versions took for that was no proof.
 */
export async function askingCodes(db: Kysely<unknown>): Promise<void> {
  const table = () => db.schema.alterTable('asked_form');
  await table().addColumn('detail', 'text').execute();
  await table()
    .addColumn('code', 'text', (c) => c.notNull().defaultTo('earlier-version'))
    .execute();
  await table()
    .addColumn('outcome', 'text', (c) => c.notNull().defaultTo('not-queried'))
    .execute();
  await table()
    .addColumn('coverage', 'text', (c) => c.notNull().defaultTo('unknown'))
    .execute();
  await sql`update asked_form set detail = reason,
    outcome = case state when 'asked' then 'inconclusive' else 'not-queried' end,
    coverage = case when size is null then 'unknown' else 'estimated' end`.execute(db);
  for (const [like, code] of STOP_SENTENCES)
    await sql`update asked_form set code = ${code} where code = 'earlier-version' and reason like ${like}`.execute(
      db,
    );
  await sql`update asked_form set detail = null where code in ('list-whole', 'list-confirmed', 'templates-asked',
    'nothing-left', 'nothing-to-fill', 'only-arranges', 'typing-off')`.execute(db);
  await sql`update asked_form set detail = replace(substr(reason, 19), ' reached', '') where code = 'max-submissions'`.execute(
    db,
  );
  await table().dropColumn('reason').execute();
}

async function elementTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('element')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('normalised', 'text', (c) => c.notNull())
    .addColumn('aliases', 'text', (c) => c.notNull())
    .addColumn('control', 'text', (c) => c.notNull())
    .addColumn('value_domain', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addUniqueConstraint('element_name', ['domain', 'normalised'])
    .execute();
  await db.schema
    .createTable('element_value')
    .addColumn('element_id', 'integer', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('forms', 'integer', (c) => c.notNull())
    .addColumn('asked', 'integer', (c) => c.notNull())
    .addColumn('hits', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('element_value_pk', ['element_id', 'value'])
    .execute();
}
