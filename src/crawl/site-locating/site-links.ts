import type { PageLink } from '../../foundation/dom/index.ts';
import { homeOf, siteOf } from '../../foundation/url/index.ts';
import type { PageOutlinks, Transaction } from '../../storage/index.ts';
import type { Candidate, Outlink } from '../frontier/index.ts';

export interface LinkingPage {
  readonly id: number;
  readonly site: string;
}

/** Stores that a site points to others. @param homes their front pages */
export async function writeSiteLinks(
  trx: Transaction,
  runId: number,
  from: string,
  homes: Iterable<string>,
): Promise<void> {
  const targets = new Map([...homes].map((url) => [siteOf(url), url]));
  await trx.sites.addLinks(
    [...targets].map(([to_site, to_url]) => ({ run_id: runId, from_site: from, to_site, to_url })),
  );
}

export const homepage = (
  url: string,
  site: string,
  { anchor, around, parent }: Pick<Candidate, 'anchor' | 'around' | 'parent'>,
): Candidate => ({ url, site, kind: 'front', anchor, around, parent, depth: 0, hops: 0 });

/** Returns front pages of the other sites that links lead to, each with its most telling link. */
export function homepagesOf(links: readonly PageLink[], site: string): Map<string, PageLink> {
  const homes = new Map<string, PageLink>();
  for (const link of links) {
    if (siteOf(link.url) === site) continue;
    const home = homeOf(link.url);
    const known = homes.get(home);
    if (known === undefined || telling(link) > telling(known)) homes.set(home, { ...link, url: home });
  }
  return homes;
}

/** Returns pages of other sites that a page links to: as far from their front pages as if these linked there. */
export const linkedPages = (outlinks: readonly Outlink[], parent: number): Candidate[] =>
  outlinks.flatMap(([url, anchor, around = '', place]) =>
    place === 2
      ? [{ url, site: siteOf(url), kind: 'link', anchor, around, parent, depth: 1, hops: 0 } as const]
      : [],
  );

const PAGES_AT_ONCE = 400;

/** Returns the targets of a site's pages: front pages of other sites, and pages of these. */
export async function targetsOf(trx: Transaction, runId: number, site: string): Promise<Candidate[]> {
  const fronts = await trx.sites.linksFrom(runId, site);
  const read = await trx.sites.pagesRead(runId, site);
  const targets = fronts.map(({ to_url, to_site, parent }) =>
    homepage(to_url, to_site, { anchor: '', around: '', parent }),
  );
  for (let from = 0; from < read.length; from += PAGES_AT_ONCE) {
    const rows = await trx.pages.outlinks(read.slice(from, from + PAGES_AT_ONCE).map(({ id }) => id));
    targets.push(...rows.flatMap(linkedPagesOfRow));
  }
  return targets;
}

/** Returns the target of a page's redirect to another site, or the pages of other sites that it links to. */
function linkedPagesOfRow({ id, site, redirect_to, outlinks }: PageOutlinks): Candidate[] {
  if (redirect_to === null) return linkedPages(JSON.parse(outlinks) as Outlink[], id);
  return isLinkedPage(redirect_to, site) ? linkedPages([[redirect_to, '', '', 2]], id) : [];
}

/** True of an address that {@link homepagesOf} does not have. */
export const isLinkedPage = (url: string, site: string): boolean =>
  siteOf(url) !== site && url !== homeOf(url);

const telling = ({ anchor, around }: PageLink): number => anchor.length + around.length;
