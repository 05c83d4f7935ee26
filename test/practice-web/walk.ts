/** A walk over one site of a world without sockets, breadth first, as a crawler of static pages would go. */

import type { PracticeRequest } from '../../src/practice-web/answer.ts';
import type { FormTruth, SiteTruth } from '../../src/practice-web/truth.ts';
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

/** Where a page that asks to wait leads; undefined for other pages. */
export const leadsTo = (page: string, refresh: string | undefined): string | undefined =>
  page.includes('id="waiting"')
    ? (/http-equiv="refresh" content="0; url=([^"]+)"|location\.replace\("([^"]+)"\)/
        .exec(page)
        ?.slice(1)
        .find(Boolean) ?? /url=(.+)/.exec(refresh ?? '')?.[1])
    : undefined;

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

/** A word of a record that the form's site shows on its front page. */
export function wordOf(world: World, form: FormTruth): string {
  const site = world.truth.sites.find((one) => one.key === form.site);
  const front = textOf(world.answer(requestFor(`http://${site?.hosts[0]}/`)).body);
  const patterns = (site?.databases ?? []).map((database) => new RegExp(database.detail));
  for (const [, href = '', title = ''] of front.matchAll(
    /<a [^>]*href="([^"]+)"[^>]*>(?:<[^>]*>)*([^<]+)/g,
  )) {
    const word = title.match(/[\p{L}\d]{3,}/gu)?.at(-1);
    if (word !== undefined && patterns.some((pattern) => pattern.test(href))) return word;
  }
  throw new Error(`${form.site} shows no record on its front page`);
}
