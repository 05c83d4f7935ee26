import type { LinkCode, LinkReason, Reason } from './codes.ts';
import { integer, numbered, type RowOf, real, table, text } from './table.ts';

export type LinkState = 'waiting' | 'leased' | 'done' | 'failed' | 'parked' | 'refused';

/**
 * `front`: an address that a site is begun from; `centre`: a page that search providers gave since it may link to known
 * deep-web sites; `link`: found on a page of its site or of another; `redirect`: where a page went;
 * `answer`: of a form, and kept because it shows another form, with hits or without.
 */
export type LinkKind = 'front' | 'centre' | 'link' | 'redirect' | 'answer' | 'answer-without-hits';

export const LINK_TABLES = {
  /** The frontier: every address of a run that may be fetched, and what became of it. */
  link: table(['run_id', 'url'], {
    id: numbered,
    run_id: integer,
    site: text,
    host: text,
    url: text,
    anchor: text,
    kind: text.as<LinkKind>().or('link'),
    /** Text around the link, which may describe its target. */
    around: text.or(''),
    /** The link on whose page it was found; 0 for none. */
    parent: integer.or(0),
    /** Fewest links from a front page of its site, 1 where another site links to it; a redirect costs a hop, not a level. */
    depth: integer,
    hops: integer,
    score: real,
    state: text.as<LinkState>(),
    /** Fetches begun, written before each of them. */
    attempts: integer.or(0),
    /** Attempts that ended with the process dead. */
    crashes: integer.or(0),
    /** Reason of the state: a code, and what belongs to it. */
    reason_code: text.as<LinkCode>().orNull(),
    reason_detail: text.orNull(),
    /** Owner of the lease, and its end; null where the link is not leased. */
    lease_owner: text.orNull(),
    lease_until: integer.orNull(),
    /** Number of the latest lease; it grows, too, when a lease ends without a result. */
    lease_fence: integer.or(0),
  }),
};
export type LinkRow = RowOf<typeof LINK_TABLES.link>;

/** A link that waits, with what an order may judge it by. */
export interface WaitingLink
  extends Pick<
    LinkRow,
    | 'id'
    | 'url'
    | 'site'
    | 'host'
    | 'kind'
    | 'anchor'
    | 'around'
    | 'parent'
    | 'depth'
    | 'hops'
    | 'score'
    | 'attempts'
    | 'crashes'
  > {
  /** Address of the link on whose page it was found; null for none, undefined where it was not looked up. */
  readonly via?: string | null;
}

export type KnownLink = Pick<LinkRow, 'id' | 'url' | 'host' | 'depth' | 'hops' | 'score' | 'state'>;

export type NewLink = Omit<WaitingLink, 'id' | 'attempts' | 'crashes' | 'via'> & {
  /** Default: `waiting`. */
  readonly state?: Exclude<LinkState, 'leased'>;
};

export type LinkChange = Pick<LinkRow, 'id'> &
  Partial<Pick<LinkRow, 'anchor' | 'around' | 'parent' | 'kind' | 'depth' | 'hops' | 'score'>>;

export interface LinkLease {
  readonly id: number;
  readonly fence: number;
}

/** Selects links of a run by all that is given. */
export interface LinkChoice {
  readonly states: readonly LinkState[];
  readonly ids?: readonly number[];
  readonly site?: string;
  readonly codes?: readonly LinkCode[];
  /** No more crashes than these. */
  readonly mostCrashes?: number;
}

/** Reads the frontiers of runs. */
export interface LinkReader {
  /** Waiting links of a run, or of one of its sites, by number, without `via`. A batch may be empty; links added meanwhile may be missing. */
  waiting(runId: number, site?: string): AsyncIterable<readonly WaitingLink[]>;
  /** With `via`, in any order; links that do not wait are left out. */
  waitingAmong(ids: readonly number[]): Promise<readonly WaitingLink[]>;
  /** In any order; links that are gone are left out. */
  known(
    which: { readonly ids: readonly number[] } | { readonly runId: number; readonly urls: readonly string[] },
  ): Promise<readonly KnownLink[]>;
  /** The first by code and detail of those reasons that links of the run are refused for. */
  refusedFor<Code extends LinkCode>(runId: number, codes: readonly Code[]): Promise<Reason<Code> | undefined>;
}

export interface LinkStore extends LinkReader {
  /** Adds links; an address that the run has stays as it is. @returns the numbers of the new ones by address, each larger than all before */
  insert(runId: number, links: readonly NewLink[]): Promise<ReadonlyMap<string, number>>;
  /** Changes the columns that are given; does nothing where a link is gone. */
  update(changes: readonly LinkChange[]): Promise<void>;
  /**
   * Leases those of the links that wait, and counts an attempt of each.
   * @returns the fences of the leases by link, each larger than all before of its link; others are not changed
   */
  lease(ids: readonly number[], owner: string, until: number): Promise<ReadonlyMap<number, number>>;
  /**
   * Writes what became of a leased link; a lease that was settled may be settled anew.
   * @returns how near the link is by now; undefined, with nothing changed, where the lease has ended otherwise: the link is
   *   released, recovered, moved or gone
   */
  settle(
    lease: LinkLease,
    state: SettledState,
    reason: LinkReason | null,
  ): Promise<Pick<LinkRow, 'depth' | 'hops'> | undefined>;
  /**
   * Ends a lease; the link waits again.
   * @param begun false takes back the attempt that the lease has counted
   * @returns false, with nothing changed, where the lease has ended, settled included
   */
  release(lease: LinkLease, begun: boolean): Promise<boolean>;
  /**
   * Ends the leases of an owner, whose process has died, and those of others that have expired (`until` <= `now`): each
   * counts a crash and waits again, or is parked (`crashed`) where it has crashed `most` times or more.
   * @param site ends the leases of this site alone, whoever has them: the site has a new owner
   * @returns the waiting links that have crashed, those with the most crashes first, then the newest; without `via`
   */
  recover(
    runId: number,
    now: number,
    owner: string,
    most: number,
    site?: string,
  ): Promise<readonly WaitingLink[]>;
  /**
   * Brings links into another state; their leases end.
   * @param limit changes no more than so many, whichever
   * @returns how many were changed
   */
  move(
    runId: number,
    which: LinkChoice,
    state: Exclude<LinkState, 'leased'>,
    reason: LinkReason | null,
    limit?: number,
  ): Promise<number>;
  /** Deletes the links of a run, or of one of its sites; rows of other ports stay. */
  delete(runId: number, site?: string): Promise<void>;
}

export type SettledState = Exclude<LinkState, 'waiting' | 'leased'>;
