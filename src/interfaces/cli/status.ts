import { Command } from 'commander';

interface Flags {
  storage: string;
  json?: true;
}

export function statusCommand(): Command {
  return new Command('status')
    .description('show the progress of a run: stops, rendering, hosts that block it')
    .argument('[run]', 'which run (default: the latest harvest)')
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nWorks during a run and after it.\n\nExamples:\n  fieldfare status\n  fieldfare status 3 --json',
    )
    .action(run);
}

/** The same with its times as JSON shows them everywhere: ISO 8601, in UTC. */
export const withDates = <Run extends { readonly startedAt: number; readonly updatedAt: number }>(
  run: Run,
) => ({
  ...run,
  startedAt: new Date(run.startedAt).toISOString(),
  updatedAt: new Date(run.updatedAt).toISOString(),
});

async function run(which: string | undefined, flags: Flags): Promise<void> {
  const { isBeingWritten, openStore } = await import('../../drivers/open/index.ts');
  const { stateOf } = await import('../../library/index.ts');
  const { chooseRun } = await import('../terminal/index.ts');
  const { collectCrawl, statusLines } = await import('../../reports/index.ts');
  const store = await openStore(flags.storage, { mode: 'read' });
  try {
    const found = await chooseRun(store, which);
    const silentMs = Date.now() - found.updatedAt;
    const state = stateOf(found, await isBeingWritten(flags.storage));
    const status = {
      run: { ...found, status: state, silentMs },
      crawl: await collectCrawl(store, found.id),
    };
    process.stdout.write(
      flags.json
        ? `${JSON.stringify({ ...status, run: withDates(status.run) })}\n`
        : `${statusLines(status).join('\n')}\n`,
    );
  } finally {
    await store.close();
  }
}
