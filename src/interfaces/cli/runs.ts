import { z } from 'zod';
import { off } from '../../foundation/options/index.ts';
import { command, inStore, withStore } from '../terminal/index.ts';
import { withDates } from './status.ts';

export const runsCommand = command({
  options: z.object({ ...inStore, json: off.describe('print one JSON object per line') }),
  help: 'Examples:\n  fieldfare runs\n  fieldfare runs --json | tail -1',
  async run({ storage, json }) {
    const { isBeingWritten } = await import('../../drivers/open/index.ts');
    const { stateOf, summariesOfRuns } = await import('../../library/index.ts');
    const { runsTable } = await import('../../reports/index.ts');
    await withStore(storage, 'read', async (store) => {
      const written = await isBeingWritten(storage);
      const runs = (await summariesOfRuns(store)).map((one) => ({ ...one, status: stateOf(one, written) }));
      const text = json ? runs.map((one) => JSON.stringify(withDates(one))).join('\n') : runsTable(runs);
      process.stdout.write(text === '' ? '' : `${text}\n`);
    });
  },
});
