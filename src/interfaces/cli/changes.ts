import { z } from 'zod';
import { off } from '../../foundation/options/index.ts';
import { printable } from '../../foundation/text/index.ts';
import type { ChangedRecord, ChangedRows, CountWithExamples, RunChanges } from '../../library/index.ts';
import { chooseRun, command, inStore, printJson, text, withStore } from '../terminal/index.ts';

export const changesCommand = command({
  options: z.object({
    since: text
      .describe('<run> the earlier run')
      .meta({ defaultText: 'the previous run of the same domains on the same web' }),
    ...inStore,
    json: off.describe('print it as JSON'),
  }),
  help: 'Examples:\n  fieldfare changes\n  fieldfare changes 7 --since 3 --json',
  async run({ storage, since, json }, run: string | undefined) {
    const { compareRuns } = await import('../../library/index.ts');
    await withStore(storage, 'read', async (store) => {
      const changes = await compareRuns(store, (await chooseRun(store, run)).id, since);
      if (json) printJson(changes);
      else process.stdout.write(`${changesText(changes)}\n`);
    });
  },
});

const SHOWN = 5;

export function changesText({
  run,
  since,
  alike,
  forms,
  pages,
  records,
  novelDocuments,
}: RunChanges): string {
  const lines = [
    `Run ${run} since run ${since}:`,
    `  forms    ${forms.new.count} new, ${forms.gone.count} gone, ${forms.changed.count} changed, ${forms.same} unchanged` +
      (forms.notSeenAgain > 0 ? `, ${forms.notSeenAgain} not revisited` : ''),
    `  pages    ${rows(pages)}`,
    `  records  ${rows(records, records.changed.count)}` +
      (records.notSeen > 0 ? `, ${records.notSeen} of which one run did not see all values` : ''),
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
  lines.push(...examples('changed record', records.changed, recordText));
  if (!alike)
    lines.push(
      '  The two runs had different options: a new page or form may only not have been read before.',
    );
  return lines.join('\n');
}

const recordText = ({ site, key, values }: ChangedRecord): string =>
  `${site} ${key}: ${values.map(({ field, before, now }) => `${field} ${before} → ${now}`).join('; ')}`;

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
