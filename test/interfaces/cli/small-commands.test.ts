import { truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { CONCEPTS, PACKS, wordListFingerprint, wordsFor } from '../../../src/foundation/language/index.ts';
import { isOffline } from '../../../src/interfaces/cli/doctor-live.ts';
import { practiceScoreText } from '../../../src/interfaces/cli/practice-score-text.ts';
import { comparisonCharts } from '../../../src/wings/laboratory/commands/comparison-charts.ts';
import type { LearnerComparison } from '../../../src/wings/laboratory/compare-learners.ts';
import type { MultiScores } from '../../../src/wings/laboratory/learning/metrics.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runCli, runHere } from './run-cli.ts';

const folder = temporaryFolder('page-words-');
const file = join(folder, 'page.html');

beforeAll(async () => {
  await writeFile(
    file,
    `<!doctype html><html lang="en"><title>Tide tables</title><h1>Harbours and tides</h1>
<form action="/find"><p>Name of the harbour: <input name="hq1"></p>
<label>Coast <select name="cst"><option value="">Any</option><option value="n">North</option><option value="s">South</option></select></label>
<input type="hidden" name="sess" value="1"><button>Search</button></form>`,
  );
});

const looked = async (...args: string[]) => {
  const flags = ['--base', 'https://tides.example/', ...(args[0] === 'inspect' ? ['--storage', folder] : [])];
  const { code, out } = await runHere([...args, file, ...flags]);
  expect(code).toBe(0);
  return out;
};

test('inspect calls controls what a reader of the page calls them, and a form of no domain that of none', async () => {
  const out = await looked('inspect');
  expect(out).toMatch(/Name of the harbour +\S+ +text +free text/);
  expect(out).toMatch(/Coast +\S+ +select-one +3 options: \[Any\], North, South/);
  expect(out).toContain('not visible: sess');
  expect(out).toMatch(/domain: none \(best: [a-z]+ \d\.\d\d\)/);
  // Nothing of our own: names of parameters, sources of labels, weights, version of the model.
  expect(out).not.toMatch(/hq1|cst|neighbour|wrapping|[+−]0\.\d\d|forms@/);
});

test('inspect --verbose tells names, sources of labels and weights, too', async () => {
  const out = await looked('inspect', '--verbose');
  expect(out).toMatch(/hq1 .+Name of the harbour: \(neighbour\)/);
  expect(out).toMatch(/\+0\.\d\d {2}\S+/);
  expect(out).toContain('forms@');
});

test('plan tells what is asked in the words of the page', async () => {
  const out = await looked('plan');
  expect(out).toMatch(/field {2}Name of the harbour \(.+\): free text/);
  expect(out).toContain('unused not visible, sent as the page brings it: sess');
  expect(out).toMatch(/Name of the harbour = [a-z]+ — /);
  expect(out).toContain('Coast = North');
  expect(out).not.toMatch(/hq1|cst=/);
  expect(out).not.toMatch(/\b1 (?:values|queries|questions)\b/);
});

test('doctor --languages prints how many words each language has of each concept', async () => {
  const { code, out } = await runCli(['doctor', '--languages']);
  expect(code).toBe(0);
  const lines = out.split('\n');
  expect(lines[0]?.split(/\s+/)).toEqual(['concept', ...PACKS.keys(), 'all']);
  // Names of concepts may have a space within.
  const rows = lines.slice(1, lines.indexOf('')).map((line) => [
    ...Object.keys(CONCEPTS)
      .filter((name) => line.startsWith(`${name} `))
      .slice(-1),
    ...line
      .trim()
      .split(/\s+/)
      .slice(-PACKS.size - 1),
  ]);
  expect(rows.map(([concept]) => concept)).toEqual(Object.keys(CONCEPTS));
  const login = rows.find(([concept]) => concept === 'form/login') ?? [];
  expect(login.at(-1)).toBe(String(wordsFor('form/login').length));
  expect(login[1 + [...PACKS.keys()].indexOf('de')]).toBe('3');
  expect(login[1 + [...PACKS.keys()].indexOf('ta')]).toBe('·');
  expect(out).toContain(`All together: ${wordListFingerprint()}`);
});

test('doctor --languages --json tells the same to programs', async () => {
  const { out } = await runCli(['doctor', '--languages', '--json']);
  const { fingerprint, languages } = JSON.parse(out);
  expect(fingerprint).toBe(wordListFingerprint());
  expect(languages).toHaveLength(PACKS.size);
  expect(languages[0]).toMatchObject({ code: 'en', name: 'English', words: { 'field/fax': 3 } });
});

const texts = (...names: string[]): string[] =>
  names.map((name) => resolve(import.meta.dirname, '../../papers/files/texts', `${name}.txt`));
const linesOf = (out: string): string[] =>
  out.split('\n').map((line) => line.replace(/\S*\/(?=\w+\S*\.txt)/g, ''));

test('texts given as files are judged in their order, sentence by sentence', async () => {
  const { out, code } = await runHere(['novelty', ...texts('D1', 'D2', 'D3')]);
  expect(code).toBe(0);
  const lines = linesOf(out);
  expect(lines.filter((line) => line.startsWith('D'))).toEqual([
    'D1.txt: novel, 2 of 2 sentences new',
    'D2.txt: novel, 1 of 2 sentences new, most like D1.txt (0.66)',
    'D3.txt: known, 0 of 2 sentences new, most like D1.txt',
  ]);
  expect(lines).toContain('  new    The population of Singapore is approximately 4.86 million.');
  const { out: turned } = await runHere(['novelty', ...texts('D3', 'D1')]);
  expect(linesOf(turned)).toContain('D1.txt: novel, 1 of 2 sentences new, most like D3.txt');
});

test('judged whole, what is new in a duplicate is lost, and the steps can be shown', async () => {
  const { out } = await runHere(['novelty', ...texts('D1', 'D2'), '--mode', 'page', '--explain']);
  expect(linesOf(out)).toContain('D2.txt: known, most like D1.txt (0.66), 31 hashes kept');
  expect(out).toContain('singapore* island* state* located southern tip* malay* peninsula* (5-grams: 48)');
  expect(out).toContain('what is new in a duplicate is lost');
});

test('a file that is missing, binary or too long is named, and nothing else is judged', async () => {
  const folder = temporaryFolder('texts-');
  const [binary, long] = [join(folder, 'binary.txt'), join(folder, 'long.txt')];
  await writeFile(binary, Uint8Array.of(0x89, 0x50, 0, 0xff));
  await writeFile(long, '');
  await truncate(long, 5_000_001);
  for (const [file, message] of [
    [join(folder, 'none.txt'), 'none.txt (ENOENT)'],
    [binary, 'binary.txt (no text in UTF-8)'],
    [long, 'long.txt (longer than 5 MB)'],
    [folder, '(no file)'],
  ] as const) {
    const { code, out, err } = await runHere(['novelty', ...texts('D1'), file]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  }
  const { code, err } = await runHere(['novelty', ...texts('D1'), '--run', '3']);
  expect([code, err]).toEqual([2, expect.stringContaining('--run: is for pages of a run')]);
});

const tally = (expected: number, found: number, wrong: number) => {
  const precision = found / (found + wrong);
  const recall = found / expected;
  const f1 = (2 * precision * recall) / (precision + recall);
  return { expected, found, wrong, precision, recall, f1, missed: [], wrongClaims: [], repeated: 0 };
};

test('a score is printed where ten cases lie behind it, and their number in its place where fewer do', () => {
  const text = practiceScoreText({
    all: tally(20, 15, 5),
    searchable: tally(10, 6, 0),
    domains: { book: tally(7, 7, 0) },
    kinds: [],
  });
  // 15 of 20 listed forms are right, and 15 of 20 are found: 2 · 0.75 · 0.75 / 1.5. Then 2 · 1 · 0.6 / 1.6.
  expect(text.split('\n').slice(0, 3)).toEqual([
    'forms seen               found 15 of 20    wrong 5    precision 0.750, recall 0.750, F1 0.750',
    'searchable forms         found 6 of 10     wrong 0    precision n too small (6), recall 0.600, F1 0.750',
    '  domain book            found 7 of 7      wrong 0    precision n too small (7), recall n too small (7), F1 n too small (7)',
  ]);
});

const failed = (code: 'dns' | 'connect' | 'http-status') => ({ state: 'fail', reason: { code } }) as const;
const skipped = { state: 'skipped', reason: { code: 'no-key', detail: 'OPENAQ_API_KEY' } } as const;

test('a machine is offline where no source that was tried could be reached', () => {
  expect(isOffline([failed('dns'), failed('connect'), skipped])).toBe(true);
});

test('a machine that got one answer is not offline, and neither is one that tried nothing', () => {
  expect(isOffline([failed('dns'), failed('http-status')])).toBe(false);
  expect(isOffline([failed('dns'), { state: 'pass', reason: null }])).toBe(false);
  expect(isOffline([skipped])).toBe(false);
});

/** Three forms that search and one that does not, with these scores for the two classes. */
const scored = (search: number, rest: number): MultiScores => ({
  classes: [
    {
      name: 'search',
      precision: search,
      recall: search / 2,
      f1: search / 4,
      support: 3,
      n: 4,
      accuracy: 0.5,
    },
    { name: 'rest', precision: rest, recall: rest / 2, f1: rest / 4, support: 1, n: 4, accuracy: 0.5 },
  ],
  accuracy: 0.5,
  macroF1: 0,
  weightedF1: 0,
  confusion: [
    [3, 0],
    [0, 1],
  ],
  n: 4,
});

const LEARNERS = ['KNN, k = 3', 'KNN, k = 5', 'SVM, linear'];
const comparison: LearnerComparison = {
  folds: 5,
  crossValidated: LEARNERS.map((learner) => ({ learner, scores: scored(1, 1) })),
  splits: LEARNERS.flatMap((learner) => [
    { learner, testPercent: 20, tested: 4, scores: scored(0.8, 0.4) },
    { learner, testPercent: 50, tested: 4, scores: scored(0.6, 0.2) },
  ]),
  curve: [],
};

test('precision, recall, F1 and averages are drawn by share of testing data, each in its figure of paper 004', () => {
  const charts = comparisonCharts(comparison, 'forms');
  const figure = (number: number) => charts.find(({ title }) => title.endsWith(`figure ${number}¹)`));
  const points = (number: number, name: string) =>
    figure(number)
      ?.lines.find((line) => line.name === name)
      ?.points.map(({ x, y }) => [x, +y.toFixed(6)]);
  expect([9, 10, 11, 12, 13, 14, 15, 16].map((number) => figure(number)?.title.split(':')[0])).toEqual([
    ...Array<string>(4).fill('SVM, linear'),
    ...Array<string>(4).fill('KNN, k = 5'),
  ]);
  expect(points(9, 'search')).toEqual([
    [20, 0.8],
    [50, 0.6],
  ]);
  expect(points(10, 'rest')).toEqual([
    [20, 0.2],
    [50, 0.1],
  ]);
  expect(points(15, 'search')).toEqual([
    [20, 0.2],
    [50, 0.15],
  ]);
  // (.8 + .4) / 2 and (3 · .8 + .4) / 4.
  expect(points(12, 'macro precision')?.[0]).toEqual([20, 0.6]);
  expect(points(16, 'weighted precision')?.[0]).toEqual([20, 0.7]);
});

test('scores by k and accuracy are drawn as in figures 5 to 8, 17 and 18 of paper 004', () => {
  const by = (learner: string, search: number, rest: number) => ({
    learner,
    scores: { ...scored(search, rest), accuracy: search - 0.1 },
  });
  const charts = comparisonCharts(
    {
      folds: 5,
      crossValidated: [by('KNN, k = 2', 0.8, 0.4), by('KNN, k = 5', 1, 0.6), by('SVM, linear', 0.9, 0.9)],
      splits: [{ ...by('SVM, linear', 0.7, 0.7), testPercent: 40, tested: 4 }],
      curve: [],
    },
    'forms',
  );
  const points = (figures: string, name: string) =>
    charts
      .find(({ title }) => title.includes(figures))
      ?.lines.find((line) => line.name === name)
      ?.points.map(({ x, y }) => [x, +y.toFixed(6)]);
  expect(points('figures 5–7', 'precision')).toEqual([
    [2, 0.8],
    [5, 1],
  ]);
  expect(points('figures 5–7', 'recall')).toEqual([
    [2, 0.4],
    [5, 0.5],
  ]);
  // Means of two classes, and weighted by three forms and one: (.8 + .4) / 2, (3 · .8 + .4) / 4.
  expect(points('figures 8 and 17', 'macro precision')?.[0]).toEqual([2, 0.6]);
  expect(points('figures 8 and 17', 'weighted precision')?.[0]).toEqual([2, 0.7]);
  expect(points('figures 8 and 17', 'accuracy')).toEqual([
    [2, 0.7],
    [5, 0.9],
  ]);
  expect(points('figure 18', 'SVM, linear')).toEqual([[40, 0.6]]);
});

test('an export to a folder or a bucket says that it takes a file', async () => {
  for (const out of [folder, 'results/', 's3://bucket/results']) {
    const { code, err } = await runHere(['export', 'records', '--out', out, '--storage', folder]);
    expect({ code, err }).toEqual({
      code: 2,
      err: `fieldfare: ${out} is a folder; name a file, such as records.parquet\n`,
    });
  }
});
