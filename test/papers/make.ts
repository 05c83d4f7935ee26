/** Makes the outputs of docs/papers.md by the commands beside them: `npm run docs:papers`, with --check only compares. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';
import { OUTPUTS, type Output } from './outputs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs', 'papers.md');
const FILES = join(import.meta.dirname, 'files');
/** Runs in a folder of their own; the others follow each other in one. */
const ALONE = 'HRVSCTAD';
/** The longest command takes two minutes on an idle machine. */
const TIMEOUT_MS = 900_000;
/** Data that are not published stand beside the checkout, where there are any. */
const SHARED =
  ['../shared', '../../shared'].map((path) => resolve(ROOT, path)).find(existsSync) ??
  resolve(ROOT, '../shared');
const MAX_OUTPUT = 50_000_000;

/** An item of the page: `004-17` is number 17 of paper 004. */
export interface Row {
  readonly id: string;
  /** The run that it goes by, if any: its letter. */
  readonly run: string | undefined;
  /** Commands after the run, or without one. */
  readonly commands: readonly string[];
  readonly output: string;
  readonly wantsReport: boolean;
  readonly line: string;
}

export interface PapersPage {
  readonly text: string;
  readonly rows: readonly Row[];
  /** Commands of the runs, by letter. */
  readonly runs: ReadonlyMap<string, string>;
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\| | \|$/g, '')
    .split(' | ')
    .map((cell) => cell.trim());

export async function readPage(): Promise<PapersPage> {
  const text = await readFile(PAGE, 'utf8');
  const runs = new Map<string, string>();
  const rows: Row[] = [];
  let section = '';
  for (const line of text.split('\n')) {
    section = /^## Paper (\d+)/.exec(line)?.[1] ?? (line.startsWith('## The owner') ? 'packages' : section);
    const [, letter, command] = /^\| ([A-Z]) \| `fieldfare ([^`]+)` \|$/.exec(line) ?? [];
    if (letter !== undefined && command !== undefined) runs.set(letter, command);
    if (!/^\| \d+[a-z]? \|/.test(line)) continue;
    const [number = '', , reached = '', output = ''] = cellsOf(line);
    const same = /^(?:as (?:in )?(\d+)|the same)$/.exec(reached);
    const like = same && rows.find(({ id }) => id === `${section}-${same[1] ?? Number(number) - 1}`);
    const commands = [...reached.matchAll(/`fieldfare ([^`]+)`/g)].map(([, one = '']) => one);
    const named = /(?:^|after )([A-Z])(?![\w-])/.exec(reached)?.[1];
    const run = named ?? (commands.length === 0 || /^(?:004|packages)$/.test(section) ? undefined : 'K');
    const own = { run, commands, wantsReport: /\breport\b/.test(reached) };
    rows.push({
      ...own,
      ...(like && { run: like.run, commands: like.commands }),
      id: `${section}-${number}`,
      output,
      line,
    });
  }
  return { text, rows, runs };
}

/** Splits a command as a shell does, and lets a harvest request one page at a time. */
function argsOf(command: string): string[] {
  const args = [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const here = args.map((arg) =>
    arg.startsWith('../shared/') ? join(SHARED, arg.slice('../shared/'.length)) : arg,
  );
  return here[0] === 'harvest' ? [...here, '--concurrency', '1'] : here;
}

/** Seconds that a command takes on an idle machine, about. */
const SECONDS: readonly (readonly [RegExp, number])[] = [
  [/--submit-to all|^(?:compare|train|evaluate topics --data)/, 30],
  [/^(?:harvest (?!.*--no-submit)|air-quality .*--demo)/, 12],
  [/^(?:harvest|knowledge build|evaluate forms)/, 6],
];

/** A prime: steps of this length reach every row, those of all papers alike. */
const SPREAD = 37;

/** Seconds from which on a command is left to the full tests. */
const LONG = 30;

/** Names of test files in the cells of a row; the room of each is that of the code behind the row. */
const TEST_FILE = /`([\w/-]+)\/[\w-]+(?:\.ci)?\.test\.ts`/g;

/**
 * Chooses rows, as many as are wanted and can be made in so many seconds: first those whose room is among the changed files, then
 * from all papers alike.
 */
export function affordable(
  page: PapersPage,
  changed: ReadonlySet<string>,
  most: number,
  seconds: number,
): Row[] {
  const concerns = ({ line }: Row): boolean =>
    [...line.matchAll(TEST_FILE)].some(([, room]) =>
      [...changed].some((file) => file.startsWith(`src/${room}/`) || file.startsWith(`test/${room}/`)),
    );
  const rows = page.rows.filter(({ id }) => OUTPUTS[id] !== undefined);
  const spread = rows.map((_, i) => rows[(i * SPREAD) % rows.length]).filter((row) => row !== undefined);
  const all = [...new Set([...rows.filter(concerns), ...spread, ...rows])];
  const paid = new Set<string>();
  const chosen: Row[] = [];
  let left = seconds;
  for (const row of all) {
    const steps = stepsOf(page, row);
    const unpaid = steps.map((_, i) => steps.slice(0, i + 1)).filter((some) => !paid.has(some.join()));
    const costs = unpaid.map((some) => SECONDS.find(([like]) => like.test(some.at(-1) ?? ''))?.[1] ?? 2);
    const cost = costs.reduce((sum, one) => sum + one, 0);
    if (cost > left || Math.max(0, ...costs) >= LONG || needsData(row)) continue;
    left -= cost;
    for (const some of unpaid) paid.add(some.join());
    if (chosen.push(row) === most) break;
  }
  return chosen;
}

/** Tells whether a row goes by data that are not published and not at hand. */
export const needsData = ({ commands }: Row): boolean =>
  commands.some((command) => command.includes(' ../shared/')) && !existsSync(SHARED);

/** The commands whose letters stand before a row's own, its run last, and its own. */
function stepsOf({ runs }: PapersPage, { run, commands }: Row): string[] {
  if (run === undefined) return [...commands];
  const shared = [...runs.keys()].filter((letter) => !ALONE.includes(letter));
  const letters = ALONE.includes(run) ? [run] : shared.slice(0, shared.indexOf(run) + 1);
  return [...letters.map((letter) => runs.get(letter) ?? ''), ...commands];
}

/** Runs what rows need, each command once. */
export class PaperRuns {
  private readonly page: PapersPage;
  private readonly folder: string;
  private readonly made = new Map<string, Promise<{ readonly folder: string; readonly text: string }>>();

  private constructor(page: PapersPage, folder: string) {
    this.page = page;
    this.folder = folder;
  }

  static async open(page: PapersPage): Promise<PaperRuns> {
    return new PaperRuns(page, temporaryFolder('papers-'));
  }

  /**
   * The output cell of a row, made anew.
   * @throws where its commands no longer print what the cell quotes
   */
  async cellOf(row: Row): Promise<string> {
    const steps = stepsOf(this.page, row);
    const own = row.commands.length;
    let last = await this.state(steps.slice(0, steps.length - own));
    const texts = [last.text];
    for (let told = steps.length - own + 1; told <= steps.length; told++) {
      last = await this.state(steps.slice(0, told));
      texts.unshift(last.text);
    }
    if (row.wantsReport) texts.unshift(await reportsIn(last.folder));
    return cellText(OUTPUTS[row.id] ?? [], texts.join('\n'));
  }

  /** The folder and the output after the last of these commands, each run in a copy of what the one before left. */
  private state(steps: readonly string[]): Promise<{ readonly folder: string; readonly text: string }> {
    const key = steps.join('\n');
    const before = this.made.get(key);
    if (before !== undefined) return before;
    const made = this.make(steps);
    this.made.set(key, made);
    return made;
  }

  private async make(steps: readonly string[]): Promise<{ readonly folder: string; readonly text: string }> {
    const folder = await mkdtemp(join(this.folder, 'run-'));
    const command = steps.at(-1);
    if (command === undefined) {
      await cp(FILES, folder, { recursive: true });
      return { folder, text: '' };
    }
    await cp((await this.state(steps.slice(0, -1))).folder, folder, { recursive: true });
    return { folder, text: await this.run(argsOf(command), folder) };
  }

  private run(args: readonly string[], cwd: string): Promise<string> {
    const main = join(ROOT, 'src/interfaces/cli/main.ts');
    const env = { ...process.env, VITEST: undefined, NO_COLOR: '1', COLUMNS: '200' };
    return new Promise((done) => {
      const all = ['--disable-warning=ExperimentalWarning', main, ...args];
      const child = execFile(
        process.execPath,
        all,
        { cwd, env, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT },
        (error, out, err) => done(`${out}\n${err}\nexit ${error === null ? 0 : error.code}`),
      );
      child.stdin?.end();
      if (args.includes('serve')) child.stdout?.on('data', () => child.kill('SIGINT'));
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** The text of all HTML reports in a folder. */
async function reportsIn(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.html')).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts
    .map((text) =>
      text
        .replace(/<(?:style|script)[\s\S]*?<\/(?:style|script)>/g, ' ')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' '),
    )
    .join('\n');
}

/** Quotes what the patterns find, words as they stand. @throws where one finds nothing */
export function cellText(output: Output, text: string): string {
  return output
    .map((part) => {
      if (typeof part === 'string') return part;
      if (typeof part === 'function') return part(text);
      const found = part.exec(text);
      if (found === null) throw new Error(`nothing is like ${part}`);
      const [whole, ...groups] = found;
      const quoted = (groups.length === 0 ? [whole] : groups).map((one) => one.trim().replace(/\s+/g, ' '));
      return `\`${quoted.join(' … ').replaceAll('|', '\\|')}\``;
    })
    .join(' ');
}

/** A host that asks to be left alone waits by the clock, so that the order of a crawl depends on the speed of the machine. */
const CRAWL = /^(?:harvest|compare) /;
const NUMBER = /\d[\d,]*(?:\.\d+)?/g;

/** Tells whether a cell is that of the page; numbers that a crawl led to may differ by a tenth, or by one. */
function isLike(page: PapersPage, row: Row, cell: string): boolean {
  const { output } = row;
  if (!stepsOf(page, row).some((step) => CRAWL.test(step))) return cell === output;
  const numbers = (text: string) => (text.match(NUMBER) ?? []).map((one) => Number(one.replaceAll(',', '')));
  const before = numbers(output);
  const near = numbers(cell).every((now, i) => {
    const was = before[i] ?? Number.NaN;
    return Math.abs(now - was) <= Math.max(was < 1 ? 0 : 1, was / 10);
  });
  return near && cell.replace(NUMBER, '0') === output.replace(NUMBER, '0');
}

/** Compares rows with what their commands print now; a line for each that differs. */
export async function differences(
  page: PapersPage,
  rows: readonly Row[],
  runs: PaperRuns,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const row of rows) {
    const cell = await runs.cellOf(row).catch((error: Error) => error.message);
    if (!isLike(page, row, cell)) wrong.push(`${row.id}: ${cell}; docs/papers.md has: ${row.output}`);
  }
  return wrong;
}

async function main(args: readonly string[]): Promise<void> {
  const page = await readPage();
  const wanted = args.filter((arg) => !arg.startsWith('--'));
  const rows = page.rows.filter(
    (row) =>
      OUTPUTS[row.id] !== undefined && !needsData(row) && (wanted.length === 0 || wanted.includes(row.id)),
  );
  await using runs = await PaperRuns.open(page);
  let { text } = page;
  for (const row of rows) {
    const cell = await runs.cellOf(row).catch((error: Error) => error);
    if (cell instanceof Error) process.stderr.write(`${row.id}: ${cell.message}\n`);
    if (cell instanceof Error) process.exitCode = 1;
    else if (!isLike(page, row, cell)) {
      process.stdout.write(`${row.id}: ${cell}\n  page: ${row.output}\n`);
      if (args.includes('--check')) process.exitCode = 1;
      else {
        const cells = row.line.split(' | ');
        cells[3] = cell;
        text = text.replace(row.line, () => cells.join(' | '));
      }
    }
  }
  if (!args.includes('--check')) await writeFile(PAGE, text);
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
