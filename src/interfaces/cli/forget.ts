import { Command } from 'commander';

interface Flags {
  storage: string;
  json?: true;
}

export function forgetCommand(): Command {
  return new Command('forget')
    .description('delete a run, or a site from every run, with its archive records')
    .argument('<what>', 'the number of a run, or a site such as example.org')
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', '\nExamples:\n  fieldfare forget 3\n  fieldfare forget example.org')
    .action(async (what: string, flags: Flags) => {
      const { openStore } = await import('../../drivers/sqlite/index.ts');
      const { forgetRun, forgetSite, judgeOrphans } = await import('../../library/index.ts');
      const { counted } = await import('../../reports/index.ts');
      const store = await openStore(flags.storage, { mode: 'write' });
      try {
        const gone = /^\d+$/.test(what)
          ? await forgetRun(store, Number(what))
          : await forgetSite(store, what);
        const again = await judgeOrphans(store, (message) => process.stderr.write(`warning: ${message}\n`));
        if (again.length > 0)
          process.stderr.write(`judged again what had repeated it (runs ${again.join(', ')})\n`);
        const text = `deleted ${what}: ${counted(gone.pages, 'page')}, ${counted(gone.forms, 'form')}`;
        process.stdout.write(flags.json ? `${JSON.stringify(gone)}\n` : `${text}\n`);
      } finally {
        await store.close();
      }
    });
}
