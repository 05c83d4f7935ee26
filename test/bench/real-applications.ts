/**
 * Twenty packaged web applications that nobody here wrote, harvested and judged again in a real Chromium: a row for each form whose
 * answers are known, as `docs/real-applications.md` has it. They are installed beside the checkout (`../shared/realweb`).
 *
 *     npm run bench -- real-applications                   runs the trial and prints the table
 *     npm run bench -- real-applications --kept FOLDER     the same of what a trial has left there (TRIAL_KEEP=FOLDER)
 *     npm run bench -- real-applications --write           puts the table into docs/real-applications.md, too
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ExportedForm } from '../../src/library/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
export const REALWEB = resolve(ROOT, '../shared/realweb');
const DATA = process.env.REALWEB_DATA ?? '/var/tmp/realweb';
const DOCS = join(ROOT, 'docs/real-applications.md');
const MARKS = ['<!-- table -->', '<!-- end of table -->'] as const;

/** A form of the trial's truth, as `score-submissions.py --json` tells of it. */
export interface JudgedForm {
  readonly site: string;
  readonly form: string;
  readonly found: boolean;
  readonly claimed: boolean;
  /** Of the harvest's forms that are it. */
  readonly ids: readonly string[];
  /** Counts: `asked`, `judged`, `right`, `strict`, `distinct`, `records`, `true_records`…; what is 0 may be missing. */
  readonly n: Readonly<Record<string, number>>;
  readonly works: boolean;
}

export interface Trial {
  readonly forms: readonly JudgedForm[];
  /** The exported forms of the harvest. */
  readonly exported: readonly Pick<ExportedForm, 'formId' | 'outcome' | 'coverage'>[];
  /** Records that a form can bring, by form; null where nobody knows. */
  readonly reachable: ReadonlyMap<string, number | null>;
  /** The trial's own last line. */
  readonly verdict: string;
}

/** Why the trial cannot be run here; undefined where it can. */
export function whyNot(): string | undefined {
  if (!existsSync(join(REALWEB, 'trial.sh'))) return `there is no ${REALWEB}`;
  return existsSync(DATA)
    ? undefined
    : `the applications are not installed (${DATA}); run ${REALWEB}/install.sh`;
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
}

/** Runs the trial of this checkout. @param keep folder for what it makes */
export async function runTrial(keep: string): Promise<Ran> {
  const child = spawn('bash', [join(REALWEB, 'trial.sh'), ROOT], {
    env: { ...process.env, TRIAL_KEEP: keep },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out };
}

/** What a trial has left in its folder. */
export function readTrial(folder: string, out = ''): Trial {
  const read = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));
  const truth = read(REALWEB, 'submissions-truth.json') as {
    forms: { form: string; reachable: number | null }[];
  };
  return {
    forms: read(folder, 'submissions.json').forms,
    exported: readFileSync(join(folder, 'forms.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    reachable: new Map(truth.forms.map(({ form, reachable }) => [form, reachable])),
    verdict: out.trim().split('\n').at(-1) ?? '',
  };
}

const HEADS = [
  ...['application', 'form', 'found', 'works', 'verdicts right', 'records seen of reachable'],
  ...['outcome', 'coverage'],
];

/** One line a form, in the order of the truth; an application is named once. */
export function tableOf({ forms, exported, reachable }: Trial): string {
  const told = new Map(exported.map((form) => [form.formId, form]));
  let before = '';
  const rows = forms.map(({ site, form, found, claimed, ids, n, works }) => {
    const own = ids.flatMap((id) => told.get(id) ?? []);
    const queried = own.filter(({ outcome }) => outcome !== 'not-queried');
    // Copies of a box share a row: the one that showed most speaks for them.
    const best = [...queried].sort((a, b) => b.coverage.seen - a.coverage.seen)[0];
    const size = reachable.get(form) ?? null;
    const name = site === before ? '' : site;
    before = site;
    return [
      name,
      form,
      found ? (claimed ? 'yes' : 'judged no search') : 'no',
      works ? '**yes**' : 'no',
      `${n.right ?? 0} of ${n.judged ?? 0}`,
      size === null ? `${n.distinct ?? 0} of ?` : `${n.distinct ?? 0} of ${size}`,
      best?.outcome ?? 'not-queried',
      best === undefined ? '–' : coverageOf(best.coverage),
    ];
  });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(HEADS), line(HEADS.map(() => '---')), ...rows.map(line)].join('\n');
}

const coverageOf = ({ state, seen, total }: ExportedForm['coverage']): string =>
  total === null ? `${state}: ${seen} seen` : `${state}: ${seen} of ${total}`;

/** Puts a table between the marks of the document. */
export const withTable = (document: string, table: string): string => {
  const [begin, end] = MARKS.map((mark) => document.indexOf(mark));
  if (begin === undefined || end === undefined || begin < 0 || end < begin)
    throw new Error(`${DOCS} has no ${MARKS.join(' … ')}`);
  return `${document.slice(0, begin + MARKS[0].length)}\n${table}\n${document.slice(end)}`;
};

export async function realApplicationsBench(json: boolean, settings: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...settings].filter((arg) => arg !== '--json'),
    options: {
      kept: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const why = whyNot();
  if (why !== undefined) return void process.stdout.write(`real applications: skipped, ${why}\n`);
  const folder = values.kept ?? temporaryFolder('real-applications-');
  const ran = values.kept === undefined ? await runTrial(folder) : undefined;
  const trial = readTrial(folder, ran?.out);
  if (json) process.stdout.write(`${JSON.stringify({ ...trial, reachable: [...trial.reachable] })}\n`);
  else process.stdout.write(`${tableOf(trial)}\n${trial.verdict === '' ? '' : `\n${trial.verdict}\n`}`);
  if (values.write) {
    const told = trial.verdict === '' ? tableOf(trial) : `${tableOf(trial)}\n\n${trial.verdict}`;
    writeFileSync(DOCS, withTable(readFileSync(DOCS, 'utf8'), told));
  }
}
