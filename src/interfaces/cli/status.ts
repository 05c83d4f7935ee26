import { z } from 'zod';
import { off } from '../../foundation/options/index.ts';
import { chooseRun, command, inStore, printJson, withStore } from '../terminal/index.ts';

/** Writes times as JSON shows them everywhere: ISO 8601, in UTC. */
export const withDates = <Run extends { readonly startedAt: number; readonly updatedAt: number }>(
  run: Run,
) => ({
  ...run,
  startedAt: new Date(run.startedAt).toISOString(),
  updatedAt: new Date(run.updatedAt).toISOString(),
});

export const statusCommand = command({
  options: z.object({ ...inStore, json: off.describe('print one JSON object') }),
  help: 'Works during a run and after it.\n\nExamples:\n  fieldfare status\n  fieldfare status 3 --json',
  async run({ storage, json }, which: string | undefined) {
    const { isBeingWritten } = await import('../../drivers/open/index.ts');
    const { stateOf } = await import('../../library/index.ts');
    const { collectCrawl, statusLines } = await import('../../reports/index.ts');
    await withStore(storage, 'read', async (store) => {
      const found = await chooseRun(store, which);
      const silentMs = Date.now() - found.updatedAt;
      const state = stateOf(found, await isBeingWritten(storage));
      const status = {
        run: { ...found, status: state, silentMs },
        crawl: await collectCrawl(store, found.id),
      };
      if (json) printJson({ ...status, run: withDates(status.run) });
      else process.stdout.write(`${statusLines(status).join('\n')}\n`);
    });
  },
});
