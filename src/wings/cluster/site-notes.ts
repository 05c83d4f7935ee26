/** Posts addresses of sites to the processes that hold these, as notes in the inbox of the run. */

import { type Candidate, SeenUrlCache } from '../../crawl/frontier/index.ts';
import type { Outbox } from '../../crawl/site-locating/index.ts';
import type { Store, Transaction } from '../../storage/index.ts';

interface SiteNote {
  readonly candidate: Candidate;
  /** True where the site is explored whatever it is about. */
  readonly seed: boolean;
}

/** Reports a site to the leader of a run. */
export interface MetSite {
  readonly site: string;
  readonly score: number;
  /** True where it is explored whatever budgets say. */
  readonly seed: boolean;
}

/** Notes that are taken out at once. */
export const MOST_NOTES = 500;

export class SiteNotes implements Outbox {
  private readonly runId: number;
  private readonly score: (candidate: Candidate) => number;
  private readonly posted = new SeenUrlCache();
  private readonly told = new Set<string>();

  constructor(runId: number, score: (candidate: Candidate) => number) {
    this.runId = runId;
    this.score = score;
  }

  async post(trx: Transaction, candidates: readonly Candidate[], seed: boolean): Promise<void> {
    const fresh = candidates
      .map((candidate) => ({ candidate, score: this.score(candidate) }))
      .filter(({ candidate, score }) => seed || this.isNews(candidate, score));
    if (fresh.length === 0) return;
    const met = new Map(fresh.map(({ candidate: { site }, score }) => [site, score]));
    const untold = [...met].filter(([site]) => !this.told.has(site));
    await inboxOf(trx).post(this.runId, [
      ...fresh.map(({ candidate }) => ({ site: candidate.site, note: noteOf({ candidate, seed }) })),
      ...untold.map(([site, score]) => ({
        site: '',
        note: JSON.stringify({ site, score, seed } satisfies MetSite),
      })),
    ]);
    trx.afterCommit(() => {
      for (const [site] of untold) this.told.add(site);
      for (const { candidate, score } of fresh)
        this.posted.set(candidate.url, { ...candidate, score, state: 'waiting' });
    });
  }

  private isNews({ url, depth, hops }: Candidate, score: number): boolean {
    const seen = this.posted.get(url);
    if (seen === undefined || score > seen.score) return true;
    return depth < seen.depth || (depth === seen.depth && hops < seen.hops);
  }
}

export async function* candidatesWaiting(store: Store, runId: number): AsyncGenerator<readonly Candidate[]> {
  for await (const notes of store.coordination?.inbox.waiting(runId) ?? [])
    yield notes.map(({ note }) => (JSON.parse(note) as SiteNote).candidate);
}

const noteOf = (note: SiteNote): string => JSON.stringify(note);

export function inboxOf({ coordination }: Transaction) {
  if (coordination === undefined) throw new Error('a store of one process has no inbox');
  return coordination.inbox;
}

export async function takeNotes(
  trx: Transaction,
  runId: number,
  sites: readonly string[],
): Promise<readonly SiteNote[]> {
  const notes = await inboxOf(trx).take(runId, sites, MOST_NOTES);
  return notes.map(({ note }) => JSON.parse(note) as SiteNote);
}
