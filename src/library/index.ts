export { EXPORT_FORMATS, EXPORT_KINDS, type ExportFormat, type ExportKind, exportLines } from './export.ts';
export { type Forgotten, finishForgetting, forgetRun, forgetSite } from './forget.ts';
export { formIdOf, type JudgedForm, type KeptBefore, type KeptForm, keepPage } from './keep.ts';
export { type HarvestedForm, harvestedForms } from './read.ts';
export { findRun, listRuns, type RunInfo } from './runs.ts';
