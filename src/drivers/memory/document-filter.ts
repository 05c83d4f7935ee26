import type { DocumentCount, DocumentFilter, DocumentGroup, DocumentRow } from '../../storage/index.ts';
import { orderBy } from './table.ts';

/** Whether a document is selected. */
export function selects(filter: DocumentFilter, row: DocumentRow): boolean {
  const equal = (wanted: string | number | undefined, is: string | number | null) =>
    wanted === undefined || wanted === is;
  const among = (wanted: readonly string[] | undefined, is: string | null) =>
    wanted === undefined || (is !== null && wanted.includes(is));
  return (
    equal(filter.run, row.run_id) &&
    row.id !== filter.except &&
    among(filter.states, row.state) &&
    equal(filter.site, row.site) &&
    equal(filter.domain, row.domain) &&
    equal(filter.language, row.language) &&
    equal(filter.kind, row.kind) &&
    among(filter.categories, row.category) &&
    row.fetched_at >= (filter.fetchedFrom ?? Number.NEGATIVE_INFINITY) &&
    row.fetched_at <= (filter.fetchedTo ?? Number.POSITIVE_INFINITY) &&
    (filter.fields ?? []).every((field) => hasField(row, field))
  );
}

function hasField(
  { fields }: DocumentRow,
  wanted: { readonly name: string; readonly text: string },
): boolean {
  const entries = Object.entries(JSON.parse(fields ?? '{}') as Record<string, string>);
  const text = lowerAscii(wanted.text);
  return entries.some(
    ([name, value]) => lowerAscii(name) === lowerAscii(wanted.name) && lowerAscii(value).includes(text),
  );
}

/** As `lower` of SQLite. */
export const lowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export function countedBy<Group extends DocumentGroup>(
  rows: readonly DocumentRow[],
  by: readonly Group[],
): DocumentCount<Group>[] {
  const groups = new Map<string, DocumentCount<Group>>();
  const add = (row: DocumentRow | undefined, documents: number, bytes: number) => {
    const values = by.map((name) => [name, row?.[name] ?? null] as const);
    const key = JSON.stringify(values);
    const before = groups.get(key);
    groups.set(key, {
      ...(Object.fromEntries(values) as Pick<DocumentRow, Group>),
      documents: (before?.documents ?? 0) + documents,
      bytes: (before?.bytes ?? 0) + bytes,
    });
  };
  if (by.length === 0) add(undefined, 0, 0);
  for (const row of rows) add(row, 1, row.bytes);
  return orderBy(
    [...groups.values()],
    ...by.map((name) => (group: DocumentCount<Group>) => rank(group[name])),
  );
}

/** Null before all texts. */
const rank = (value: string | null): string => (value === null ? '' : ` ${value}`);
