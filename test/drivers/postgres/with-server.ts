import { afterAll, test } from 'vitest';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import type { Driver } from '../../storage/drivers.ts';
import { type PostgresServer, startPostgres } from './server.ts';

/** The server of a test file, ended with it; where there is none, its tests are skipped and the reason is told. */
export async function serverOfTests(): Promise<PostgresServer | undefined> {
  const server = await startPostgres();
  if (typeof server === 'string') {
    console.warn(`skipped: ${server}`);
    test.skip(server, () => undefined);
    return undefined;
  }
  afterAll(() => server.stop());
  return server;
}

export const postgresDriver = (server: PostgresServer): Driver => [
  'postgres',
  async (folder) => openPostgresStore(await server.emptyStore(), folder, { mode: 'write' }),
];
