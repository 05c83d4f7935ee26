/** Names to numbers: few look-ups at a time, remembered for a minute, and checked before anybody connects. */

import { lookup as systemLookup } from 'node:dns/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import { allowedAddresses, isLocalName } from './address-policy.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { TransportError } from './transport.ts';

/** All addresses of a name; rejects where there is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const REMEMBER_MS = 60_000;
const REMEMBER_FAILURE_MS = 15_000;
const REMEMBERED = 10_000;
/**
 * The system's look-up blocks a thread of a pool of four that files and compression need as well; a dead name
 * server must not take all of them.
 */
const AT_ONCE = 2;

/** The system's own look-up, `/etc/hosts` and all. */
export const resolveBySystem: Resolve = async (hostname) => {
  if (isLocalName(hostname)) return ['127.0.0.1', '::1'];
  const found = await systemLookup(hostname, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
};

interface Remembered {
  readonly addresses: Promise<readonly string[]>;
  until: number;
}

/** The same, asking once for a name that many want at once. */
export const rememberingResolve = (resolve: Resolve, clock: () => number = Date.now): Resolve => {
  const known = new Map<string, Remembered>();
  const gate = createConcurrencyLimiter(AT_ONCE);
  const ask = async (hostname: string) => {
    const leave = await gate.enter(0);
    return resolve(hostname).finally(leave);
  };
  return (hostname) => {
    const held = known.get(hostname);
    if (held && held.until > clock()) return held.addresses;
    if (known.size >= REMEMBERED) known.clear();
    const entry: Remembered = { addresses: ask(hostname), until: clock() + REMEMBER_MS };
    entry.addresses.catch(() => {
      entry.until = clock() + REMEMBER_FAILURE_MS;
    });
    known.set(hostname, entry);
    return entry.addresses;
  };
};

/**
 * A `lookup` for `net.connect` that gives only addresses that may be connected to. The connection is opened to
 * what this returns, so a name that changes its mind between check and use gains nothing.
 */
export const checkedLookup =
  (resolve: Resolve, allowPrivate: boolean): LookupFunction =>
  (hostname, options, callback) => {
    const answer = async () => {
      const addresses = allowedAddresses(hostname, await resolve(hostname), allowPrivate);
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
