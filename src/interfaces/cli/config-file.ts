/** Reads `fieldfare.yaml`: options that a user does not want to type each time. Data only; what is typed wins. */

import { existsSync, readFileSync, statSync } from 'node:fs';
import type { z } from 'zod';
import { OptionsError } from '../../foundation/options/index.ts';
import { nearest } from '../../foundation/text/index.ts';
import { fieldsOf, flagValue, type OptionField } from './add-options.ts';
import { fileFault, yamlFault } from '../../foundation/errors/index.ts';

const DEFAULT_FILE = 'fieldfare.yaml';
const MAX_BYTES = 1_000_000;
/** Names the part for every command that has the option. */
const EVERY_COMMAND = 'all';

type Part = Readonly<Record<string, unknown>>;

/** Loads the options of each command, by its whole name: `train forms`. */
export type OptionsByCommand = ReadonlyMap<string, () => Promise<z.ZodObject>>;

/**
 * Reads the options of a command from a file, else from `fieldfare.yaml` where there is one.
 * @throws {OptionsError} naming the file, and the key where one is wrong
 */
export async function configuredOptions(
  path: string | undefined,
  command: string,
  optionsOf: OptionsByCommand,
): Promise<Record<string, unknown>> {
  if (path === undefined && !existsSync(DEFAULT_FILE)) return {};
  const file = path ?? DEFAULT_FILE;
  const parts = await partsOf(file, [...optionsOf.keys(), EVERY_COMMAND]);
  const own = namedFields(await optionsOf.get(command)?.());
  const values: Record<string, unknown> = {};
  for (const part of [EVERY_COMMAND, command])
    for (const [name, value] of Object.entries(parts[part] ?? {})) {
      const field = own.get(name);
      if (field !== undefined) values[field.name] = configuredValue(file, field, name, value);
      else if (part === command) throw unknown(file, part, name, [...own.keys()]);
      else await requireOption(file, name, optionsOf);
    }
  return values;
}

/** @throws {OptionsError} where no command has the option */
async function requireOption(file: string, name: string, optionsOf: OptionsByCommand): Promise<void> {
  const known = new Set<string>();
  for (const load of optionsOf.values()) for (const one of namedFields(await load()).keys()) known.add(one);
  if (!known.has(name)) throw unknown(file, EVERY_COMMAND, name, [...known]);
}

/** Finds fields by the names of their flags in the file: `max-pages`; for `--no-robots` both `no-robots` and `robots`. */
const namedFields = (options: z.ZodObject | undefined): Map<string, OptionField> =>
  new Map(
    (options === undefined ? [] : fieldsOf(options)).flatMap((field) => {
      const long = /--([a-z][a-z0-9-]*)/.exec(field.flag ?? '')?.[1];
      const names = long === undefined ? [] : long.startsWith('no-') ? [long, long.slice(3)] : [long];
      return names.map((name) => [name, field] as const);
    }),
  );

/** Reads the file, and checks it down to the names of commands. @throws {OptionsError} */
async function partsOf(file: string, known: readonly string[]): Promise<Readonly<Record<string, Part>>> {
  const { parse, YAMLParseError } = await import('yaml');
  let content: unknown;
  try {
    if (statSync(file).size > MAX_BYTES) throw new Error('it is longer than 1 MB');
    content = parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 }) ?? {};
  } catch (error) {
    const why =
      error instanceof YAMLParseError
        ? `line ${error.linePos?.[0].line ?? 1}: ${yamlFault(error.code)}`
        : fileFault(error);
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
  const what =
    part === undefined
      ? 'is no command with options'
      : `is no option of ${part === EVERY_COMMAND ? 'any command' : part}`;
  return new OptionsError(`${file}: ${part === undefined ? '' : `${part}: `}"${name}" ${what}${hint}`);
}

/** Reads a value as it would be typed. @throws {OptionsError} */
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
