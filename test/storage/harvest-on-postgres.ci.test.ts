/** Harvests and their documents on PostgreSQL are those on SQLite. */

import { postgresDriver, serverOfTests } from '../drivers/postgres/with-server.ts';
import { DRIVERS } from './drivers.ts';

const server = await serverOfTests();
if (server !== undefined) {
  DRIVERS.splice(1, DRIVERS.length, postgresDriver(server));
  await import('../library/judge-on-drivers.test.ts');
  await import('./harvest-on-drivers.ci.test.ts');
}
