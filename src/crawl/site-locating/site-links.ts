import type { StoreTransaction } from '../../drivers/sqlite/index.ts';
import type { PageLink } from '../../foundation/dom/index.ts';
import { homeOf, siteOf } from '../../foundation/url/index.ts';
import type { Candidate } from '../frontier/index.ts';

/** A page that links to other sites. */
export interface LinkingPage {
  readonly id: number;
  readonly site: string;
}

/** Keeps that a site points to others. @param homes their front pages */
export async function writeSiteLinks(
  trx: StoreTransaction,
  runId: number,
  from: string,
  homes: Iterable<string>,
): Promise<void> {
  const targets = new Map([...homes].map((url) => [siteOf(url), url]));
  if (targets.size === 0) return;
  await trx.db
    .insertInto('site_link')
    .values([...targets].map(([to_site, to_url]) => ({ run_id: runId, from_site: from, to_site, to_url })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What a site points to, with the number of its first page. */
export const readSiteLinks = (trx: StoreTransaction, runId: number, from: string) =>
  trx.db
    .selectFrom('site_link')
    .innerJoin('link', (join) =>
      join.onRef('link.run_id', '=', 'site_link.run_id').onRef('link.site', '=', 'site_link.from_site'),
    )
    .select(['to_site', 'to_url', (eb) => eb.fn.min<number>('link.id').as('parent')])
    .where('site_link.run_id', '=', runId)
    .where('from_site', '=', from)
    .where('to_url', '!=', '')
    .groupBy(['to_site', 'to_url'])
    .execute();

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
