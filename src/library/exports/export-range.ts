/** Which rows of an export are wanted, and how a list goes on where it was left. */

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
import { compareTexts } from './over-runs.ts';

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

/** Rows that fit all that is given; what a kind has no column for selects none of its rows. */
export interface ExportRange {
  readonly site?: string | undefined;
  readonly domain?: string | undefined;
  readonly type?: string | undefined;
  readonly searchable?: boolean | undefined;
  readonly outcome?: string | undefined;
  readonly state?: string | undefined;
  readonly verdict?: string | undefined;
  /** Id of the form that is the row, was asked, or showed the record. */
  readonly form?: string | undefined;
  /** Part of a text that the row shows, in capitals or small letters. */
  readonly text?: string | undefined;
  /**
   * Values that a column may hold, by its name; no value is the empty text. `typed.year` names a field of a column, `year` and
   * `price` of records what they are counted by.
   */
  readonly is?: Readonly<Record<string, readonly string[]>> | undefined;
  /** From behind the row of this key on. */
  readonly after?: RowKey | undefined;
}

const EQUAL = ['site', 'domain', 'type', 'searchable', 'outcome', 'state', 'verdict'] as const;
const TEXTS = ['title', 'text', 'url', 'page', 'action', 'why', 'site'] as const;

type Values = Readonly<Record<string, unknown>>;

/** Whether a row is in a range, its place apart. */
export const selects = (range: ExportRange, row: object): boolean => failedBy(range, row).length === 0;

/** The columns of a range that a row does not fit, each once for all that it may hold; `form` and `text` among them. */
export function failedBy(range: ExportRange, row: object): string[] {
  const values = row as Values;
  const { form, text, is = {} } = range;
  const failed: string[] = EQUAL.filter((name) => range[name] !== undefined && values[name] !== range[name]);
  for (const [name, wanted] of Object.entries(is))
    if (!valuesAt(row, name).some((value) => wanted.includes(value))) failed.push(name);
  if (form !== undefined && values.formId !== form && !(values.forms as string[] | undefined)?.includes(form))
    failed.push('form');
  const searched = text?.trim().toLowerCase() ?? '';
  if (searched !== '' && !textsOf(row).some((value) => value.toLowerCase().includes(searched)))
    failed.push('text');
  return failed;
}

/** What a row holds in a column, or in a field of one: several values of a list, and '' for none. */
export function valuesAt(row: object, column: string): string[] {
  const [name = '', field] = column.split('.');
  const held = Object.hasOwn(row, name) ? ownField(row, name) : COUNTED.get(column)?.(row);
  const found = field === undefined ? held : ownField(held, field);
  const values: readonly unknown[] = Array.isArray(found) ? found : [found];
  return values.length === 0 ? [''] : values.map((value) => String(value ?? ''));
}

const ownField = (of: unknown, field: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, field) ? (of as Values)[field] : undefined;

/** Columns that rows are counted by and do not have. */
const COUNTED: ReadonlyMap<string, (row: object) => string | undefined> = new Map([
  ['year', (row) => yearIn(String(ownField(ownField(row, 'fields'), 'year') ?? ''))],
  ['price', (row) => priceBand(String(ownField(ownField(row, 'fields'), 'price') ?? ''))],
]);

/** Whether rows of a kind can be filtered by a column, or by a field of one. */
export function isFilterColumn(kind: ExportKind, column: string): boolean {
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

/** The same with what single values of `is` let the store find by itself. */
export function narrowed(range: ExportRange): ExportRange {
  const only = (name: string) => (range.is?.[name]?.length === 1 && range.is[name][0]) || undefined;
  const searchable = only('searchable');
  return {
    ...range,
    text: range.text?.trim() || undefined,
    site: range.site ?? only('site'),
    form: range.form ?? only('formId'),
    outcome: range.outcome ?? only('outcome'),
    searchable: range.searchable ?? (searchable === undefined ? undefined : searchable === 'true'),
  };
}

/** Texts of a row that a filter looks into. */
export function textsOf(row: object): string[] {
  const values = row as Readonly<Record<string, unknown>>;
  const shown = [...TEXTS.map((name) => values[name]), ...Object.values(values.fields ?? {})];
  return shown.filter((value) => typeof value === 'string');
}

/** What the store is asked for: a part of the range at least. */
export const rangesOf = {
  forms: ({
    site,
    form,
    domain,
    type,
    searchable,
    outcome,
    after,
  }: ExportRange): Omit<FormRange, 'limit'> => {
    const wanted = {
      ...(searchable !== undefined && { searchable: searchable ? 1 : 0 }),
      ...(type !== undefined && { type }),
      ...(domain !== undefined && { domain }),
    };
    return {
      site,
      formId: form,
      outcome,
      variant: Object.keys(wanted).length > 0 ? wanted : undefined,
      after: after && { site: String(after.site), form_id: String(after.formId) },
    };
  },
  pages: ({ site, state, after }: ExportRange): AddressRange => ({
    ...(site !== undefined && { site }),
    ...(state !== undefined && { state: state as LinkRow['state'] }),
    after: after && String(after.url),
  }),
  sites: ({ after }: ExportRange): string => String(after?.site ?? ''),
  submissions: ({ site, form, after }: ExportRange): SubmissionRange => ({
    site,
    formId: form,
    after: after && {
      site: String(after.site),
      form_id: String(after.formId),
      position: Number(after.position),
      page: Number(after.page),
    },
  }),
  records: ({ site, form, after }: ExportRange): RecordRange => ({
    site,
    formId: form,
    after: after && { site: String(after.site), key: String(after.key) },
  }),
  documents: ({ after }: ExportRange): Pick<DocumentRow, 'kind' | 'key'> | undefined =>
    after && { kind: after.kind as DocumentRow['kind'], key: String(after.key) },
};

/** Compares rows of a kind as its order does. */
export function compareKeys(kind: ExportKind, a: object, b: object): number {
  for (const name of KEYS[kind]) {
    const [one, other] = [(a as RowKey)[name] ?? '', (b as RowKey)[name] ?? ''];
    const difference = typeof one === 'number' ? one - Number(other) : compareTexts(one, String(other));
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A row's key as a text that a client hands back. */
export const cursorOf = (kind: ExportKind, row: object): string =>
  Buffer.from(keyTextOf(kind, row)).toString('base64url');

/** A row's key, or a key, as a text. */
export const keyTextOf = (kind: ExportKind, row: object): string =>
  JSON.stringify(KEYS[kind].map((name) => (row as RowKey)[name]));

/** The key in a cursor; undefined for a text that is none of this kind. */
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

/** Rows behind the one of a key, of a kind that is made as it is read. */
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
