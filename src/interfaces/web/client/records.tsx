import {
  number,
  recordColumns,
  type TableColumn,
  Tag,
  titleOf,
  typedColumns,
  words,
} from '../../views/index.ts';
import { go, Link, useAddress } from './address.tsx';
import { Filtered } from './filtered.tsx';
import { recordAddress } from './record.tsx';
import type { Kinds } from './rows.ts';

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
        key="things"
        run={run}
        kind="things"
        tools={tools}
        columns={(rows) => thingColumns(run, rows)}
      />
    );
  return (
    <Filtered
      key="records"
      run={run}
      kind="records"
      tools={tools}
      columns={(rows) => [...recordColumns(rows), ...fromColumns(run)]}
    />
  );
}

const fromColumns = (run: string): readonly TableColumn<Kinds['records']>[] => [
  { head: 'Site', cell: ({ site }) => site, sort: 'site' },
  {
    head: 'From',
    cell: ({ site, key, forms, detail }) => (
      <>
        <Link to={recordAddress(run, { site, key })}>Provenance</Link>
        {forms.length > 1 && <small>{number(forms.length)} forms</small>}
        {detail !== null && (
          <small>
            detail page <Tag code={detail.state} />
          </small>
        )}
      </>
    ),
  },
];

const thingColumns = (
  run: string,
  rows: readonly Kinds['things'][],
): readonly TableColumn<Kinds['things']>[] => [
  {
    head: 'Title',
    kind: 'wide',
    sort: 'title',
    cell: ({ title, sources }) => titleOf({ title, url: sources[0]?.url ?? null }),
  },
  ...typedColumns(rows),
  {
    head: 'Sources',
    kind: 'wide',
    cell: ({ sources }) =>
      sources.map(({ site, key }) => (
        <small key={`${site} ${key}`}>
          <Link to={recordAddress(run, { site, key })}>{site}</Link>
        </small>
      )),
  },
  {
    head: 'Duplicates',
    kind: 'number',
    cell: ({ sources }) => number(sources.length - 1),
  },
  {
    head: 'Merged by',
    cell: ({ mergedBy }) => (mergedBy === null ? '–' : words(mergedBy)),
    sort: 'mergedBy',
  },
  { head: 'Differing fields', cell: ({ differing }) => differing.join(', ') || '–' },
];
