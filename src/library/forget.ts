import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectFolder } from '../foundation/object-storage/index.ts';
import { siteOf } from '../foundation/url/index.ts';
import {
  archiveFiles,
  copyLog,
  type ExchangeLog,
  EXCHANGES_FILE,
  finishRewriting,
  openExchangeLog,
  rewriteSegments,
} from '../foundation/warc/index.ts';
import { type Store, StoreError, type Transaction } from '../storage/index.ts';
import { deleteDocuments } from './documents/delete-documents.ts';
import { REPORT_FILES } from './report-files.ts';
import { archiveFolder, localParts } from './run-archive.ts';
import { findRun } from './runs.ts';

interface ForgottenCounts {
  readonly pages: number;
  readonly forms: number;
}

/**
 * Deletes a run: its rows, its archive and its report.
 * @throws {StoreError} when there is no such run
 */
export async function forgetRun(store: Store, id: number): Promise<ForgottenCounts> {
  const run = await findRun(store, id);
  const segments = await segmentsOf(store, run.id);
  // Storage that cannot be reached is found out before rows are gone.
  await segments?.list().next();
  await deleteDocuments(store, { run: run.id });
  const gone = await store.transaction(async (trx) => {
    const counted = await deleteRows(trx, run.id);
    await trx.elements.deleteRun(run.id);
    await trx.runs.delete(run.id);
    return counted;
  });
  await rm(store.runFolder(run.id), { recursive: true, force: true });
  if (segments !== undefined) for await (const { name } of segments.list()) await segments.delete(name);
  return gone;
}

async function segmentsOf(store: Store, runId: number): Promise<ObjectFolder | undefined> {
  const row = await store.runs.get(runId);
  return row && archiveFolder(row);
}

/** Deletes what a run, or one site of it, has but its documents. */
async function deleteRows(trx: Transaction, runId: number, site?: string): Promise<ForgottenCounts> {
  await trx.submissions.delete(runId, site);
  await trx.records.delete(runId, site);
  const forms = await trx.forms.delete(runId, site);
  const pages = await trx.pages.delete(runId, site);
  await trx.links.delete(runId, site);
  await trx.history.deleteScripts(runId, site);
  await trx.sites.delete(runId, site);
  return { pages, forms };
}

/**
 * Deletes a site from every run and from their archives. A crash loses nothing else: the rewritten archive replaces the
 * old one when the next writing command opens the store.
 * @throws {StoreError} when no run knows the site
 */
export async function forgetSite(store: Store, site: string): Promise<ForgottenCounts> {
  const runs = await store.sites.runsOf(site);
  if (runs.length === 0) throw new StoreError(`no run in this store knows the site ${site}`);
  let gone: ForgottenCounts = { pages: 0, forms: 0 };
  for (const runId of runs) {
    const { pages, forms } = await forgetSiteOfRun(store, runId, site);
    gone = { pages: gone.pages + pages, forms: gone.forms + forms };
  }
  await removeReports(store, runs);
  return gone;
}

async function forgetSiteOfRun(store: Store, runId: number, site: string): Promise<ForgottenCounts> {
  if ((await store.coordination?.parts.list(runId))?.length || localParts(store.runFolder(runId)).length > 0)
    throw new StoreError(
      `the archive of run ${runId} was written by several workers: no site can be cut out of it`,
      {
        hint: `delete the whole run: fieldfare forget ${runId}`,
      },
    );
  const files = archiveFiles(join(store.runFolder(runId), EXCHANGES_FILE));
  const isOther = (uri: string | undefined) =>
    uri === undefined || !URL.canParse(uri) || siteOf(uri) !== site;
  const segments = await segmentsOf(store, runId);
  const copied =
    segments !== undefined
      ? await rewriteSegments(await openLog(store, runId, segments), segments, isOther)
      : files.length > 0
        ? await copyLog(files, '.new', isOther)
        : undefined;
  await deleteDocuments(store, { run: runId, site });
  const gone = await store.transaction(async (trx) => {
    const counted = await deleteRows(trx, runId, site);
    await trx.runs.deleteRuleCounts(runId, site);
    if (copied === undefined) return counted;
    await trx.pages.moveExchanges(runId, copied.moved);
    await trx.submissions.moveExchanges(runId, copied.moved);
    await trx.runs.update(runId, { log_bytes: copied.bytes, log_pending: 1 });
    return counted;
  });
  await finishForgetting(store, runId);
  return gone;
}

async function openLog(store: Store, runId: number, folder: ObjectFolder): Promise<ExchangeLog> {
  const row = await store.runs.get(runId);
  return openExchangeLog(store.runFolder(runId), { acknowledged: row?.log_bytes, archive: { folder } });
}

/** Completes the replacement of a rewritten archive after a crash; deletes a copy that no row refers to. */
export async function finishForgetting(store: Store, runId: number): Promise<void> {
  const files = archiveFiles(join(store.runFolder(runId), EXCHANGES_FILE));
  const run = await store.runs.get(runId);
  for (const file of files.filter((name) => existsSync(`${name}.new`))) {
    if (run?.log_pending === 1) await rename(`${file}.new`, file);
    else await rm(`${file}.new`);
  }
  const segments = run?.log_pending === 1 ? await segmentsOf(store, runId) : undefined;
  if (segments !== undefined) await finishRewriting(segments);
  if (run?.log_pending === 1) await store.transaction((trx) => trx.runs.update(runId, { log_pending: 0 }));
}

/** Deletes reports, which quote what was found; they can be made again from the store. */
async function removeReports(store: Store, runs: readonly number[]): Promise<void> {
  for (const runId of runs)
    for (const file of REPORT_FILES) await rm(join(store.runFolder(runId), file), { force: true });
}
