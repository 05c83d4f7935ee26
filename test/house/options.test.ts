import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { harvestOptionsSchema } from '../../src/crawl/settings/index.ts';

const SOURCE = resolve(import.meta.dirname, '../../src');
const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(SOURCE, path), code: readFileSync(path, 'utf8') }))
  .filter(({ path }) => !path.startsWith('practice-web/'));

const MAKES_FLAGS = ['interfaces/cli/add-options.ts', 'interfaces/cli/program.ts'];

test('flags are made from schemas, and by nothing else', () => {
  const byHand = files
    .filter(({ path }) => !MAKES_FLAGS.includes(path))
    .filter(({ code }) => /\.(?:requiredO|addO|o)ption\(|\bnew Option\(|\bfrom 'commander'/.test(code))
    .map(({ path }) => path);
  expect(byHand).toEqual([]);
});

/** Lists of names that are the names of options by more than chance. */
const MANY = 3;
/** Leaves out of a table what its rows differ in. */
const TABLES = ['wings/laboratory/reports/comparison-report.ts'];

test("an option's properties stand in its schema: no list names options", () => {
  const isOption = (name: string) => Object.hasOwn(harvestOptionsSchema.shape, name);
  const lists = files
    .filter(({ path }) => !TABLES.includes(path))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/\[((?:\s*'\w+',?)+)\s*\]/g)]
        .map(([, names = '']) => names.match(/\w+/g) ?? [])
        .filter((names) => new Set(names.filter(isOption)).size >= MANY)
        .map((names) => `${path}: ${names.join(', ')}`),
    );
  expect(lists).toEqual([]);
});
