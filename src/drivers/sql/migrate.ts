import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { OlderStoreError, StoreError } from '../../storage/index.ts';
import type { Database } from './executor.ts';

/** The steps that made a store, and what a person calls it. */
export interface Steps {
  /** Each is applied once, in the order of its name. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /** Where the names of those that were applied are kept. */
  readonly table: string;
  readonly place: string;
  /** Where tables are made, in an engine that has schemas. */
  readonly schema?: string;
}

/** @throws {StoreError} made by a newer version */
export async function migrate(db: Database, steps: Steps): Promise<void> {
  const applied = await refuseNewer(db, steps);
  if (Object.keys(steps.migrations).every((name) => applied.has(name))) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...steps.migrations }) },
    migrationTableName: steps.table,
    migrationLockTableName: `${steps.table}_lock`,
    ...(steps.schema !== undefined && { migrationTableSchema: steps.schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** @throws {StoreError} empty, or made by a newer version @throws {OlderStoreError} */
export async function checkVersion(db: Database, steps: Steps): Promise<void> {
  const applied = await refuseNewer(db, steps);
  if (applied.size === 0) throw new StoreError(nothingIn(steps.place));
  if (Object.keys(steps.migrations).some((name) => !applied.has(name)))
    throw new OlderStoreError(`the store in ${steps.place} was made by an older version`);
}

export const nothingIn = (place: string): string =>
  `there is no Fieldfare store in ${place}; run "fieldfare harvest" first or give --storage DIR`;

async function refuseNewer(
  db: Database,
  { migrations, table, place, schema }: Steps,
): Promise<ReadonlySet<string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((one) => one.name === table && (schema === undefined || one.schema === schema)))
    return new Set();
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db);
  const unknown = rows.find((row) => !(row.name in migrations));
  if (unknown !== undefined) {
    throw new StoreError(
      `the store in ${place} was made by a newer version of Fieldfare (step ${unknown.name}); update Fieldfare or use another --storage DIR`,
    );
  }
  return new Set(rows.map((row) => row.name));
}
