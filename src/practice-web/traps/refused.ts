/** Requests that a server will not have, and answers that end before their time. */

import { html } from '../answer.ts';
import { always, page } from './failing.ts';
import type { Trap } from './trap.ts';

const LONG = `/query?filter=${'x'.repeat(4000)}`;

const addressTooLong: Trap = {
  name: 'address-too-long',
  kind: 'fault',
  summary: '414 for an address of more than 2,000 characters, which the site itself links',
  pattern: /^\/query(?:\?|$)/,
  example: LONG,
  link: {
    on: 'about',
    links: [
      { href: LONG, text: 'Saved query' },
      { href: '/query?filter=a', text: 'Short query' },
    ],
  },
  answer: (request, { draw }) =>
    request.target.length > 2000
      ? draw(page('Address too long', 'The address of this page is too long.'), 414)
      : draw(page('Query', 'Nothing is stored here any more.')),
};

const cutBody: Trap = {
  name: 'cut-body',
  kind: 'fault',
  summary: 'half a page, then the connection closes at once',
  pattern: /^\/gazette(?:\?|$)/,
  example: '/gazette',
  link: { on: 'about', links: [{ href: '/gazette', text: 'Gazette' }] },
  answer: (_request, { draw }) => ({
    ...draw(page('Gazette', 'Notices of the town.')),
    behaviour: { stallAfter: 400, stallMs: 0 },
  }),
};

const emptyPage: Trap = {
  name: 'empty-page',
  ownMarkup: true,
  kind: 'fault',
  summary: '200 and not one byte, and 204',
  pattern: /^\/blank(?:\/|$)/,
  example: '/blank',
  link: {
    on: 'about',
    links: [
      { href: '/blank', text: 'Plans' },
      { href: '/blank/none', text: 'No plans' },
    ],
  },
  answer: (request) => html('', request.path === '/blank/none' ? 204 : 200),
};

export const REFUSED: readonly Trap[] = [
  always(400, 'bad-request', '/lookup', 'Your browser sent a request that we do not understand.', 'Look up'),
  always(413, 'too-large', '/bulk', 'The request is larger than we are willing to process.', 'Bulk orders'),
  always(524, 'origin-timeout', '/forecast', 'A time-out occurred.', 'Forecast'),
  addressTooLong,
  cutBody,
  emptyPage,
];
