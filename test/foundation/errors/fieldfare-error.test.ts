import { expect, test } from 'vitest';
import { FieldfareError } from '../../../src/foundation/errors/index.ts';
import * as library from '../../../src/index.ts';
import { exitCodeOf, explain } from '../../../src/interfaces/cli/exit-codes.ts';
import { SparqlError } from '../../../src/knowledge/sparql/engine.ts';
import { StoreBusyError } from '../../../src/storage/index.ts';

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
