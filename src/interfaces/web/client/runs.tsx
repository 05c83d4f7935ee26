import type { Run, RunList } from '../../server/index.ts';
import { number, Table, type TableColumn, Tag, time, words } from '../../views/index.ts';
import { Link } from './address.tsx';
import { useLoaded } from './api.ts';
import { ProblemNote } from './problem-note.tsx';

const REFRESH_MS = 3_000;

/** Names a harvest by its domains, a run of one page by its address. */
export const nameOf = ({ id, domains, from }: Run): string => `${id} · ${from ?? domains.join(', ')}`;

const COLUMNS: readonly TableColumn<Run>[] = [
  {
    head: 'Run',
    cell: (run) => <Link to={`/ui/runs/${run.id}`}>{nameOf(run)}</Link>,
  },
  { head: 'Kind', cell: ({ kind }) => words(kind) },
  {
    head: 'Status',
    cell: ({ status, reason }) => (
      <>
        <Tag code={status} /> {reason !== null && <small>{words(reason.code)}</small>}
      </>
    ),
  },
  { head: 'Pages', kind: 'number', cell: ({ pages }) => number(pages) },
  { head: 'Search forms', kind: 'number', cell: ({ searchForms }) => number(searchForms) },
  { head: 'Records', kind: 'number', cell: ({ records }) => number(records) },
  { head: 'Strategy', cell: ({ strategy }) => strategy },
  { head: 'Web', cell: ({ web }) => web },
  { head: 'Begun', cell: ({ startedAt }) => time(startedAt) },
  { head: 'Last change', cell: ({ updatedAt }) => time(updatedAt) },
];

export function RunsView() {
  const { data, problem } = useLoaded<RunList>('/api/runs', REFRESH_MS);
  return (
    <>
      <ProblemNote problem={problem} />
      {data && (
        <Table
          label="Runs"
          columns={COLUMNS}
          rows={data.items.toReversed()}
          empty="No runs yet: begin with New harvest."
        />
      )}
    </>
  );
}
