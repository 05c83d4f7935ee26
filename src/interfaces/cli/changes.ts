import { Command } from 'commander';
import { printable } from '../../foundation/text/index.ts';
import type { ChangedRows, CountWithExamples, RunChanges } from '../../library/index.ts';

interface Flags {
  storage: string;
  since?: string;
  json?: true;
}

export function changesCommand(): Command {
  return new Command('changes')
    .description('show what is new, gone or changed since an earlier run')
    .argument('[run]', 'which run (default: the latest harvest)')
    .option(
      '--since <run>',
      'the earlier run (default: the previous run of the same domains on the same web)',
    )
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExamples:\n  fieldfare changes\n  fieldfare changes 7 --since 3 --json')
    .action(async (run: string | undefined, flags: Flags) => {
      const { openStore } = await import('../../drivers/open/index.ts');
      const { compareRuns } = await import('../../library/index.ts');
      const { chooseRun } = await import('../terminal/index.ts');
      const store = await openStore(flags.storage, { mode: 'read' });
      try {
        const changes = await compareRuns(store, (await chooseRun(store, run)).id, flags.since);
        process.stdout.write(flags.json ? `${JSON.stringify(changes)}\n` : `${changesText(changes)}\n`);
      } finally {
        await store.close();
      }
    });
}

const SHOWN = 5;

export function changesText({ run, since, forms, pages, records, novelDocuments }: RunChanges): string {
  const lines = [
    `Run ${run} since run ${since}:`,
    `  forms    ${forms.new.count} new, ${forms.gone.count} gone, ${forms.changed.count} changed, ${forms.same} unchanged` +
      (forms.notSeenAgain > 0 ? `, ${forms.notSeenAgain} not revisited` : ''),
    `  pages    ${rows(pages)}`,
    `  records  ${rows(records, records.changed.count)}`,
  ];
  if (novelDocuments !== null) lines.push(`  library  ${novelDocuments} novel documents`);
  for (const kind of ['new', 'gone', 'changed'] as const) {
    lines.push(
      ...examples(
        `${kind} form`,
        forms[kind],
        ({ page, action, searchable, how }) =>
          `${searchable ? 'search form' : 'form'} ${action} on ${page}${how === undefined ? '' : `: ${how}`}`,
      ),
    );
  }
  for (const kind of ['new', 'gone'] as const)
    lines.push(
      ...examples(`${kind} page`, pages[kind], String),
      ...examples(`${kind} record`, records[kind], String),
    );
  lines.push(...examples('changed record', records.changed, String));
  return lines.join('\n');
}

const rows = ({ new: added, gone, notRevisited }: ChangedRows, changed = 0): string =>
  `${added.count} new, ${gone.count} gone${changed > 0 ? `, ${changed} changed` : ''}${notRevisited > 0 ? `, ${notRevisited} not revisited` : ''}`;

function examples<T>(
  what: string,
  { count, examples }: CountWithExamples<T>,
  words: (one: T) => string,
): string[] {
  const lines = examples.slice(0, SHOWN).map((one) => `  ${what}: ${printable(words(one)).slice(0, 300)}`);
  return count > lines.length && lines.length > 0
    ? [...lines, `  … and ${count - lines.length} more`]
    : lines;
}
