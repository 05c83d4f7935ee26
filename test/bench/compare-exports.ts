/**
 * Harvests the same webs by an older commit and by the current tree, and compares what they export:
 *
 *     npm run bench -- compare-exports --before COMMIT [--after COMMIT]
 *         [--seeds 1,7] [--sites 40] [--replay FILE] [--only practice,replay] [--keep FOLDER]
 *
 * Breadth first and without page budgets, so that the result does not depend on the order of pages; forms of the practice
 * web are queried, too.
 * Changes that are meant stand in `export-mapping.ts`. Exit code 1 where anything else differs.
 */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { EXPORT_KINDS, type ExportKind } from '../../src/library/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { differencesOf, EXPORT_MAPPING, type Row } from './export-mapping.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const REPLAY = '../shared/datasets/forms/development.warc.gz';
const SHOWN = 20;

interface Scenario {
  readonly name: string;
  readonly harvest: readonly string[];
}

export async function compareExportsBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args].filter((arg) => arg !== '--json'),
    options: {
      before: { type: 'string' },
      after: { type: 'string' },
      seeds: { type: 'string', default: '1,7' },
      sites: { type: 'string', default: '40' },
      replay: { type: 'string', default: resolve(ROOT, REPLAY) },
      only: { type: 'string', default: 'practice,replay' },
      keep: { type: 'string' },
    },
  });
  if (values.before === undefined) throw new Error('say which commit to compare with: --before COMMIT');
  const webs = values.only.split(',');
  const scenarios = [
    ...(webs.includes('practice') ? values.seeds.split(',') : []).map((seed) => practice(seed, values.sites)),
    ...(webs.includes('replay') ? [replay(values.replay)] : []),
  ];
  const folder = resolve(values.keep ?? temporaryFolder('compare-exports-'));
  const trees: string[] = [];
  const treeOf = (name: string, commit: string) => {
    const tree = join(folder, name, 'tree');
    trees.push(tree);
    addWorktree(tree, commit);
    return tree;
  };
  process.once('SIGINT', () => {
    trees.forEach(removeWorktree);
    process.exit(130);
  });
  let differences = 0;
  try {
    const older = treeOf('before', values.before);
    const newer = values.after === undefined ? ROOT : treeOf('after', values.after);
    for (const scenario of scenarios) {
      const before = await exportsBy(older, scenario, join(folder, 'before'));
      const after = await exportsBy(newer, scenario, join(folder, 'after'));
      differences += printDifferences(scenario, before, after);
    }
  } finally {
    trees.forEach(removeWorktree);
  }
  process.stdout.write(differences === 0 ? 'all exports are equal\n' : `${differences} differences\n`);
  if (differences > 0) process.exitCode = 1;
}

const EXHAUSTIVE = ['--strategy', 'breadth-first', '--quiet'];

const practice = (seed: string, sites: string): Scenario => ({
  name: `practice-seed-${seed}`,
  harvest: [
    ...['book', '--web', `practice:seed=${seed},sites=${sites}`, ...EXHAUSTIVE, '--novelty', 'sentence'],
    // Deeper pages show forms of the same kinds again.
    ...['--max-depth', '2', '--submit-to', 'all', '--max-submissions', '8', '--max-answer-pages', '10'],
  ],
});

/** Nothing is submitted: the archive holds no answers. */
function replay(file: string): Scenario {
  if (!existsSync(file)) throw new Error(`there is no ${file}; name an archive by --replay FILE`);
  return {
    name: 'replay',
    harvest: [
      ...['book', 'flight', 'hotel', 'music', 'premiere', 'product', 'property', '--web', `replay:${file}`],
      ...[...EXHAUSTIVE, '--max-sites', '100000', '--no-submit'],
    ],
  };
}

/** The commit in a folder of its own; it shares what is installed here where its locked dependencies are the same. */
function addWorktree(folder: string, commit: string): void {
  git('worktree', 'add', '--detach', '--quiet', folder, commit);
  const lock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lock(folder) !== lock(ROOT)) return;
  mkdirSync(join(folder, 'storage'), { recursive: true });
  for (const shared of ['node_modules', 'storage/.runtime'])
    if (existsSync(join(ROOT, shared))) symlinkSync(join(ROOT, shared), join(folder, shared));
}

function removeWorktree(folder: string): void {
  if (existsSync(folder)) git('worktree', 'remove', '--force', folder);
}

function git(...args: readonly string[]): void {
  execFileSync('git', ['-C', ROOT, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}

type Exports = Readonly<Record<ExportKind, readonly Row[]>>;

/** Things and details are made of records, and earlier commits do not export them. */
const KINDS = EXPORT_KINDS.filter((kind) => kind !== 'things' && kind !== 'details');

/** Harvests with the sources of a tree; the exports lie in `folder/NAME/KIND.jsonl` afterwards. */
async function exportsBy(tree: string, { name, harvest }: Scenario, folder: string): Promise<Exports> {
  const began = performance.now();
  const storage = join(folder, name);
  await runCli(tree, ['harvest', ...harvest, '--storage', storage]);
  const exported: Partial<Record<ExportKind, readonly Row[]>> = {};
  for (const kind of KINDS) {
    const file = join(storage, `${kind}.jsonl`);
    await runCli(tree, ['export', kind, '--out', file, '--storage', storage]);
    exported[kind] = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stderr.write(`${storage}: ${seconds} s\n`);
  return exported as Exports;
}

/** Runs the command line of a tree by its own set-up. @throws {Error} with what it said, unless it ends with 0 */
async function runCli(tree: string, args: readonly string[]): Promise<void> {
  const program = join(tree, 'src/setup/run.mjs');
  const child = spawn(process.execPath, [program, 'cli', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`fieldfare ${args.join(' ')} in ${tree} ended with ${code}:\n${said}`);
}

function printDifferences({ name }: Scenario, before: Exports, after: Exports): number {
  let sum = 0;
  for (const kind of KINDS) {
    const differences = differencesOf(before[kind], after[kind], EXPORT_MAPPING[kind]);
    sum += differences.length;
    const verdict = differences.length === 0 ? 'equal' : `${differences.length} differences`;
    process.stdout.write(
      `${name} ${kind}: ${before[kind].length} and ${after[kind].length} rows, ${verdict}\n`,
    );
    for (const difference of differences.slice(0, SHOWN)) process.stdout.write(`  ${difference}\n`);
  }
  return sum;
}
