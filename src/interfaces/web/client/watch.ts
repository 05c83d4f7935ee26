/** Follows the events of a running harvest. */

import { useEffect, useState } from 'preact/hooks';
import type { HarvestEvent, Progress } from '../../../crawl/events/index.ts';
import { eventsOf, type Problem, problemOf } from './api.ts';

const SHOWN_EVENTS = 500;
const DRAW_MS = 250;

export type ReportedEvent = Exclude<HarvestEvent, { readonly type: 'progress' | 'asking' | 'end' }>;
type Asking = Extract<HarvestEvent, { readonly type: 'asking' }>;

export interface Point {
  readonly ms: number;
  readonly pages: number;
  readonly searchable: number;
  readonly records: number;
}

/** Holds what the events about a site say. */
export interface HostState {
  readonly host: string;
  readonly state:
    | 'crawling'
    | 'crawled'
    | 'skipped'
    | 'blocked'
    | 'refused'
    | 'stopped'
    | 'querying'
    | 'queried';
  readonly why: string;
  readonly pages: number;
  readonly forms: number;
}

export interface Watched {
  readonly progress: Progress | undefined;
  readonly querying: Asking | undefined;
  /** Since this view was opened. */
  readonly growth: readonly Point[];
  /** Latest first. */
  readonly reported: readonly { readonly id: number; readonly event: ReportedEvent }[];
  /** Latest first. */
  readonly hosts: readonly HostState[];
  /** Undefined where no event said it. */
  readonly paused: boolean | undefined;
  readonly over: boolean;
  readonly problem: Problem | undefined;
}

const NOTHING: Watched = {
  progress: undefined,
  querying: undefined,
  growth: [],
  reported: [],
  hosts: [],
  paused: undefined,
  over: false,
  problem: undefined,
};

export function useWatched(job: number | null): Watched {
  const [shown, setShown] = useState(NOTHING);
  useEffect(() => {
    setShown(NOTHING);
    if (job === null) return;
    const gone = new AbortController();
    let state = NOTHING;
    const draw = setInterval(() => setShown(state), DRAW_MS);
    const end = (problem?: Problem) => {
      clearInterval(draw);
      if (!gone.signal.aborted) setShown({ ...state, over: true, problem });
    };
    const follow = async () => {
      for await (const { id, event } of eventsOf<HarvestEvent>(job, 0, gone.signal))
        state = after(state, id, event);
    };
    follow().then(
      () => end(),
      (error: unknown) => end(problemOf(error)),
    );
    return () => {
      clearInterval(draw);
      gone.abort();
    };
  }, [job]);
  return shown;
}

function after(state: Watched, id: number, event: HarvestEvent): Watched {
  if (event.type === 'progress' || event.type === 'end') {
    const { progress } = event;
    return { ...state, progress, growth: grown(state, progress, state.querying) };
  }
  if (event.type === 'asking')
    return {
      ...{ ...state, querying: event, growth: grown(state, state.progress, event) },
      // All sites were explored before.
      hosts: state.hosts.map((one) => (one.state === 'crawling' ? { ...one, state: 'crawled' } : one)),
    };
  return {
    ...state,
    ...(event.type === 'pause' && { paused: event.paused }),
    reported: [{ id, event }, ...state.reported.slice(0, SHOWN_EVENTS - 1)],
    hosts: hostsAfter(state.hosts, event),
  };
}

/** Follows the sites of a run: what became of each, with its pages and new forms. */
function hostsAfter(hosts: readonly HostState[], event: ReportedEvent): readonly HostState[] {
  const site = siteOf(event, hosts);
  if (site === undefined) return hosts;
  const known = hosts.find(({ host }) => host === site);
  const before = known ?? { host: site, state: 'crawling' as const, why: '', pages: 0, forms: 0 };
  return [{ ...before, ...seenBy(event, before) }, ...hosts.filter((one) => one !== known)];
}

/** Names the site of an event that says something of it. */
function siteOf(event: ReportedEvent, hosts: readonly HostState[]): string | undefined {
  if ('site' in event) return event.site;
  if (event.type !== 'skipped') return undefined;
  const host = URL.parse(event.url)?.host ?? '';
  return hosts.find((one) => host === one.host || host.endsWith(`.${one.host}`))?.host ?? host;
}

function seenBy(event: ReportedEvent, { pages, forms }: HostState): Partial<HostState> {
  switch (event.type) {
    case 'page':
      return event.blockedBy === undefined
        ? { pages: pages + 1, state: 'crawling', why: '' }
        : { pages: pages + 1, state: 'blocked', why: event.blockedBy };
    case 'form':
      return { forms: forms + 1 };
    case 'site':
      return event.state === 'left'
        ? { state: 'skipped', why: event.reason.code }
        : { state: 'crawling', why: '' };
    case 'skipped':
      return pages > 0 ? {} : { state: 'refused', why: event.reason.code };
    case 'stopped':
      return { state: 'stopped', why: event.reason.code };
    case 'submission':
      return { state: 'querying', why: '' };
    case 'asked':
      return { state: 'queried', why: event.reason.code };
    default:
      return {};
  }
}

const grown = (
  { growth }: Watched,
  progress: Progress | undefined,
  querying: Asking | undefined,
): readonly Point[] => [
  ...growth,
  {
    ms: (progress?.activeMs ?? 0) + (querying?.ms ?? 0),
    pages: progress?.pages ?? 0,
    searchable: progress?.searchable ?? 0,
    records: querying?.records ?? 0,
  },
];
