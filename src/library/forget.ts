import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store, StoreTransaction } from '../drivers/sqlite/index.ts';
import { siteOf } from '../foundation/url/index.ts';
import { archiveFiles, copyLog, EXCHANGES_FILE } from '../foundation/warc/index.ts';
import { StoreError } from '../storage/index.ts';
import { deleteDocuments } from './documents/delete-documents.ts';
import { findRun } from './runs.ts';

export interface ForgottenCounts {
  readonly pages: number;
  readonly forms: number;
}

const RUN_TABLES = [
  'submission',
  'answer_record',
  'record_occurrence',
  'record_detail',
  'asked_form',
  'element_run',
  'sighting',
  'control',
  'form_variant',
  'form',
  'page',
  'link',
  'site_link',
  'site',
  'run_sample',
  'rule_count',
  'familiar_scripts',
] as const;

/**
 * Deletes a run: its rows, its archive and its report.
 * @throws {StoreError} when there is no such run
 */
export async function forgetRun(store: Store, id: number): Promise<ForgottenCounts> {
  const run = await findRun(store, id);
  await deleteDocuments(store, { run: run.id });
  const gone = await store.transaction(async (trx) => {
    const counted = await countRows(trx, run.id);
    for (const table of RUN_TABLES) await trx.db.deleteFrom(table).where('run_id', '=', run.id).execute();
    await trx.db.deleteFrom('run').where('id', '=', run.id).execute();
    return counted;
  });
  await rm(store.runFolder(run.id), { recursive: true, force: true });
  return gone;
}

async function countRows(trx: StoreTransaction, runId: number, site?: string): Promise<ForgottenCounts> {
  const countIn = async (table: 'page' | 'form') => {
    const rows = trx.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('run_id', '=', runId);
    const row = await (site === undefined ? rows : rows.where('site', '=', site)).executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return { pages: await countIn('page'), forms: await countIn('form') };
}

/**
 * Deletes a site from every run and from their archives. A crash loses nothing else: the rewritten archive replaces the
 * old one when the next writing command opens the store.
 * @throws {StoreError} when no run knows the site
 */
export async function forgetSite(store: Store, site: string): Promise<ForgottenCounts> {
  const rows = await store.db
    .selectFrom('site')
    .innerJoin('run', 'run.id', 'site.run_id')
    .select(['site.run_id', 'run.status'])
    .where('site.site', '=', site)
    .execute();
  if (rows.length === 0) throw new StoreError(`no run in this store knows the site ${site}`);
  let gone: ForgottenCounts = { pages: 0, forms: 0 };
  for (const { run_id: runId } of rows) {
    const { pages, forms } = await forgetSiteOfRun(store, runId, site);
    gone = { pages: gone.pages + pages, forms: gone.forms + forms };
  }
  await removeReports(
    store,
    rows.map((row) => row.run_id),
  );
  return gone;
}

async function forgetSiteOfRun(store: Store, runId: number, site: string): Promise<ForgottenCounts> {
  const files = archiveFiles(join(store.runFolder(runId), EXCHANGES_FILE));
  const isOther = (uri: string | undefined) =>
    uri === undefined || !URL.canParse(uri) || siteOf(uri) !== site;
  const copied = files.length > 0 ? await copyLog(files, '.new', isOther) : undefined;
  await deleteDocuments(store, { run: runId, site });
  const gone = await store.transaction(async (trx) => {
    const counted = await countRows(trx, runId, site);
    await deleteSite(trx, runId, site);
    if (copied !== undefined) await moveOffsets(trx, runId, copied.moved, copied.bytes);
    return counted;
  });
  await finishForgetting(store, runId);
  return gone;
}

async function deleteSite(trx: StoreTransaction, runId: number, site: string): Promise<void> {
  const forms = trx.db
    .selectFrom('form')
    .select('form_id')
    .where('run_id', '=', runId)
    .where('site', '=', site);
  const variants = trx.db
    .selectFrom('form_variant')
    .select('variant')
    .where('run_id', '=', runId)
    .where('form_id', 'in', forms);
  await trx.db.deleteFrom('control').where('run_id', '=', runId).where('variant', 'in', variants).execute();
  await trx.db.deleteFrom('sighting').where('run_id', '=', runId).where('form_id', 'in', forms).execute();
  await trx.db.deleteFrom('form_variant').where('run_id', '=', runId).where('form_id', 'in', forms).execute();
  for (const table of [
    'submission',
    'answer_record',
    'record_occurrence',
    'record_detail',
    'asked_form',
    'form',
    'page',
    'link',
    'site',
    'rule_count',
    'familiar_scripts',
  ] as const) {
    await trx.db.deleteFrom(table).where('run_id', '=', runId).where('site', '=', site).execute();
  }
  await trx.db
    .deleteFrom('site_link')
    .where('run_id', '=', runId)
    .where((eb) => eb.or([eb('from_site', '=', site), eb('to_site', '=', site)]))
    .execute();
}

async function moveOffsets(
  trx: StoreTransaction,
  runId: number,
  moved: ReadonlyMap<number, number>,
  bytes: number,
): Promise<void> {
  const pages = await trx.db
    .selectFrom('page')
    .select(['id', 'exchange_offset'])
    .where('run_id', '=', runId)
    .where('exchange_offset', 'is not', null)
    .execute();
  for (const page of pages) {
    const offset = moved.get(page.exchange_offset ?? -1) ?? null;
    await trx.db.updateTable('page').set({ exchange_offset: offset }).where('id', '=', page.id).execute();
  }
  const submissions = await trx.db
    .selectFrom('submission')
    .select(['form_id', 'key', 'exchange_offset'])
    .where('run_id', '=', runId)
    .where('exchange_offset', 'is not', null)
    .execute();
  for (const row of submissions) {
    await trx.db
      .updateTable('submission')
      .set({ exchange_offset: moved.get(row.exchange_offset ?? -1) ?? null })
      .where('run_id', '=', runId)
      .where('form_id', '=', row.form_id)
      .where('key', '=', row.key)
      .execute();
  }
  await trx.db.updateTable('run').set({ log_bytes: bytes, log_pending: 1 }).where('id', '=', runId).execute();
}

/** Completes the replacement of a rewritten archive after a crash; deletes a copy that no row refers to. */
export async function finishForgetting(store: Store, runId: number): Promise<void> {
  const files = archiveFiles(join(store.runFolder(runId), EXCHANGES_FILE));
  const run = await store.db
    .selectFrom('run')
    .select('log_pending')
    .where('id', '=', runId)
    .executeTakeFirst();
  for (const file of files.filter((name) => existsSync(`${name}.new`))) {
    if (run?.log_pending === 1) await rename(`${file}.new`, file);
    else await rm(`${file}.new`);
  }
  if (run?.log_pending === 1) await clearPending(store, runId);
}

async function clearPending(store: Store, runId: number): Promise<void> {
  await store.db.updateTable('run').set({ log_pending: 0 }).where('id', '=', runId).execute();
}

/** Deletes reports, which quote what was found; they can be made again from the store. */
async function removeReports(store: Store, runs: readonly number[]): Promise<void> {
  for (const runId of runs) await rm(join(store.runFolder(runId), 'report.html'), { force: true });
}
