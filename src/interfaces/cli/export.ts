import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { OptionsError, off, oneOf, texts } from '../../foundation/options/index.ts';
import type { ExportKind, FileFormat } from '../../library/index.ts';
import type { Store } from '../../storage/index.ts';
import { chooseRun, command, type FlagsOf, inStore, text, whichRun, withStore } from '../terminal/index.ts';

const FORMATS = ['jsonl', 'csv', 'parquet', 'xlsx', 'warc', 'cdxj', 'wacz'] as const satisfies FileFormat[];
const FORMS: ExportKind = 'forms';
/** Kinds of what holds several, where none is named. */
const SEVERAL: Readonly<Record<ExportKind, boolean>> = {
  records: true,
  things: true,
  details: true,
  forms: true,
  submissions: true,
  sites: true,
  pages: true,
  documents: false,
};
const ALL = (Object.keys(SEVERAL) as ExportKind[]).filter((kind) => SEVERAL[kind]);

const options = z.object({
  run: whichRun,
  runs: text.describe('<list> several runs, of records or things: 1,2,3 or all'),
  format: oneOf(FORMATS)
    .optional()
    .describe('<format> format')
    .meta({ defaultText: 'as the name of --out ends, else jsonl' }),
  out: text.describe('<file> where to').meta({ defaultText: 'standard output' }),
  to: text.describe('<database> write tables to duckdb:FILE or postgres://user@host/database'),
  excel: off.describe('CSV that Excel opens as it is: a column for each field, UTF-8 with byte order mark'),
  nested: off.describe('Parquet with fields and typed as JSON text, not a column for each field'),
  is: texts.describe('<column:value> only rows with this value; several of a column are alternatives'),
  text: text.describe('<text> only rows that show this text'),
  columns: off.describe('print only the meaning of the columns of this kind'),
  schema: off.describe('print only the JSON Schema of a line of this kind'),
  ...inStore,
});
type Flags = FlagsOf<typeof options>;

export const exportCommand = command({
  options,
  help: 'Examples:\n  fieldfare export records --out records.xlsx\n  fieldfare export records --out records.csv --excel\n  fieldfare export --out run.xlsx\n  fieldfare export forms --out forms.jsonl\n  fieldfare export forms --columns\n  fieldfare export pages --out pages.csv --run 3\n  fieldfare export documents --out library.parquet\n  fieldfare export things --runs all\n  fieldfare export records --runs all --out records.parquet\n  fieldfare export records,forms --to duckdb:harvest.duckdb\n  fieldfare export package --out harvest/\n  fieldfare export records --schema\n  fieldfare export --out run.warc.gz\n  fieldfare export --out run.wacz\n  fieldfare export records --is site:example.org --out pages.wacz',
  run,
});

async function run(flags: Flags, kind: string | undefined): Promise<void> {
  const { columnTable, exportSchema, readFilter } = await import('../../library/index.ts');
  const { exportLines, exportPackage, exportToDatabase, exportToFile } = await import(
    '../../reports/index.ts'
  );
  const { out, to } = flags;
  const isPackage = kind === 'package';
  const format = flags.format ?? FORMATS.find((one) => out !== undefined && ENDS[one].test(out));
  if (format === undefined && !isPackage && /[^/]\.\w{1,9}$/.test(out ?? ''))
    throw new OptionsError(
      `cannot tell what ${out} is to hold; expected a name that ends in ${FORMATS.map((one) => `.${one}`).join(', ')}, or --format`,
    );
  const kinds = await kindsOf(kind, isPackage || to !== undefined || format === 'xlsx');
  const [wanted = FORMS] = kinds;
  if (flags.columns) {
    process.stdout.write(`${columnTable(wanted)}\n`);
    return;
  }
  if (flags.schema) {
    const schema = exportSchema(wanted, flags.runs !== undefined);
    process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    return;
  }
  if (isPackage && out === undefined) throw new OptionsError('say where to with --out FOLDER/');
  if (to !== undefined && out !== undefined) throw new OptionsError('--to and --out exclude each other');
  if (!isPackage && out !== undefined && (await isFolder(out)))
    throw new OptionsError(`${out} is a folder; name a file, such as ${wanted}.parquet`);
  const isFiltered = flags.is.length > 0 || flags.text !== undefined;
  if (isFiltered && (isPackage || to !== undefined))
    throw new OptionsError('--is and --text choose rows of one file, or of standard output');
  const is = Object.fromEntries(readFilter(wanted, flags.is));
  const range = isFiltered ? { is, text: flags.text } : undefined;
  await withStore(flags.storage, 'read', async (store) => {
    const runs = await runsOf(store, flags);
    if (to !== undefined) return printRows(await exportToDatabase(store, runs, kinds, to), to);
    if (isPackage && out !== undefined) return printRows(await exportPackage(store, runs, kinds, out), out);
    const fields = flags.nested ? 'json' : flags.excel ? 'columns' : undefined;
    const style = { fields, byteOrderMark: flags.excel } as const;
    let rows: number | undefined;
    if (out !== undefined) {
      const counts = await exportToFile(store, runs, kinds, format ?? 'jsonl', out, range, style);
      rows = counts.get(wanted);
      if (rows === undefined) process.stderr.write(`archive → ${out}\n`);
      else printRows(counts, out);
    } else if (format !== undefined && format !== 'jsonl' && format !== 'csv') {
      throw new OptionsError(`say where to with --out FILE`);
    } else {
      rows = format === 'csv' ? -1 : 0;
      for await (const line of exportLines(store, runs, wanted, format ?? 'jsonl', range, style)) {
        if (line !== '') rows++;
        if (!process.stdout.write(line)) await once(process.stdout, 'drain');
      }
    }
    if (rows === 0)
      process.stderr.write(
        `no ${wanted} in ${[runs].flat().length === 1 ? 'run' : 'runs'} ${[runs].flat().join(', ')}${isFiltered ? ` match ${[...flags.is, flags.text ?? []].flat().join(', ')}` : ''}\n`,
      );
  });
}

/** Ends of file names by format. */
const ENDS: Readonly<Record<FileFormat, RegExp>> = {
  jsonl: /\.(?:jsonl|ndjson)$/i,
  csv: /\.csv$/i,
  parquet: /\.parquet$/i,
  xlsx: /\.xlsx$/i,
  warc: /\.warc(?:\.gz)?$/i,
  cdxj: /\.cdxj$/i,
  wacz: /\.wacz$/i,
};

/** @param several what is written holds any number of kinds; else one is meant */
async function kindsOf(kind: string | undefined, several: boolean): Promise<readonly ExportKind[]> {
  const { EXPORT_KINDS } = await import('../../library/index.ts');
  if (kind === undefined || kind === 'package') return several ? ALL : [FORMS];
  return Promise.all(
    kind.split(',').map(async (name) => {
      const known = EXPORT_KINDS.find((one) => one === name);
      if (known !== undefined) return known;
      throw new OptionsError(
        `cannot export ${JSON.stringify(name)}; expected ${EXPORT_KINDS.join(', ')} or package`,
      );
    }),
  );
}

const printRows = (counts: ReadonlyMap<ExportKind, number>, target: string): void => {
  const parts = [...counts].map(([kind, rows]) => `${rows} ${kind}`);
  process.stderr.write(`${parts.join(', ')} → ${target.replace(/:[^:@/]*@/, ':…@')}\n`);
};

/** Tells whether a target is a folder, or a place that holds no files. */
const isFolder = async (target: string): Promise<boolean> =>
  /^s3:|[/\\]$/.test(target) || ((await stat(target).catch(() => undefined))?.isDirectory() ?? false);

/** The run of `--run`, or those of `--runs`. */
async function runsOf(store: Store, { run, runs }: Flags): Promise<number | readonly number[]> {
  const { listRuns } = await import('../../library/index.ts');
  if (runs === undefined) return (await chooseRun(store, run)).id;
  if (runs === 'all') return (await listRuns(store)).map(({ id }) => id);
  if (/^\d+(?:,\d+)*$/.test(runs)) return runs.split(',').map(Number);
  throw new OptionsError(`cannot read --runs ${JSON.stringify(runs)}; expected 1,2,3 or all`);
}
