import { hasSideEffects, type PageLink } from '../../foundation/dom/index.ts';
import type { Transport } from '../../foundation/http/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import type { PageRow, Transaction } from '../../storage/index.ts';
import type { PageAnalysis } from '../analysis/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import { type Frontier, type Lease, type Outlink, trapOf } from '../frontier/index.ts';
import { isCentrePage, isLinkedPage, type SiteFrontier } from '../site-locating/index.ts';
import type { PageContent } from './page-content.ts';
import { isSuccess } from './page-row.ts';

export interface LinkTargets {
  readonly frontier: Frontier;
  readonly sites: SiteFrontier;
  readonly transport: Transport;
  /** Chooses which links of a page are followed; without it all are. */
  readonly follows?: ((links: readonly Outlink[], reading: PageAnalysis) => readonly Outlink[]) | undefined;
}

/** Returns the links of a page that are followed as pages, of its own site and of others, and the traps that the rest lead into. */
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
  const bare = bareAddresses(lease.url, reading?.reading.forms ?? []);
  for (const url of bare)
    if (!all.some((link) => link.url === url)) all.push({ url, anchor: '', around: '' });
  const own: PageLink[] = [];
  const others: PageLink[] = [];
  const trapped: string[] = [];
  let missed = 0;
  for (const link of all) {
    const isOwn = siteOf(link.url) === lease.site;
    if (isOwn ? link.url === lease.url : !isLinkedPage(link.url, lease.site)) continue;
    const isHeld = transport.holds(link.url);
    if (isOwn && !isHeld) missed++;
    const trap = isHeld ? trapOf(link.url, lease.url) : undefined;
    if (trap !== undefined) trapped.push(trap);
    else if (isHeld) (isOwn ? own : others).push(bare.has(link.url) ? { ...link, near: true } : link);
  }
  return { links: [...own, ...others], trapped, missed };
}

/** Addresses of search forms on an answer, without its query: there, a form has no conditions that the link set. */
function bareAddresses(page: string, forms: PageAnalysis['forms']): ReadonlySet<string> {
  const { origin, pathname, search } = new URL(page);
  const own = `${origin}${pathname}`;
  const leads =
    search !== '' &&
    forms.some(({ form, verdict }) => verdict.searchable && form.action.split(/[?#]/)[0] === own);
  return new Set(leads ? [own] : []);
}

/**
 * Writes where the page leads: its redirect, its site's links, the sites it points to.
 * @param lease as near as its link is by now
 * @returns events about sites
 */
export async function writeLinks(
  targets: LinkTargets,
  trx: Transaction,
  lease: Lease,
  { status }: PageRow,
  content: PageContent,
  outlinks: readonly Outlink[],
): Promise<HarvestEvent[]> {
  const { frontier, sites } = targets;
  if (content.redirectTo !== null) {
    await writeRedirect(targets, trx, lease, content.redirectTo);
    return [];
  }
  if (!isSuccess(status)) return [];
  if (content.reading === undefined) {
    if (sites.isExploring(lease.site)) await addOwn(frontier, trx, lease, outlinks);
    return [];
  }
  const { links, reading } = content.reading;
  const events = lease.depth === 0 ? await sites.judge(trx, frontier, lease.site, reading.siteTopic) : [];
  await sites.entered(trx, lease.site);
  const forms = reading.forms.filter(({ verdict }) => verdict.searchable);
  const isCentre =
    lease.kind === 'centre' &&
    isCentrePage(lease.site, { links, forms, isWanted: reading.topic.step === 1 }, sites);
  if (sites.isExploring(lease.site)) {
    await addOwn(frontier, trx, lease, targets.follows?.(outlinks, reading) ?? outlinks);
    await sites.discover(trx, frontier, lease, links, outlinks);
  } else if (isCentre) await sites.discover(trx, frontier, lease, links, outlinks);
  else await sites.note(trx, lease, links);
  return isCentre ? [...events, { type: 'centre', site: lease.site, page: lease.url }] : events;
}

async function writeRedirect(
  { frontier, sites, transport }: LinkTargets,
  trx: Transaction,
  lease: Lease,
  to: string,
): Promise<void> {
  if (hasSideEffects(to)) return;
  if (siteOf(to) === lease.site) {
    if (!transport.holds(to)) return;
    await frontier.links.add(trx, [frontier.links.redirect(to, lease.site, lease, lease.id)]);
  } else if (lease.depth === 0) await sites.moved(trx, frontier, lease, lease, to);
  else {
    const { anchor, around } = lease;
    const linked: Outlink[] = isLinkedPage(to, lease.site) ? [[to, anchor, around, 2]] : [];
    await sites.discover(trx, frontier, lease, [{ url: to, anchor, around }], linked);
  }
}

async function addOwn(
  { links }: Frontier,
  trx: Transaction,
  lease: Lease,
  outlinks: readonly Outlink[],
): Promise<void> {
  if (outlinks.length > 0) await links.add(trx, links.children(outlinks, lease.site, lease, lease.id));
}
