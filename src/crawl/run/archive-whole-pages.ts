/** Archives what pages with search forms are drawn with, so that they open in a replay. */

import { absoluteOf, cssAddresses, subresourcesOf } from '../../foundation/dom/index.ts';
import {
  type Exchange,
  redirectLocation,
  responseHeader,
  TransportError,
} from '../../foundation/http/index.ts';
import { hostOf } from '../../foundation/url/index.ts';
import { archivedTree, harvestedForms } from '../../library/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import type { HostAccess } from './host-access.ts';
import type { Pause } from './pause.ts';
import type { Recording } from './recording.ts';

interface WholePages {
  readonly recording: Recording;
  readonly hosts: HostAccess;
  readonly pause: Pause;
  readonly options: Pick<ResolvedOptions, 'concurrency' | 'maxDisk' | 'maxRequests' | 'maxSeconds'>;
}

/** Counts style sheets, too. */
const MAX_PARTS = 200;

/** Fetches the parts of every page with a search form, each address once; hosts are asked as for pages. */
export async function archiveWholePages(parts: WholePages, stop: AbortSignal): Promise<void> {
  const { store, runId, log } = parts.recording;
  await log.flush();
  const pages = new Set<string>();
  for await (const { page, searchable } of harvestedForms(store, runId)) if (searchable) pages.add(page);
  // Addresses, and hosts that do not answer.
  const requested = new Set<string>();
  const bySite = [...Map.groupBy(pages, hostOf).values()];
  // Side by side, the pages of a host one after another.
  const work = async () => {
    for (let group = bySite.pop(); group !== undefined; group = bySite.pop())
      for (const page of group) await archiveParts(parts, page, requested, stop);
  };
  await Promise.all(Array.from({ length: Math.min(parts.options.concurrency, bySite.length) }, work));
}

async function archiveParts(
  { recording, hosts, options, pause }: WholePages,
  page: string,
  requested: Set<string>,
  stop: AbortSignal,
): Promise<void> {
  const tree = await archivedTree(recording.store, recording.runId, page);
  if (tree === undefined) return;
  const queue = subresourcesOf(tree);
  for (let at = 0; at < Math.min(queue.length, MAX_PARTS); at++) {
    await pause.over(stop);
    if (stop.aborted || isOverBudget(recording, options)) return;
    const url = queue[at];
    if (url === undefined || requested.has(url)) continue;
    requested.add(url);
    const exchange = await fetchPart(hosts, url, requested, stop);
    if (exchange === undefined) continue;
    const location = redirectLocation(exchange);
    const further =
      location !== undefined
        ? [location]
        : /^text\/css\b/i.test(responseHeader(exchange, 'content-type') ?? '')
          ? cssAddresses(exchange.body.toString('utf8'))
          : [];
    for (const address of further) {
      const absolute = absoluteOf(address, url);
      if (absolute !== undefined && !queue.includes(absolute)) queue.push(absolute);
    }
  }
}

function isOverBudget({ log, statistics }: Recording, options: WholePages['options']): boolean {
  const { maxDisk, maxRequests = Number.POSITIVE_INFINITY, maxSeconds = Number.POSITIVE_INFINITY } = options;
  return (
    log.bytes >= maxDisk || statistics.requests >= maxRequests || statistics.activeMs >= maxSeconds * 1_000
  );
}

/** Returns undefined where it may not be fetched, or cannot. */
async function fetchPart(
  { http, politeness, robots, deny }: HostAccess,
  url: string,
  requested: Set<string>,
  signal: AbortSignal,
): Promise<Exchange | undefined> {
  const host = hostOf(url);
  if (requested.has(host)) return undefined;
  try {
    if (deny(url) !== undefined || !(await robots.of(url, signal)).allows(url)) return undefined;
    await politeness.acquire(host, signal);
    try {
      return await http.fetch({ url, kind: 'subresource' }, { signal });
    } finally {
      politeness.release(host);
    }
  } catch (error) {
    // A page lacks a picture: no reason to end a run.
    if (!(error instanceof TransportError || signal.aborted)) throw error;
    // Neither does a host that does not answer keep it waiting for each of them.
    requested.add(host);
    return undefined;
  }
}
