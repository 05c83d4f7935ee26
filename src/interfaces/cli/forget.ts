import { z } from 'zod';
import { off } from '../../foundation/options/index.ts';
import { command, inStore, printJson, withStore } from '../terminal/index.ts';

export const forgetCommand = command({
  options: z.object({ ...inStore, json: off.describe('print the outcome as JSON') }),
  help: 'Examples:\n  fieldfare forget 3\n  fieldfare forget example.org',
  async run({ storage, json }, what: string) {
    const { forgetRun, forgetSite, judgeOrphans } = await import('../../library/index.ts');
    const { counted } = await import('../../reports/index.ts');
    await withStore(storage, 'write', async (store) => {
      const gone = /^\d+$/.test(what) ? await forgetRun(store, Number(what)) : await forgetSite(store, what);
      const again = await judgeOrphans(store, (message) => process.stderr.write(`warning: ${message}\n`));
      if (again.length > 0)
        process.stderr.write(`judged again what had repeated it (runs ${again.join(', ')})\n`);
      if (json) printJson(gone);
      else
        process.stdout.write(
          `deleted ${what}: ${counted(gone.pages, 'page')}, ${counted(gone.forms, 'form')}\n`,
        );
    });
  },
});
