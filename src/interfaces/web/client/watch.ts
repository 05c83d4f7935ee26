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

/** Holds what the last event about a host says. */
export interface HostState {
  readonly host: string;
  readonly state: 'crawling' | 'blocked' | 'refused' | 'stopped';
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
    return { ...state, querying: event, growth: grown(state, state.progress, event) };
  return {
    ...state,
    ...(event.type === 'pause' && { paused: event.paused }),
    reported: [{ id, event }, ...state.reported.slice(0, SHOWN_EVENTS - 1)],
    hosts: hostsAfter(state.hosts, event),
  };
}

function hostsAfter(hosts: readonly HostState[], event: ReportedEvent): readonly HostState[] {
  if (event.type !== 'page' && event.type !== 'skipped' && event.type !== 'stopped') return hosts;
  const host = event.type === 'stopped' ? event.site : URL.parse(event.url)?.host;
  if (host === undefined) return hosts;
  const before = hosts.find((one) => one.host === host) ?? { host, pages: 0, forms: 0 };
  return [{ ...before, ...seenBy(event) }, ...hosts.filter((one) => one.host !== host)];

  function seenBy(seen: Extract<ReportedEvent, { type: 'page' | 'skipped' | 'stopped' }>) {
    if (seen.type !== 'page')
      return { state: seen.type === 'stopped' ? 'stopped' : 'refused', why: seen.reason.code } as const;
    const counts = { pages: before.pages + 1, forms: before.forms + seen.forms };
    return seen.blockedBy === undefined
      ? ({ ...counts, state: 'crawling', why: '' } as const)
      : ({ ...counts, state: 'blocked', why: seen.blockedBy } as const);
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
