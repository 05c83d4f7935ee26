/** What programs of other makers read in the files that people open: a workbook, DuckDB, PostgreSQL, packages of data. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { serverOfTests } from '../drivers/postgres/with-server.ts';
import { runCli } from '../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder('tables-');
const storage = join(folder, 'storage');
const server = await serverOfTests();
const python = join(folder, 'python', 'bin');
const hasReaders = installed();

/** Installs the readers with pip. @returns false where there is no Python, or nothing to install from */
function installed(): boolean {
  const made = spawnSync('python3', ['-m', 'venv', join(folder, 'python')], { stdio: 'ignore' });
  if (made.status !== 0) return false;
  const packages = ['openpyxl', 'frictionless', 'mlcroissant'];
  const { status } = spawnSync(join(python, 'pip'), ['install', '--quiet', ...packages], {
    stdio: 'ignore',
    timeout: 300_000,
  });
  return status === 0;
}

const fieldfare = (...args: string[]) => runCli([...args, '--storage', storage]);

beforeAll(async () => {
  if (!hasReaders) console.log('skipped: workbook and packages: pip cannot install their readers');
  const web = ['--web', 'practice:sites=12', '--render', 'never', '--max-pages', '60'];
  const { code } = await fieldfare('harvest', 'book', ...web, '--max-submissions', '4', '--quiet');
  expect(code).toBe(0);
}, 180_000);

async function countOf(kind: string): Promise<number> {
  const { out } = await fieldfare('export', kind);
  return out.split('\n').length - 1;
}

test.skipIf(!hasReaders)(
  'openpyxl reads a sheet for each kind, with numbers as numbers',
  async () => {
    const file = join(folder, 'run.xlsx');
    expect((await fieldfare('export', '--out', file)).code).toBe(0);
    const script =
      'import json, sys, openpyxl; w = openpyxl.load_workbook(sys.argv[1]); print(json.dumps({s.title: [[type(c).__name__ for c in r] for r in s.iter_rows(values_only=True)] for s in w}))';
    const { stdout, stderr } = spawnSync(join(python, 'python'), ['-c', script, file], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    expect(stderr).not.toContain('Error');
    const sheets = JSON.parse(stdout) as Record<string, string[][]>;
    expect(sheets.records).toHaveLength(1 + (await countOf('records')));
    expect(sheets.forms).toHaveLength(1 + (await countOf('forms')));
    expect(sheets.records?.flat()).toContain('int');
    expect(sheets.forms?.flat()).toContain('bool');
  },
  120_000,
);

test('DuckDB reads the tables, and a second export replaces them', async () => {
  const file = join(folder, 'run.duckdb');
  for (let times = 0; times < 2; times++)
    expect((await fieldfare('export', 'records,forms', '--to', `duckdb:${file}`)).code).toBe(0);
  const database = await DuckDBInstance.create(file);
  const connection = await database.connect();
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
  expect(Number((await rows('select count(*) from records'))[0]?.[0])).toBe(await countOf('records'));
  expect(Number((await rows('select count(*) from forms'))[0]?.[0])).toBe(await countOf('forms'));
  expect(Number((await rows('select count(price) from records where price > 0'))[0]?.[0])).toBeGreaterThan(0);
  connection.closeSync();
  database.closeSync();
}, 60_000);

test.skipIf(server === undefined)(
  'PostgreSQL has the tables, and none where the export fails',
  async () => {
    const url = (await server?.emptyStore()) ?? '';
    expect((await fieldfare('export', 'records,forms', '--to', url)).code).toBe(0);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query(
        'select count(*)::integer as n, count(price)::integer as priced from fieldfare_records',
      );
      expect(rows[0]?.n).toBe(await countOf('records'));
      expect(rows[0]?.priced).toBeGreaterThan(0);
      await client.query('create view uses as select * from fieldfare_forms');
      const refused = await fieldfare('export', 'records,forms', '--to', url);
      expect(refused.code).not.toBe(0);
      expect(refused.err).toMatch(/cannot write to .*nothing was changed/);
      expect((await client.query('select count(*)::integer as n from fieldfare_records')).rows[0]?.n).toBe(
        rows[0]?.n,
      );
    } finally {
      await client.end();
    }
  },
  60_000,
);

test.skipIf(!hasReaders)(
  'a package is valid by the validators of Frictionless and Croissant',
  async () => {
    const target = join(folder, 'package');
    for (let times = 0; times < 2; times++)
      expect((await fieldfare('export', 'package', '--out', target)).code).toBe(0);
    const frictionless = spawnSync(
      join(python, 'frictionless'),
      ['validate', join(target, 'datapackage.json')],
      { encoding: 'utf8' },
    );
    expect(frictionless.stdout).not.toContain('INVALID');
    expect(frictionless.status).toBe(0);
    const croissant = spawnSync(
      join(python, 'mlcroissant'),
      ['validate', '--jsonld', join(target, 'croissant.json')],
      { encoding: 'utf8' },
    );
    expect(croissant.stderr).not.toContain('error(s)');
    expect(croissant.status).toBe(0);
  },
  120_000,
);

test('a package takes the place of no other files', async () => {
  const target = join(folder, 'mine');
  mkdirSync(target);
  writeFileSync(join(target, 'letter.txt'), 'mine');
  const { code, err } = await fieldfare('export', 'package', '--out', target);
  expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('holds other files')]);
  expect(code).not.toBe(0);
  expect(readdirSync(target)).toEqual(['letter.txt']);
});

test('a database of another kind is named in one line', async () => {
  const { code, err } = await fieldfare('export', 'forms', '--to', 'mysql://localhost/x');
  expect(code).not.toBe(0);
  expect(err).toContain('duckdb:FILE or postgres://');
});
