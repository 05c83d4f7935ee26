import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FieldfareError, makeFolder } from '../../../src/foundation/errors/index.ts';
import * as library from '../../../src/index.ts';
import { exitCodeOf, explain } from '../../../src/interfaces/cli/exit-codes.ts';
import { SparqlError } from '../../../src/knowledge/sparql/engine.ts';
import { StoreBusyError } from '../../../src/storage/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

test('every error class of the library extends FieldfareError', () => {
  const classes = Object.values(library).filter(
    (value) => typeof value === 'function' && value.prototype instanceof Error,
  );
  expect(classes.length).toBeGreaterThan(8);
  for (const one of classes) if (one !== FieldfareError) expect(one.prototype).toBeInstanceOf(FieldfareError);
});

test('the command line prints the hint behind the message and ends with the exit code of the error', () => {
  const busy = new StoreBusyError('another process is writing', { hint: 'wait for it to end' });
  expect(explain(busy)).toBe('another process is writing; wait for it to end');
  expect(exitCodeOf(busy)).toBe(2);
  expect(exitCodeOf(new Error('a bug'))).toBe(1);
});

test('an error carries its class name, its code, an HTTP status and its cause', () => {
  const cause = new Error('socket hang up');
  const error = new SparqlError('timeout', 'the query took too long', { cause });
  expect(error).toMatchObject({ name: 'SparqlError', code: 'timeout', httpStatus: 503, exitCode: 2, cause });
  expect(error.hint).toBeUndefined();
});

const ROOM = new URL('../../../src/foundation/errors/index.ts', import.meta.url).href;

test('a folder is made with those above it, and one that is there stays', () => {
  const root = temporaryFolder('make-folder-');
  for (let i = 0; i < 2; i++) makeFolder(join(root, 'a', 'b'));
  expect(existsSync(join(root, 'a', 'b'))).toBe(true);
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(join(root, 'file'))).toThrow('is no folder');
  expect(() => makeFolder(join(root, 'file', 'below'))).toThrow();
});

// In a process of its own: what never ends there cannot be timed out here.
test.runIf(existsSync('/proc/self'))(
  'where no folder can be made it fails, and does not try for ever',
  () => {
    const code = `import { makeFolder } from ${JSON.stringify(ROOM)}; makeFolder('/proc/fieldfare/storage');`;
    const { stderr, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      timeout: 30_000,
      killSignal: 'SIGKILL',
      encoding: 'utf8',
    });
    expect(signal).toBeNull();
    expect(stderr).toContain('ENOENT');
  },
  40_000,
);
