import { z } from 'zod';
import { off } from '../../foundation/options/index.ts';
import { command, inStore, printJson } from '../terminal/index.ts';

export const clusterCommand = command({
  options: z.object({
    ...inStore,
    storage: inStore.storage.describe('<dir> folder of files beside the database'),
    json: off.describe('print one JSON object'),
  }),
  help: 'Examples:\n  fieldfare cluster --store postgres://me@host/fieldfare',
  async run({ storage, json }) {
    const { clusterOverview } = await import('../../wings/cluster/index.ts');
    const { clusterTable } = await import('../../reports/index.ts');
    const overview = await clusterOverview(storage);
    if (json) printJson(overview);
    else process.stdout.write(`${clusterTable(overview)}\n`);
  },
});
