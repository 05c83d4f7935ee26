import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectFolder } from '../foundation/object-storage/index.ts';
import { siteOf } from '../foundation/url/index.ts';
import { type Store, StoreError, type Transaction } from '../storage/index.ts';
import { deleteDocuments } from './documents/delete-documents.ts';
import { REPORT_FILES } from './report-files.ts';
import { finishRewritingArchive, rewriteArchive } from './rewrite-archive.ts';
import { archiveFolder } from './run-archive.ts';
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
  await store.lists.remove(run.id);
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
 * old one when the next site is forgotten, or the run goes on.
 * @throws {StoreError} when no run knows the site, or a part of an archive is on another machine
 */
export async function forgetSite(store: Store, site: string): Promise<ForgottenCounts> {
  const pending = (await store.runs.all()).filter((run) => run.log_pending === 1);
  for (const { id } of pending) await finishRewritingArchive(store, id);
  const runs = await store.sites.runsOf(site);
  if (runs.length === 0 && pending.length === 0)
    throw new StoreError(`no run in this store knows the site ${site}`);
  let gone: ForgottenCounts = { pages: 0, forms: 0 };
  for (const runId of runs) {
    const { pages, forms } = await forgetSiteOfRun(store, runId, site);
    gone = { pages: gone.pages + pages, forms: gone.forms + forms };
  }
  await removeReports(store, runs);
  return gone;
}

async function forgetSiteOfRun(store: Store, runId: number, site: string): Promise<ForgottenCounts> {
  const isOther = (uri: string | undefined) =>
    uri === undefined || !URL.canParse(uri) || siteOf(uri) !== site;
  const rewritten = await rewriteArchive(store, runId, isOther);
  await deleteDocuments(store, { run: runId, site });
  const gone = await store.transaction(async (trx) => {
    const counted = await deleteRows(trx, runId, site);
    await trx.runs.deleteRuleCounts(runId, site);
    await trx.coordination?.sites.delete(runId, site);
    if (rewritten === undefined) return counted;
    const { moved, bytes: lengths } = rewritten;
    await trx.pages.moveExchanges(runId, moved);
    await trx.submissions.moveExchanges(runId, moved);
    for (const [part, bytes] of lengths)
      if (part > 0) await trx.coordination?.parts.cut({ runId, part, bytes });
    const log_bytes = lengths.get(0);
    await trx.runs.update(runId, { ...(log_bytes !== undefined && { log_bytes }), log_pending: 1 });
    return counted;
  });
  await store.lists.remove(runId);
  await finishRewritingArchive(store, runId);
  return gone;
}

/** Deletes reports, which quote what was found; they can be made again from the store. */
async function removeReports(store: Store, runs: readonly number[]): Promise<void> {
  for (const runId of runs)
    for (const file of REPORT_FILES) await rm(join(store.runFolder(runId), file), { force: true });
}
