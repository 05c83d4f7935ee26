export { EXPORT_FORMATS, EXPORT_KINDS, type ExportFormat, type ExportKind, exportLines } from './export.ts';
export { type Forgotten, finishForgetting, forgetRun, forgetSite } from './forget.ts';
export { formIdOf, type JudgedForm, type KeptBefore, type KeptForm, keepPage } from './keep.ts';
export { type HarvestedForm, harvestedForms } from './read.ts';
export { type TextBlock, blocksOf } from './novelty/blocks.ts';
export { findRun, listRuns, type RunInfo } from './runs.ts';
export type { JudgedLibrary, JudgeLibraryOptions } from './shelf/judge-library.ts';
export { blocksOfFields, keepDocument, type NewDocument } from './shelf/keep-document.ts';

import type { Store } from '../store/index.ts';
import type { JudgedLibrary, JudgeLibraryOptions } from './shelf/judge-library.ts';

/**
 * Judges what is new of a run, and takes it into the library. Pages crawled without novelty are read from the archive.
 * What it needs of languages is read only when it is called.
 * @throws {StoreError} no such run; {OntologyError}, {DomainError} a file with a mistake, before anything is changed
 */
export async function judgeLibrary(store: Store, options: JudgeLibraryOptions): Promise<JudgedLibrary> {
  const shelf = await import('./shelf/judge-library.ts');
  return shelf.judgeLibrary(store, options);
}
