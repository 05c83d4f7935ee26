/** A walk over one site of a world without sockets, breadth first, as a crawler of static pages would go. */

import type { PracticeRequest } from '../../src/practice-web/answer.ts';
import type { SiteTruth } from '../../src/practice-web/truth.ts';
import type { World } from '../../src/practice-web/world.ts';

export function requestFor(url: string, method = 'GET', body = ''): PracticeRequest {
  const { host, pathname, search, searchParams } = new URL(url);
  return {
    host,
    method,
    path: pathname,
    target: pathname + search,
    query: searchParams,
    body: new URLSearchParams(body),
    acceptsGzip: false,
  };
}

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : Buffer.from(body).toString('latin1');

/** Links and frames of a page within the site. */
function linksOf(page: string, url: string, hosts: readonly string[]): string[] {
  const found: string[] = [];
  for (const [, reference = ''] of page.matchAll(/<(?:a|iframe)\s[^>]*?(?:href|src)="?([^">\s]+)/gi)) {
    const target = URL.parse(reference.replaceAll('&amp;', '&'), url);
    if (target && hosts.includes(target.host)) found.push(target.href.replace(/#.*/, ''));
  }
  return found;
}

/** @returns depth by address of every page within `limit` links of the home page, robots.txt obeyed */
export function depths(world: World, site: SiteTruth, limit = 3): Map<string, number> {
  const start = `http://${site.hosts[0]}/`;
  const known = new Map([[start, 0]]);
  for (const [url, depth] of known) {
    if (site.robots.disallow.some((prefix) => new URL(url).pathname.startsWith(prefix))) continue;
    const answer = world.answer(requestFor(url));
    const { location } = answer.headers;
    const next = location ? [new URL(location, url).href] : linksOf(textOf(answer.body), url, site.hosts);
    if (!location && (depth >= limit || answer.headers['content-encoding'])) continue;
    for (const target of next) {
      if (!known.has(target) && site.hosts.includes(new URL(target).host))
        known.set(target, location ? depth : depth + 1);
    }
  }
  return known;
}
