import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compare-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

type ThresholdRow = import('../../../src/reports/index.ts').ThresholdRow;

interface Arm {
  readonly arm: string;
  readonly pages: number;
  readonly relevant: number;
  readonly growth: readonly { readonly pages: number; readonly forms: number }[];
}

test('compare runs each strategy with and without rejection rules, and draws curves that end at what its table says', async () => {
  const flags = ['--max-pages', '40', '--render', 'never', '--without-rules', '--json', '--storage', folder];
  const { code, out } = await runCli([
    'compare',
    'book',
    '--web',
    'practice',
    '--strategies',
    'anchor-text,ache',
    ...flags,
  ]);
  expect(code).toBe(0);
  const { compare, thresholds, report } = JSON.parse(out) as {
    compare: readonly Arm[];
    thresholds: readonly ThresholdRow[];
    report: string;
  };
  // What has no rejection rules is not run twice.
  expect(compare.map(({ arm }) => arm)).toEqual(['anchor-text', 'anchor-text without rules', 'ache']);
  for (const { pages, relevant, growth } of compare) {
    expect(pages).toBe(40);
    expect(growth.at(-1)).toMatchObject({ pages: 40, forms: relevant });
  }
  expect(Math.max(...compare.map(({ relevant }) => relevant))).toBeGreaterThan(0);
  const recalls = thresholds.filter(({ focused }) => focused).map(({ recall }) => recall);
  expect(recalls).toHaveLength(9);
  expect(recalls).toEqual([...recalls].sort((a, b) => b - a));
  const html = await readFile(report, 'utf8');
  for (const words of ['anchor-text without rules', 'paper 001, figure 4', 'paper 004, figure 2', '<svg'])
    expect(html).toContain(words);
}, 180_000);

test('compare runs anchor-text once with each anchor text, and sets it beside a crawl without focus', async () => {
  const storage = join(folder, 'anchor-texts');
  const flags = ['--web', 'practice', '--strategies', 'anchor-text,breadth-first', '--max-pages', '30'];
  const words = ['--keywords', 'book', '--keywords', 'about,terms'];
  const rest = ['--render', 'never', '--thresholds', '0,2.1', '--json', '--storage', storage];
  const { code, out } = await runCli(['compare', 'book', ...flags, ...words, ...rest]);
  expect(code).toBe(0);
  const { compare, thresholds } = JSON.parse(out) as {
    compare: readonly Arm[];
    thresholds: readonly ThresholdRow[];
  };
  expect(compare.map(({ arm }) => arm)).toEqual([
    'anchor-text book',
    'anchor-text about terms',
    'breadth-first',
  ]);
  expect(
    thresholds.map(({ anchorText, focused, threshold }) => `${anchorText} ${focused} ${threshold}`),
  ).toEqual(
    ['book', 'about terms'].flatMap((name) => [`${name} true 0`, `${name} true 2.1`, `${name} false 2.1`]),
  );
  const [, focused, without] = thresholds;
  expect(without!.retrieved).toBe(focused!.retrieved);
}, 180_000);
