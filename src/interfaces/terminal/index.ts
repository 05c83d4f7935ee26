export { chooseRun } from './choose-run.ts';
export { type CommandEntry, command, type FlagsOf, type LoadedCommand } from './command.ts';
export { calledBy, describeForm } from './describe-form.ts';
export { foldProgress, printJson, progress, readProgress } from './labelled-data.ts';
export { defaulting, inStore, liveWeb, pick, text, whichRun, whole } from './options.ts';
export { progressLine } from './progress-line.ts';
export { withStore } from './with-store.ts';
