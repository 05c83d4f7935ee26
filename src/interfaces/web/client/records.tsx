import { go, Link, Outside, useAddress } from './address.tsx';
import { Filtered } from './filtered.tsx';
import { type Column, number, Pairs, Tag, words } from './parts.tsx';
import type { Kinds } from './rows.ts';

type Typed = Kinds['records']['typed'];
type TypedName = keyof Typed;

/** Typed fields that get a column of their own. */
const MOST_COLUMNS = 5;
/** Of the rows shown that must have such a field. */
const LEAST_SHARE = 0.2;
const NUMBERS: ReadonlySet<string> = new Set(['price', 'year', 'rating', 'pages', 'area', 'size']);

export function RecordsView({ run }: { readonly run: string }) {
  const { searchParams, pathname } = useAddress();
  const isFolded = searchParams.has('fold');
  const tools = (
    <label>
      <input
        type="checkbox"
        checked={isFolded}
        onChange={() => go(isFolded ? pathname : `${pathname}?fold=yes`)}
      />{' '}
      Fold duplicates
    </label>
  );
  if (isFolded)
    return (
      <Filtered
        run={run}
        kind="things"
        empty="No records."
        tools={tools}
        columns={(rows) => thingColumns(rows)}
      />
    );
  return (
    <Filtered
      run={run}
      kind="records"
      empty="No records."
      tools={tools}
      columns={(rows) => recordColumns(run, rows)}
    />
  );
}

function recordColumns(run: string, rows: readonly Kinds['records'][]): readonly Column<Kinds['records']>[] {
  const typed = commonNames(rows);
  return [
    { head: 'Title', kind: 'wide', cell: titleCell },
    ...typedColumns<Kinds['records']>(typed),
    {
      head: 'Other fields',
      kind: 'wide',
      cell: ({ fields, typed: known }) => (
        <Pairs
          pairs={Object.entries(fields).filter(
            ([name]) => !typed.some((one) => one === name && one in known),
          )}
        />
      ),
    },
    { head: 'Site', cell: ({ site }) => site },
    {
      head: 'From',
      cell: ({ formId, forms, detail }) => (
        <>
          <Link to={`/ui/runs/${run}/forms/${formId}`}>form {formId.slice(0, 6)}</Link>
          {forms.length > 1 && <small>and {number(forms.length - 1)} more</small>}
          {detail !== null && (
            <small>
              own page <Tag code={detail.state} />
            </small>
          )}
        </>
      ),
    },
  ];
}

const thingColumns = (rows: readonly Kinds['things'][]): readonly Column<Kinds['things']>[] => [
  {
    head: 'Title',
    kind: 'wide',
    cell: ({ title, sources }) => titleCell({ title, url: sources[0]?.url ?? null }),
  },
  ...typedColumns<Kinds['things']>(commonNames(rows)),
  {
    head: 'Sources',
    kind: 'wide',
    cell: ({ sources }) =>
      sources.map(({ site, key, url }) => (
        <small key={`${site} ${key}`}>{url === null ? site : <Outside href={url}>{site}</Outside>}</small>
      )),
  },
  { head: 'Merged by', cell: ({ mergedBy }) => (mergedBy === null ? '–' : words(mergedBy)) },
  { head: 'They differ in', cell: ({ differing }) => differing.join(', ') || '–' },
];

const titleCell = ({ title, url }: { readonly title: string; readonly url: string | null }) =>
  url === null ? title : <Outside href={url}>{title.trim() || url}</Outside>;

/** The typed fields that many of the rows have, by name. */
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

const typedColumns = <Row extends { readonly typed: Typed }>(names: readonly TypedName[]): Column<Row>[] =>
  names.map((name) => ({
    head: words(name),
    ...(NUMBERS.has(name) && { kind: 'number' as const }),
    cell: ({ typed }) => typedText(typed[name]),
  }));

/** Numbers with their unit, lists with commas. */
function typedText(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object')
    return Object.values(value)
      .filter((one) => one !== null)
      .join(' ');
  return String(value);
}
