/** Makes the flags of commands from the option schemas: how they are written, read, checked and shown in the help. */

import { type Command, Option } from 'commander';
import { z } from 'zod';
import { OptionsError } from '../../foundation/options/index.ts';
import { duration, header, numberOf, size, sizeText } from './quantities.ts';

/** One option, with what its schema says of it. */
export interface OptionField {
  readonly name: string;
  /** Has the form that commander takes: `--max-pages <n>`; undefined for what can be set in code only. */
  readonly flag: string | undefined;
  readonly sentence: string;
  readonly schema: z.ZodType;
  readonly meta: Partial<z.GlobalMeta>;
  readonly json: z.core.JSONSchema.BaseSchema;
}

export const fieldsOf = ({ shape }: z.ZodObject): OptionField[] =>
  Object.entries(shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const meta = schema.meta() ?? {};
    const [, takes, sentence = ''] = /^(?:(<[^>]*>) )?(.*)$/s.exec(meta.description ?? '') ?? [];
    return {
      name,
      flag: meta.inCodeOnly ? undefined : (meta.flag ?? flagOf(name, schema, takes)),
      sentence,
      schema,
      meta,
      get json() {
        return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      },
    };
  });

const TAKES: Readonly<Partial<Record<string, string>>> = {
  bytes: '<size>',
  milliseconds: '<seconds>',
  duration: '<time>',
};

/** Derives the flag of a field; JSON Schema of all fields would take longer than what most commands do. */
function flagOf(name: string, schema: z.ZodType, takes: string | undefined): string {
  const words = name.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const [type, byDefault] = typeOf(schema);
  if (type === 'boolean') return byDefault === true ? `--no-${words}` : `--${words}`;
  const { unit = '', namesFile } = schema.meta() ?? {};
  const usual = TAKES[unit] ?? (type === 'number' ? '<n>' : namesFile ? '<file>' : '<text>');
  return `--${words} ${takes ?? usual}`;
}

/** Finds the type within optional fields and defaults, and the default. */
function typeOf(schema: z.core.$ZodType): readonly [type: string, byDefault: unknown] {
  if (schema instanceof z.ZodDefault) return [typeOf(schema.def.innerType)[0], schema.def.defaultValue];
  if (schema instanceof z.ZodOptional) return typeOf(schema.def.innerType);
  return [schema._zod.def.type, undefined];
}

/** Gives a command the flags of the fields that have one. */
export function addOptions(command: Command, options: z.ZodObject): void {
  for (const field of fieldsOf(options)) {
    const { flag } = field;
    if (flag === undefined) continue;
    command.addOption(new FieldOption(flag, field));
    // The default may be typed as well.
    if (flag === '--no-text') command.addOption(new Option('--text').helpGroup(headingOf(field)).hideHelp());
  }
}

/** A flag whose value is stored under the name of its field. */
class FieldOption extends Option {
  private readonly fieldName: string;

  constructor(flag: string, field: OptionField) {
    super(flag);
    this.fieldName = field.name;
    // Read from the schema when help is shown: that of all options takes longer than what most commands do.
    Object.defineProperty(this, 'description', { get: () => helpOf(field) });
    this.helpGroup(headingOf(field));
    if (!this.isBoolean() && !this.variadic)
      this.argParser((text, before) => flagValue(field, this.long ?? flag, text, before));
  }

  override attributeName(): string {
    return this.fieldName;
  }
}

const headingOf = ({ meta }: OptionField): string => `${meta.group ?? 'Options'}:`;

function helpOf(field: OptionField): string {
  const { meta } = field;
  const value = defaultOf(field);
  const repeated = isRepeated(field) ? ['may be given more than once'] : [];
  const notes = [...choiceNote(field), ...repeated, ...(value === undefined ? [] : [`default: ${value}`])];
  return withNotes(meta.help ?? field.sentence, notes);
}

/** Lists and headers take a value each time that their flag is given. */
const isRepeated = ({ flag, json, meta }: OptionField): boolean =>
  json.type === 'object' ||
  isListOfLists(json) ||
  (json.type === 'array' && !meta.commas && !flag?.endsWith('...>'));

const isListOfLists = ({ items }: z.core.JSONSchema.BaseSchema): boolean =>
  typeof items === 'object' && !Array.isArray(items) && items.type === 'array';

export const withNotes = (sentence: string, notes: readonly string[]): string =>
  notes.length === 0 ? sentence : `${sentence} (${notes.join('; ')})`;

export const choiceNote = ({ json }: OptionField): readonly string[] =>
  json.enum === undefined ? [] : [`choices: ${json.enum.join(', ')}`];

/** Writes the default as it would be typed; undefined where there is none to tell. */
export function defaultOf({ json, meta }: OptionField): string | undefined {
  const { default: value } = json;
  if (meta.defaultText !== undefined) return meta.defaultText;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(',');
  if (typeof value !== 'number') return typeof value === 'string' ? value : undefined;
  if (meta.unit === 'bytes') return sizeText(value);
  return String(meta.unit === 'milliseconds' ? value / 1_000 : value);
}

/**
 * Reads the value of a flag as it is typed.
 * @param before the value of the same flag where it stands before
 * @throws {OptionsError}
 */
export function flagValue(field: OptionField, flag: string, text: string, before: unknown): unknown {
  const { value, expected } = typedValue(field, text);
  const wrong = value === undefined ? expected : field.schema.safeParse(value).error?.issues[0]?.message;
  if (wrong !== undefined) throw new OptionsError(`${flag}: ${wrong}, got ${JSON.stringify(text)}`);
  if (Array.isArray(value)) return [...((before ?? []) as unknown[]), ...value];
  return field.json.type === 'object' ? { ...(before as object), ...(value as object) } : value;
}

/** Reads the value that was typed; where it can be none, says what was expected. */
function typedValue(
  { json, meta }: OptionField,
  text: string,
): { readonly value: unknown; readonly expected?: string } {
  if (meta.unit === 'bytes') return { value: size(text), expected: 'expected a size such as 500MB' };
  if (meta.unit === 'duration')
    return { value: duration(text), expected: 'expected a time as 6h, 30m or 7d' };
  if (json.type === 'object') {
    const line = header(text);
    return { value: line && Object.fromEntries([line]), expected: 'expected "Name: value"' };
  }
  if (json.type === 'array') {
    const numbers = isNumber(json.prefixItems?.[0] ?? json.items);
    const parts = meta.commas ? text.split(',').map((part) => part.trim()) : [text];
    const words = parts.filter((part) => part !== '');
    return { value: numbers ? parts.map(numberOrNaN) : isListOfLists(json) ? [words] : words };
  }
  if (!isNumber(json) || json.anyOf?.some((one) => typeof one === 'object' && one.const === text))
    return { value: text };
  return { value: meta.unit === 'milliseconds' ? numberOrNaN(text) * 1_000 : numberOrNaN(text) };
}

const numberOrNaN = (text: string): number => numberOf(text) ?? Number.NaN;

function isNumber(json: z.core.JSONSchema.BaseSchema['items'] | undefined): boolean {
  if (typeof json !== 'object' || Array.isArray(json)) return false;
  return json.type === 'number' || json.type === 'integer' || (json.anyOf?.some(isNumber) ?? false);
}
