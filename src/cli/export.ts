import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';

interface Flags {
  storage: string;
  run?: string;
  format: 'jsonl' | 'csv';
  out?: string;
}

export function exportCommand(): Command {
  return new Command('export')
    .description('write what a run found as JSON lines or CSV')
    .argument('[kind]', 'forms, pages, sites, submissions or records', 'forms')
    .option('--run <n>', 'which run (default: the latest)')
    .addOption(new Option('--format <format>', 'how').choices(['jsonl', 'csv']).default('jsonl'))
    .option('--out <file>', 'where to (default: standard output)')
    .option('--storage <dir>', 'where it is kept', 'storage')
    .addHelpText(
      'after',
      '\nThe columns are documented in docs/export.md.\n\nExamples:\n  fieldfare export forms > forms.jsonl\n  fieldfare export pages --format csv --out pages.csv --run 3',
    )
    .action(run);
}

async function run(kind: string, flags: Flags): Promise<void> {
  const { openStore } = await import('../store/index.ts');
  const { EXPORT_KINDS, exportLines, findRun } = await import('../library/index.ts');
  const { OptionsError } = await import('../harvest/index.ts');
  const wanted = EXPORT_KINDS.find((known) => known === kind);
  if (wanted === undefined) {
    throw new OptionsError(`cannot export ${JSON.stringify(kind)}; expected ${EXPORT_KINDS.join(', ')}`);
  }
  const store = await openStore(flags.storage, { mode: 'read' });
  try {
    const run = await findRun(store, flags.run);
    const lines = exportLines(store.db, run.id, wanted, flags.format);
    if (flags.out !== undefined) await pipeline(lines, createWriteStream(flags.out));
    else {
      for await (const line of lines) if (!process.stdout.write(line)) await once(process.stdout, 'drain');
    }
  } finally {
    await store.close();
  }
}
