/** Answers that fail, settle after a while, or never come. */

import { html, redirect } from '../answer.ts';
import type { PageContent } from '../site.ts';
import type { Trap, TrapTools } from './trap.ts';

export const page = (title: string, text: string): PageContent => ({
  title,
  blocks: [{ kind: 'prose', paragraphs: [text] }],
});

export const always = (status: number, name: string, path: string, text: string, title: string): Trap => ({
  name,
  kind: 'fault',
  summary: `${status} for ever`,
  pattern: new RegExp(`^${path}(?:\\?|$)`),
  example: path,
  link: { on: 'about', links: [{ href: path, text: title }] },
  answer: (_request, { draw }) => draw(page(title, text), status),
});

/** Fails until `settleMs` after the first request, then answers for good, so that who retries ends up with the same page. */
const atFirst = (
  status: number,
  name: string,
  path: string,
  retryAfterSeconds: number,
  title: string,
): Trap => ({
  name,
  kind: 'fault',
  summary: `${status} with Retry-After ${retryAfterSeconds} at first, then the page`,
  pattern: new RegExp(`^${path}(?:\\?|$)`),
  example: path,
  link: { on: 'home', links: [{ href: path, text: title }] },
  answer: (_request, { draw, memory, site }: TrapTools) => {
    if (memory.sinceFirst(site.key + path) >= retryAfterSeconds * 1000)
      return draw(page(title, 'Thank you for your patience.'));
    const answer = draw(page('Please come back later', 'We are very busy just now.'), status);
    return { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfterSeconds) } };
  },
});

const forbidden = always(403, 'forbidden', '/members', 'Members only.', 'Members');
const serverError = always(
  500,
  'server-error',
  '/statistics',
  'An error occurred on the server when processing the URL.',
  'Statistics',
);
const gone = always(410, 'gone', '/old-shop', 'This page has been removed.', 'Old shop');
const tooMany = atFirst(429, 'too-many-requests', '/ranking', 1, 'Ranking');
const unavailable = atFirst(503, 'unavailable', '/status', 1, 'Current status');

const redirectLoop: Trap = {
  name: 'redirect-loop',
  kind: 'fault',
  summary: 'three addresses that redirect to each other',
  pattern: /^\/go\/[abc]$/,
  example: '/go/a',
  link: { on: 'home', links: [{ href: '/go/a', text: 'Partner offer' }] },
  answer: (request) => redirect({ '/go/a': '/go/b', '/go/b': '/go/c' }[request.path] ?? '/go/a'),
};

const redirectChain: Trap = {
  name: 'redirect-chain',
  kind: 'fault',
  summary: 'five redirects (301, 302, 303, 307, 308) and then a page',
  pattern: /^\/moved(?:\/\d)?$/,
  example: '/moved',
  link: { on: 'home', links: [{ href: '/moved', text: 'Opening hours' }] },
  answer: (request, { draw }) => {
    const step = Number(request.path.split('/')[2] ?? 0);
    return step >= 5
      ? draw(page('Opening hours', 'Monday to Friday, nine to six.'))
      : redirect(`/moved/${step + 1}`, [301, 302, 303, 307, 308][step]);
  },
};

const slowStart: Trap = {
  name: 'slow-start',
  kind: 'fault',
  summary: 'the first byte comes after 1.5 s',
  pattern: /^\/report(?:\?|$)/,
  example: '/report',
  link: { on: 'about', links: [{ href: '/report', text: 'Annual report' }] },
  answer: (_request, { draw }) => ({
    ...draw(page('Annual report', 'The figures are available in our office.')),
    behaviour: { delayMs: 1500 },
  }),
};

const stalledBody: Trap = {
  name: 'stalled-body',
  kind: 'fault',
  summary: 'half a page, then silence for 8 s, then the connection closes',
  pattern: /^\/webcam(?:\?|$)/,
  example: '/webcam',
  link: { on: 'about', links: [{ href: '/webcam', text: 'Webcam' }] },
  answer: (_request, { draw }) => ({
    ...draw(page('Webcam', 'The picture is renewed every minute.')),
    behaviour: { stallAfter: 300, stallMs: 8000 },
  }),
};

const droppedConnection: Trap = {
  name: 'dropped-connection',
  kind: 'fault',
  summary: 'the connection is closed without an answer',
  pattern: /^\/live(?:\?|$)/,
  example: '/live',
  link: { on: 'about', links: [{ href: '/live', text: 'Live ticker' }] },
  answer: () => ({ ...html(''), behaviour: { drop: true } }),
};

const droppedOnce: Trap = {
  name: 'dropped-once',
  kind: 'fault',
  summary: 'the connection is closed the first time; half a second later the page comes',
  pattern: /^\/faq(?:\?|$)/,
  example: '/faq',
  link: { on: 'home', links: [{ href: '/faq', text: 'Questions and answers' }] },
  answer: (_request, { draw, memory, site }) =>
    memory.sinceFirst(`${site.key}/faq`) >= 500
      ? draw(page('Questions and answers', 'How do I reach you? By post.'))
      : { ...html(''), behaviour: { drop: true } },
};

export const FAILING: readonly Trap[] = [
  forbidden,
  serverError,
  gone,
  tooMany,
  unavailable,
  redirectLoop,
  redirectChain,
  slowStart,
  stalledBody,
  droppedConnection,
  droppedOnce,
];
