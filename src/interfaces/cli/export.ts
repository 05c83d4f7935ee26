import { once } from 'node:events';
import { Command, Option } from 'commander';

interface Flags {
  storage: string;
  run?: string;
  format: 'jsonl' | 'csv' | 'parquet' | 'warc' | 'cdxj' | 'wacz';
  out?: string;
  columns?: true;
}

export function exportCommand(): Command {
  return new Command('export')
    .description('write what a run found as JSON lines, CSV, Parquet, WARC or WACZ')
    .argument('[kind]', 'forms, pages, sites, submissions, records or documents', 'forms')
    .option('--run <n>', 'which run (default: the latest)')
    .addOption(
      new Option('--format <format>', 'how')
        .choices(['jsonl', 'csv', 'parquet', 'warc', 'cdxj', 'wacz'])
        .default('jsonl'),
    )
    .option('--out <file>', 'where to (default: standard output)')
    .option('--columns', 'print what the columns of this kind are, and nothing else')
    .option('--storage <dir>', 'where it is kept', 'storage')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare export forms --out forms.jsonl\n  fieldfare export forms --columns\n  fieldfare export pages --format csv --out pages.csv --run 3\n  fieldfare export documents --format parquet --out library.parquet\n  fieldfare export --format warc --out run.warc.gz\n  fieldfare export --format wacz --out run.wacz',
    )
    .action(run);
}

async function run(kind: string, flags: Flags): Promise<void> {
  const { openStore } = await import('../../drivers/sqlite/index.ts');
  const { columnTable, EXPORT_KINDS, findRun } = await import('../../library/index.ts');
  const { exportLines, exportToFile } = await import('../../reports/index.ts');
  const { OptionsError } = await import('../../crawl/settings/index.ts');
  const wanted = EXPORT_KINDS.find((known) => known === kind);
  if (wanted === undefined) {
    throw new OptionsError(`cannot export ${JSON.stringify(kind)}; expected ${EXPORT_KINDS.join(', ')}`);
  }
  if (flags.columns) {
    process.stdout.write(`${columnTable(wanted)}\n`);
    return;
  }
  const store = await openStore(flags.storage, { mode: 'read' });
  try {
    const run = await findRun(store, flags.run);
    const { format, out } = flags;
    if (out !== undefined) await exportToFile(store, run.id, wanted, format, out);
    else if (format !== 'jsonl' && format !== 'csv') {
      throw new OptionsError(`say where to with --out FILE`);
    } else {
      for await (const line of exportLines(store, run.id, wanted, format))
        if (!process.stdout.write(line)) await once(process.stdout, 'drain');
    }
  } finally {
    await store.close();
  }
}
