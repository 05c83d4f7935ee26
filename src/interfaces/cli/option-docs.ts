/** The page of the documentation that lists all options. */

import { z } from 'zod';
import { harvestOptionsSchema } from '../../crawl/settings/index.ts';
import {
  choiceNote,
  defaultOf,
  fieldsOf,
  type OptionField,
  type OptionGroups,
  withNotes,
} from './add-options.ts';
import { COMMAND_OPTIONS } from './command-options.ts';

const INTRODUCTION = `# Which options are there?

The tables list the options of each command. \`npm run docs\` writes this page from the option schemas and overwrites
changes; \`fieldfare <command> --help\` shows the same. The names in code are those of \`harvest({ … })\`;
\`harvestOptionsJsonSchema()\` gives their JSON Schema. The command line takes sizes such as 500MB, code takes bytes. The
command line takes times in seconds; code takes milliseconds if the name ends in \`Ms\`.
`;

/** `docs/options.md`. */
export const optionDocs = (): string =>
  [INTRODUCTION, ...Object.entries(COMMAND_OPTIONS).map(([name, groups]) => section(name, groups))].join(
    '\n',
  );

function section(command: string, groups: OptionGroups): string {
  const all = command === 'harvest' ? { ...groups, 'Only in code': onlyInCode(groups) } : groups;
  const rows = fieldsOf(all);
  const tables = Object.keys(all).map(
    (group) =>
      `**${group}**\n\n| flag | in code | default | |\n|---|---|---|---|\n${rows
        .filter((row) => row.group === group)
        .map(rowText)
        .join('\n')}\n`,
  );
  return [`## ${command}\n`, ...tables].join('\n');
}

/** What a harvest takes that the command has no flag for, or as an argument. */
const onlyInCode = (groups: OptionGroups): z.ZodObject => {
  const typed = new Set(fieldsOf(groups).map(({ name }) => name));
  return z.object(
    Object.fromEntries(
      Object.entries<z.ZodType>(harvestOptionsSchema.shape)
        .filter(([name]) => !typed.has(name))
        .map(([name, schema]) => [name, schema.meta({ description: schema.description ?? '' })]),
    ),
  );
};

function rowText(field: OptionField): string {
  const { name, meta, json } = field;
  const flag = meta.flag === undefined ? '' : `\`${meta.flag}\``;
  const code = Object.hasOwn(harvestOptionsSchema.shape, name) ? `\`${name}\`` : '';
  const value = defaultOf(field) ?? (typeof json.default === 'boolean' ? String(json.default) : '');
  return `| ${[flag, code, value, withNotes(meta.description ?? '', choiceNote(field))].map(cell).join(' | ')} |`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
