import { z } from 'zod';
import { off } from '../../foundation/options/index.ts';
import { chooseRun, command, inStore, withStore } from '../terminal/index.ts';

export const reportCommand = command({
  options: z.object({
    ...inStore,
    open: off.describe('open the report in the browser of this machine'),
    json: off.describe('print the figures as one JSON object'),
  }),
  help: 'Examples:\n  fieldfare report\n  fieldfare report 3 --open',
  async run({ storage, json, open }, which: string | undefined) {
    const file = await writeReport(storage, which, json);
    if (open) await openInBrowser(file);
  },
});

export const openCommand = command({
  options: z.object(inStore),
  help: 'Examples:\n  fieldfare open\n  fieldfare open 3',
  async run({ storage }, which: string | undefined) {
    await openInBrowser(await writeReport(storage, which, false));
  },
});

async function writeReport(storage: string, which: string | undefined, json: boolean): Promise<string> {
  const { reportRun } = await import('./report-run.ts');
  const { id } = await withStore(storage, 'read', (store) => chooseRun(store, which));
  return reportRun(storage, id, { json, practice: undefined });
}

async function openInBrowser(file: string): Promise<void> {
  const { default: open } = await import('open');
  const opened = await open(file);
  opened.on('error', () => process.stderr.write(`no browser could be started; open ${file} yourself\n`));
}
