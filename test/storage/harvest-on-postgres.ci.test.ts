/** Harvests on PostgreSQL keep what they keep on SQLite. */

import { postgresDriver, serverOfTests } from '../drivers/postgres/with-server.ts';
import { DRIVERS } from './drivers.ts';

const server = await serverOfTests();
if (server !== undefined) {
  DRIVERS.splice(1, DRIVERS.length, postgresDriver(server));
  await import('./memory-harvest.ci.test.ts');
}
