/** Selects rows of an export, and continues a list behind its last row. */

import { FieldfareError } from '../../foundation/errors/index.ts';
import type {
  AddressRange,
  DocumentRow,
  FormRange,
  LinkRow,
  RecordRange,
  SubmissionRange,
} from '../../storage/index.ts';
import { FACET_COLUMNS, priceBand, yearIn } from '../../storage/index.ts';
import { typedFieldsSchema } from '../records/canonical-fields.ts';
import type { Columns } from './column.ts';
import { EXPORT_COLUMNS, type ExportKind } from './export-columns.ts';

/** Columns that name a row and order the rows of a kind. */
const KEYS = {
  forms: ['site', 'formId'],
  pages: ['url'],
  sites: ['site'],
  submissions: ['site', 'formId', 'position', 'page'],
  records: ['site', 'key'],
  things: ['thing'],
  details: ['site', 'key'],
  documents: ['kind', 'key'],
} as const satisfies Readonly<Record<ExportKind, readonly string[]>>;
const NUMBERS: ReadonlySet<string> = new Set(['position', 'page']);

/** Values of the columns of a row that name it. */
export type RowKey = Readonly<Record<string, string | number>>;

/** The filter of a list: rows that fit all of it. A column that a kind does not have holds the empty text in all its rows. */
export interface ExportRange {
  /**
   * Values that a column may hold, by its name; no value is the empty text. `typed.year` names a field of a column, `year` and
   * `price` of records what they are counted by.
   */
  readonly is?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Id of the form that is the row, was queried, or showed the record. */
  readonly form?: string | undefined;
  /** Part of a text that the row shows, in capitals or small letters. */
  readonly text?: string | undefined;
  /** Begins behind the row of this key. */
  readonly after?: RowKey | undefined;
}

/** The rows of a kind that a run found and that are in a range. */
export interface ListQuery {
  readonly run: number;
  readonly kind: ExportKind;
  readonly range: ExportRange;
}

const TEXTS = ['title', 'text', 'url', 'page', 'action', 'why', 'site'] as const;

type Values = Readonly<Record<string, unknown>>;

/** Says whether a row is in a range, its place apart. */
export const selects = (range: ExportRange, row: object): boolean => failedBy(range, row).length === 0;

/** Lists the columns of a range that a row does not fit; `form` and `text` among them. */
export function failedBy({ form, text, is = {} }: ExportRange, row: object): string[] {
  const { formId, forms = [] } = row as { formId?: unknown; forms?: readonly string[] };
  const failed = Object.keys(is).filter(
    (name) => !valuesAt(row, name).some((value) => is[name]?.includes(value)),
  );
  if (form !== undefined && formId !== form && !forms.includes(form)) failed.push('form');
  const searched = text?.trim().toLowerCase() ?? '';
  if (searched !== '' && !textsOf(row).some((value) => value.toLowerCase().includes(searched)))
    failed.push('text');
  return failed;
}

/** Returns the values of a row in a column, or in a field of one: several of a list, and '' for none. */
export function valuesAt(row: object, column: string): string[] {
  const own = (row as Values)[column];
  if (typeof own === 'string') return [own];
  const [name = '', field] = column.split('.');
  const held = Object.hasOwn(row, name) ? ownField(row, name) : COUNTED.get(column)?.(row);
  const found = field === undefined ? held : ownField(held, field);
  const values: readonly unknown[] = Array.isArray(found) ? found : [found];
  return values.length === 0 ? [''] : values.map((value) => String(value ?? ''));
}

const ownField = (of: unknown, field: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, field) ? (of as Values)[field] : undefined;

/** Makes the columns that rows are counted by and do not have. */
const COUNTED: ReadonlyMap<string, (row: object) => string | undefined> = new Map([
  ['year', (row) => yearIn(String(ownField(ownField(row, 'fields'), 'year') ?? ''))],
  ['price', (row) => priceBand(String(ownField(ownField(row, 'fields'), 'price') ?? ''))],
]);

class FilterError extends FieldfareError {
  readonly code = 'bad-request';
}

/**
 * Reads `column:value`, the empty value for none; several values of a column are alternatives.
 * @throws {FilterError} where rows of a kind have no such column
 */
export function readFilter(kind: ExportKind, is: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const one of is) {
    const [, column = '', value = ''] = /^([^:]*):?(.*)$/s.exec(one) ?? [];
    if (!isFilterColumn(kind, column))
      throw new FilterError(`is: ${kind} are not filtered by ${JSON.stringify(column)}`, {
        hint: 'docs/export.md has the columns of each kind',
      });
    values.set(column, [...(values.get(column) ?? []), value]);
  }
  return values;
}

/** Says whether rows of a kind can be filtered by a column, or by a field of one. */
function isFilterColumn(kind: ExportKind, column: string): boolean {
  const [name = '', field, more] = column.split('.');
  const columns: Columns = EXPORT_COLUMNS[kind];
  if (more !== undefined) return false;
  if (field !== undefined)
    return name === 'typed'
      ? Object.hasOwn(typedFieldsSchema.shape, field)
      : name === 'fields' && Object.hasOwn(columns, name);
  return (
    Object.hasOwn(columns, name) ||
    ((FACET_COLUMNS as Values)[kind] as string[] | undefined)?.includes(name) === true
  );
}

/** Returns the single value that a range wants of a column. */
const only = ({ is }: ExportRange, name: string): string | undefined =>
  (is?.[name]?.length === 1 && is[name][0]) || undefined;

/** Returns what lets the store find rows sooner than a list of all. */
export const placeOf = (range: ExportRange) => ({
  site: only(range, 'site'),
  formId: range.form ?? only(range, 'formId'),
});

/** Returns the texts of a row that a filter looks into. */
export function textsOf(row: object): string[] {
  const values = row as Readonly<Record<string, unknown>>;
  const shown = [...TEXTS.map((name) => values[name]), ...Object.values(values.fields ?? {})];
  return shown.filter((value) => typeof value === 'string');
}

/** Makes the queries of the store: each finds the rows of a range at least. */
export const rangesOf = {
  forms: (range: ExportRange): Omit<FormRange, 'limit'> => {
    const [searchable, type, domain] = ['searchable', 'type', 'domain'].map((name) => only(range, name));
    const variant = {
      ...(searchable !== undefined && { searchable: searchable === 'true' ? 1 : 0 }),
      ...(type !== undefined && { type }),
      ...(domain !== undefined && { domain }),
    };
    const { after } = range;
    return {
      ...placeOf(range),
      outcome: only(range, 'outcome'),
      variant: Object.keys(variant).length > 0 ? variant : undefined,
      after: after && { site: String(after.site), form_id: String(after.formId) },
    };
  },
  pages: (range: ExportRange): AddressRange => {
    const [site, state] = [only(range, 'site'), only(range, 'state')];
    return {
      ...(site !== undefined && { site }),
      ...(state !== undefined && { state: state as LinkRow['state'] }),
      after: range.after && String(range.after.url),
    };
  },
  sites: ({ after }: ExportRange): string => String(after?.site ?? ''),
  submissions: (range: ExportRange): SubmissionRange => ({
    ...placeOf(range),
    after: range.after && {
      site: String(range.after.site),
      form_id: String(range.after.formId),
      position: Number(range.after.position),
      page: Number(range.after.page),
    },
  }),
  records: (range: ExportRange): RecordRange => ({
    ...placeOf(range),
    after: range.after && { site: String(range.after.site), key: String(range.after.key) },
  }),
  documents: ({ after }: ExportRange): Pick<DocumentRow, 'kind' | 'key'> | undefined =>
    after && { kind: after.kind as DocumentRow['kind'], key: String(after.key) },
};

/** Writes a row's key as a text that a client hands back. */
export const cursorOf = (kind: ExportKind, row: object): string =>
  Buffer.from(keyTextOf(kind, row)).toString('base64url');

/** Writes a row's key, or a key, as a text. */
export const keyTextOf = (kind: ExportKind, row: object): string =>
  JSON.stringify(KEYS[kind].map((name) => (row as RowKey)[name]));

/** Reads the key in a cursor; undefined for a text that is none of this kind. */
export function keyOfCursor(kind: ExportKind, cursor: string): RowKey | undefined {
  const names = KEYS[kind];
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(values) || values.length !== names.length) return undefined;
  const isKey = names.every((name, i) => typeof values[i] === (NUMBERS.has(name) ? 'number' : 'string'));
  return isKey ? Object.fromEntries(names.map((name, i) => [name, values[i] as string | number])) : undefined;
}

/** Yields the rows behind the one of a key, of a kind that is made as it is read. */
export async function* behind(
  kind: ExportKind,
  after: RowKey | undefined,
  rows: AsyncGenerator<object>,
): AsyncGenerator<object> {
  let found = after === undefined;
  for await (const row of rows) {
    if (found) yield row;
    else found = KEYS[kind].every((name) => (row as RowKey)[name] === after?.[name]);
  }
}
