import { useEffect, useState } from 'preact/hooks';
import { outlookText } from '../../../crawl/events/index.ts';
import type { collectCrawl } from '../../../reports/index.ts';
import type { HarvestJob, Run } from '../../server/index.ts';
import { number, Table, TableSection, Tag, Tiles, time, words } from '../../views/index.ts';
import { go, Link } from './address.tsx';
import { send, useAttempt, useLoaded } from './api.ts';
import { Events } from './events.tsx';
import { Growth } from './growth.tsx';
import { Loading, ProblemNote } from './problem-note.tsx';
import { RunOutcome } from './run-outcome.tsx';
import { type HostState, useWatched } from './watch.ts';

const REFRESH_MS = 3_000;

type Crawl = Awaited<ReturnType<typeof collectCrawl>>;

export function RunView({ run: id }: { readonly run: string }) {
  const { data, problem, reload } = useLoaded<{ run: Run; before: number | null }>(
    `/api/runs/${id}?crawl=false`,
    REFRESH_MS,
  );
  // What the crawl met is counted meanwhile.
  const all = useLoaded<{ crawl: Crawl }>(`/api/runs/${id}`, REFRESH_MS);
  const run = data?.run;
  const crawl = all.data?.crawl;
  const [attempt, failed] = useAttempt();
  const [signalled, setSignalled] = useState<HarvestJob>();
  const [change, setChange] = useState<Change>();
  const job = run?.job ?? null;
  const watched = useWatched(job);
  useEffect(() => {
    if (watched.over) reload();
  }, [watched.over]);
  const act = (action: () => Promise<HarvestJob | undefined>) =>
    attempt(async () => {
      setSignalled(await action());
      reload();
    });
  useEffect(() => {
    // A run takes other limits when it goes on: it is stopped first.
    if (change === undefined || run === undefined || job !== null) return;
    setChange(undefined);
    act(() => send<HarvestJob>('POST', `/api/runs/${id}/resume`, change));
  }, [change, job]);
  if (run === undefined) return <Loading problem={problem} />;
  const goOnWith = (next: Change) => {
    setChange(next);
    act(() => send<HarvestJob>('POST', `/api/jobs/${job}/stop`));
  };
  const stopping = signalled?.state === 'stopping' && signalled.id === job;
  const paused = watched.paused ?? run.status === 'paused';
  const pages = watched.progress?.pages ?? run.pages;
  return (
    <>
      <ProblemNote problem={problem ?? failed ?? watched.problem} />
      <p class="line facts">
        <span role="status">
          <Tag code={job === null ? run.status : stopping ? 'stopping' : paused ? 'paused' : 'running'} />
        </span>
        {run.reason !== null && (
          <span>
            {words(run.reason.code)}
            {run.reason.detail !== undefined && `: ${run.reason.detail}`}
          </span>
        )}
        <span>{run.from ?? run.domains.join(', ')}</span>
        <span>{run.web}</span>
        {run.from === null && <span>strategy {run.strategy}</span>}
        <span>started {time(run.startedAt)}</span>
      </p>
      {job === null ? (
        run.status !== 'complete' && <Ended run={run} act={act} waits={signalled?.state === 'waiting'} />
      ) : (
        <Running
          stopping={stopping}
          paused={paused}
          setPaused={(wanted) =>
            act(() => send<HarvestJob>('POST', `/api/runs/${id}/${wanted ? 'pause' : 'resume'}`, {}))
          }
          goesOn={change !== undefined}
          stop={() => {
            setChange(undefined);
            act(() => send<HarvestJob>('POST', `/api/jobs/${job}/stop`));
          }}
          goOnWith={goOnWith}
        />
      )}
      {crawl?.outlook && <Progress outlook={crawl.outlook} />}
      {run.status !== 'complete' && <Addresses run={id} />}
      <Tiles
        tiles={[
          ['Pages', number(pages)],
          ['Links waiting', crawl ? number(watched.progress?.waiting ?? crawl.links.waiting ?? 0) : '…'],
          [
            'Search forms',
            <Link to={`/ui/runs/${id}/forms?is=searchable:true`}>{number(run.searchForms)}</Link>,
          ],
          ['Records', <Link to={`/ui/runs/${id}/records`}>{number(run.records)}</Link>],
          ...(watched.progress
            ? [
                ['Pages a second', rateOf(watched.progress)] as const,
                ['Requests', number(watched.progress.requests)] as const,
              ]
            : []),
          ...(watched.querying ? [['Forms left to query', number(watched.querying.formsLeft)] as const] : []),
        ]}
      />
      {job === null && <RunOutcome run={id} before={data?.before ?? null} />}
      <Growth points={watched.growth} />
      {job !== null && (
        <>
          <Hosts hosts={watched.hosts} deny={(host) => goOnWith({ deny: [host] })} />
          <Events reported={watched.reported} run={id} />
        </>
      )}
      {crawl ? <Kept crawl={crawl} /> : <Loading problem={all.problem} />}
      {job === null && <Delete run={id} act={act} />}
    </>
  );
}

/** Shows how far the run is, how long it takes yet, and why it is slow. */
function Progress({ outlook }: { readonly outlook: NonNullable<Crawl['outlook']> }) {
  const [known, ...slow] = outlookText(outlook);
  return (
    <p class="outlook">
      <label>
        <progress max={1} value={outlook.share} /> {known}
      </label>
      {slow.map((why) => (
        <small key={why}>{why}</small>
      ))}
    </p>
  );
}

const rateOf = ({ pages, activeMs }: { readonly pages: number; readonly activeMs: number }): string =>
  activeMs === 0 ? '–' : ((pages * 1000) / activeMs).toFixed(1);

/** Changes options for the rest of a run. */
interface Change {
  readonly maxPages?: number;
  readonly deny?: readonly string[];
}

interface RunningProps {
  readonly stopping: boolean;
  readonly paused: boolean;
  readonly setPaused: (wanted: boolean) => void;
  /** It stops only to take a change. */
  readonly goesOn: boolean;
  readonly stop: () => void;
  readonly goOnWith: (change: Change) => void;
}

function Running({ stopping, paused, setPaused, goesOn, stop, goOnWith }: RunningProps) {
  const [pages, setPages] = useState('');
  const raise = (event: Event) => {
    event.preventDefault();
    goOnWith({ maxPages: Number(pages) });
  };
  return (
    <form class="line" onSubmit={raise}>
      <button
        type="button"
        class={paused ? 'primary' : undefined}
        disabled={stopping}
        onClick={() => setPaused(!paused)}
      >
        {paused ? 'Resume' : 'Pause'}
      </button>
      <button type="button" disabled={stopping && !goesOn} onClick={stop}>
        Stop
      </button>
      <label>
        Page limit{' '}
        <input
          type="number"
          min={1}
          required
          value={pages}
          onInput={({ currentTarget }) => setPages(currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={stopping}>
        Set the limit
      </button>
      <small>
        {goesOn
          ? 'The run continues with the change when the pages in progress are finished.'
          : paused
            ? 'No new page is requested until you resume the run.'
            : 'Pages in progress are finished. You can resume the run.'}
      </small>
    </form>
  );
}

const MOST_HOSTS = 100;

interface HostsProps {
  readonly hosts: readonly HostState[];
  readonly deny: (host: string) => void;
}

function Hosts({ hosts, deny }: HostsProps) {
  if (hosts.length === 0) return null;
  return (
    <section>
      <h2>Hosts</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="hosts" tabIndex={0} aria-label="Hosts, the latest first">
        <Table
          label="Hosts"
          rows={hosts.slice(0, MOST_HOSTS)}
          empty=""
          columns={[
            { head: 'Host', cell: ({ host }) => host },
            { head: 'State', cell: ({ state }) => <Tag code={state} /> },
            { head: 'Why', cell: ({ why }) => words(why) || '–' },
            { head: 'Pages', kind: 'number', cell: ({ pages }) => number(pages) },
            { head: 'Forms', kind: 'number', cell: ({ forms }) => number(forms) },
            {
              head: 'Reject',
              cell: ({ host }) => (
                <button type="button" class="small" onClick={() => deny(host)}>
                  Block this site
                </button>
              ),
            },
          ]}
        />
      </section>
    </section>
  );
}

interface Patterns {
  readonly deny: readonly string[];
  readonly include: readonly string[];
}

/** Shows which addresses the run reads, and changes that at once. */
function Addresses({ run }: { readonly run: string }) {
  const { data, reload } = useLoaded<Patterns>(`/api/runs/${run}/scope`);
  const [attempt, failed] = useAttempt();
  const [kind, setKind] = useState<keyof Patterns>('deny');
  const [pattern, setPattern] = useState('');
  const change = (body: object) =>
    attempt(async () => {
      await send('POST', `/api/runs/${run}/scope`, body);
      setPattern('');
      reload();
    });
  const add = (event: Event) => {
    event.preventDefault();
    change({ [kind]: [pattern] });
  };
  const kinds = { deny: 'Never request', include: 'Read only' } as const;
  return (
    <form class="line" onSubmit={add}>
      <ProblemNote problem={failed} />
      <select
        aria-label="Addresses"
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value === 'deny' ? 'deny' : 'include')}
      >
        <option value="deny">{kinds.deny}</option>
        <option value="include">{kinds.include}</option>
      </select>
      <input
        aria-label="Pattern of addresses"
        placeholder="*/calendar/*"
        required
        value={pattern}
        onInput={({ currentTarget }) => setPattern(currentTarget.value)}
      />
      <button type="submit">Add</button>
      {(['deny', 'include'] as const).flatMap((list) =>
        (data?.[list] ?? []).map((one) => (
          <button
            key={`${list} ${one}`}
            type="button"
            class="small"
            title="Take out"
            onClick={() => change({ remove: [one] })}
          >
            {kinds[list]}: {one} ×
          </button>
        )),
      )}
    </form>
  );
}

interface EndedProps {
  readonly run: Run;
  readonly act: (action: () => Promise<HarvestJob | undefined>) => Promise<void>;
  readonly waits: boolean;
}

/** Offers to go on with a run that nobody runs. */
function Ended({ run, act, waits }: EndedProps) {
  const [pages, setPages] = useState('');
  const resume = (event: Event) => {
    event.preventDefault();
    act(() =>
      send<HarvestJob>('POST', `/api/runs/${run.id}/resume`, pages === '' ? {} : { maxPages: Number(pages) }),
    );
  };
  return (
    <form class="line" onSubmit={resume}>
      <label>
        Page limit{' '}
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
    </form>
  );
}

function Delete({ run, act }: Pick<EndedProps, 'act'> & { readonly run: string }) {
  const forget = () => {
    if (!confirm(`Delete run ${run} with its archive?`)) return;
    act(async () => {
      await send('DELETE', `/api/runs/${run}`);
      go('/ui/');
      return undefined;
    });
  };
  return (
    <p class="line">
      <button type="button" onClick={forget}>
        Delete
      </button>
      <small>Deletes the run with its archive.</small>
    </p>
  );
}

/** Shows who or what kept the run out. */
function Kept({ crawl }: { readonly crawl: Crawl }) {
  return (
    <>
      <TableSection
        label="Sites that refuse requests"
        rows={crawl.blocked}
        columns={[
          { head: 'Site', cell: ({ site }) => site },
          { head: 'Reason', kind: 'wide', cell: ({ says }) => says },
          { head: 'Pages', kind: 'number', cell: ({ pages }) => number(pages) },
        ]}
      />
      <TableSection
        label="Unreachable hosts"
        rows={crawl.parked}
        columns={[
          { head: 'Host', cell: ({ reason }) => reason },
          { head: 'Links', kind: 'number', cell: ({ count }) => number(count) },
        ]}
      />
      <TableSection
        label="Links"
        rows={Object.entries(crawl.links)}
        empty="No links yet."
        columns={[
          { head: 'State', cell: ([state]) => <Tag code={state} /> },
          { head: 'Links', kind: 'number', cell: ([, count]) => number(count) },
        ]}
      />
      <TableSection
        label="Rules that applied"
        rows={crawl.rules}
        columns={[
          { head: 'Rule', cell: ({ rule }) => words(rule) },
          { head: 'Times', kind: 'number', cell: ({ count }) => number(count) },
          { head: 'Sites', kind: 'number', cell: ({ sites }) => number(sites) },
        ]}
      />
    </>
  );
}
