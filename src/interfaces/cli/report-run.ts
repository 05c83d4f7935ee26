import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../drivers/open/index.ts';
import { makeFolder, whileOpen } from '../../foundation/errors/index.ts';
import { findRun, REPORT_LISTS, type RunInfo } from '../../library/index.ts';
import type { Score } from '../../practice-web/index.ts';
import {
  collectLists,
  collectProvenance,
  collectReport,
  exportToFile,
  reportHtml,
  summaryTable,
} from '../../reports/index.ts';
import type { Store } from '../../storage/index.ts';
import { type OpenPractice, scorePractice } from './practice-score.ts';

interface ReportRunOptions {
  readonly json: boolean;
  readonly practice: OpenPractice | undefined;
  /** Takes the summary. */
  readonly out?: NodeJS.WriteStream;
}

/** Writes the summary of a run to the terminal and its report beside the run's files. @returns the report's path */
export async function reportRun(
  storage: string,
  runId: number,
  { json, practice, out = process.stdout }: ReportRunOptions,
): Promise<string> {
  return whileOpen(openStore(storage, { mode: 'read' }), async (store) => {
    const run = await findRun(store, runId);
    const score =
      practice === undefined
        ? undefined
        : await scorePractice(store, runId, await withEarlierVisits(store, run, practice), run.domains);
    const report = {
      ...(await collectReport(store, run)),
      provenance: await collectProvenance(store, run.id),
      ...(score !== undefined && { practice: practiceLines(score, run.strategy === 'breadth-first') }),
    };
    const file = join(store.runFolder(runId), 'report.html');
    makeFolder(store.runFolder(runId));
    writeInPlace(
      file,
      await reportHtml(report, await collectLists(store, run, await listFiles(store, runId))),
    );
    if (json) {
      out.write(`${JSON.stringify({ type: 'summary', report: file, ...report })}\n`);
      return file;
    }
    const width = out.columns ?? 100;
    out.write(`\n${summaryTable(report, { width, colour: out.isTTY === true })}\n`);
    out.write(`\nReport: ${file}\n`);
    return file;
  });
}

/** Writes a file of its own in place of what has the name: what a link there points to stays as it is. */
function writeInPlace(file: string, text: string): void {
  const part = `${file}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { flag: 'wx' });
  renameSync(part, file);
}

/** Writes whole lists as tables beside the report. @returns the name of each file */
async function listFiles(
  store: Store,
  runId: number,
): Promise<Record<(typeof REPORT_LISTS)[number], string>> {
  const named = REPORT_LISTS.map((kind) => [kind, `${kind}.csv`] as const);
  for (const [kind, file] of named)
    await exportToFile(store, runId, kind, 'csv', join(store.runFolder(runId), file));
  return Object.fromEntries(named) as Record<(typeof REPORT_LISTS)[number], string>;
}

/** The access log holds the requests of this process alone; those of a run's earlier ones are the pages it has read. */
async function withEarlierVisits(
  store: Store,
  { id, resumed }: Pick<RunInfo, 'id' | 'resumed'>,
  practice: OpenPractice,
): Promise<OpenPractice> {
  if (resumed === 0) return practice;
  const { visitsAsLog } = await import('../../practice-web/index.ts');
  const read: string[] = [];
  for await (const { url, status } of store.figures.addresses(id)) if (status === 200) read.push(url);
  const earlier = visitsAsLog(practice.truth, read);
  return { ...practice, log: async () => [...earlier, ...(await practice.log())] };
}

const recallText = ({ found, expected, wrong }: Score['searchable']): string =>
  `recall ${found}/${expected}, false positives ${wrong}`;

/** Lists what a run is judged by: a focused one leaves the other domains' sites alone. */
function practiceLines(score: Score, everything: boolean): { label: string; value: string }[] {
  const lines = Object.entries(score.domains).map(([domain, tally]) => ({
    label: `search forms about ${domain}`,
    value: recallText(tally),
  }));
  if (everything) {
    const { searchable } = score;
    lines.push({
      label: 'search forms of all domains',
      value: recallText(searchable),
    });
  }
  const { log } = score;
  if (log !== undefined) {
    lines.push(
      { label: 'relevant sites reached', value: `${log.relevantSitesReached} of ${log.relevantSites}` },
      { label: 'requests that robots.txt forbids', value: String(log.robotsViolations) },
    );
  }
  return lines;
}
