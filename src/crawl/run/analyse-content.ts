import type { Exchange } from '../../foundation/http/index.ts';
import { type ListedLink, linksIn } from '../analysis/index.ts';
import { announcedSitemaps, type Lease } from '../frontier/index.ts';
import { analyseHtml } from '../rendering/index.ts';
import type { Answered, ContentReading, StaticContent } from './page-content.ts';

/** The stage `analyse`: reads what the server gave. */
export async function analyseContent(
  reading: ContentReading,
  lease: Lease,
  fetched: Answered,
  signal: AbortSignal,
): Promise<StaticContent> {
  const { exchange } = fetched;
  if (fetched.kind === 'redirect') return { redirectTo: fetched.to, reading: undefined, encoding: '' };
  if (fetched.kind === 'other') {
    const listed = await listedLinks(reading, lease, exchange);
    return { redirectTo: null, reading: undefined, encoding: '', listed };
  }
  const page = await analyseHtml(reading.rendering, lease, exchange, fetched, signal);
  const front = reading.sitemaps && lease.depth === 0;
  const sitemaps = front ? announcedSitemaps((await reading.robots.of(lease.url, signal)).sitemaps) : [];
  return { redirectTo: null, reading: page, encoding: fetched.encoding, sitemaps };
}

/** An index of sitemaps names files, and those pages: an index within an index of an index is not followed. */
const MOST_HOPS = 2;

async function listedLinks(
  { sitemaps, sites }: ContentReading,
  { site, url, hops }: Lease,
  exchange: Exchange,
): Promise<readonly ListedLink[]> {
  if (!sitemaps || exchange.status !== 200 || !sites.isExploring(site)) return [];
  const listed = (await linksIn(exchange, url)) ?? [];
  return hops > MOST_HOPS ? listed.filter(({ frame }) => frame !== true) : listed;
}
