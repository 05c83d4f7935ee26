import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '../../src');
const MOST_METHODS = 12;

const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => ({ path: relative(SOURCE, file), code: readFileSync(file, 'utf8') }));
const outside = (...folders: readonly string[]) =>
  files.filter(({ path }) => !folders.some((folder) => path.startsWith(`${folder}/`)));

test('only drivers build queries', () => {
  const queries = /from 'kysely'|\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;
  const wrong = outside('drivers').filter(({ code }) => queries.test(code));
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('drivers are chosen by use cases and interfaces alone', () => {
  const wrong = outside('drivers', 'app', 'interfaces', 'wings').filter(({ code }) =>
    /['"][./]+drivers\//.test(code),
  );
  // The door of the library hands out the driver that a caller may open.
  expect(wrong.map(({ path }) => path)).toEqual(['index.ts']);
});

interface Port {
  readonly name: string;
  readonly extends: readonly string[];
  readonly methods: readonly string[];
}

/** Interfaces of the room `storage` that have methods. */
function ports(): Port[] {
  const declared = /^export interface (\w+)(?: extends ([\w, ]+))? \{\n([\s\S]*?)^\}/gm;
  return files
    .filter(({ path }) => path.startsWith('storage/'))
    .flatMap(({ code }) => [...code.matchAll(declared)])
    .map(([, name = '', bases = '', body = '']) => ({
      name,
      extends: bases.split(',').flatMap((base) => base.trim() || []),
      methods: [...body.matchAll(/^ {2}(\w+)(?:<[^>]*>)?\(/gm)].map(([, method]) => method as string),
    }));
}

test(`no port has more than ${MOST_METHODS} methods`, () => {
  const all = new Map(ports().map((port) => [port.name, port]));
  const methodsOf = (name: string): readonly string[] => {
    const port = all.get(name);
    return port === undefined ? [] : [...port.extends.flatMap(methodsOf), ...port.methods];
  };
  const sizes = [...all.keys()].map((name) => `${name} ${methodsOf(name).length}`);
  expect(sizes.filter((size) => Number(size.split(' ')[1]) > MOST_METHODS)).toEqual([]);
  // A pattern that finds no method would find no fault either.
  expect(methodsOf('RunStore').length).toBeGreaterThan(5);
});
