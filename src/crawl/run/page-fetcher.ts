import { parseTree } from '../../foundation/dom/index.ts';
import { decodeHtml, responseHeader } from '../../foundation/http/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import type { LinkReason } from '../../storage/index.ts';
import { FormSession, isRequestFailure, onwardRequest } from '../../submissions/index.ts';
import type { Lease } from '../frontier/index.ts';
import { UNREACHABLE_AFTER } from './admit.ts';
import type { CrawlStatistics } from './crawl-statistics.ts';
import { type Fetched, fetchPage } from './fetch-page.ts';
import type { HostAccess } from './host-access.ts';
import type { OutageDetector } from './outage-detector.ts';
import { outboundOf } from './query-form.ts';
import { SiteSessions } from './site-sessions.ts';

/** Characters of a page that only stands before another one. */
const MOST_GATE = 300_000;
const RADIO = /\btype\s{0,9}=\s{0,9}["']?radio\b/i;
const FIRST_BACK_OFF_MS = 500;
/** Faults of a host that cannot be connected to. All others are those of one address. */
const CONNECTING: ReadonlySet<string> = new Set(['dns', 'connect', 'tls']);
/** Different addresses of a host that fail in a row, before it is the host that fails. */
const MOST_FAULTY = 10;

type FetchResult =
  | Exclude<Fetched, { kind: 'retry' | 'failed' }>
  | { readonly kind: 'later' }
  | { readonly kind: 'failed'; readonly reason: LinkReason };

type FetchAccess = Pick<HostAccess, 'http' | 'politeness' | 'robots' | 'deny' | 'acceptsTerms'>;

/** Fetches pages, and observes which hosts fail, which need time, and whether any still answers. */
export class PageFetcher {
  private readonly hosts: FetchAccess;
  private readonly outages: OutageDetector;
  private readonly statistics: CrawlStatistics;
  private readonly maxRetries: number;
  private readonly sessions: SiteSessions;
  /** Counts the attempts of links, afresh after a resume: a server that wanted us to wait is not to blame for the death of a process. */
  private readonly tries = new Map<number, number>();
  /** Links that failed at each host since it last answered. */
  private readonly faulty = new Map<string, Set<number>>();

  constructor(hosts: FetchAccess, outages: OutageDetector, statistics: CrawlStatistics, maxRetries: number) {
    this.hosts = hosts;
    this.sessions = new SiteSessions(
      async (url, signal) =>
        hosts.deny(url) === undefined && (await hosts.robots.of(url, signal)).allows(url),
      async (url, signal) => {
        const { host } = new URL(url);
        hosts.politeness.release(host);
        await hosts.politeness.acquire(host, signal);
      },
    );
    this.outages = outages;
    this.statistics = statistics;
    this.maxRetries = maxRetries;
  }

  /** Fetches the page of a link whose turn at its host has come. @throws {NetworkDownError} */
  async fetch(lease: Lease, signal: AbortSignal): Promise<FetchResult> {
    const { http, politeness } = this.hosts;
    const fetched = await fetchPage(http, lease.url, signal, this.sessions);
    politeness.release(lease.host);
    if (fetched.kind === 'retry') return this.retry(lease, fetched);
    if (fetched.kind === 'failed') {
      if (fetched.unreachable) this.outages.heard(lease.host, fetched.reason.code);
      if (fetched.unreachable) this.giveUp(lease.host);
      if (fetched.miss) this.statistics.missed();
      return { kind: 'failed', reason: fetched.reason };
    }
    this.answered(lease.host);
    this.outages.broken();
    return fetched.kind === 'html' ? this.pastGates(lease, fetched, signal) : fetched;
  }

  /** Goes past terms that the user agrees to, and past choices, to the search behind them; its session stays with the host. */
  private async pastGates(
    { url, host }: Lease,
    fetched: Extract<Fetched, { kind: 'html' }>,
    signal: AbortSignal,
  ): Promise<FetchResult> {
    const { html, exchange, encoding } = fetched;
    const accepts = this.hosts.acceptsTerms?.(url) === true;
    if (exchange.status !== 200 || html.length > MOST_GATE || !(accepts || RADIO.test(html))) return fetched;
    const tree = parseTree(html, exchange.url, { encoding });
    if (onwardRequest({ tree, encoding }, accepts) === undefined) return fetched;
    const session = new FormSession(outboundOf({ hosts: this.hosts, browser: undefined }), signal, 0);
    const passed = await session.formPage(url).catch((error: unknown) => {
      if (signal.aborted || !isRequestFailure(error)) throw error;
      return undefined;
    });
    const to = passed && canonicalUrl(passed.exchange.url);
    if (passed === undefined || passed.status !== 200) return fetched;
    this.sessions.keep(host, session.jar);
    const isElsewhere = to !== undefined && to !== canonicalUrl(url) && passed.isLinkable;
    if (isElsewhere) return { kind: 'redirect', exchange, to };
    const { text } = decodeHtml(passed.exchange.body, responseHeader(passed.exchange, 'content-type'));
    return { kind: 'html', exchange: passed.exchange, html: text, encoding: passed.encoding };
  }

  private retry(lease: Lease, fetched: Extract<Fetched, { kind: 'retry' }>): FetchResult {
    const { politeness } = this.hosts;
    const { exchange, reason, afterMs } = fetched;
    if (exchange !== undefined) this.answered(lease.host);
    else {
      this.outages.heard(lease.host, reason.code);
      this.blame(lease, reason.code);
    }
    const tries = (this.tries.get(lease.id) ?? 0) + 1;
    this.tries.set(lease.id, tries);
    if (tries > this.maxRetries)
      return exchange === undefined ? { kind: 'failed', reason } : { kind: 'other', exchange, reason };
    politeness.blockUntil(lease.host, afterMs ?? FIRST_BACK_OFF_MS * 2 ** (tries - 1));
    return { kind: 'later' };
  }

  /** A page's own fault, such as an answer that is no HTTP, says nothing of its host. */
  private blame({ host, id }: Lease, code: string): void {
    if (CONNECTING.has(code)) {
      this.hosts.politeness.recordFailure(host);
      return;
    }
    const faulty = this.faulty.get(host) ?? new Set();
    this.faulty.set(host, faulty.add(id));
    if (faulty.size >= MOST_FAULTY) this.giveUp(host);
  }

  private giveUp(host: string): void {
    for (let i = 0; i < UNREACHABLE_AFTER; i++) this.hosts.politeness.recordFailure(host);
  }

  private answered(host: string): void {
    this.faulty.delete(host);
    this.hosts.politeness.answered(host);
  }
}
