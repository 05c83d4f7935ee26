import { expect, test } from 'vitest';
import { LIBRARY_HEAD, librarySurface, programSurface, reported } from './api-report.ts';

test('commands, routes and columns are those of docs/api-report.txt; "npm run api" writes it', async () => {
  expect(await programSurface()).toBe(reported().split(`\n${LIBRARY_HEAD}`)[0]);
});

test('the surface of a library is its exported declarations, without comments', () => {
  const text =
    '/** A. */\ninterface A {\n  /** x */\n  readonly x: B;\n}\ntype B = 1;\ndeclare function f(a: A): void;\nexport { type A, f };\n';
  expect(librarySurface(text)).toBe('interface A {\n  readonly x: B;\n}\ndeclare function f(a: A): void;');
});
