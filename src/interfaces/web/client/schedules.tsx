import { Table, time } from '../../views/index.ts';
import { Link } from './address.tsx';
import { send, useAttempt, useLoaded } from './api.ts';
import { EVERY } from './new-harvest.tsx';
import { ProblemNote } from './problem-note.tsx';

const REFRESH_MS = 3_000;

interface Schedule {
  readonly id: number;
  readonly everySeconds: number | null;
  readonly cron: string | null;
  readonly options: { readonly domains?: readonly string[]; readonly seeds?: readonly string[] };
  readonly dueAt: string | null;
  readonly job: number | null;
}

export function SchedulesView() {
  const { data, problem, reload } = useLoaded<{ items: readonly Schedule[] }>('/api/schedules', REFRESH_MS);
  const [attempt, failed] = useAttempt();
  const remove = (id: number) => {
    if (!confirm(`Delete schedule ${id}? Its runs stay.`)) return;
    attempt(async () => {
      await send('DELETE', `/api/schedules/${id}`);
      reload();
    });
  };
  return (
    <>
      <ProblemNote problem={problem ?? failed} />
      {data && (
        <Table
          label="Schedules"
          rows={data.items}
          empty="No schedules yet: choose Repeat in New harvest."
          columns={[
            { head: 'Schedule', kind: 'number', cell: ({ id }) => id },
            { head: 'Harvest', kind: 'wide', cell: ({ options }) => subjectOf(options) },
            { head: 'Repeated', cell: timesOf },
            {
              head: 'Next',
              cell: ({ job, dueAt }) =>
                job !== null ? (
                  <Link to={`/ui/jobs/${job}`}>under way</Link>
                ) : dueAt === null ? (
                  '–'
                ) : (
                  time(dueAt)
                ),
            },
            { head: 'Changes', cell: ({ id }) => <a href={`/feeds/${id}.atom`}>Atom feed</a> },
            {
              head: 'Delete',
              cell: ({ id }) => (
                <button type="button" class="small" onClick={() => remove(id)}>
                  Delete
                </button>
              ),
            },
          ]}
        />
      )}
    </>
  );
}

function subjectOf({ domains = [], seeds = [] }: Schedule['options']): string {
  const [first, ...others] = seeds;
  const addresses =
    first === undefined ? [] : [others.length > 0 ? `${first} and ${others.length} more` : first];
  return [...domains, ...addresses].join(', ');
}

function timesOf({ everySeconds, cron }: Schedule): string {
  if (everySeconds === null) return cron ?? '–';
  return EVERY.find(([seconds]) => seconds === everySeconds)?.[1] ?? `every ${everySeconds / 3_600} h`;
}
