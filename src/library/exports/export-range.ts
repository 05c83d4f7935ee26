/** Which rows of an export are wanted, and how a list goes on where it was left. */

import type {
  AddressRange,
  DocumentRow,
  FormRange,
  LinkRow,
  RecordRange,
  SubmissionRange,
} from '../../storage/index.ts';
import type { ExportKind } from './export-columns.ts';
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
  /** Values that a column may hold, by its name; no value is the empty text. */
  readonly is?: Readonly<Record<string, readonly string[]>> | undefined;
  /** From behind the row of this key on. */
  readonly after?: RowKey | undefined;
}

const EQUAL = ['site', 'domain', 'type', 'searchable', 'outcome', 'state', 'verdict'] as const;
const TEXTS = ['title', 'text', 'url', 'page', 'action', 'why'] as const;

/** Whether a row is in a range, its place apart. */
export function selects(range: ExportRange, row: object): boolean {
  const values = row as Readonly<Record<string, unknown>>;
  if (EQUAL.some((name) => range[name] !== undefined && values[name] !== range[name])) return false;
  const { form, text, is = {} } = range;
  if (Object.entries(is).some(([name, wanted]) => !wanted.includes(String(values[name] ?? '')))) return false;
  if (form !== undefined && values.formId !== form && !(values.forms as string[] | undefined)?.includes(form))
    return false;
  if (text === undefined) return true;
  const wanted = text.toLowerCase();
  return textsOf(row).some((value) => value.toLowerCase().includes(wanted));
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
