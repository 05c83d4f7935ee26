import pg from 'pg';
import { StoreBusyError } from '../../storage/index.ts';
import { configOf, placeOf } from './connection.ts';
import { explained } from './fault.ts';
import { holderOf, OF_SCHEMA, SERVER_LOCK } from './lock.ts';

/**
 * Keeps other servers away from a store for as long as its connection lives: each would plan and note runs in a folder of
 * its own.
 * @throws {StoreBusyError} another server is there
 */
export async function lockForServer(url: string): Promise<{ release(): Promise<void> }> {
  const config = configOf(url);
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const text = `select pg_try_advisory_lock(${SERVER_LOCK}, ${OF_SCHEMA}) as mine`;
    const { rows } = await client.query<{ mine: number }>(text);
    if (rows[0]?.mine !== 1)
      throw new StoreBusyError(
        `two servers on one store: another one is there${await holderOf(client, SERVER_LOCK)} (${placeOf(config)})`,
        { hint: 'use that one, or give this one another database' },
      );
    return { release: () => client.end().catch(() => undefined) };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw explained(error, placeOf(config), '');
  }
}
