/** What a polite crawler leaves alone. */

import { html } from '../answer.ts';
import type { Trap } from './trap.ts';

const honeypotLink: Trap = {
  name: 'honeypot-link',
  kind: 'trap',
  summary: 'a link that people cannot see, forbidden by robots.txt',
  pattern: /^\/wp-trap\//,
  example: '/wp-trap/list.php',
  disallow: ['/wp-trap/'],
  everywhere: '<div style="display:none"><a href="/wp-trap/list.php">do not follow</a></div>',
  answer: (_request, { draw }) =>
    draw({ title: 'Members', blocks: [{ kind: 'prose', paragraphs: ['Your address has been noted.'] }] }),
};

const robotsDisallow: Trap = {
  name: 'robots-disallow',
  kind: 'trap',
  summary: 'linked pages that robots.txt forbids',
  pattern: /^\/private\//,
  example: '/private/minutes',
  disallow: ['/private/', '/cgi-bin/'],
  link: {
    on: 'home',
    links: [
      { href: '/private/minutes', text: 'Minutes of the board' },
      { href: '/private/plans', text: 'Plans' },
    ],
  },
  answer: (request, { draw }) =>
    draw({
      title: 'Internal',
      blocks: [
        { kind: 'prose', paragraphs: [`This page (${request.path}) is not meant for search engines.`] },
        { kind: 'links', links: [{ href: '/private/more', text: 'More' }] },
      ],
    }),
};

const crawlDelay: Trap = {
  name: 'crawl-delay',
  kind: 'trap',
  summary: 'robots.txt asks for a pause between requests',
  pattern: /^\/robots\.txt$/,
  example: '/robots.txt',
  disallow: [],
  crawlDelaySeconds: 0.2,
};

const privateAddresses: Trap = {
  name: 'private-addresses',
  kind: 'trap',
  summary: 'links, an image and a redirect to addresses of private networks',
  pattern: /^\/intranet(?:\/|$)/,
  example: '/intranet',
  link: { on: 'about', links: [{ href: '/intranet', text: 'For employees' }] },
  answer: (request, { draw }) =>
    request.path === '/intranet/go'
      ? { ...html('', 302), headers: { location: 'http://169.254.169.254/latest/meta-data/' } }
      : draw({
          title: 'For employees',
          blocks: [
            {
              kind: 'links',
              links: [
                { href: 'http://127.0.0.1/admin', text: 'Administration' },
                { href: 'http://10.0.0.7/time-sheet', text: 'Time sheet' },
                { href: 'http://192.168.1.1/', text: 'Router' },
                { href: 'http://[::1]/', text: 'Loopback' },
                { href: 'http://localhost/server-status', text: 'Status' },
                { href: 'file:///etc/hosts', text: 'Hosts' },
                { href: '/intranet/go', text: 'Remote desk' },
              ],
            },
            { kind: 'html', html: '<img src="http://10.0.0.7/pixel.gif" width="1" height="1" alt="">' },
          ],
        }),
};

const notPages: Trap = {
  name: 'odd-schemes',
  kind: 'trap',
  summary: 'links that are no web pages: mailto, tel, javascript, data, a bare fragment, a broken address',
  pattern: /^\/team(?:\?|$)/,
  example: '/team',
  link: { on: 'about', links: [{ href: '/team', text: 'Our team' }] },
  answer: (_request, { draw }) =>
    draw({
      title: 'Our team',
      blocks: [
        {
          kind: 'html',
          html: '<ul><li><a href="mailto:desk@example.test">Mail</a><li><a href="tel:+4912345">Phone</a><li><a href="javascript:void(0)">Menu</a><li><a href="data:text/html,<h1>hi</h1>">Card</a><li><a href="#top">Top</a><li><a href="http://">Broken</a><li><a href="http://[::bad/">Worse</a><li><a>No address</a></ul>',
        },
      ],
    }),
};

export const FORBIDDEN: readonly Trap[] = [
  honeypotLink,
  robotsDisallow,
  crawlDelay,
  privateAddresses,
  notPages,
];
