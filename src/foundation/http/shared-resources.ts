/** Scripts and style sheets that the browser's pages share: each page has an HTTP cache of its own, empty at first. */

import { headerValue } from '../warc/index.ts';
import type { Exchange } from './http-client.ts';

/** Bodies kept, together and each, bytes. */
const MOST_BYTES = 32_000_000;
const MOST_BYTES_EACH = 8_000_000;
/** Used where the server does not say how long an answer is fresh. */
const HEURISTIC_MS = 3_600_000;
const LIMITED = /(?:^|[\s,])(?:no-store|no-cache|private|must-revalidate)/i;
const CONSTANT_VARY = /^\s*(?:(?:accept-encoding|accept|user-agent)\s*(?:,\s*|$))*$/i;

/** A cache of answers by address, the longest unused left first. What it answers is neither requested nor archived again. */
export class SharedResources {
  readonly #stored = new Map<string, { readonly exchange: Exchange; readonly until: number }>();
  #bytes = 0;

  take(url: string, now: number): Exchange | undefined {
    const entry = this.#stored.get(url);
    if (entry === undefined) return undefined;
    this.#drop(url);
    if (entry.until <= now) return undefined;
    this.#put(url, entry);
    return entry.exchange;
  }

  keep(url: string, exchange: Exchange, now: number): void {
    const freshMs = freshFor(exchange);
    if (freshMs <= 0 || exchange.body.length > MOST_BYTES_EACH) return;
    this.#drop(url);
    this.#put(url, { exchange, until: now + freshMs });
    for (const oldest of this.#stored.keys()) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#drop(oldest);
    }
  }

  #put(url: string, entry: { readonly exchange: Exchange; readonly until: number }): void {
    this.#stored.set(url, entry);
    this.#bytes += entry.exchange.body.length;
  }

  #drop(url: string): void {
    this.#bytes -= this.#stored.get(url)?.exchange.body.length ?? 0;
    this.#stored.delete(url);
  }
}

/** Returns how long an answer may be given to other pages, ms; after RFC 9111, and nothing that is meant for one visitor. */
export function freshFor({ status, headers, truncated }: Exchange): number {
  const control = headerValue(headers, 'cache-control') ?? '';
  const changing =
    truncated !== undefined ||
    LIMITED.test(control) ||
    headerValue(headers, 'set-cookie') !== undefined ||
    !CONSTANT_VARY.test(headerValue(headers, 'vary') ?? '');
  if (changing || ![200, 404, 410].includes(status)) return 0;
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(control)?.[1];
  if (maxAge !== undefined) return Number(maxAge) * 1_000;
  const expires = headerValue(headers, 'expires');
  if (expires !== undefined) return expiresIn(expires, headerValue(headers, 'date'));
  const unchanging = status !== 200 || headerValue(headers, 'last-modified') !== undefined;
  return unchanging ? HEURISTIC_MS : 0;
}

function expiresIn(expires: string, date: string | undefined): number {
  const ms = Date.parse(expires) - Date.parse(date ?? '');
  return Number.isNaN(ms) ? 0 : ms;
}
