import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../src/drivers/open/index.ts';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import { exportLines } from '../../../src/reports/index.ts';
import { runCli } from '../../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { serverOfTests } from './with-server.ts';

const server = await serverOfTests();
const folder = temporaryFolder('distributed-');

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/scale.md'), 'utf8');
/** Tables that docs/scale.md distributes, and the column that it does that by. */
const distributed = [...page.matchAll(/create_distributed_table\('(\w+)', '(\w+)'/g)].map(
  ([, table = '', column = '']) => ({ table, column }),
);
const kept = [...page.matchAll(/create_reference_table\('(\w+)'/g)].map(([, table]) => table);
/** Shared rows, which workers lock across sites: docs/scale.md says that they stay on one node. */
const LOCAL = ['site_queue', 'site_note'];
const KINDS = ['forms', 'pages', 'sites', 'submissions', 'records'] as const;
const HARVEST = ['--web', 'practice:sites=12', '--strategy', 'breadth-first', '--render', 'never'];

if (server !== undefined) {
  const emptied = async (database: string): Promise<string> => {
    await server.run(`drop database if exists ${database} with (force)`);
    await server.run(`create database ${database}`);
    await (await openPostgresStore(server.url(database), folder, { mode: 'write' })).close();
    return server.url(database);
  };
  /** Declarative partitions ask of keys what distributed tables do: the column in every unique one. */
  const partition = (table: string, column: string) =>
    server.run(
      `alter table ${table} rename to plain_${table};
       create table ${table} (like plain_${table} including defaults including identity including indexes)
         partition by hash (${column});
       ${[0, 1, 2]
         .map(
           (rest) =>
             `create table ${table}_${rest} partition of ${table} for values with (modulus 3, remainder ${rest});`,
         )
         .join('')}
       drop table plain_${table}`,
      'spread',
    );

  test('every table with rows of sites is one that docs/scale.md distributes, and no other', async () => {
    await emptied('spread');
    const rows = await server.run(
      `select table_name as name from information_schema.columns where table_schema = 'public'
         and column_name in ('site', 'site_key', 'from_site') group by 1 order by 1`,
      'spread',
    );
    expect(distributed.map(({ table }) => table).sort()).toEqual(
      rows.map(({ name }) => name).filter((name) => !LOCAL.includes(String(name))),
    );
    const all = await server.run('select tablename as name from pg_tables', 'spread');
    expect(kept.filter((table) => !all.some(({ name }) => name === table))).toEqual([]);
  });

  test('a key without the site keeps a table from it', async () => {
    await emptied('spread');
    await server.run(
      'alter table link drop constraint link_pkey; alter table link add primary key (id)',
      'spread',
    );
    await expect(partition('link', 'site')).rejects.toThrow(/must include all partitioning columns/);
  });

  test.runIf(process.env.FIELDFARE_TEST_FULL)(
    'a harvest finds in tables that are partitioned by site what it finds in SQLite',
    async () => {
      const url = await emptied('spread');
      for (const { table, column } of distributed) await partition(table, column);
      const exportsOf = async (name: string, env: Record<string, string>): Promise<string> => {
        const storage = join(folder, name);
        const args = ['harvest', 'book', ...HARVEST, '--max-depth', '1', '--max-submissions', '3'];
        const harvested = await runCli([...args, '--novelty', 'page', '--storage', storage, '--quiet'], env);
        expect(harvested).toMatchObject({ code: 0, err: '' });
        onTestFinished(() => void vi.unstubAllEnvs());
        vi.stubEnv('DATABASE_URL', env.DATABASE_URL);
        const store = await openStore(storage, { mode: 'read' });
        let all = '';
        for (const kind of KINDS) for await (const line of exportLines(store, 1, kind, 'jsonl')) all += line;
        await store.close();
        return all;
      };
      const expected = await exportsOf('sqlite', {});
      expect(expected).toContain('"verdict":"hits"');
      expect(await exportsOf('spread', { DATABASE_URL: url })).toBe(expected);
      const [rows] = await server.run(
        `select count(distinct tableoid) as tables from document_print`,
        'spread',
      );
      expect(Number(rows?.tables)).toBeGreaterThan(1);
    },
    240_000,
  );
}
