import { Command } from 'commander';
import { withDates } from './status.ts';

interface Flags {
  storage: string;
  json?: true;
}

export function runsCommand(): Command {
  return new Command('runs')
    .description('list the runs of a storage folder: what they looked for, how they ended, what they found')
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExamples:\n  fieldfare runs\n  fieldfare runs --json | tail -1')
    .action(run);
}

async function run({ storage, json }: Flags): Promise<void> {
  const { isBeingWritten, openStore } = await import('../../drivers/open/index.ts');
  const { stateOf, summariesOfRuns } = await import('../../library/index.ts');
  const { runsTable } = await import('../../reports/index.ts');
  const store = await openStore(storage, { mode: 'read' });
  try {
    const written = await isBeingWritten(storage);
    const runs = (await summariesOfRuns(store)).map((one) => ({ ...one, status: stateOf(one, written) }));
    const text = json ? runs.map((one) => JSON.stringify(withDates(one))).join('\n') : runsTable(runs);
    process.stdout.write(text === '' ? '' : `${text}\n`);
  } finally {
    await store.close();
  }
}
