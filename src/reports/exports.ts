/** Exports of the library, with the words of reports. */

import * as library from '../library/index.ts';
import type { Store } from '../storage/index.ts';
import { EXPORT_WORDS } from './reason-text.ts';

/** The lines of an export, each with its line end; see the library. */
export const exportLines = (
  store: Store,
  runs: library.ExportedRuns,
  kind: library.ExportKind,
  format: library.ExportFormat,
): AsyncGenerator<string> => library.exportLines(store, runs, kind, format, EXPORT_WORDS);

/** The rows of an export, in its order; see the library. */
export const exportRows = (
  store: Store,
  runs: library.ExportedRuns,
  kind: library.ExportKind,
): AsyncGenerator<object> => library.exportRows(store, runs, kind, EXPORT_WORDS);

/** Writes an export to a file, whole or not at all; see the library. */
export const exportToFile = (
  store: Store,
  runs: library.ExportedRuns,
  kind: library.ExportKind,
  format: library.FileFormat,
  file: string,
): Promise<void> => library.exportToFile(store, runs, kind, format, file, EXPORT_WORDS);
