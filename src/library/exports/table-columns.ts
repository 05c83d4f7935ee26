import { z } from 'zod';
import { isNumbering } from '../../foundation/text/index.ts';
import { typedFieldsSchema } from '../records/canonical-fields.ts';
import type { CellType } from './column.ts';
import { type ExportKind, type FlatColumn, flatColumns, flatName } from './export-columns.ts';

/** Names of `fields` that become columns; the values of rarer names are JSON in one column. */
const MOST_NAMES = 200;
/** Distinct names that are counted: pages may make up any number. */
const MOST_COUNTED = 20_000;

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns the columns of a kind as a table has them: a column for each canonical field that a row has (`price`,
 * `priceCurrency`; lists between semicolons), and one for each name in `fields`, the most frequent first, but for those whose
 * values are all typed. A name that stands already is written `authorShown`.
 * @param rows all rows, which are read once
 */
export async function tableColumns(
  kind: ExportKind,
  overRuns: boolean,
  rows: AsyncIterable<object>,
): Promise<readonly FlatColumn[]> {
  const columns = flatColumns(kind, overRuns);
  const nested = columns.filter(({ name }) => name === 'fields' || name === 'typed');
  if (nested.length === 0) return columns;
  const seen = await seenFields(rows);
  const used = new Set(columns.map(({ name }) => name.toLowerCase()));
  const spread = [...typedColumns().filter(({ name }) => seen.typed.has(name)), ...fieldColumns(seen.names)];
  const made = spread.map((column): FlatColumn => {
    let { name } = column;
    while (used.has(name.toLowerCase())) name = `${name}Shown`;
    used.add(name.toLowerCase());
    return { ...column, name };
  });
  const first = columns.findIndex((column) => nested.includes(column));
  return columns.flatMap((column, i) => (i === first ? made : nested.includes(column) ? [] : [column]));
}

interface SeenFields {
  /** Names of typed columns with a value. */
  readonly typed: ReadonlySet<string>;
  readonly names: ReadonlyMap<string, SeenName>;
}

interface SeenName {
  readonly times: number;
  readonly isNumber: boolean;
  /** Every row that has it has the typed field of this name, too. */
  readonly isTyped: boolean;
}

async function seenFields(rows: AsyncIterable<object>): Promise<SeenFields> {
  const typed = new Set<string>();
  const names = new Map<string, SeenName>();
  const all = typedColumns();
  for await (const row of rows as AsyncIterable<Row>) {
    if (row.typed !== undefined)
      for (const { name, of } of all) if (!typed.has(name) && of(row) !== undefined) typed.add(name);
    for (const [name, value] of Object.entries(row.fields ?? {})) {
      const before = names.get(name);
      if (before === undefined && names.size >= MOST_COUNTED) continue;
      const isNumber = isAmount(value) && (before?.isNumber ?? !isNumbering(name));
      const isTyped = (row.typed as Row | undefined)?.[name] !== undefined && (before?.isTyped ?? true);
      names.set(name, { times: (before?.times ?? 0) + 1, isNumber, isTyped });
    }
  }
  return { typed, names };
}

/** Of more digits it is a telephone or an account; `007` and `1.50` say more than their number. */
const MOST_DIGITS = 9;
const isAmount = (value: unknown): boolean => {
  const text = String(value);
  return /^-?\d/.test(text) && text.length <= MOST_DIGITS + 2 && String(Number(text)) === text;
};

const fieldsOf = (row: Row): Row => (row.fields ?? {}) as Row;

function fieldColumns(names: ReadonlyMap<string, SeenName>): readonly FlatColumn[] {
  const untyped = [...names].filter(([, { isTyped }]) => !isTyped);
  const ordered = untyped.sort(([a, one], [b, other]) => other.times - one.times || (a < b ? -1 : 1));
  const columns = ordered.slice(0, MOST_NAMES).map(([name, { isNumber }]): FlatColumn => {
    const type = isNumber ? 'number' : 'text';
    return { name, type, of: (row) => cellOf(fieldsOf(row)[name], type) };
  });
  if (ordered.length <= MOST_NAMES) return columns;
  const isShown = new Set(columns.map(({ name }) => name));
  const others = (row: Row) => {
    const rest = Object.entries(fieldsOf(row)).filter(
      ([name]) => !isShown.has(name) && names.get(name)?.isTyped !== true,
    );
    return rest.length === 0 ? null : Object.fromEntries(rest);
  };
  return [...columns, { name: 'otherFields', type: 'json', of: others }];
}

/** Returns a value as a cell: a list of texts between semicolons, what nests further as JSON. */
function cellOf(value: unknown, type: CellType): unknown {
  if (value === undefined || value === null || type === 'json') return value;
  if (type !== 'text') return Number(value);
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return value.join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const typeNames = z.union([z.string(), z.array(z.string())]);
const canonicalSchema = z.object({
  type: typeNames.optional(),
  /** Lists the type of what may be null, and null. */
  anyOf: z.array(z.object({ type: typeNames })).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
const CELL_TYPES: ReadonlyMap<string, CellType> = new Map([
  ['integer', 'integer'],
  ['number', 'number'],
  ['object', 'json'],
]);

/** Returns the type of a cell that holds what a JSON Schema describes; text where it is no number and no object. */
function cellTypeOf(schema: unknown): CellType {
  const { type = [], anyOf = [] } = canonicalSchema.parse(schema);
  const names = [type, ...anyOf.map((one) => one.type)].flat();
  return names.map((name) => CELL_TYPES.get(name)).find((known) => known !== undefined) ?? 'text';
}

/** Returns a column for each canonical field and each member of one; the first member has the name of the field. */
function typedColumns(): readonly FlatColumn[] {
  const { properties = {} } = z.toJSONSchema(typedFieldsSchema);
  return Object.entries(properties).flatMap(([name, schema]): FlatColumn[] => {
    const { properties: members } = canonicalSchema.parse(schema);
    const typedValue = (row: Row) => (row.typed as Row | undefined)?.[name];
    if (members === undefined) {
      const type = cellTypeOf(schema);
      return [{ name, type, of: (row) => cellOf(typedValue(row), type) }];
    }
    return Object.entries(members).map(([member, own], i) => ({
      name: i === 0 ? name : flatName(name, member),
      type: cellTypeOf(own),
      of: (row) => (typedValue(row) as Row | undefined)?.[member],
    }));
  });
}
