import { z } from 'zod';
import { off } from '../../foundation/options/index.ts';
import { command, inStore, whole } from '../terminal/index.ts';
import { listenForInterruption } from './interruption.ts';

/** S3 refuses requests by a clock that is minutes off. */
const MOST_CLOCK_MS = 5_000;

const clockWarning = (aheadMs: number): string =>
  `warning: the clock of this machine is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`;

export const workerCommand = command({
  options: z.object({
    sites: whole(1, 10_000).default(16).describe('sites to work on at once'),
    lease: whole(1, 3_600).default(30).describe('<seconds> how long a silent worker keeps a site'),
    ...inStore,
    storage: inStore.storage.describe("<dir> folder of this worker's part of the archive"),
    json: off.describe('print every event of its runs as one JSON object per line'),
    quiet: off.describe('print errors only'),
  }),
  help: 'A worker runs until it is stopped. SIGTERM and Ctrl-C let it finish the pages in progress and give its sites\nback; a second one ends it at once.\n\nExamples:\n  fieldfare worker --store postgres://user@host/fieldfare\n  fieldfare harvest book --workers-only --store postgres://user@host/fieldfare',
  async run({ storage, sites, lease, json, quiet }) {
    const { workOnRuns } = await import('../../wings/cluster/index.ts');
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
  },
});
