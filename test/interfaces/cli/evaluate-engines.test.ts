import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere } from './run-cli.ts';

/** Enough forms for two folds of both classes, few enough for every engine to be done in a second or two. */
const FORMS = 240;

const folder = temporaryFolder('engines-');
const rows = join(folder, 'rows.jsonl');

beforeAll(async () => {
  const all = await readFile(new URL('../../../datasets/forms/rows.jsonl', import.meta.url), 'utf8');
  await writeFile(
    rows,
    `${all
      .split('\n')
      .slice(0, FORMS + 1)
      .join('\n')}\n`,
  );
});

interface Scores {
  readonly n: number;
  readonly deals: readonly { readonly f1: number; readonly accuracy: number }[];
  readonly crossCheck?: { readonly n: number; readonly accuracy: number; readonly f1: number };
}

const evaluate = (...flags: readonly string[]) =>
  runHere(['evaluate', 'forms', '--data', rows, '--folds', '2', '--seeds', '1', ...flags]);

async function scoresOf(...flags: readonly string[]): Promise<Scores> {
  const { code, out, err } = await evaluate(...flags, '--json');
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as Scores;
}

test('the neighbours of ml-knn judge every form as ours do', async () => {
  const ours = await scoresOf('--engine', 'knn', '--k', '3');
  expect(await scoresOf('--engine', 'ml-knn', '--k', '3')).toEqual({ ...ours, engine: 'ml-knn' });
  expect(ours.deals[0]?.f1).toBeGreaterThan(0.7);
});

test('LIBSVM says nothing of its own, and finds what our machine finds', async () => {
  const [ours, theirs] = [await scoresOf('--engine', 'smo'), await scoresOf('--engine', 'libsvm')];
  expect(theirs.n).toBe(ours.n);
  expect(Math.abs((theirs.deals[0]?.f1 ?? 0) - (ours.deals[0]?.f1 ?? 1))).toBeLessThan(0.01);
});

test('ml-cross-validation judges the same forms, and about as well', async () => {
  const { n, deals, crossCheck } = await scoresOf('--engine', 'knn', '--k', '3', '--cross-check');
  expect(crossCheck?.n).toBe(n);
  expect(Math.abs((crossCheck?.accuracy ?? 0) - (deals[0]?.accuracy ?? 0))).toBeLessThan(0.12);
});

test('kernel, C and offset of a machine are those that are given', async () => {
  const flags = ['--engine', 'smo', '--kernel', 'poly'] as const;
  const usual = await scoresOf(...flags);
  const paper = await scoresOf(...flags, '--offset', '0');
  const careless = await scoresOf(...flags, '--cost', '0.0001');
  expect(paper.deals).not.toEqual(usual.deals);
  expect(careless.deals[0]?.f1).toBeLessThan(usual.deals[0]?.f1 ?? 0);
});

test('an engine that would answer wrongly is refused in one line with another to use', async () => {
  const { code, err } = await evaluate('--engine', 'ml-knn', '--k', '4');
  expect(code).toBe(2);
  expect(err).toMatch(
    /^fieldfare: ml-knn breaks the ties of an even k = 4 .*use an odd k, or the engine knn\n$/,
  );
});
