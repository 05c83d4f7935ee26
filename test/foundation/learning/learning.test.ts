import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  binIndexOf,
  figureOf,
  keepModel,
  keptModels,
  neighbourIndexOf,
  ownModelFile,
  rollBackModel,
  seededRandom,
  sparseOf,
  YieldModel,
} from '../../../src/foundation/learning/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const sparse = (...numbers: number[]) => sparseOf(Float64Array.from(numbers));

test('distances are Euclidean, and equal ones go to the earlier sample', () => {
  const index = neighbourIndexOf([sparse(3, 4, 0), sparse(0, 0, 0), sparse(0, 0, 2), sparse(0, 0, -2)], 3);
  // From (0, 0, 0): 5, 0, 2 and 2.
  expect(index.nearest(sparse(0, 0, 0), 4)).toEqual([
    { at: 1, distance: 0 },
    { at: 2, distance: 2 },
    { at: 3, distance: 2 },
    { at: 0, distance: 5 },
  ]);
  // From (3, 0, 2): √20, √13, 3 and 5.
  expect(index.nearest(sparse(3, 0, 2), 2)).toEqual([
    { at: 2, distance: 3 },
    { at: 1, distance: Math.sqrt(13) },
  ]);
  expect(index.nearest(sparse(3, 4, 0), 9)).toHaveLength(4);
});

test('they are those of all differences, on random samples with many zeros', () => {
  const random = seededRandom(7);
  const rows = Array.from({ length: 200 }, () =>
    Float64Array.from({ length: 40 }, () => (random() < 0.2 ? random() : 0)),
  );
  const index = neighbourIndexOf(rows.map(sparseOf), 40);
  for (const row of rows.slice(0, 50)) {
    const asked = row.map((value) => (random() < 0.3 ? 0 : value));
    const brute = rows
      .map((other, at) => ({
        at,
        distance: Math.hypot(...other.map((value, i) => value - (asked[i] as number))),
      }))
      .sort((a, b) => a.distance - b.distance || a.at - b.at)
      .slice(0, 5);
    const near = index.nearest(sparseOf(asked), 5);
    expect(near.map(({ at }) => at)).toEqual(brute.map(({ at }) => at));
    near.forEach(({ distance }, i) => {
      expect(distance).toBeCloseTo(brute[i]?.distance as number, 9);
    });
  }
});

test('too few cases are told as a whole number, a mean over folds too', () => {
  expect([figureOf('0.5', 6.2), figureOf('0.5', 7.8), figureOf('0.5', 9.6), figureOf('0.5', 12)]).toEqual([
    ...['n too small (6)', 'n too small (8)', '0.5', '0.5'],
  ]);
});

const FACTORS = [
  { name: 'anchor', priors: [1, 1] },
  { name: 'depth', priors: [1, 2] },
];

test('before anything was seen the yield is the product of base and priors', () => {
  const model = new YieldModel(0.1, FACTORS);
  expect(Math.exp(model.logYield([0, 1]))).toBeCloseTo(0.2, 12);
  expect(Math.exp(model.logYield([-1, 0]))).toBeCloseTo(0.1, 12);
});

test('factors are told apart though they come together', () => {
  const model = new YieldModel(0.1, FACTORS, 1);
  const random = seededRandom(7);
  // In truth the anchor multiplies by five and the depth by nothing; good anchors stand mostly at depth 1.
  for (let i = 0; i < 20_000; i++) {
    const anchor = random() < 0.3 ? 1 : 0;
    const depth = random() < (anchor ? 0.8 : 0.3) ? 1 : 0;
    const sample = model.observe([anchor, depth]);
    if (random() < (anchor ? 0.25 : 0.05)) model.reward(sample, 1);
  }
  model.fit();
  const good = Math.exp(model.logYield([1, 0]));
  const deep = Math.exp(model.logYield([0, 1]));
  expect(good).toBeGreaterThan(0.2);
  expect(good).toBeLessThan(0.3);
  expect(deep).toBeGreaterThan(0.035);
  expect(deep).toBeLessThan(0.065);
});

test('what yields nothing sinks, what yields more than was promised rises', () => {
  const model = new YieldModel(0.1, FACTORS);
  const before = model.logYield([0, 0]);
  const samples = Array.from({ length: 100 }, () => model.observe([0, 0]));
  expect(model.logYield([0, 0])).toBe(before);
  model.fit();
  expect(model.logYield([0, 0])).toBeLessThan(before);
  for (const sample of samples) model.reward(sample, 1);
  model.fit();
  expect(Math.exp(model.logYield([0, 0]))).toBeGreaterThan(0.5);
  expect(Math.exp(model.logYield([0, 0]))).toBeLessThan(1.2);
});

test('a value falls into the bin of the limits it has reached', () => {
  expect([0, 0.1, 0.2, 5].map((value) => binIndexOf(value, [0.1, 0.2]))).toEqual([0, 1, 2, 2]);
});

let storage: string;
beforeEach(() => {
  storage = temporaryFolder('kept-models-');
});

const keep = (kind: 'forms' | 'neighbours', text: string) =>
  keepModel(storage, {
    ...{ kind, text, date: '2026-11-23', engine: 'smo', metrics: { f1: 0.97 } },
    card: (file) => `# ${file}\n`,
  });
const inUse = (kind: 'forms' | 'neighbours' = 'forms') => {
  const file = ownModelFile(storage, kind);
  return file && readFileSync(file, 'utf8');
};

test('the latest model of a kind is the one in use, and none where nothing was trained', () => {
  expect(inUse()).toBeUndefined();
  expect(keep('forms', 'one')).toMatchObject({ number: 1, file: 'forms-1.json', card: 'forms-1.md' });
  expect(keep('neighbours', 'rows')).toMatchObject({ number: 1, file: 'neighbours-1.jsonl' });
  expect(keep('forms', 'two').number).toBe(2);
  expect([inUse(), inUse('neighbours')]).toEqual(['two', 'rows']);
  expect(readFileSync(join(storage, 'models', 'forms-2.md'), 'utf8')).toBe('# forms-2.json\n');
});

test('rolled back, the one before is in use, then the shipped one; a later training counts on', () => {
  keep('forms', 'one');
  keep('forms', 'two');
  expect(rollBackModel(storage, 'forms')).toMatchObject({ from: { number: 2 }, to: { number: 1 } });
  expect(inUse()).toBe('one');
  // The number of a model that was rolled back is not given again.
  expect(keep('forms', 'three').number).toBe(3);
  expect(rollBackModel(storage, 'forms').to).toMatchObject({ number: 1 });
  expect(rollBackModel(storage, 'forms').to).toBeUndefined();
  expect(inUse()).toBeUndefined();
  expect(() => rollBackModel(storage, 'forms')).toThrow(/shipped model of forms; there is nothing before/);
  expect(keptModels(storage).map(({ number, good }) => [number, good])).toEqual([
    [1, false],
    [2, false],
    [3, false],
  ]);
});

test('a damaged list is named, and files outside the folder are none of it', () => {
  keep('forms', 'one');
  const list = join(storage, 'models', 'models.json');
  writeFileSync(list, readFileSync(list, 'utf8').replace('forms-1.json', '../forms-1.json'));
  expect(() => ownModelFile(storage, 'forms')).toThrow(/models\.json is damaged/);
});
