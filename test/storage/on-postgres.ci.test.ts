/** The conformance suite of every port, on PostgreSQL. */

import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { postgresDriver, serverOfTests } from '../drivers/postgres/with-server.ts';
import { DRIVERS } from './drivers.ts';

const server = await serverOfTests();
if (server !== undefined) {
  DRIVERS.splice(0, DRIVERS.length, postgresDriver(server));
  const files = globSync('*.test.ts', { cwd: import.meta.dirname }).filter((name) => !name.includes('.ci.'));
  for (const file of files.sort()) await import(join(import.meta.dirname, file));
  test('the suite is whole', () => expect(files.length).toBeGreaterThan(15));
}
