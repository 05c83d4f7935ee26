/** HTTP and HTTPS mixed. Where the web serves no HTTPS, the secure addresses refuse the connection. */

import { redirect } from '../answer.ts';
import { page } from './failing.ts';
import type { Trap } from './trap.ts';

const httpsOnly: Trap = {
  name: 'https-only',
  kind: 'fault',
  summary: 'pages that exist by https alone; asked by http, they redirect there',
  pattern: /^\/secure(?:\/|$)/,
  example: '/secure',
  link: { on: 'home', links: [{ href: '/secure', text: 'Customer area' }] },
  answer: (request, { site, draw }) => {
    if (!request.secure) return redirect(`https://${site.host}${request.target}`, 301);
    const content = page('Customer area', 'You have reached us by a secure connection.');
    const links = [
      { href: '/secure/terms', text: 'Terms' },
      { href: `http://${site.host}/about`, text: 'About us' },
    ];
    return draw({ ...content, blocks: [...content.blocks, { kind: 'links', links }] });
  },
};

const downgrade: Trap = {
  name: 'https-downgrade',
  kind: 'fault',
  summary: 'a link to https that redirects back to http, where the page is',
  pattern: /^\/signed(?:\?|$)/,
  example: '/signed',
  link: { on: 'home', links: [{ href: 'https://{host}/signed', text: 'Signed statement' }] },
  answer: (request, { site, draw }) =>
    request.secure
      ? redirect(`http://${site.host}/signed`, 302)
      : draw(page('Signed statement', 'The signature can be checked in our office.')),
};

const mixedContent: Trap = {
  name: 'mixed-content',
  kind: 'fault',
  summary: 'the same page by http and https, whose style, script and picture come by http alone',
  pattern: /^\/certificates(?:\?|$)/,
  example: '/certificates',
  link: {
    on: 'about',
    links: [
      { href: '/certificates', text: 'Certificates' },
      { href: 'https://{host}/certificates', text: 'Certificates (secure)' },
    ],
  },
  answer: (_request, { site, draw }) => {
    const content = page('Certificates', 'All our certificates can be seen on the wall.');
    const parts = `<link rel="stylesheet" href="http://${site.host}/assets/site.css"><script src="http://${site.host}/assets/absent.js"></script><img src="http://${site.host}/assets/go.svg" alt="">`;
    return draw({ ...content, blocks: [...content.blocks, { kind: 'html', html: parts }] });
  },
};

export const PROTOCOLS: readonly Trap[] = [httpsOnly, downgrade, mixedContent];
