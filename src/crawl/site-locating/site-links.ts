import type { PageLink } from '../../foundation/dom/index.ts';
import { homeOf, siteOf } from '../../foundation/url/index.ts';
import type { Transaction } from '../../storage/index.ts';
import type { Candidate } from '../frontier/index.ts';

/** A page that links to other sites. */
export interface LinkingPage {
  readonly id: number;
  readonly site: string;
}

/** Keeps that a site points to others. @param homes their front pages */
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

/** A site's front page as the frontier takes it. */
export const homepage = (
  url: string,
  site: string,
  { anchor, around, parent }: Pick<Candidate, 'anchor' | 'around' | 'parent'>,
): Candidate => ({ url, site, kind: 'front', anchor, around, parent, depth: 0, hops: 0 });

/** Front pages of the other sites that links lead to, each with its most telling link. */
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

const telling = ({ anchor, around }: PageLink): number => anchor.length + around.length;
