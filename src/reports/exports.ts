/** Exports of the library, with the words of reports. */

import * as library from '../library/index.ts';
import type { FacetGroup, Store } from '../storage/index.ts';
import { EXPORT_WORDS } from './reason-text.ts';

/** The lines of an export, each with its line end; see the library. */
export const exportLines = (
  store: Store,
  runs: library.ExportedRuns,
  kind: library.ExportKind,
  format: library.ExportFormat,
  range?: library.ExportRange,
  style?: library.TableStyle,
): AsyncGenerator<string> => library.exportLines(store, runs, kind, format, EXPORT_WORDS, range, style);

/** The rows of an export, in its order; see the library. */
export const exportRows = (
  store: Store,
  runs: library.ExportedRuns,
  kind: library.ExportKind,
): AsyncGenerator<object> => library.exportRows(store, runs, kind, EXPORT_WORDS);

/** One page of an export; see the library. */
export const exportPage = (
  store: Store,
  runId: number,
  kind: library.ExportKind,
  range: library.ExportRange,
  limit: number,
): Promise<library.ExportPage> => library.exportPage(store, runId, kind, range, limit, EXPORT_WORDS);

/** Counts the rows of a list; see the library. */
export const listCounts = (
  store: Store,
  runId: number,
  kind: library.ExportKind,
  range: library.ExportRange,
  groups: readonly FacetGroup[] | undefined,
): Promise<Partial<library.CountedRows>> =>
  library.listCounts(store, runId, kind, range, EXPORT_WORDS, groups);

/** Keeps a list of a run; see the library. */
export const keepList = (store: Store, runId: number, kind: library.ExportKind): Promise<void> =>
  library.keepList(store, runId, kind, EXPORT_WORDS);

/** Writes an export of several runs in partitions; see the library. */
export const exportPartitioned = (
  store: Store,
  runs: readonly number[],
  kind: library.ExportKind,
  target: string,
): Promise<library.PartitionedExport> => library.exportPartitioned(store, runs, kind, target, EXPORT_WORDS);

/** Writes an export to a file, whole or not at all; see the library. */
export const exportToFile = (
  store: Store,
  runs: library.ExportedRuns,
  kinds: library.ExportKind | readonly library.ExportKind[],
  format: library.FileFormat,
  file: string,
  range?: library.ExportRange,
  style?: library.TableStyle,
): Promise<void> => library.exportToFile(store, runs, kinds, format, file, EXPORT_WORDS, range, style);

/** Writes an export as tables of a database; see the library. */
export const exportToDatabase = (
  store: Store,
  runs: library.ExportedRuns,
  kinds: readonly library.ExportKind[],
  target: string,
): Promise<ReadonlyMap<library.ExportKind, number>> =>
  library.exportToDatabase(store, runs, kinds, target, EXPORT_WORDS);

/** Writes an export as a folder that describes itself; see the library. */
export const exportPackage = (
  store: Store,
  runs: library.ExportedRuns,
  kinds: readonly library.ExportKind[],
  target: string,
): Promise<ReadonlyMap<library.ExportKind, number>> =>
  library.exportPackage(store, runs, kinds, target, EXPORT_WORDS);
