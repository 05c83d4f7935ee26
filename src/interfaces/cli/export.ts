import { once } from 'node:events';
import { Command, Option } from 'commander';
import type { ExportKind } from '../../library/index.ts';
import type { Store } from '../../storage/index.ts';

interface Flags {
  storage: string;
  run?: string;
  format: 'jsonl' | 'csv' | 'parquet' | 'warc' | 'cdxj' | 'wacz';
  out?: string;
  columns?: true;
  schema?: true;
  runs?: string;
}

export function exportCommand(): Command {
  return new Command('export')
    .description('write what a run found as JSON lines, CSV, Parquet, WARC or WACZ')
    .argument('[kind]', 'forms, pages, sites, submissions, records, things, details or documents', 'forms')
    .option('--run <n>', 'which run (default: the latest harvest)')
    .option('--runs <list>', 'several runs, of records or things, or of any kind to a folder: 1,2,3 or all')
    .addOption(
      new Option('--format <format>', 'format of the file')
        .choices(['jsonl', 'csv', 'parquet', 'warc', 'cdxj', 'wacz'])
        .default('jsonl'),
    )
    .option(
      '--out <file>',
      'where to (default: standard output); FOLDER/ or s3://bucket/prefix for partitioned Parquet',
    )
    .option('--columns', 'print only the meaning of the columns of this kind')
    .option('--schema', 'print only the JSON Schema of a line of this kind')
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare export forms --out forms.jsonl\n  fieldfare export forms --columns\n  fieldfare export pages --format csv --out pages.csv --run 3\n  fieldfare export documents --format parquet --out library.parquet\n  fieldfare export things --runs all\n  fieldfare export records --runs all --out results/\n  fieldfare export records --runs all --out s3://bucket/results\n  fieldfare export records --schema\n  fieldfare export --format warc --out run.warc.gz\n  fieldfare export --format wacz --out run.wacz',
    )
    .action(run);
}

async function run(kind: string, flags: Flags, command: Command): Promise<void> {
  const { openStore } = await import('../../drivers/open/index.ts');
  const { columnTable, EXPORT_KINDS, exportSchema, isPartitioned } = await import('../../library/index.ts');
  const { exportLines, exportPartitioned, exportToFile } = await import('../../reports/index.ts');
  const { OptionsError } = await import('../../crawl/settings/index.ts');
  const wanted = EXPORT_KINDS.find((known) => known === kind);
  if (wanted === undefined) {
    throw new OptionsError(`cannot export ${JSON.stringify(kind)}; expected ${EXPORT_KINDS.join(', ')}`);
  }
  if (flags.columns) {
    process.stdout.write(`${columnTable(wanted)}\n`);
    return;
  }
  if (flags.schema) {
    const schema = exportSchema(wanted, flags.runs !== undefined);
    process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    return;
  }
  const folder = flags.out !== undefined && (await isPartitioned(flags.out)) ? flags.out : undefined;
  if (
    folder !== undefined &&
    flags.format !== 'parquet' &&
    command.getOptionValueSource('format') !== 'default'
  )
    throw new OptionsError(
      `${folder} is a folder, which takes partitioned Parquet; leave --format out, or name a file`,
    );
  const store = await openStore(flags.storage, { mode: 'read' });
  try {
    const runs = await runsOf(store, flags);
    const { format, out } = flags;
    if (folder === undefined && !ARCHIVES.has(format) && !(await hasRows(store, runs, wanted)))
      process.stderr.write(
        `no ${wanted} in ${[runs].flat().length === 1 ? 'run' : 'runs'} ${[runs].flat().join(', ')}\n`,
      );
    if (folder !== undefined) {
      const of = typeof runs === 'number' ? [runs] : runs;
      const { rows, parts, written, deleted } = await exportPartitioned(store, of, wanted, folder);
      process.stderr.write(
        `${rows} rows in ${parts} parts: ${written} written, ${deleted} old ones deleted\n`,
      );
    } else if (out !== undefined) await exportToFile(store, runs, wanted, format, out);
    else if (format !== 'jsonl' && format !== 'csv') {
      throw new OptionsError(`say where to with --out FILE`);
    } else {
      for await (const line of exportLines(store, runs, wanted, format))
        if (!process.stdout.write(line)) await once(process.stdout, 'drain');
    }
  } finally {
    await store.close();
  }
}

/** Formats that hold exchanges, whatever kind of rows is named. */
const ARCHIVES: ReadonlySet<string> = new Set(['warc', 'cdxj', 'wacz']);

/** Whether there is a row to export; things are made of records. */
async function hasRows(store: Store, runs: number | readonly number[], kind: ExportKind): Promise<boolean> {
  const { exportLines } = await import('../../reports/index.ts');
  for await (const _ of exportLines(store, runs, kind === 'things' ? 'records' : kind, 'jsonl')) return true;
  return false;
}

/** The run of `--run`, or those of `--runs`. */
async function runsOf(store: Store, { run, runs }: Flags): Promise<number | readonly number[]> {
  const { listRuns } = await import('../../library/index.ts');
  const { chooseRun } = await import('../terminal/index.ts');
  if (runs === undefined) return (await chooseRun(store, run)).id;
  if (runs === 'all') return (await listRuns(store)).map(({ id }) => id);
  if (/^\d+(?:,\d+)*$/.test(runs)) return runs.split(',').map(Number);
  const { OptionsError } = await import('../../crawl/settings/index.ts');
  throw new OptionsError(`cannot read --runs ${JSON.stringify(runs)}; expected 1,2,3 or all`);
}
