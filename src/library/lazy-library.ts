/** Loads the code that needs WordNet and language data on first call, so that a harvest without novelty pays nothing. */

import type { Store } from '../storage/index.ts';
import type { JudgedLibrary, JudgeLibraryOptions } from './documents/judge-library.ts';
import type { JudgeRunOptions, NoveltyCount } from './documents/judge-run.ts';
import type { JudgeTextsOptions, TextNovelty } from './novelty/judge-texts.ts';
import type { NoveltyComparison } from './novelty-comparison.ts';
import type { NoveltySettings } from './ontology/settings.ts';

/**
 * Judges the documents of a run and adds them to the library. Pages crawled without novelty are read from the archive.
 * @throws {StoreError} no such run; {OntologyError}, {DomainError} a file with a mistake, before anything is changed
 */
export async function judgeLibrary(store: Store, options: JudgeLibraryOptions): Promise<JudgedLibrary> {
  const module = await import('./documents/judge-library.ts');
  return module.judgeLibrary(store, options);
}

/** Judges the waiting documents of a run, with those behind its forms. */
export async function judgeNovelty(
  store: Store,
  runId: number,
  options: JudgeRunOptions,
): Promise<NoveltyCount> {
  const { collectSubmissions } = await import('./documents/from-submissions.ts');
  for (const problem of await collectSubmissions(store, runId))
    options.onWarning?.(`not read from the archive: ${problem}`);
  const module = await import('./documents/judge-run.ts');
  return module.judgeRun(store, runId, options);
}

/** Judges texts in their order, each against those before it. @throws {OntologyError} a file with a mistake */
export async function judgeTexts(
  texts: readonly string[],
  options: JudgeTextsOptions,
): Promise<TextNovelty[]> {
  const module = await import('./novelty/judge-texts.ts');
  return module.judgeTexts(texts, options);
}

/** Rebuilds the full-text and sentence indexes from the store. @returns the number of documents in the full-text index */
export async function rebuildIndexes(store: Store): Promise<number> {
  const module = await import('./documents/rebuild-indexes.ts');
  return module.rebuildIndexes(store);
}

/** Judges the duplicates of deleted documents again. @returns the runs they belong to */
export async function judgeOrphans(store: Store, onWarning?: (message: string) => void): Promise<number[]> {
  const runs = await store.novelty.orphanedRuns();
  for (const { run, mode, keepKnown } of runs)
    await judgeLibrary(store, { mode, run, keepKnown, ...(onWarning && { onWarning }) });
  return runs.map(({ run }) => run);
}

/**
 * Reads thresholds and is-a relations of the domains of a run.
 * @param files the user's ontology files
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
 * @param queries run in every category; by default the four most frequent terms of each
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
