/** The same pages again under other addresses, and pages that ask not to be followed. */

import { seeded, token } from '../seeded.ts';
import type { LinkSpec } from '../site.ts';
import { page } from './failing.ts';
import type { Trap } from './trap.ts';

const mirror: Trap = {
  name: 'mirror',
  kind: 'trap',
  summary: 'the whole site again on a second host',
  pattern: /^\//,
  hosts: /^mirror\./,
  example: '/about',
  link: { on: 'home', links: [{ href: 'http://mirror.{key}/', text: 'Mirror of this site' }] },
};

const nofollow: Trap = {
  name: 'nofollow-links',
  kind: 'trap',
  summary: 'links with rel=nofollow to a wish list that never ends',
  pattern: /^\/wish-list(?:\?|$)/,
  example: '/wish-list?add=100',
  link: { on: 'home', links: [{ href: '/wish-list?add=100', text: 'Add to wish list', rel: 'nofollow' }] },
  answer: (request, { site, draw }) => {
    const random = seeded(site.seed, 'wish list', request.target);
    const links = Array.from({ length: 4 }, (): LinkSpec => {
      const id = random.int(100, 99_999);
      return { href: `/wish-list?add=${id}`, text: `Add ${id}`, rel: 'nofollow' };
    });
    return draw({ title: 'Your wish list', blocks: [{ kind: 'links', links }] });
  },
};

const noIndex: Trap = {
  name: 'noindex-pages',
  kind: 'trap',
  summary: 'drafts without end whose head says noindex, nofollow, and so does their header',
  pattern: /^\/drafts\//,
  example: '/drafts/latest',
  link: { on: 'about', links: [{ href: '/drafts/latest', text: 'Drafts' }] },
  answer: (request, { site, draw }) => {
    const next = token(`${site.seed}:${request.path}`, 8);
    const answer = draw({
      title: 'Draft',
      head: '<meta name="robots" content="noindex,nofollow">',
      blocks: [{ kind: 'links', links: [{ href: `/drafts/${next}`, text: 'Earlier draft' }] }],
    });
    return { ...answer, headers: { ...answer.headers, 'x-robots-tag': 'noindex, nofollow' } };
  },
};

const endlessPaging: Trap = {
  name: 'endless-paging',
  kind: 'trap',
  summary: 'a list whose next page is always there, with the last entries repeated for ever',
  pattern: /^\/bulletins(?:\?|$)/,
  example: '/bulletins',
  link: { on: 'home', links: [{ href: '/bulletins', text: 'All bulletins' }] },
  answer: (request, { draw }) => {
    const number = Number(request.query.get('p') ?? '1');
    if (!Number.isSafeInteger(number) || number < 1) return null;
    const shown = Math.min(number, 5);
    return draw({
      title: 'Bulletins',
      blocks: [
        { kind: 'prose', paragraphs: [`Bulletin ${shown}: the office is closed at Easter.`] },
        { kind: 'links', links: [{ href: `/bulletins?p=${number + 1}`, text: 'Older bulletins' }] },
      ],
    });
  },
};

const SEGMENTS = ['red', 'small', 'new', 'cotton', 'striped', 'reduced'];

const facetPaths: Trap = {
  name: 'facet-paths',
  kind: 'trap',
  summary: 'filters as path segments in any order: 1,957 addresses of one list',
  pattern: /^\/shop-by(?:\/|$)/,
  example: '/shop-by',
  link: { on: 'home', links: [{ href: '/shop-by', text: 'Shop by' }] },
  answer: (request, { draw }) => {
    const chosen = request.path.split('/').slice(2).filter(Boolean);
    if (chosen.some((segment) => !SEGMENTS.includes(segment))) return null;
    const path = request.path.replace(/\/$/, '');
    const links = SEGMENTS.filter((segment) => !chosen.includes(segment)).map(
      (segment): LinkSpec => ({ href: `${path}/${segment}`, text: segment }),
    );
    return draw({
      title: `Scarves ${[...chosen].sort().join(', ')}`,
      blocks: [
        { kind: 'prose', paragraphs: ['Twelve scarves, all in stock.'] },
        { kind: 'links', links },
      ],
    });
  },
};

const baseElement: Trap = {
  name: 'base-element',
  ownMarkup: true,
  kind: 'trap',
  summary: 'a base element sends relative links elsewhere; read without it, they lead to nothing',
  pattern: /^\/brochure(?:\/|$)/,
  example: '/brochure/2026/index.html',
  link: { on: 'about', links: [{ href: '/brochure/2026/index.html', text: 'Brochure' }] },
  answer: (request) => {
    const body = (text: string): string =>
      `<!doctype html><html><head><base href="/brochure/pages/"><title>Brochure</title></head><body><p>${text}<p><a href="one.html">One</a> <a href="two.html">Two</a></body></html>`;
    const known = ['/brochure/2026/index.html', '/brochure/pages/one.html', '/brochure/pages/two.html'];
    return known.includes(request.path)
      ? {
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: body(`Our brochure, ${request.path}`),
        }
      : null;
  },
};

/** A page that only members see; asked without a log-in it sends everybody to the front. */
const loginWall: Trap = {
  name: 'login-wall',
  kind: 'trap',
  summary: 'very many addresses that all redirect to one page asking to log in',
  pattern: /^\/club(?:\/|\?|$)/,
  example: '/club/news/1',
  link: {
    on: 'home',
    links: ['1', '2', '3', '4'].map((at) => ({ href: `/club/news/${at}`, text: `Club news ${at}` })),
  },
  answer: (request, { draw }) =>
    request.path === '/club'
      ? draw(page('Members only', 'Please ask our office for access.'))
      : {
          status: 302,
          headers: { location: `/club?return=${encodeURIComponent(request.target)}` },
          body: '',
        },
};

export const REPEATED: readonly Trap[] = [
  mirror,
  nofollow,
  noIndex,
  endlessPaging,
  facetPaths,
  baseElement,
  loginWall,
];
