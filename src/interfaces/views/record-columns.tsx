/** Makes the columns of records: typed fields that many of the rows have get one of their own. */

import type { HarvestedRecord } from '../../library/index.ts';
import { headed, Outside, Pairs, type TableColumn, words } from './parts.tsx';

type Typed = HarvestedRecord['typed'];
type TypedName = keyof Typed;

const MOST_COLUMNS = 5;
/** Is the least share of the rows shown that have a field with a column. */
const LEAST_SHARE = 0.2;
const NUMBERS: ReadonlySet<string> = new Set(['price', 'year', 'rating', 'pages', 'area', 'size']);

export function recordColumns(rows: readonly HarvestedRecord[]): readonly TableColumn<HarvestedRecord>[] {
  const typed = commonNames(rows);
  const others = ({ fields, typed: known }: HarvestedRecord) =>
    Object.entries(fields).filter(([name]) => !typed.some((one) => one === name && one in known));
  return [
    { head: 'Title', kind: 'wide', cell: titleOf, sort: 'title' },
    ...columnsOf<HarvestedRecord>(typed),
    ...(rows.some((row) => others(row).length > 0)
      ? [
          {
            head: 'Other fields',
            kind: 'wide' as const,
            cell: (row: HarvestedRecord) => <Pairs pairs={others(row)} />,
          },
        ]
      : []),
  ];
}

export const titleOf = ({ title, url }: { readonly title: string; readonly url: string | null }) =>
  url === null ? title : <Outside href={url}>{title.trim() || url}</Outside>;

export const typedColumns = <Row extends { readonly typed: Typed }>(
  rows: readonly Row[],
): TableColumn<Row>[] => columnsOf<Row>(commonNames(rows));

/** Lists the typed fields that many of the rows have, by name. */
function commonNames(rows: readonly { readonly typed: Typed }[]): readonly TypedName[] {
  const counts = new Map<TypedName, number>();
  for (const { typed } of rows)
    for (const name of Object.keys(typed) as TypedName[]) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= rows.length * LEAST_SHARE)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MOST_COLUMNS)
    .map(([name]) => name)
    .sort();
}

const columnsOf = <Row extends { readonly typed: Typed }>(names: readonly TypedName[]): TableColumn<Row>[] =>
  names.map((name) => ({
    head: headed(words(name)),
    sort: `typed.${name}`,
    ...(NUMBERS.has(name) && { kind: 'number' as const }),
    cell: ({ typed }) => typedText(typed[name]),
  }));

/** Writes numbers with their unit, lists with commas. */
function typedText(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object')
    return Object.values(value)
      .filter((one) => one !== null)
      .join(' ');
  return String(value);
}
