import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  keepModel,
  keptModels,
  ownModelFile,
  rollBackModel,
} from '../../../src/foundation/learning/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

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
