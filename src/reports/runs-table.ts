import { textColumns } from '../foundation/text/index.ts';
import { addressOfRun, type RunSummary } from '../library/index.ts';
import { runText } from './reason-text.ts';
import { counted, duration, shown, wholeNumber } from './words.ts';

/** The runs of a storage folder, one a line, for a terminal. */
export function runsTable(runs: readonly RunSummary[]): string {
  if (runs.length === 0) return 'no runs yet; begin one with: fieldfare harvest book --web practice';
  const heads = 'Run,Kind,Started (UTC),Subject,Web,Status,Pages,Search forms,Records,Time'.split(',');
  const rows = runs.map((run) => [
    String(run.id),
    run.kind.replace('-', ' '),
    new Date(run.startedAt).toISOString().slice(0, 16).replace('T', ' '),
    shown(addressOfRun(run) ?? run.domains.join(', '), 30),
    shown(run.web, 30),
    run.reason === null ? run.status : `${run.status} (${shown(runText(run.reason), 40)})`,
    wholeNumber(run.pages),
    wholeNumber(run.searchForms),
    wholeNumber(run.records),
    duration(run.activeMs / 1_000),
  ]);
  return [...textColumns(heads, rows, new Set([0, 6, 7, 8, 9])), counted(runs.length, 'run')].join('\n');
}
