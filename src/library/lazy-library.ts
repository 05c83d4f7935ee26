/** What needs WordNet and the languages: loaded when it is first called, so that a harvest without novelty pays nothing. */

import type { Store } from '../drivers/sqlite/index.ts';
import type { JudgedLibrary, JudgeLibraryOptions } from './documents/judge-library.ts';
import type { JudgeRunOptions, NoveltyCount } from './documents/judge-run.ts';
import type { NoveltyComparison } from './novelty-comparison.ts';
import type { NoveltySettings } from './ontology/settings.ts';

/**
 * Judges what is new of a run, and takes it into the library. Pages crawled without novelty are read from the archive.
 * @throws {StoreError} no such run; {OntologyError}, {DomainError} a file with a mistake, before anything is changed
 */
export async function judgeLibrary(store: Store, options: JudgeLibraryOptions): Promise<JudgedLibrary> {
  const shelf = await import('./documents/judge-library.ts');
  return shelf.judgeLibrary(store, options);
}

/** Judges the documents of a run that wait for it, and what stands behind its forms. */
export async function judgeNovelty(
  store: Store,
  runId: number,
  options: JudgeRunOptions,
): Promise<NoveltyCount> {
  const { collectSubmissions } = await import('./documents/from-submissions.ts');
  for (const problem of await collectSubmissions(store, runId))
    options.onWarning?.(`not read from the archive: ${problem}`);
  const shelf = await import('./documents/judge-run.ts');
  return shelf.judgeRun(store, runId, options);
}

/** Makes full-text and sentence index anew from the store. @returns documents that can be found */
export async function rebuildIndexes(store: Store): Promise<number> {
  const shelf = await import('./documents/rebuild-indexes.ts');
  return shelf.rebuildIndexes(store);
}

/** Judges again what was known because of documents that have been deleted. @returns the runs it belongs to */
export async function judgeOrphans(store: Store, onWarning?: (message: string) => void): Promise<number[]> {
  const { orphanedRuns } = await import('./documents/delete-documents.ts');
  const runs = await orphanedRuns(store);
  for (const { run, mode } of runs) await judgeLibrary(store, { mode, run, ...(onWarning && { onWarning }) });
  return runs.map(({ run }) => run);
}

/**
 * Thresholds and is-a relations of the domains of a run.
 * @param files ontology files of the user's own
 * @throws {OntologyError | DomainError | UnknownDomainError}
 */
export async function readNoveltySettings(
  domains: readonly string[],
  files: readonly string[],
): Promise<NoveltySettings> {
  const settings = await import('./ontology/settings.ts');
  return settings.noveltySettings(domains, files);
}

/**
 * Compares a generic crawl with a novelty crawl in the measures of paper 000 (RR, MO, NPI), query by query.
 * @param queries asked of every category; left out, the four commonest terms of each
 * @throws {SearchError} for a query that cannot be understood
 */
export async function compareNovelty(
  store: Store,
  runId: number,
  queries: readonly string[] = [],
): Promise<NoveltyComparison> {
  const comparison = await import('./novelty-comparison.ts');
  return comparison.compareNovelty(store, runId, queries);
}
