/** Traps made of too many pages. */

import { seeded, token } from '../seeded.ts';
import type { LinkSpec } from '../site.ts';
import type { Trap } from './trap.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const monthPath = (month: number): string =>
  `/calendar/${Math.floor(month / 12)}/${String((month % 12) + 1).padStart(2, '0')}`;

const calendar: Trap = {
  name: 'endless-calendar',
  kind: 'trap',
  summary: 'a calendar that links to next and previous month for ever, and to empty days',
  pattern: /^\/calendar(?:\/|$)/,
  example: '/calendar',
  link: { on: 'home', links: [{ href: '/calendar', text: 'Events calendar' }] },
  answer: (request, { site, draw }) => {
    const [, year, month, day] = /^\/calendar(?:\/(\d{1,5})\/(\d\d)(?:\/(\d\d))?)?$/.exec(request.path) ?? [];
    const at =
      year === undefined
        ? site.now.getUTCFullYear() * 12 + site.now.getUTCMonth()
        : Number(year) * 12 + Number(month) - 1;
    const title = `${MONTHS[at % 12]} ${Math.floor(at / 12)}`;
    if (day !== undefined)
      return draw({
        title: `${Number(day)} ${title}`,
        blocks: [
          { kind: 'prose', paragraphs: ['No events on this day.'] },
          { kind: 'links', links: [{ href: monthPath(at), text: title }] },
        ],
      });
    const days = seeded(site.seed, 'days', at)
      .sample(
        Array.from({ length: 28 }, (_, index) => index + 1),
        9,
      )
      .sort((a, b) => a - b);
    return draw({
      title,
      blocks: [
        {
          kind: 'links',
          links: [
            { href: monthPath(at - 1), text: '« previous month' },
            { href: monthPath(at + 1), text: 'next month »' },
          ],
        },
        {
          kind: 'links',
          title: 'Days',
          links: days.map(
            (number): LinkSpec => ({
              href: `${monthPath(at)}/${String(number).padStart(2, '0')}`,
              text: String(number),
            }),
          ),
        },
      ],
    });
  },
};

const TOPICS = ['delivery', 'returns', 'jobs', 'history'];

const sessionIds: Trap = {
  name: 'session-ids',
  kind: 'trap',
  summary:
    'every page hands out a new session id in the query of its links, so four pages have endless addresses',
  pattern: /^\/service(?:\/|\?|$)/,
  example: '/service',
  link: { on: 'home', links: [{ href: '/service', text: 'Customer service' }] },
  answer: (request, { site, draw }) => {
    const topic = request.path.split('/')[2] ?? '';
    if (topic !== '' && !TOPICS.includes(topic)) return null;
    const id = token(`${site.seed}:${request.target}`, 26);
    const links = TOPICS.map(
      (name): LinkSpec => ({ href: `/service/${name}?PHPSESSID=${id}`, text: `About ${name}` }),
    );
    return draw({
      title: topic === '' ? 'Customer service' : `Customer service: ${topic}`,
      blocks: [
        { kind: 'prose', paragraphs: ['Our team answers within one working day.'] },
        { kind: 'links', links },
      ],
    });
  },
};

const FACETS: Readonly<Record<string, readonly string[]>> = {
  colour: ['red', 'blue', 'green'],
  size: ['small', 'large'],
  sale: ['yes'],
};

const facets: Trap = {
  name: 'facet-explosion',
  kind: 'trap',
  summary: 'filter links that combine in any order: the same few pages under very many addresses',
  pattern: /^\/gallery(?:\?|$)/,
  example: '/gallery',
  link: { on: 'home', links: [{ href: '/gallery', text: 'Picture gallery' }] },
  answer: (request, { draw }) => {
    const links: LinkSpec[] = [];
    for (const [name, values] of Object.entries(FACETS)) {
      if (request.query.has(name)) continue;
      for (const value of values) {
        const query = new URLSearchParams(request.query);
        query.append(name, value);
        links.push({ href: `/gallery?${query}`, text: `${name}: ${value}` });
      }
    }
    const shown =
      [...request.query]
        .map(([name, value]) => `${name} ${value}`)
        .sort()
        .join(', ') || 'everything';
    return draw({
      title: 'Picture gallery',
      blocks: [
        { kind: 'prose', paragraphs: [`Showing ${shown}. 0 to 12 of 12 pictures.`] },
        { kind: 'links', title: 'Narrow down', links },
      ],
    });
  },
};

const deepPaths: Trap = {
  name: 'growing-path',
  kind: 'trap',
  summary: 'relative links that repeat a path segment at every step',
  pattern: /^\/archive\//,
  example: '/archive/',
  link: { on: 'about', links: [{ href: '/archive/', text: 'Archive' }] },
  answer: (request, { draw }) =>
    /^\/archive\/(?:older\/){0,40}$/.test(request.path)
      ? draw({
          title: 'Archive',
          blocks: [{ kind: 'html', html: '<p><a href="older/">Older entries</a></p>' }],
        })
      : null,
};

const nearDuplicates: Trap = {
  name: 'near-duplicates',
  kind: 'trap',
  summary: 'one page under several addresses that differ by print view, tracking and order of parameters',
  pattern: /^\/press(?:\?|$)/,
  example: '/press?id=3&view=print',
  link: {
    on: 'home',
    links: [
      { href: '/press?id=1', text: 'Press release' },
      { href: '/press?id=1&view=print', text: 'Print version' },
      { href: '/press?utm_source=home&id=1', text: 'Latest press release' },
      { href: '/press?id=2', text: 'Earlier press release' },
    ],
  },
  answer: (request, { site, draw }) => {
    const number = request.query.get('id') ?? '1';
    const print = request.query.get('view') === 'print';
    return draw({
      title: `Press release ${number}`,
      blocks: [
        {
          kind: 'prose',
          paragraphs: [
            `${site.name} announces release number ${number}. ${print ? 'Printed from our web site.' : 'For questions please write to our press office.'}`,
            'The full text is sent to journalists on request.',
          ],
        },
      ],
    });
  },
};

const softMissing: Trap = {
  name: 'soft-404',
  kind: 'trap',
  summary: 'pages that do not exist answer 200 with an apology and links to more of them',
  pattern: /^\/topics\//,
  example: '/topics/gone',
  link: { on: 'home', links: [{ href: '/topics/popular', text: 'Popular topics' }] },
  answer: (request, { site, draw }) => {
    const links = ['a', 'b', 'c'].map(
      (letter): LinkSpec => ({
        href: `/topics/${token(`${site.seed}:${request.path}:${letter}`, 8)}`,
        text: `Topic ${letter.toUpperCase()}`,
      }),
    );
    return draw({
      title: 'Page not found',
      blocks: [
        { kind: 'prose', paragraphs: ['Sorry, the page you are looking for has moved or does not exist.'] },
        { kind: 'links', title: 'Maybe one of these?', links },
      ],
    });
  },
};

export const ENDLESS: readonly Trap[] = [
  calendar,
  sessionIds,
  facets,
  deepPaths,
  nearDuplicates,
  softMissing,
];
