import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ENTRIES } from '../../src/setup/bundle-modules.mjs';

const SOURCES = resolve(import.meta.dirname, '../../src');

test('what a thread starts from is a file of its own in the package, too', () => {
  const threads = readdirSync(SOURCES, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [
        ...readFileSync(join(SOURCES, file), 'utf8').matchAll(
          /new URL\('(\.[^')]*-thread)', import\.meta\.url\)/g,
        ),
      ].map(([, thread]) => `${relative(SOURCES, resolve(SOURCES, file, '..', thread!))}.ts`),
    );
  expect(threads.length).toBeGreaterThan(3);
  expect(threads.filter((thread) => !ENTRIES.includes(thread))).toEqual([]);
});
