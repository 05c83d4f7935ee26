/** `fieldfare.yaml`: options that a user does not want to type each time. Data only; what is typed wins. */

import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { OptionsError } from '../../crawl/settings/index.ts';
import { nearest } from '../../foundation/text/index.ts';
import { fieldsOf, flagValue, type OptionField, type OptionGroups } from './add-options.ts';

const DEFAULT_FILE = 'fieldfare.yaml';
const MAX_BYTES = 1_000_000;
/** The part for every command that has the option. */
const EVERY_COMMAND = 'all';

type Part = Readonly<Record<string, unknown>>;

/** Gives a command `--config`, and the options of that file, or of `fieldfare.yaml` where there is one, which were not typed. */
export function addConfigFile(command: Command, groups: OptionGroups, commands: readonly string[]): void {
  command.option(
    '--config <file>',
    `options from this file, by command (default: ${DEFAULT_FILE} where there is one)`,
  );
  command.hook('preAction', async () => {
    const given = command.opts<{ config?: string }>();
    const { config } = given;
    delete given.config;
    if (config === undefined && !existsSync(DEFAULT_FILE)) return;
    const file = config ?? DEFAULT_FILE;
    const parts = await partsOf(file, [...commands, EVERY_COMMAND]);
    const fields = new Map(fieldsOf(groups).flatMap((field) => namesOf(field).map((name) => [name, field])));
    for (const part of [command.name(), EVERY_COMMAND])
      for (const [name, value] of Object.entries(parts[part] ?? {})) {
        const field = fields.get(name);
        if (field === undefined && part === EVERY_COMMAND) continue;
        if (field === undefined) throw unknown(file, part, name, [...fields.keys()]);
        if (command.getOptionValueSource(field.name) === undefined)
          command.setOptionValueWithSource(field.name, configuredValue(file, field, name, value), 'config');
      }
  });
}

/** Names of a flag in the file: `max-pages`; for `--no-robots` both `no-robots` and `robots`. */
function namesOf({ meta: { flag } }: OptionField): string[] {
  const long = /--([a-z][a-z0-9-]*)/.exec(flag ?? '')?.[1];
  if (long === undefined) return [];
  return long.startsWith('no-') ? [long, long.slice(3)] : [long];
}

/** The file, checked down to the names of commands. @throws {OptionsError} */
async function partsOf(file: string, known: readonly string[]): Promise<Readonly<Record<string, Part>>> {
  const { parse } = await import('yaml');
  let content: unknown;
  try {
    if (statSync(file).size > MAX_BYTES) throw new Error('it is longer than 1 MB');
    content = parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 }) ?? {};
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : message.split('\n')[0];
    throw new OptionsError(`cannot read the options of ${file}: ${why}`);
  }
  if (!isPart(content))
    throw new OptionsError(
      `${file}: expected options by command, as "harvest:" and below it "max-pages: 500"`,
    );
  for (const [name, part] of Object.entries(content)) {
    if (!known.includes(name)) throw unknown(file, undefined, name, known);
    if (!isPart(part)) throw new OptionsError(`${file}: ${name}: expected options, as "max-pages: 500"`);
  }
  return content as Readonly<Record<string, Part>>;
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function unknown(
  file: string,
  part: string | undefined,
  name: string,
  known: readonly string[],
): OptionsError {
  const meant = nearest(name, known);
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
  const what = part === undefined ? 'is no command with options' : `is no option of ${part}`;
  return new OptionsError(`${file}: ${part === undefined ? '' : `${part}: `}"${name}" ${what}${hint}`);
}

/** A value as it would be typed. @throws {OptionsError} */
function configuredValue(file: string, field: OptionField, name: string, value: unknown): unknown {
  const where = `${file}: ${name}`;
  if (field.json.type === 'boolean') {
    if (typeof value !== 'boolean')
      throw new OptionsError(`${where}: expected true or false, got ${JSON.stringify(value)}`);
    return name.startsWith('no-') ? !value : value;
  }
  const texts = Array.isArray(value)
    ? value
    : isPart(value)
      ? Object.entries(value).map((pair) => pair.join(': '))
      : [value];
  if (texts.some((text) => !['string', 'number'].includes(typeof text)))
    throw new OptionsError(`${where}: expected a text or a number, got ${JSON.stringify(value)}`);
  return texts.reduce((before: unknown, text) => flagValue(field, where, String(text), before), undefined);
}
