import type { LinkCode } from './codes.ts';

export type LinkState = 'waiting' | 'leased' | 'done' | 'failed' | 'parked' | 'refused';

/**
 * `front`: an address that a site is begun from; `link`: found on a page of its site; `redirect`: where a page went;
 * `answer`: of a form, and kept because it shows another form, with hits or without.
 */
export type LinkKind = 'front' | 'link' | 'redirect' | 'answer' | 'answer-without-hits';

/** The frontier: every address of a run that may be fetched, and what became of it. */
export interface LinkRow {
  readonly id: number;
  readonly run_id: number;
  readonly site: string;
  readonly host: string;
  readonly url: string;
  readonly anchor: string;
  /** What it is: a front page, a link of a page, where a page redirected to. */
  readonly kind: LinkKind;
  /** Text around the link, which may describe its target. */
  readonly around: string;
  /** The link on whose page it was found; 0 for none. */
  readonly parent: number;
  /** Fewest links from a seed of its site; a redirect costs a hop, not a level. */
  readonly depth: number;
  readonly hops: number;
  readonly score: number;
  readonly state: LinkState;
  /** Fetches begun, written before each of them. */
  readonly attempts: number;
  /** Attempts that ended with the process dead. */
  readonly crashes: number;
  /** Why it is in that state: a code, and what belongs to it. */
  readonly reason_code: LinkCode | null;
  readonly reason_detail: string | null;
}

export interface LinkReader {
  /** Those of the links that are there, in any order. */
  known(which: { readonly ids: readonly number[] }): Promise<readonly Pick<LinkRow, 'id' | 'url'>[]>;
}

export interface LinkStore extends LinkReader {}
