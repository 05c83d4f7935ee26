import type { Announcement } from '../../forms/index.ts';
import {
  type Exchange,
  type HttpClient,
  redirectLocation,
  TransportError,
} from '../../foundation/http/index.ts';
import { canonicalUrl, hostOf, siteOf } from '../../foundation/url/index.ts';

/** Maps the address of an OpenSearch description to what it says; null where it offers no search that can be queried. */
export type KnownDescriptions = ReadonlyMap<string, Announcement | null>;

/** Waits for the turn of an address's host. @returns false where it may not be requested */
export type Permit = (url: string, signal: AbortSignal) => Promise<boolean>;

const MOST_A_SITE = 3;
const MAX_REDIRECTS = 3;
const MAX_BYTES = 200_000;
const NOTHING: KnownDescriptions = new Map();

/** Fetches the OpenSearch descriptions that pages of the same site link to, each once a run. */
export class SearchDescriptions {
  private readonly egress: HttpClient;
  private readonly permit: Permit;
  private readonly ended: (url: string) => void;
  private readonly sites = new Map<string, Map<string, Announcement | null>>();
  private readonly requested = new Map<string, Promise<void>>();

  constructor(egress: HttpClient, permit: Permit, ended: (url: string) => void = () => undefined) {
    this.egress = egress;
    this.permit = permit;
    this.ended = ended;
  }

  known(site: string): KnownDescriptions {
    return this.sites.get(site) ?? NOTHING;
  }

  /** Resolves when these are known. */
  async learn(urls: readonly string[], site: string, signal: AbortSignal): Promise<void> {
    const known = this.sites.get(site) ?? new Map<string, Announcement | null>();
    this.sites.set(site, known);
    for (const url of urls) {
      if (known.has(url)) continue;
      const key = `${site} ${url}`;
      const most = known.size >= MOST_A_SITE || siteOf(url) !== site;
      const reading =
        this.requested.get(key) ?? (most ? Promise.resolve() : this.ask(url, site, known, signal));
      this.requested.set(key, reading);
      try {
        await reading;
      } catch (error) {
        this.requested.delete(key);
        throw error;
      }
      if (!known.has(url)) known.set(url, null);
    }
  }

  private async ask(
    from: string,
    site: string,
    known: Map<string, Announcement | null>,
    signal: AbortSignal,
  ): Promise<void> {
    let url = from;
    for (let hops = 0; hops <= MAX_REDIRECTS && siteOf(url) === site; hops++) {
      const exchange = await this.fetch(url, signal);
      if (exchange === undefined) return;
      const location = redirectLocation(exchange);
      const to = location === undefined ? undefined : canonicalUrl(location, url);
      if (to === undefined) {
        const { readDescription } = await import('../../forms/index.ts');
        const announced =
          exchange.status === 200 ? readDescription(exchange.body.toString('utf8'), url) : undefined;
        if (announced !== undefined && siteOf(announced.action) === site) known.set(from, announced);
        return;
      }
      url = to;
    }
  }

  private async fetch(url: string, signal: AbortSignal): Promise<Exchange | undefined> {
    if (!(await this.permit(url, signal))) return undefined;
    try {
      return await this.egress.fetch({ url, kind: 'other' }, { signal, limits: { maxBytes: MAX_BYTES } });
    } catch (error) {
      if (!(error instanceof TransportError) || error.reason === 'aborted') throw error;
      return undefined;
    } finally {
      this.ended(hostOf(url));
    }
  }
}
