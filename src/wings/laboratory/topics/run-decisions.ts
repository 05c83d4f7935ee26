import { findRun } from '../../../library/index.ts';
import type { AddressRow, LinkState, Store } from '../../../storage/index.ts';
import type { DecidedPage } from './rating-sheets.ts';

/** The decisions of a crawl (paper 003, tables 4 to 7). */
export interface RunDecisions {
  readonly topic: string;
  /** Says where its seeds came from: the web that was crawled. */
  readonly source: string;
  readonly seeds: {
    readonly all: number;
    readonly crawled: number;
    readonly rejected: number;
    readonly errors: number;
  };
  readonly sites: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Pages that could not be read, and resources that are no pages. */
  readonly errors: number;
  readonly decisions: readonly DecidedPage[];
}

const ASKED: ReadonlySet<LinkState> = new Set(['done', 'failed', 'parked']);

/**
 * Reads the decisions of a run for each of its wanted domains.
 * @param which the run's number; by default the latest
 * @throws {StoreError} when there is no such run
 */
export async function runDecisions(store: Store, which: string | undefined): Promise<RunDecisions[]> {
  const run = await findRun(store, which);
  const sites = new Map((await store.figures.sites(run.id)).map(({ site, seed }) => [site, seed === 1]));
  const asked: AddressRow[] = [];
  for await (const address of store.figures.addresses(run.id))
    if (ASKED.has(address.state) && address.redirect_to === null && sites.has(address.site))
      asked.push(address);
  return run.domains.map((topic) => {
    const outcome = (link: AddressRow) =>
      link.rendered_by === null || link.rendered_by === 'none'
        ? 'errors'
        : link.domain === topic
          ? 'accepted'
          : 'rejected';
    const count = (of: readonly AddressRow[], what: ReturnType<typeof outcome>) =>
      of.filter((link) => outcome(link) === what).length;
    const seeds = asked.filter(({ site, parent }) => sites.get(site) && parent === 0);
    const read = asked.filter((link) => outcome(link) !== 'errors');
    return {
      topic,
      source: run.web,
      seeds: {
        all: seeds.length,
        crawled: count(seeds, 'accepted'),
        rejected: count(seeds, 'rejected'),
        errors: count(seeds, 'errors'),
      },
      sites: new Set(asked.map(({ site }) => site)).size,
      accepted: count(asked, 'accepted'),
      rejected: count(asked, 'rejected'),
      errors: count(asked, 'errors'),
      decisions: read.map((link) => ({
        topic,
        url: link.url,
        title: link.title ?? '',
        accepted: link.domain === topic,
      })),
    };
  });
}
