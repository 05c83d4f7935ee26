import type { Store } from '../../drivers/sqlite/index.ts';
import { findRun } from '../../library/index.ts';
import type { DecidedPage } from './rating-sheets.ts';

/** The decisions of a crawl (paper 003, tables 4 to 7). */
export interface RunDecisions {
  readonly topic: string;
  /** Where its seeds came from: the web that was crawled. */
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

/**
 * Reads the decisions of a run for each of its wanted domains.
 * @param which the run's number; by default the latest
 * @throws {StoreError} when there is no such run
 */
export async function runDecisions(store: Store, which: string | undefined): Promise<RunDecisions[]> {
  const run = await findRun(store, which);
  const links = await store.db
    .selectFrom('link')
    .leftJoin('page', 'page.id', 'link.id')
    .innerJoin('site', (join) =>
      join.onRef('site.run_id', '=', 'link.run_id').onRef('site.site', '=', 'link.site'),
    )
    .select(['link.url', 'link.site', 'link.state', 'link.parent', 'site.seed'])
    .select(['page.title', 'page.domain', 'page.rendered_by', 'page.redirect_to'])
    .where('link.run_id', '=', run.id)
    .where('link.state', 'in', ['done', 'failed', 'parked'])
    .orderBy('link.url')
    .execute();
  const asked = links.filter(({ redirect_to: to }) => to === null);
  return run.domains.map((topic) => {
    const outcome = (link: (typeof asked)[number]) =>
      link.rendered_by === null || link.rendered_by === 'none'
        ? 'errors'
        : link.domain === topic
          ? 'accepted'
          : 'rejected';
    const count = (of: typeof asked, what: ReturnType<typeof outcome>) =>
      of.filter((link) => outcome(link) === what).length;
    const seeds = asked.filter(({ seed, parent }) => seed === 1 && parent === 0);
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
