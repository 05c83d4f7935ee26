/** Puts facts of a run into sentences. */

import { ENOUGH_CASES } from '../foundation/learning/index.ts';
import type { CrawlFacts, FamiliarFacts, ObeyedFacts } from './collect-crawl.ts';
import type { RunReport } from './run-report.ts';
import { counted, percent, shown, wholeNumber } from './words.ts';

/** `book, hotel and music` */
function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** Says what was found, in one sentence. */
export function headline({ run, totals, submissions }: RunReport): string {
  const domains = listed(run.domains.map((domain) => shown(domain, 40))) || 'any domain';
  if (totals.pages === 0) return `No page could be read, so no form was found for ${domains}.`;
  const { sites, crawledSites, searchableSites } = totals;
  const known = sites === searchableSites ? '' : ` (${reachedSites(totals)})`;
  if (totals.searchable === 0)
    return `No search form on ${counted(crawledSites, 'crawled site')}, after ${counted(totals.pages, 'page')}.`;
  const all = `${counted(totals.searchable, 'search form')} on ${counted(searchableSites, 'site')}${known}`;
  if (run.domains.length === 0) return `${all}.`;
  const isEmpty = totals.relevant === 0 && submissions === undefined;
  return `${all}, ${wholeNumber(totals.relevant)} of them about ${domains}.${isEmpty ? ' With --submit-to all, forms about other subjects are queried, too.' : ''}`;
}

/** `95 discovered, 20 reached`: of these, one page at least was read. */
export const reachedSites = ({ sites, crawledSites }: RunReport['totals']): string =>
  `${wholeNumber(sites)} discovered, ${wholeNumber(crawledSites)} reached`;

/** `book and hotel`, `all domains`, or the address of a run of one page. */
export const domainsOf = ({ domains, from }: RunReport['run']): string =>
  from !== null ? shown(from, 80) : listed(domains.map((domain) => shown(domain, 40))) || 'all domains';

/** Says how many of the pages with search forms were seen as such; undefined where nothing was audited. */
export function renderingRecall({ audited, estimate }: CrawlFacts['audit']): string | undefined {
  if (estimate === null) return undefined;
  if (audited < ENOUGH_CASES) return `n too small (${counted(audited, 'page')} audited)`;
  const { recall, low, high } = estimate;
  return `${percent(recall)} % (95 % interval ${percent(low)}–${percent(high)}), ${counted(audited, 'page')} audited`;
}

/** What a reader has to know first: `Most links could not be read of a.test (11 of 13).`; nothing where there is nothing of that kind. */
export function leftNotes(left: CrawlFacts['left'] = []): string[] {
  const named = left
    .slice(0, 3)
    .map(
      ({ site, links, left: some }) => `${shown(site, 40)} (${wholeNumber(some)} of ${wholeNumber(links)})`,
    );
  const more = left.length > named.length ? ` and ${wholeNumber(left.length - named.length)} more sites` : '';
  return named.length === 0 ? [] : [`Most links could not be read of ${named.join(', ')}${more}.`];
}

const ENDINGS = {
  complete: 'Complete',
  partial: 'Not complete',
  interrupted: 'Interrupted',
  budget: 'Stopped at a budget',
  failed: 'Failed',
} as const;

/** Returns how the run ended. */
export function ending({ run }: RunReport): string {
  const reason = run.reason === undefined ? '' : `: ${shown(run.reason, 120)}`;
  return `${ENDINGS[run.status]}${reason}`;
}

/** Says what was left alone at the wish of the site's owner, in one line; undefined where nothing was. */
export function obeyedNote(obeyed: ObeyedFacts): string | undefined {
  const { robotsTxt, metaNofollow, headerNofollow, relNofollow } = obeyed;
  const pages = (count: number, where: string) =>
    count === 0
      ? []
      : [
          `${counted(count, 'page')} ${count === 1 ? 'says' : 'say'} nofollow (${where}): ${count === 1 ? 'its' : 'their'} links were not followed`,
        ];
  const notes = [
    ...pages(metaNofollow, 'meta robots'),
    ...pages(headerNofollow, 'X-Robots-Tag'),
    ...(relNofollow === 0 ? [] : [`${counted(relNofollow, 'link')} marked rel=nofollow`]),
    ...(robotsTxt === 0 ? [] : [`${counted(robotsTxt, 'address', 'addresses')} forbidden by robots.txt`]),
  ];
  return notes.length === 0 ? undefined : `${notes.join('; ')}; --no-robots lifts it, for hosts of your own`;
}

/** Returns what came of pages with familiar scripts; undefined where there were none. */
export function familiarNote(familiar: FamiliarFacts): string | undefined {
  const { unseen, audited, mismatches, reRendered, wronglySkipped } = familiar;
  if (unseen + audited + reRendered === 0) return undefined;
  return [
    `rendering skipped on ${counted(unseen, 'page')}`,
    `${wholeNumber(audited)} re-checked`,
    counted(mismatches, 'mismatch', 'mismatches'),
    ...(reRendered > 0 ? [`${wholeNumber(reRendered)} rendered later`] : []),
    ...(wronglySkipped > 0 ? [`${wholeNumber(wronglySkipped)} probably missed`] : []),
  ].join(', ');
}

/** Returns what is said of pages that are known in part only. */
export const cutPagesNote = (pages: number): string =>
  `${counted(pages, 'page')} too long or too slow to be read to the end; what stands behind the cut is unknown`;

/** Returns what is said of pages that the browser failed to render, twice where it hung or ended. */
export const notRenderedNote = (pages: number): string =>
  `${counted(pages, 'page')} could not be rendered; forms that scripts add there are unknown`;
