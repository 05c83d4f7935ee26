import {
  afterCommit,
  type PageTable,
  reasonOf,
  type StoreTransaction,
  statement,
} from '../../drivers/sqlite/index.ts';
import { actsOn, NOFOLLOW_RULES, type PageLink, blockedBy } from '../../foundation/dom/index.ts';
import { type Exchange, header } from '../../foundation/http/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import {
  type JudgedForm,
  type KeptForm,
  keepDocument,
  keepPage,
  keepPageAgain,
} from '../../library/index.ts';
import type { PageAnalysis } from '../analysis/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import { type Distance, type Lease, type Outlink, trapOf } from '../frontier/index.ts';
import { learn, metPage } from '../in-site-exploring/index.ts';
import type { AnalysedPage } from '../rendering/index.ts';
import { requeueForRendering } from '../rendering/index.ts';
import { describePage } from './describe-exchange.ts';
import type { CrawlContext } from './crawl-context.ts';

const MOST_KEPT_BEFORE = 200_000;

/** What came of fetching and reading a page. */
interface Finding {
  readonly redirectTo: string | null;
  readonly reading: AnalysedPage | undefined;
  readonly encoding: string;
  /** Links of what is no page: a sitemap, a feed. */
  readonly listed?: readonly PageLink[];
  /** Sitemaps that the robots.txt of a front page announces. */
  readonly sitemaps?: readonly string[];
}

/** Keeps everything that is known of a page, in one transaction, after its exchange is on disk. */
export async function persistPage(
  context: CrawlContext,
  lease: Lease,
  exchange: Exchange,
  finding: Finding,
): Promise<void> {
  const read = finding.reading;
  await describePage(context, lease, exchange, read, finding.encoding);
  const { links, trapped } = ownLinks(context, lease, finding);
  const page = pageRow(context, lease, exchange, finding, links);
  const forms: readonly JudgedForm[] =
    read !== undefined && isSuccess(exchange.status) ? read.reading.forms : [];
  const met = metPage(lease, isSuccess(exchange.status) ? read?.reading : undefined);
  const noPage = read === undefined && finding.redirectTo === null ? ({ code: 'no-page' } as const) : null;
  const { again = false } = lease;
  const { kept, events } = await context.store.transaction(
    async (trx) => {
      context.strategy.met(met);
      const events = await follow(context, trx, lease, page, finding);
      const kept = again
        ? await instead(context, trx, page, forms)
        : await keepPage(trx, page, forms, context.keptBefore);
      await shelve(trx, page, lease.depth, read?.reading);
      await context.frontier.settle(trx, lease, 'done', noPage);
      await context.statistics.rules(trx, lease.site, trapped);
      if (read !== undefined && !again) await countNofollow(context, trx, lease, read.nofollow);
      await context.scripts.write(trx, context.runId, lease.site, read?.scripts);
      await context.statistics.write(trx, page, kept, context.log.bytes);
      return { kept, events };
    },
    { after: () => context.log.flush() },
  );
  const fresh = kept.filter((form) => form.isNew).length;
  // A page counts once towards what a site was worth.
  if (!again) context.sites.settled(page);
  if (!again || fresh > 0) context.stopping.seen(lease, page, fresh);
  for (const { formId, variant } of kept) context.keptBefore.add(formId).add(variant);
  if (again || context.keptBefore.size > MOST_KEPT_BEFORE) context.keptBefore.clear();
  report(context, lease, page, kept, events);
  if (!again || fresh > 0) await learn(context, lease, met, page, kept);
  if (read !== undefined && wasDeceived(context, lease.site, read))
    await requeueForRendering(context, lease.site);
}

/** Counted like a rule: pages that say it, and links that do. */
async function countNofollow(
  { statistics: tally }: CrawlContext,
  trx: StoreTransaction,
  { site }: Lease,
  { page, links }: AnalysedPage['nofollow'],
): Promise<void> {
  if (page !== null) await tally.rules(trx, site, [NOFOLLOW_RULES[page]]);
  else await tally.rules(trx, site, Array<string>(links).fill(NOFOLLOW_RULES.rel));
}

/** True of the page that surprised, and of one that was spared while it did. */
const wasDeceived = (
  { scripts }: CrawlContext,
  site: string,
  { familiar, scripts: key }: AnalysedPage,
): boolean => familiar === 'surprise' || (familiar === 'spared' && scripts.stateOf(site, key) === 'deceived');

/** Keeps a page in the place of what was known of it before it was rendered after all. */
async function instead(
  context: CrawlContext,
  trx: StoreTransaction,
  page: PageTable,
  forms: readonly JudgedForm[],
): Promise<readonly KeptForm[]> {
  const { kept, gone } = await keepPageAgain(trx, page, forms);
  afterCommit(trx, () => context.statistics.takenBack(gone));
  return kept;
}

/** Hands the text of a page to the library, where it is collected. */
async function shelve(
  trx: StoreTransaction,
  page: PageTable,
  depth: number,
  reading: PageAnalysis | undefined,
): Promise<void> {
  if (reading?.blocks === undefined || !isSuccess(page.status)) return;
  const { run_id: runId, site, domain, url, title, bytes, fetched_at: fetchedAt } = page;
  const { blocks, language } = reading;
  await keepDocument(trx, {
    runId,
    kind: 'page',
    key: url,
    site,
    domain,
    depth,
    url,
    title,
    language,
    blocks,
    bytes,
    fetchedAt,
  });
}

/** Writes where the page leads: its redirect, its site's links, the sites it points to. */
async function follow(
  context: CrawlContext,
  trx: StoreTransaction,
  lease: Lease,
  page: PageTable,
  finding: Finding,
): Promise<HarvestEvent[]> {
  const distance = await currentDistance(trx, lease);
  if (finding.redirectTo !== null) {
    if (actsOn(finding.redirectTo)) return [];
    const target = siteOf(finding.redirectTo);
    if (target === lease.site) {
      if (context.transport.holds(finding.redirectTo)) {
        await context.frontier.links.add(trx, [
          context.frontier.links.redirect(finding.redirectTo, lease.site, distance, lease.id),
        ]);
      }
    } else if (distance.depth === 0)
      await context.sites.moved(trx, context.frontier, lease, distance, finding.redirectTo);
    else {
      const { anchor, around } = lease;
      await context.sites.discover(trx, context.frontier, lease, [
        { url: finding.redirectTo, anchor, around },
      ]);
    }
    return [];
  }
  if (!isSuccess(page.status)) return [];
  if (finding.reading === undefined) {
    if (context.sites.isExploring(lease.site)) await addOwn(context, trx, lease, distance, page);
    return [];
  }
  const { links, reading } = finding.reading;
  const events =
    distance.depth === 0 ? await context.sites.judge(trx, context.frontier, lease.site, reading.topic) : [];
  if (context.sites.isExploring(lease.site)) {
    await addOwn(context, trx, lease, distance, page);
    await context.sites.discover(trx, context.frontier, lease, links);
  } else await context.sites.note(trx, lease, links);
  return events;
}

async function addOwn(
  { frontier: { links } }: CrawlContext,
  trx: StoreTransaction,
  { site, id }: Lease,
  distance: Distance,
  page: PageTable,
): Promise<void> {
  const outlinks = JSON.parse(page.outlinks) as Outlink[];
  if (outlinks.length > 0) await links.add(trx, links.children(outlinks, site, distance, id));
}

/** The link may have come nearer while its page was being fetched. */
async function currentDistance(
  trx: StoreTransaction,
  lease: Lease,
): Promise<{ depth: number; hops: number }> {
  const [row] = await statement<{ depth: number; hops: number }>(
    trx,
    'select depth, hops from link where id = ?',
    [lease.id],
  );
  return row ?? lease;
}

/** The links of a page to its own site, and the traps that others of them lead into. */
function ownLinks(
  context: CrawlContext,
  lease: Lease,
  { reading, listed = [], sitemaps = [] }: Finding,
): { readonly links: readonly PageLink[]; readonly trapped: readonly string[] } {
  // What a front page announces is one level deeper, like its links, and lists pages that are one deeper still.
  const front = context.options.sitemaps && lease.depth === 0;
  const sources = front ? [...sitemaps, ...(reading?.reading.sources ?? [])] : [];
  const all = [...(reading?.links ?? listed), ...sources.map((url) => ({ url, anchor: '', around: '' }))];
  const own = all.filter((link) => siteOf(link.url) === lease.site && link.url !== lease.url);
  const held = own.filter((link) => context.transport.holds(link.url));
  context.statistics.missed(own.length - held.length);
  const traps = held.map((link) => trapOf(link.url, lease.url));
  return {
    links: held.filter((_, i) => traps[i] === undefined),
    trapped: traps.filter((trap) => trap !== undefined),
  };
}

function pageRow(
  context: CrawlContext,
  lease: Lease,
  exchange: Exchange,
  finding: Finding,
  links: readonly PageLink[],
): PageTable {
  const read = finding.reading;
  const refusal = blockedBy(exchange.status, exchange.headers);
  return {
    id: lease.id,
    run_id: context.runId,
    site: lease.site,
    url: lease.url,
    status: exchange.status,
    redirect_to: finding.redirectTo,
    title: read?.reading.title ?? '',
    language: (read?.reading.language ?? '').slice(0, 35),
    encoding: finding.encoding,
    content_type: (header(exchange, 'content-type') ?? '').slice(0, 100),
    bytes: exchange.body.length,
    truncated: exchange.truncated !== undefined || read?.reading.truncated === true ? 1 : 0,
    rendered_by: read === undefined ? 'none' : read.renderedBy,
    render_code: read?.renderReason.code ?? null,
    render_detail: read?.renderReason.detail ?? null,
    domain: read?.reading.topic.domain ?? null,
    similarity: read?.reading.topic.similarity ?? null,
    mentions: read?.reading.mentions ?? 0,
    outlinks: JSON.stringify(links.map((link) => outlinkOf(link, read?.renderedBy !== 'browser'))),
    exchange_offset: exchange.location?.offset ?? null,
    exchange_length: exchange.location?.length ?? null,
    fetched_at: Date.now(),
    fetch_ms: exchange.durationMs,
    render_ms: read?.renderMs ?? null,
    read_ms: read?.readMs ?? null,
    audited: read?.audited ? 1 : 0,
    gain_forms: read?.gain?.searchForms ?? null,
    gain_links: read?.gain?.links ?? null,
    blocked_by: read?.guard ?? refusal ?? null,
    look: read?.reading.look ?? null,
    scripts: read?.scripts ?? null,
    familiar: read?.familiar ?? null,
  };
}

/** Frames of a page that was not rendered are still to be read. */
const outlinkOf = ({ url, anchor, around, frame }: PageLink, plain: boolean): Outlink =>
  frame && plain ? [url, anchor, around, 1] : [url, anchor, around];

function report(
  context: CrawlContext,
  lease: Lease,
  page: PageTable,
  kept: readonly KeptForm[],
  events: readonly HarvestEvent[],
): void {
  for (const event of events) context.emit(event);
  if (page.rendered_by === 'none') {
    if (page.blocked_by)
      context.emit({
        type: 'skipped',
        url: lease.url,
        state: 'refused',
        reason: { code: 'blocked', detail: page.blocked_by },
      });
    return;
  }
  context.emit({
    type: 'page',
    url: lease.url,
    site: lease.site,
    depth: lease.depth,
    status: page.status,
    renderedBy: page.rendered_by,
    ...(page.render_code && { renderReason: reasonOf(page.render_code, page.render_detail) }),
    ...(page.audited === 1 && { audited: true as const }),
    forms: kept.length,
    ms: page.fetch_ms + (page.render_ms ?? 0),
    ...(page.truncated === 1 && { cut: true as const }),
    ...(page.blocked_by && { blockedBy: page.blocked_by }),
  });
  for (const { form, formId, verdict, domain, isNew } of kept) {
    if (!isNew) continue;
    const { action, method } = form;
    context.emit({
      type: 'form',
      formId,
      site: lease.site,
      page: lease.url,
      depth: lease.depth,
      action,
      method,
      domain,
      verdict,
    });
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
