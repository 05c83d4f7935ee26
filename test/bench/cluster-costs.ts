import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../src/interfaces/cli/program.ts';
import { cpuTime } from '../cpu-time.ts';
import { type PostgresServer, startPostgres } from '../drivers/postgres/server.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { familyCpuMs } from './tree-cpu.ts';

/** Tables by what their rows grow with. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  page: ['page', 'link', 'site', 'site_link', 'document', 'document_text', 'document_print', 'rule_count'],
  form: ['form', 'form_variant', 'control', 'sighting', 'asked_form'],
  record: ['answer_record', 'record_occurrence', 'record_detail', 'submission'],
};

interface Costs {
  readonly pages: number;
  readonly forms: number;
  readonly submissions: number;
  readonly records: number;
  readonly cpuMs: number;
  readonly serverCpuMs: number;
  readonly warcBytes: number;
  /** Rows and bytes on disk, indexes included. */
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly bytes: number }>>;
}

/** What a harvest of the practice web costs in PostgreSQL: once its pages alone, once with its forms asked. */
export async function clusterCostsBench(json: boolean, sites = 40): Promise<void> {
  const server = await startPostgres();
  if (typeof server === 'string') throw new Error(server);
  try {
    const pages = await harvest(server, 'pages', sites, ['--no-submit']);
    const whole = await harvest(server, 'whole', sites, []);
    if (json) process.stdout.write(`${JSON.stringify({ clusterCosts: { pages, whole } })}\n`);
    else process.stdout.write(`${told(pages, whole)}\n`);
  } finally {
    await server.stop();
  }
}

async function harvest(
  server: PostgresServer,
  database: string,
  sites: number,
  more: readonly string[],
): Promise<Costs> {
  await server.run(`create database ${database}`);
  process.env.DATABASE_URL = server.url(database);
  const storage = temporaryFolder('cluster-costs-');
  const postmaster = await postmasterOf(server);
  const serverCpu = () => familyCpuMs(postmaster) ?? Number.NaN;
  const [before, serverBefore] = [cpuTime(), serverCpu()];
  const args = [
    ...['harvest', 'book', '--web', `practice:sites=${sites}`, '--storage', storage, '--render', 'never'],
  ];
  const code = await silently(() => runProgram([...args, '--quiet', ...more]));
  if (code !== undefined && code !== 0) throw new Error(`the harvest ended with ${code}`);
  const [cpuMs, serverCpuMs] = [cpuTime() - before, serverCpu() - serverBefore];
  const [counts] = await server.run(
    `select (select count(*) from page) as pages, (select count(*) from form) as forms,
         (select count(*) from submission) as submissions, (select count(*) from answer_record) as records`,
    database,
  );
  const tables: Record<string, { rows: number; bytes: number }> = {};
  for (const table of Object.values(GROUPS).flat()) {
    const [row] = await server.run(
      `select (select count(*) from ${table}) as rows, pg_total_relation_size('${table}') as bytes`,
      database,
    );
    tables[table] = { rows: Number(row?.rows), bytes: Number(row?.bytes) };
  }
  const counted = Object.fromEntries(Object.entries(counts ?? {}).map(([name, n]) => [name, Number(n)]));
  const { pages = 0, forms = 0, submissions = 0, records = 0 } = counted;
  return { pages, forms, submissions, records, cpuMs, serverCpuMs, warcBytes: warcIn(storage), tables };
}

async function silently<T>(work: () => Promise<T>): Promise<T> {
  const write = process.stdout.write;
  process.stdout.write = () => true;
  try {
    return await work();
  } finally {
    process.stdout.write = write;
  }
}

function warcIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.warc.gz'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

export async function postmasterOf(server: PostgresServer): Promise<number> {
  const [row] = await server.run('show data_directory');
  return Number.parseInt(readFileSync(join(String(row?.data_directory), 'postmaster.pid'), 'utf8'), 10);
}

function told(pages: Costs, whole: Costs): string {
  const bytes = ({ tables }: Costs, group: string) =>
    GROUPS[group]!.reduce((sum, table) => sum + tables[table]!.bytes, 0);
  const rows = ({ tables }: Costs, group: string) =>
    GROUPS[group]!.reduce((sum, table) => sum + tables[table]!.rows, 0);
  const line = (what: string, count: number, of: Costs, cpu: number, serverCpu: number, warc: number) =>
    `a ${what} (of ${count}): ${(cpu / count).toFixed(2)} ms of CPU, ${(serverCpu / count).toFixed(2)} ms of the server, ` +
    `${(rows(of, what) / count).toFixed(1)} rows, ${Math.round(bytes(of, what) / count)} bytes in tables, ${Math.round(warc / count)} of WARC`;
  const asked = (of: 'cpuMs' | 'serverCpuMs' | 'warcBytes') => Math.max(0, whole[of] - pages[of]);
  return [
    line('page', pages.pages, pages, pages.cpuMs, pages.serverCpuMs, pages.warcBytes),
    line('form', whole.forms, whole, asked('cpuMs'), asked('serverCpuMs'), asked('warcBytes')),
    line('record', whole.records, whole, asked('cpuMs'), asked('serverCpuMs'), asked('warcBytes')),
    `${whole.submissions} submissions; asking is counted once by form and once by record`,
  ].join('\n');
}
