import { blockedBy, type PageLink } from '../../foundation/dom/index.ts';
import { type Exchange, responseHeader } from '../../foundation/http/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import type { PageRow } from '../../storage/index.ts';
import type { Lease, Outlink } from '../frontier/index.ts';
import type { PageContent } from './page-content.ts';

/** @param outlinks of {@link outlinksOf} @param relevancy of the link to it */
export function pageRow(
  runId: number,
  lease: Lease,
  exchange: Exchange,
  content: PageContent,
  outlinks: readonly Outlink[],
  relevancy: number | null,
): PageRow {
  const read = content.reading;
  const refusal = blockedBy(exchange.status, exchange.headers);
  return {
    id: lease.id,
    run_id: runId,
    site: lease.site,
    url: lease.url,
    status: exchange.status,
    redirect_to: content.redirectTo,
    title: read?.reading.title ?? '',
    language: (read?.reading.language ?? '').slice(0, 35),
    encoding: content.encoding,
    content_type: (responseHeader(exchange, 'content-type') ?? '').slice(0, 100),
    bytes: exchange.body.length,
    truncated: exchange.truncated !== undefined || read?.reading.truncated === true ? 1 : 0,
    rendered_by: read === undefined ? 'none' : read.renderedBy,
    render_code: read?.renderReason.code ?? null,
    render_detail: read?.renderReason.detail ?? null,
    domain: read?.reading.topic.domain ?? null,
    similarity: read?.reading.topic.similarity ?? null,
    mentions: read?.reading.mentions ?? 0,
    relevancy,
    outlinks: JSON.stringify(outlinks),
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

/** Returns links that are followed as pages, of the page's own site and of others, as its row stores them. */
export const outlinksOf = (
  links: readonly PageLink[],
  site: string,
  { reading }: PageContent,
): readonly Outlink[] => links.map((link) => outlinkOf(link, site, reading?.renderedBy !== 'browser'));

function outlinkOf({ url, anchor, around, frame, near }: PageLink, site: string, plain: boolean): Outlink {
  const place = siteOf(url) !== site ? 2 : near || (frame && plain) ? 1 : 0;
  return place === 0 ? [url, anchor, around] : [url, anchor, around, place];
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
