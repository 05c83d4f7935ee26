import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runCli, startCli } from './run-cli.ts';

const folder = temporaryFolder('compare-');

type ThresholdRow = import('../../../src/wings/laboratory/reports/comparison-report.ts').ThresholdRow;

interface Overlap {
  readonly arm: string;
  readonly finds: number;
  readonly others: readonly { readonly both: readonly string[]; readonly missed: readonly string[] }[];
}

interface Arm {
  readonly arm: string;
  readonly pages: number;
  readonly relevant: number;
  readonly trueRelevant: number;
  readonly growth: readonly { readonly pages: number; readonly forms: number }[];
}

test('compare runs each strategy with and without rejection rules, and draws curves that end at what its table says', async () => {
  const flags = ['--max-pages', '40', '--render', 'never', '--without-rules', '--json', '--storage', folder];
  const { code, out } = await runCli([
    ...['compare', 'book', '--web', 'practice:seed=1', '--strategies', 'anchor-text,ache', ...flags],
  ]);
  expect(code).toBe(0);
  const { compare, thresholds, report } = JSON.parse(out) as {
    compare: readonly Arm[];
    thresholds: readonly ThresholdRow[];
    report: string;
  };
  // What has no rejection rules is not run twice.
  expect(compare.map(({ arm }) => arm)).toEqual(['anchor-text', 'anchor-text without rules', 'ache']);
  for (const { pages, relevant, trueRelevant, growth } of compare) {
    expect(pages).toBe(40);
    // The curve counts what is so in truth: a judge that calls everything relevant gains nothing by it.
    expect(growth.at(-1)).toMatchObject({ pages: 40, forms: trueRelevant });
    expect(trueRelevant).toBeLessThanOrEqual(relevant);
  }
  expect(Math.max(...compare.map(({ trueRelevant }) => trueRelevant))).toBeGreaterThan(0);
  const recalls = thresholds.filter(({ focused }) => focused).map(({ recall }) => recall);
  expect(recalls).toHaveLength(9);
  expect(recalls).toEqual([...recalls].sort((a, b) => b - a));
  const html = await readFile(report, 'utf8');
  for (const words of [
    ...['anchor-text without rules', 'figures 4 to 8²', 'figure 2¹', '¹ S. Kaur'],
    ...['² S. Subatra Devi', '<svg'],
  ])
    expect(html).toContain(words);
}, 180_000);

test('compare runs anchor-text once with each anchor text, and sets it beside a crawl without focus', async () => {
  const storage = join(folder, 'anchor-texts');
  const flags = [
    ...['--web', 'practice:seed=1', '--strategies', 'anchor-text,breadth-first', '--max-pages', '30'],
  ];
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
test('compare runs each strategy on the practice web of every seed, and says how sure it is', async () => {
  const storage = join(folder, 'seeds');
  const flags = ['--max-pages', '25', '--render', 'never', '--json', '--storage', storage];
  const { code, out } = await runCli([
    'compare',
    'book',
    ...['--web', 'practice:sites=30', '--seeds', '1-2', '--strategies', 'ichw,smartcrawler'],
    ...flags,
  ]);
  expect(code).toBe(0);
  const { compare, strategies, overlaps, terms, csv, report } = JSON.parse(out) as {
    terms: readonly string[];
    compare: readonly (Arm & { readonly seed: number; readonly trueRelevant: number })[];
    strategies: readonly {
      readonly arm: string;
      readonly relevant: { readonly mean: number; readonly half: number };
    }[];
    overlaps: readonly Overlap[];
    csv: string;
    report: string;
  };
  expect(compare.map(({ arm, seed }) => `${arm} ${seed}`)).toEqual([
    'ichw 1',
    'smartcrawler 1',
    'ichw 2',
    'smartcrawler 2',
  ]);
  expect(terms[0]).toContain('judge svm');
  expect(terms).toContain('Differs: locate-first: 80 in ichw; 0 in smartcrawler');
  for (const [i, { arm, relevant }] of strategies.entries()) {
    const runs = compare.filter((run) => run.arm === arm);
    const found = runs.map((run) => run.relevant);
    expect(relevant.mean).toBeCloseTo((found[0]! + found[1]!) / 2, 9);
    expect(relevant.half).toBeCloseTo((12.706 * Math.abs(found[0]! - found[1]!)) / 2, 6);
    // The practice web has a truth, and overlaps go by it.
    const finds = runs[0]!.trueRelevant + runs[1]!.trueRelevant;
    expect(overlaps[i]).toMatchObject({ arm, finds });
    for (const { both, missed } of overlaps[i]!.others) expect([...both, ...missed]).toHaveLength(finds);
  }
  expect((await readFile(csv, 'utf8')).split('\r\n')[0]).toContain('seed,pages,relevant_forms');
  expect(await readFile(report, 'utf8')).toContain('figure 19, table 12');
}, 180_000);

test('options make arms, each named by what differs, and what is not the same for all is said', async () => {
  const storage = join(folder, 'options');
  const { code, out } = await runCli([
    ...['compare', 'book', '--web', 'practice:seed=1,sites=30', '--strategies', 'ichw,ffc'],
    ...['--judge', 'svm', '--judge', 'knn', '--search', 'none,library', '--query', 'second-hand books'],
    ...['--locate-first', '0', '--max-pages', '12', '--render', 'never', '--storage', storage],
  ]);
  expect(code).toBe(0);
  // ffc has a judge of its own: with another it would be the same arm.
  const arms = ['ichw (judge svm, search none)', 'ichw (judge svm, search library)'];
  const more = ['ichw (judge knn, search none)', 'ichw (judge knn, search library)'];
  const baseline = ['ffc (search none)', 'ffc (search library)'];
  const rows = out.match(/^(?:ichw|ffc) \([^\n]*\) +12 /gm)?.map((row) => row.replace(/ +12 $/, ''));
  expect(rows).toEqual([...arms, ...more, ...baseline]);
  expect(out).toMatch(/^The same for all: at most 12 pages.*, learn-after by strategy, .*locate-first 0/m);
  expect(out).toMatch(/^Differs: judge: svm in ichw .*; knn in ichw .*; counts in ffc /m);
  expect(out).toMatch(/^Differs: search: library in ichw .*; none in the others$/m);
  // A provider that knows the web leads elsewhere than none.
  const csv = await readFile(join(storage, 'compare.csv'), 'utf8');
  const growth = (arm: string) => csv.split('\r\n').filter((line) => line.includes(arm));
  expect(growth(baseline[1]!).map((line) => line.split(',').slice(-4, -1).join())).not.toEqual(
    growth(baseline[0]!).map((line) => line.split(',').slice(-4, -1).join()),
  );
}, 180_000);

test('without an option every arm has the same judge, and the practice web is that of five seeds', async () => {
  const storage = join(folder, 'same');
  const { code, out } = await runCli([
    ...['compare', 'book', '--web', 'practice:sites=12', '--strategies', 'ichw'],
    ...['--max-pages', '5', '--render', 'never', '--storage', storage],
  ]);
  expect(code).toBe(0);
  expect(out).toMatch(/^Over the seeds, median \(mean ± half of its 95 % interval\)$/m);
  expect(out).toMatch(/^ichw +5 +5 /m);
  expect(out).toMatch(/^The same for all: .*judge svm/m);
}, 180_000);

test('seeds of a practice web are refused on any other, before anything is asked', async () => {
  const { code, err } = await runCli([
    ...['compare', 'book', '--web', 'live', '--seeds', '1-2', '--storage', folder],
  ]);
  expect(code).not.toBe(0);
  expect(err).toContain('seeds of practice webs');
});

test('what semantic goes by is looked for before any strategy runs', async () => {
  const storage = join(folder, 'unknown');
  const flags = ['--strategies', 'breadth-first,semantic', '--knowledge', storage, '--storage', storage];
  const { code, err } = await runCli(['compare', 'book', '--web', 'practice:seed=1,sites=10', ...flags]);
  expect(code).not.toBe(0);
  expect(err).not.toContain('breadth-first …');
});

test.runIf(process.env.FIELDFARE_TEST_FULL)(
  'semantic is compared on practice webs though nothing is known yet, by another web; on other webs it is told what to build',
  async () => {
    const flags = ['--strategies', 'semantic', '--max-pages', '30', '--render', 'never', '--storage', folder];
    const practice = ['--web', 'practice:sites=60', '--seeds', '2-3', ...flags];
    const learnt = await startCli(['compare', 'book', ...practice], {}, undefined, folder).done;
    expect(learnt.err).toContain('knowledge for semantic, from practice:seed=4,sites=60');
    expect(learnt.code).toBe(0);
    expect(learnt.out).toMatch(/^semantic /m);
    const live = await startCli(['compare', 'book', '--web', 'live', ...flags], {}, undefined, folder).done;
    expect(live.code).toBe(2);
    expect(live.err).toContain('fieldfare knowledge build');
  },
  240_000,
);
