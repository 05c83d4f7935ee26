import { useEffect, useState } from 'preact/hooks';
import type { HarvestEvent } from '../../../crawl/events/index.ts';
import { go, Link, Outside } from './address.tsx';
import { type Problem, problemOf, send, useLoaded } from './api.ts';
import { Growth } from './growth.tsx';
import { number, ProblemNote, Table, Tag, Tiles, time, words } from './parts.tsx';
import type { Job, Run } from './rows.ts';
import { type Told, useWatched } from './watch.ts';

const REFRESH_MS = 3_000;

interface Crawl {
  readonly links: Readonly<Record<string, number>>;
  readonly rules: readonly { readonly rule: string; readonly count: number; readonly sites: number }[];
  readonly blocked: readonly { readonly site: string; readonly by: string; readonly pages: number }[];
  readonly parked: readonly { readonly reason: string; readonly count: number }[];
}

export function RunView({ run: id }: { readonly run: string }) {
  const { data, problem, reload } = useLoaded<{ run: Run; crawl: Crawl }>(`/api/runs/${id}`);
  const [failed, setFailed] = useState<Problem>();
  const [asked, setAsked] = useState<Job>();
  const job = data?.run.job ?? null;
  const watched = useWatched(job);
  useEffect(() => {
    const timer = setInterval(reload, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (watched.over) reload();
  }, [watched.over]);
  const act = async (action: () => Promise<Job | undefined>) => {
    setFailed(undefined);
    try {
      setAsked(await action());
      reload();
    } catch (error) {
      setFailed(problemOf(error));
    }
  };
  if (data === undefined) return <ProblemNote problem={problem} />;
  const { run, crawl } = data;
  const stopping = asked?.state === 'stopping' && asked.id === job;
  const pages = watched.progress?.pages ?? run.pages;
  return (
    <>
      <ProblemNote problem={problem ?? failed ?? watched.problem} />
      <p class="line facts">
        <span role="status">
          <Tag code={job === null ? run.status : stopping ? 'stopping' : 'running'} />
        </span>
        {run.reason !== null && <span>{words(run.reason.code)}</span>}
        <span>{run.domains.join(', ')}</span>
        <span>{run.web}</span>
        <span>strategy {run.strategy}</span>
        <span>begun {time(run.startedAt)}</span>
      </p>
      {job === null ? (
        <Paused run={run} act={act} waits={asked?.state === 'waiting'} />
      ) : (
        <p>
          <button
            type="button"
            disabled={stopping}
            onClick={() => act(() => send<Job>('POST', `/api/jobs/${job}/stop`))}
          >
            Stop
          </button>{' '}
          <small>Pages under way are finished; the run can be resumed.</small>
        </p>
      )}
      <Tiles
        tiles={[
          ['Pages', number(pages)],
          ['Links waiting', number(watched.progress?.waiting ?? crawl.links.waiting ?? 0)],
          [
            'Search forms',
            <Link to={`/ui/runs/${id}/forms?is=searchable:true`}>{number(run.searchForms)}</Link>,
          ],
          [
            'Records',
            <Link to={`/ui/runs/${id}/records`}>
              {number(Math.max(run.records, watched.querying?.records ?? 0))}
            </Link>,
          ],
          ...(watched.progress
            ? [
                ['Pages a second', rateOf(watched.progress)] as const,
                ['Requests', number(watched.progress.requests)] as const,
              ]
            : []),
          ...(watched.querying ? [['Forms left to query', number(watched.querying.formsLeft)] as const] : []),
        ]}
      />
      <Growth points={watched.growth} />
      {job !== null && <Events told={watched.told} run={id} />}
      <Kept crawl={crawl} />
    </>
  );
}

const rateOf = ({ pages, activeMs }: { readonly pages: number; readonly activeMs: number }): string =>
  activeMs === 0 ? '–' : ((pages * 1000) / activeMs).toFixed(1);

interface PausedProps {
  readonly run: Run;
  readonly act: (action: () => Promise<Job | undefined>) => Promise<void>;
  readonly waits: boolean;
}

/** What can be done with a run that nobody runs. */
function Paused({ run, act, waits }: PausedProps) {
  const [pages, setPages] = useState('');
  const resume = (event: Event) => {
    event.preventDefault();
    act(() =>
      send<Job>('POST', `/api/runs/${run.id}/resume`, pages === '' ? {} : { maxPages: Number(pages) }),
    );
  };
  const forget = () => {
    if (!confirm(`Delete run ${run.id} with its archive?`)) return;
    act(async () => {
      await send('DELETE', `/api/runs/${run.id}`);
      go('/ui/');
      return undefined;
    });
  };
  return (
    <form class="line" onSubmit={resume}>
      {run.status !== 'complete' && (
        <>
          <label>
            Pages in all{' '}
            <input
              type="number"
              min={1}
              value={pages}
              placeholder="as before"
              onInput={({ currentTarget }) => setPages(currentTarget.value)}
            />
          </label>
          <button type="submit" class="primary" disabled={waits}>
            Resume
          </button>
        </>
      )}
      <button type="button" onClick={forget}>
        Delete
      </button>
    </form>
  );
}

interface EventsProps {
  readonly told: readonly { readonly id: number; readonly event: Told }[];
  readonly run: string;
}

function Events({ told, run }: EventsProps) {
  const [type, setType] = useState('');
  const [text, setText] = useState('');
  const types = [...new Set(told.map(({ event }) => event.type))].sort();
  const shown = told.filter(
    ({ event }) =>
      (type === '' || event.type === type) &&
      (text === '' || JSON.stringify(event).toLowerCase().includes(text.toLowerCase())),
  );
  return (
    <section aria-labelledby="events">
      <h2 id="events">Last events</h2>
      <div class="line tools">
        <label>
          Kind{' '}
          <select value={type} onChange={({ currentTarget }) => setType(currentTarget.value)}>
            <option value="">all</option>
            {types.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          Filter{' '}
          <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <ol class="events" tabIndex={0} aria-labelledby="events">
        {shown.slice(0, 200).map(({ id, event }) => (
          <li key={id}>
            <span class="tag plain">{event.type}</span> <EventText event={event} run={run} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const reasonOf = (reason: { readonly code: string; readonly detail?: string }): string =>
  `${words(reason.code)}${reason.detail === undefined ? '' : ` (${reason.detail})`}`;

function EventText({ event, run }: { readonly event: HarvestEvent; readonly run: string }) {
  switch (event.type) {
    case 'page':
      return (
        <>
          {event.status} <Outside href={event.url} />{' '}
          <small>
            {event.renderedBy}, {event.forms} forms{event.blockedBy && `, blocked by ${event.blockedBy}`}
          </small>
        </>
      );
    case 'skipped':
      return (
        <>
          <Outside href={event.url} /> <small>{reasonOf(event.reason)}</small>
        </>
      );
    case 'form':
    case 'asked':
      return (
        <>
          <Link to={`/ui/runs/${run}/forms/${event.formId}`}>{event.site}</Link>{' '}
          <small>
            {event.type === 'asked'
              ? `${words(event.outcome)}, ${event.records} ${event.records === 1 ? 'record' : 'records'}`
              : event.action}
          </small>
        </>
      );
    case 'submission':
      return (
        <>
          <Outside href={event.url} />{' '}
          <small>
            {words(event.verdict)}, {event.records} records
          </small>
        </>
      );
    case 'record':
    case 'detail':
      return (
        <>
          {event.title} <small>{event.site}</small>
        </>
      );
    case 'site':
      return (
        <>
          {event.site}{' '}
          <small>
            {event.state}: {reasonOf(event.reason)}
          </small>
        </>
      );
    case 'stopped':
      return (
        <>
          {event.site} <small>{reasonOf(event.reason)}</small>
        </>
      );
    case 'warning':
      return <>{event.message}</>;
    default:
      return 'site' in event ? event.site : null;
  }
}

/** Who or what kept the run out. */
function Kept({ crawl }: { readonly crawl: Crawl }) {
  return (
    <>
      {crawl.blocked.length > 0 && (
        <section>
          <h2>Sites that keep us out</h2>
          <Table
            label="Sites that keep us out"
            rows={crawl.blocked}
            empty=""
            columns={[
              { head: 'Site', cell: ({ site }) => site },
              { head: 'By', kind: 'wide', cell: ({ by }) => by },
              { head: 'Pages', kind: 'number', cell: ({ pages }) => number(pages) },
            ]}
          />
        </section>
      )}
      {crawl.parked.length > 0 && (
        <section>
          <h2>Unreachable hosts</h2>
          <Table
            label="Unreachable hosts"
            rows={crawl.parked}
            empty=""
            columns={[
              { head: 'Host', cell: ({ reason }) => reason },
              { head: 'Links', kind: 'number', cell: ({ count }) => number(count) },
            ]}
          />
        </section>
      )}
      <section>
        <h2>Links</h2>
        <Table
          label="Links"
          rows={Object.entries(crawl.links)}
          empty="No links yet."
          columns={[
            { head: 'State', cell: ([state]) => <Tag code={state} /> },
            { head: 'Links', kind: 'number', cell: ([, count]) => number(count) },
          ]}
        />
      </section>
      {crawl.rules.length > 0 && (
        <section>
          <h2>Rules that held</h2>
          <Table
            label="Rules that held"
            rows={crawl.rules}
            empty=""
            columns={[
              { head: 'Rule', cell: ({ rule }) => words(rule) },
              { head: 'Times', kind: 'number', cell: ({ count }) => number(count) },
              { head: 'Sites', kind: 'number', cell: ({ sites }) => number(sites) },
            ]}
          />
        </section>
      )}
    </>
  );
}
