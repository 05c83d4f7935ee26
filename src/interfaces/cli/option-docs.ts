/** Writes the page of the documentation that lists all options. */

import type { z } from 'zod';
import { harvestOptionsSchema } from '../../crawl/settings/index.ts';
import { choiceNote, defaultOf, fieldsOf, type OptionField, withNotes } from './add-options.ts';
import { namedEntries } from './commands.ts';

const INTRODUCTION = `# Which options are there?

The tables list the options of each command. \`npm run docs\` writes this page from the option schemas and overwrites
changes; \`fieldfare <command> --help\` shows the same. The names in code are those of \`harvest({ … })\`;
\`harvestOptionsJsonSchema()\` gives their JSON Schema. The command line takes sizes such as 500MB, code takes bytes. The
command line takes times in seconds; code takes milliseconds if the name ends in \`Ms\`.
`;

/** Makes `docs/options.md`. */
export async function optionDocs(): Promise<string> {
  const sections: string[] = [];
  for (const [name, { load }] of namedEntries())
    if (load !== undefined) sections.push(section(name, (await load()).options));
  return [INTRODUCTION, ...sections].join('\n');
}

function section(command: string, options: z.ZodObject): string {
  const fields = fieldsOf(options).filter(({ flag }) => command === 'harvest' || flag !== undefined);
  if (command === 'harvest') fields.push(...notTyped(options));
  const tables = [...Map.groupBy(fields, ({ meta }) => meta.group ?? 'Options')].map(
    ([group, rows]) =>
      `**${group}**\n\n| flag | in code | default | |\n|---|---|---|---|\n${rows.map(rowText).join('\n')}\n`,
  );
  return [`## ${command}\n`, ...tables].join('\n');
}

/** Finds what a harvest takes as an argument, or not from this command. */
const notTyped = (options: z.ZodObject): OptionField[] =>
  fieldsOf(harvestOptionsSchema)
    .filter(({ name }) => !Object.hasOwn(options.shape, name))
    .map((field) => ({ ...field, json: field.json, meta: { ...field.meta, group: 'Only in code' } }));

function rowText(field: OptionField): string {
  const { name, json } = field;
  const flag = field.flag === undefined ? '' : `\`${field.flag}\``;
  const code = Object.hasOwn(harvestOptionsSchema.shape, name) ? `\`${name}\`` : '';
  const value = defaultOf(field) ?? (typeof json.default === 'boolean' ? String(json.default) : '');
  return `| ${[flag, code, value, withNotes(field.sentence, choiceNote(field))].map(cell).join(' | ')} |`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
