import { Command, InvalidArgumentError } from 'commander';

interface Flags {
  storage: string;
  sites: number;
  lease: number;
  json?: true;
  quiet?: true;
}

export function workerCommand(): Command {
  return new Command('worker')
    .description('work on the runs of a store in PostgreSQL, together with other workers')
    .option('--sites <n>', 'sites to work on at once', numberUpTo(10_000), 16)
    .option('--lease <seconds>', 'how long a silent worker keeps a site', numberUpTo(3_600), 30)
    .option('--storage <dir>', "folder of this worker's part of the archive", 'storage')
    .option('--json', 'print every event of its runs as one JSON object per line')
    .option('--quiet', 'print errors only')
    .addHelpText(
      'after',
      '\nA worker runs until it is stopped. SIGTERM and Ctrl-C let it finish the pages in progress and give its sites\nback; a second one ends it at once.\n\nExamples:\n  fieldfare worker --store postgres://user@host/fieldfare\n  fieldfare harvest book --workers-only --store postgres://user@host/fieldfare',
    )
    .action(run);
}

/** S3 refuses requests by a clock that is minutes off. */
const MOST_CLOCK_MS = 5_000;

const clockWarning = (aheadMs: number): string =>
  `warning: the clock of this machine is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`;

function numberUpTo(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < 1 || number > most)
      throw new InvalidArgumentError(`Give a number from 1 to ${most}.`);
    return number;
  };
}

async function run({ storage, sites, lease, json, quiet }: Flags): Promise<void> {
  const { workOnRuns } = await import('../../wings/cluster/index.ts');
  const { listenForInterruption } = await import('./interruption.ts');
  const say = (text: string) => {
    if (!quiet) process.stderr.write(`${text}\n`);
  };
  const interruption = listenForInterruption(() =>
    say('stopping: pages in progress are finished first (press Ctrl-C again to leave at once)'),
  );
  try {
    await workOnRuns({
      storage,
      sites,
      leaseSeconds: lease,
      stop: interruption.signal,
      emit: (event) => {
        if (json) process.stdout.write(`${JSON.stringify(event)}\n`);
        if (event.type === 'joined') {
          say(`worker ${event.worker.slice(0, 8)} is ready`);
          if (Math.abs(event.clockAheadMs) > MOST_CLOCK_MS) say(clockWarning(event.clockAheadMs));
        } else if (event.type === 'lost') say(`warning: ${event.message}; trying for a minute`);
        else if (event.type === 'warning') say(`warning: ${event.message}`);
      },
    });
  } finally {
    interruption.end();
  }
}
