import type { LinkLease, WaitingLink } from '../../storage/index.ts';
import type { Candidate } from './url-table.ts';

export interface Lease extends Candidate, LinkLease {
  readonly host: string;
  readonly score: number;
  /** Fetches begun, this one included. */
  readonly attempts: number;
  readonly crashes: number;
  /** Undefined where it was not looked up. */
  readonly via?: string | null;
  /** Undefined for a link that came back from a crash. */
  readonly branch: number | undefined;
  /** Its page is stored already and is to be stored anew. */
  readonly again?: boolean;
}

/** Taken from the queues; without a fence, the store has not granted it yet. */
export type Taken = Omit<Lease, 'fence'> & Partial<Pick<Lease, 'fence'>>;

export const takenOf = (link: WaitingLink & Partial<LinkLease>, branch: number | undefined): Taken => ({
  ...link,
  branch,
});

export function directoryOf(url: string): string {
  const path = url.indexOf('/', 8);
  if (path < 0) return '';
  const end = url.search(/[?#]/);
  const parts = url.slice(path + 1, end < 0 ? undefined : end).split('/', 3);
  return parts.slice(0, -1).slice(0, 2).join('/');
}
