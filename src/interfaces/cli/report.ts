import { Command } from 'commander';

interface Flags {
  storage: string;
  json?: true;
  open?: true;
}

export function reportCommand(): Command {
  return new Command('report')
    .description('write the summary and the HTML report of a run again')
    .argument('[run]', 'which run (default: the latest harvest)')
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .option('--open', 'open the report in the browser of this machine')
    .option('--json', 'print the figures as one JSON object')
    .addHelpText('after', '\nExamples:\n  fieldfare report\n  fieldfare report 3 --open')
    .action(run);
}

export function openCommand(): Command {
  return new Command('open')
    .description('open the report of a run in the browser of this machine')
    .argument('[run]', 'which run (default: the latest harvest)')
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .addHelpText('after', '\nExamples:\n  fieldfare open\n  fieldfare open 3')
    .action((which: string | undefined, flags: Flags) => run(which, { ...flags, open: true }));
}

async function run(which: string | undefined, { storage, json, open: show }: Flags): Promise<void> {
  const { openStore } = await import('../../drivers/open/index.ts');
  const { chooseRun } = await import('../terminal/index.ts');
  const { reportRun } = await import('./report-run.ts');
  const store = await openStore(storage, { mode: 'read' });
  const found = await chooseRun(store, which).finally(() => store.close());
  const file = await reportRun(storage, found.id, { json: json === true, practice: undefined });
  if (!show) return;
  const { default: open } = await import('open');
  const opened = await open(file);
  opened.on('error', () => process.stderr.write(`no browser could be started; open ${file} yourself\n`));
}
