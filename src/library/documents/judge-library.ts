import type { Store } from '../../storage/index.ts';
import { noveltySettings } from '../ontology/settings.ts';
import { findRun } from '../runs.ts';
import { collectFromArchive } from './from-archive.ts';
import { collectSubmissions } from './from-submissions.ts';
import { resetVerdicts } from './judge-again.ts';
import { type JudgeRunOptions, judgeRun, type NoveltyCount } from './judge-run.ts';

export interface JudgeLibraryOptions
  extends Omit<JudgeRunOptions, 'thresholdOf' | 'ontologyOf' | 'categoriser'> {
  /** Number of the run; by default the latest. */
  readonly run?: string | number;
  /** Threshold for all domains, instead of their own. */
  readonly threshold?: number;
  /** Paths of ontology files. */
  readonly ontologies?: readonly string[];
  /** Judge again what was judged before. */
  readonly again?: boolean;
}

export interface JudgedLibrary extends NoveltyCount {
  readonly runId: number;
}

/**
 * Judges the documents of a run and adds them to the library. Pages crawled without novelty are read from the archive.
 * @throws {StoreError} no such run; {OntologyError}, {DomainError} a file with a mistake, before anything is changed
 */
export async function judgeLibrary(store: Store, options: JudgeLibraryOptions): Promise<JudgedLibrary> {
  const run = await findRun(store, options.run);
  const settings = noveltySettings(run.domainFiles, options.ontologies, options.threshold);
  if (options.again === true) await resetVerdicts(store, run.id);
  const { problems } = await collectFromArchive(store, run.id);
  for (const problem of [...problems, ...(await collectSubmissions(store, run.id))])
    options.onWarning?.(`not read from the archive: ${problem}`);
  const { mode, keepKnown, summary, onProgress, onWarning, signal } = options;
  const count = await judgeRun(store, run.id, {
    mode,
    thresholdOf: settings.thresholdOf,
    ontologyOf: settings.ontologyOf,
    categoriser: settings.categoriser,
    ...(keepKnown !== undefined && { keepKnown }),
    ...(summary !== undefined && { summary }),
    ...(onProgress && { onProgress }),
    ...(onWarning && { onWarning }),
    ...(signal && { signal }),
  });
  return { runId: run.id, ...count };
}
