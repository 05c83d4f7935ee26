/** One loopback address for each site, for clients that cannot map names, and the way from names to addresses in pages. */

import type { Truth } from './truth.ts';

/** Host names by the address that stands for them. */
export type Addresses = ReadonlyMap<string, string>;

/** Addresses 127.81.0.1, 127.81.0.2 and so on for canonical hosts; mirrors have their own. */
export function assignAddresses(truth: Truth, more: readonly string[]): Addresses {
  const hosts = truth.sites.flatMap((site) => [
    ...site.hosts.slice(0, 1),
    ...site.hosts.filter((host) => host.startsWith('mirror.')),
  ]);
  return new Map(
    [...hosts, ...more].map((host, at) => [`127.81.${Math.floor(at / 250)}.${(at % 250) + 1}`, host]),
  );
}

/** How addresses in pages and redirects must be written for a client. */
export type Move = (text: string) => string;

const HOSTS = /(https?):\/\/([a-z0-9.-]+\.test)(?![\w.-])/g;

/** Lets addresses point to `NAME.test.localhost:PORT`. */
export const toLocalhost =
  (suffix: string): Move =>
  (text) =>
    text.replace(HOSTS, (_whole, scheme: string, host: string) => `${scheme}://${host}${suffix}`);

/** Lets addresses point to the loopback address of each site. */
export function toAddresses(
  addresses: Addresses,
  truth: Truth,
  ports: { readonly http: number; readonly https: number | null },
): Move {
  const byHost = new Map([...addresses].map(([address, host]) => [host, address]));
  for (const site of truth.sites)
    for (const host of site.hosts) {
      const canonical = byHost.get(site.hosts[0] ?? '');
      if (!byHost.has(host) && canonical) byHost.set(host, canonical);
    }
  return (text) =>
    text.replace(HOSTS, (whole, scheme: string, host: string) => {
      const address = byHost.get(host);
      if (!address) return whole;
      return scheme === 'https' && ports.https !== null
        ? `https://${address}:${ports.https}`
        : `http://${address}:${ports.http}`;
    });
}

/** The truth with the address of each site, and seeds that a client without names can open. */
export function addressed(truth: Truth, addresses: Addresses, port: number, move: Move): Truth {
  const byHost = new Map([...addresses].map(([address, host]) => [host, address]));
  return {
    ...truth,
    sites: truth.sites.map((site) => ({ ...site, address: `${byHost.get(site.hosts[0] ?? '')}:${port}` })),
    seeds: Object.fromEntries(Object.entries(truth.seeds).map(([name, urls]) => [name, urls.map(move)])),
  };
}
