/** Resolves names: few look-ups at a time, cached for a minute, and checked before a connection is opened. */

import { lookup as systemLookup } from 'node:dns/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import { allowedAddresses, isLocalName, type Reach } from './address-policy.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { TransportError } from './transport.ts';

/** Returns all addresses of a name; rejects where there is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const CACHE_MS = 60_000;
const CACHE_FAILURE_MS = 15_000;
const MAX_CACHED = 10_000;
/** Spares two of the four pool threads, which files and compression also need, from a dead name server. */
const MAX_LOOKUPS = 2;

/** Resolves by the system, `/etc/hosts` included. */
export const resolveBySystem: Resolve = async (hostname) => {
  if (isLocalName(hostname)) return ['127.0.0.1', '::1'];
  const found = await systemLookup(hostname, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
};

interface CachedLookup {
  readonly addresses: Promise<readonly string[]>;
  until: number;
}

/** Caches look-ups; concurrent ones of a name share one. */
export const cachedResolve = (resolve: Resolve, clock: () => number = Date.now): Resolve => {
  const cache = new Map<string, CachedLookup>();
  const limiter = createConcurrencyLimiter(MAX_LOOKUPS);
  const lookUp = async (hostname: string) => {
    const release = await limiter.enter(0);
    return resolve(hostname).finally(release);
  };
  return (hostname) => {
    const cached = cache.get(hostname);
    if (cached && cached.until > clock()) return cached.addresses;
    if (cache.size >= MAX_CACHED) cache.clear();
    const entry: CachedLookup = { addresses: lookUp(hostname), until: clock() + CACHE_MS };
    entry.addresses.catch(() => {
      entry.until = clock() + CACHE_FAILURE_MS;
    });
    cache.set(hostname, entry);
    return entry.addresses;
  };
};

/** Creates a `lookup` that returns only allowed addresses; the connection uses them, so later DNS answers change nothing. */
export const checkedLookup =
  (resolve: Resolve, reach: Reach): LookupFunction =>
  (hostname, options, callback) => {
    const answer = async () => {
      const addresses = allowedAddresses(hostname, await resolve(hostname), reach);
      return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    };
    answer().then(
      (found) => {
        const fitting =
          options.family === 4 || options.family === 6
            ? found.filter((f) => f.family === options.family)
            : found;
        const first = fitting[0];
        if (!first) callback(new TransportError('dns', 'the host name has no usable address'), '', 0);
        else if (options.all) callback(null, [...fitting]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };
