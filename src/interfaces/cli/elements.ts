import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { OptionsError, off } from '../../foundation/options/index.ts';
import { printable, textColumns } from '../../foundation/text/index.ts';
import type { FormElement } from '../../submissions/index.ts';
import { command, type FlagsOf, inStore, text, withStore } from '../terminal/index.ts';

const options = z.object({
  import: text.describe('<file> take values from a CSV file with the columns label and value (and status)'),
  export: text.describe('<file> write the table as CSV (- for standard output)'),
  off: text.describe('<label> stop typing values of this element'),
  on: text.describe('<label> type them again'),
  ...inStore,
  json: off.describe('print one JSON object an element'),
});

export const elementsCommand = command({
  options,
  help: 'Examples:\n  fieldfare elements book\n  fieldfare elements book --export book.csv\n  fieldfare elements book --import book.csv\n  fieldfare elements hotel --off "Room type"',
  run,
});

async function run(flags: FlagsOf<typeof options>, name: string): Promise<void> {
  const { loadDomain } = await import('../../foundation/domain/index.ts');
  const { readValues } = await import('../../crawl/run/index.ts');
  const { elementsCsv, loadElements, saveElements, takeCsv } = await import('../../submissions/index.ts');
  const domain = loadDomain(name);
  const imported = flags.import === undefined ? undefined : readValues(flags.import);
  await withStore(flags.storage, 'write', async (store) => {
    const book = await loadElements(store);
    book.seed(domain.name, domain.values);
    const taken = imported === undefined ? 0 : takeCsv(book, domain.name, imported, flags.import ?? '');
    for (const [label, status] of [
      [flags.off, 'off'],
      [flags.on, 'active'],
    ] as const) {
      if (label === undefined) continue;
      const element = book.find(domain.name, label);
      if (element === undefined)
        throw new OptionsError(
          `${domain.name} has no element “${label}”; fieldfare elements ${domain.name} lists them`,
        );
      element.status = status;
    }
    await store.transaction((trx) => saveElements(trx, book));
    if (flags.import !== undefined)
      process.stderr.write(`${taken} new ${taken === 1 ? 'value' : 'values'} taken from ${flags.import}\n`);
    const csv = flags.export === undefined ? undefined : elementsCsv(book, domain.name);
    if (csv !== undefined && flags.export !== '-') await writeFile(flags.export ?? '', csv);
    else process.stdout.write(csv ?? listed(book.elements(domain.name), flags.json));
  });
}

function listed(elements: readonly FormElement[], json: boolean): string {
  if (json) {
    const rows = elements.map(({ values, aliases, ...rest }) => ({
      ...rest,
      aliases: [...aliases],
      size: values.size,
      values: [...values.values()],
    }));
    return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
  const head = ['label', 'meaning', 'control', 'domain of values', 'size', 'status', 'source', 'values'];
  const rows = elements.map((element) => {
    const values = [...element.values.values()].map(({ value }) => value);
    const shown = values.slice(0, 4).join(', ') + (values.length > 4 ? ', …' : '');
    const { label, meaning, control, valueDomain, status, source } = element;
    const cells = [label, meaning, control, valueDomain, String(values.length), status, source, shown];
    return cells.map((cell) => printable(cell).slice(0, 40));
  });
  return `${textColumns(head, rows).join('\n')}\n`;
}
