import { hasSideEffects, type PageLink } from '../../foundation/dom/index.ts';
import type { Transport } from '../../foundation/http/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import type { PageRow, Transaction } from '../../storage/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import { type Distance, type Frontier, type Lease, type Outlink, trapOf } from '../frontier/index.ts';
import { isCentrePage, isLinkedPage, type SiteFrontier } from '../site-locating/index.ts';
import type { PageContent } from './page-content.ts';
import { isSuccess } from './page-row.ts';

/** Where links of pages are taken to. */
export interface LinkTargets {
  readonly frontier: Frontier;
  readonly sites: SiteFrontier;
  readonly transport: Transport;
}

/** The links of a page that are followed as pages, of its own site and of others, and the traps that the rest lead into. */
export function pageLinks(
  { transport }: Pick<LinkTargets, 'transport'>,
  lease: Lease,
  { reading, listed = [], sitemaps = [] }: PageContent,
  followSitemaps: boolean,
): { readonly links: readonly PageLink[]; readonly trapped: readonly string[]; readonly missed: number } {
  // What a front page announces is one level deeper, like its links, and lists pages that are one deeper still.
  const front = followSitemaps && lease.depth === 0;
  const sources = front ? [...sitemaps, ...(reading?.reading.sources ?? [])] : [];
  const all = [...(reading?.links ?? listed), ...sources.map((url) => ({ url, anchor: '', around: '' }))];
  const own = all.filter((link) => siteOf(link.url) === lease.site && link.url !== lease.url);
  const others = all.filter((link) => isLinkedPage(link.url, lease.site));
  const held = [...own, ...others].filter((link) => transport.holds(link.url));
  const traps = held.map((link) => trapOf(link.url, lease.url));
  return {
    links: held.filter((_, i) => traps[i] === undefined),
    trapped: traps.filter((trap) => trap !== undefined),
    missed: own.filter((link) => !transport.holds(link.url)).length,
  };
}

/** Writes where the page leads: its redirect, its site's links, the sites it points to. @returns what became of sites */
export async function writeLinks(
  targets: LinkTargets,
  trx: Transaction,
  lease: Lease,
  page: PageRow,
  content: PageContent,
): Promise<HarvestEvent[]> {
  const { frontier, sites } = targets;
  const distance = await currentDistance(trx, lease);
  if (content.redirectTo !== null) {
    await writeRedirect(targets, trx, lease, distance, content.redirectTo);
    return [];
  }
  if (!isSuccess(page.status)) return [];
  if (content.reading === undefined) {
    if (sites.isExploring(lease.site)) await addOwn(frontier, trx, lease, distance, page);
    return [];
  }
  const { links, reading } = content.reading;
  const events = distance.depth === 0 ? await sites.judge(trx, frontier, lease.site, reading.siteTopic) : [];
  await sites.entered(trx, lease.site);
  const forms = reading.forms.filter(({ verdict }) => verdict.searchable);
  const isCentre =
    lease.kind === 'centre' &&
    isCentrePage(lease.site, { links, forms, isWanted: reading.topic.step === 1 }, sites);
  const outlinks = JSON.parse(page.outlinks) as Outlink[];
  if (sites.isExploring(lease.site)) {
    await addOwn(frontier, trx, lease, distance, page);
    await sites.discover(trx, frontier, lease, links, outlinks);
  } else if (isCentre) await sites.discover(trx, frontier, lease, links, outlinks);
  else await sites.note(trx, lease, links);
  return isCentre ? [...events, { type: 'centre', site: lease.site, page: lease.url }] : events;
}

async function writeRedirect(
  { frontier, sites, transport }: LinkTargets,
  trx: Transaction,
  lease: Lease,
  distance: Distance,
  to: string,
): Promise<void> {
  if (hasSideEffects(to)) return;
  if (siteOf(to) === lease.site) {
    if (!transport.holds(to)) return;
    await frontier.links.add(trx, [frontier.links.redirect(to, lease.site, distance, lease.id)]);
  } else if (distance.depth === 0) await sites.moved(trx, frontier, lease, distance, to);
  else {
    const { anchor, around } = lease;
    const linked: Outlink[] = isLinkedPage(to, lease.site) ? [[to, anchor, around, 2]] : [];
    await sites.discover(trx, frontier, lease, [{ url: to, anchor, around }], linked);
  }
}

async function addOwn(
  { links }: Frontier,
  trx: Transaction,
  { site, id }: Lease,
  distance: Distance,
  page: PageRow,
): Promise<void> {
  const outlinks = JSON.parse(page.outlinks) as Outlink[];
  if (outlinks.length > 0) await links.add(trx, links.children(outlinks, site, distance, id));
}

/** The link may have come nearer while its page was being fetched. */
async function currentDistance({ links }: Transaction, lease: Lease): Promise<Distance> {
  const [link] = await links.known({ ids: [lease.id] });
  return link ?? lease;
}
