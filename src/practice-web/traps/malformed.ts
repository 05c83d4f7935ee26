/** Pages that are too big, broken, or not pages. */

import { gzipSync } from 'node:zlib';
import { html } from '../answer.ts';
import { seeded } from '../seeded.ts';
import type { Trap } from './trap.ts';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

const wrongCharset: Trap = {
  name: 'wrong-charset',
  ownMarkup: true,
  kind: 'fault',
  summary: 'the header says utf-8, the bytes are windows-1252',
  pattern: /^\/impressum(?:\?|$)/,
  example: '/impressum',
  link: { on: 'home', links: [{ href: '/impressum', text: 'Legal notice' }] },
  answer: () => ({
    ...html(''),
    body: latin1(
      '<html><head><title>Légal notice</title></head><body><p>Straße 5, 80331 München. Gérant: José Müller.</p><a href="/">Home</a></body></html>',
    ),
  }),
};

const missingCharset: Trap = {
  name: 'missing-charset',
  ownMarkup: true,
  kind: 'fault',
  summary: 'no charset in the header, one in a meta element only',
  pattern: /^\/horaires(?:\?|$)/,
  example: '/horaires',
  link: { on: 'home', links: [{ href: '/horaires', text: 'Horaires' }] },
  answer: () => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: latin1(
      '<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>Horaires d\'été</title></head><body><p>Fermé à midi; réouverture à 14 heures.</p><a href="/">Accueil</a></body></html>',
    ),
  }),
};

const brokenHtml: Trap = {
  name: 'broken-html',
  ownMarkup: true,
  kind: 'fault',
  summary: 'unclosed, mis-nested and doubled elements, a form in a form, stray quotes, a null byte',
  pattern: /^\/guestbook(?:\?|$)/,
  example: '/guestbook',
  link: { on: 'home', links: [{ href: '/guestbook', text: 'Guestbook' }] },
  forms: [
    {
      key: 'guestbook',
      kind: 'form-in-form',
      type: 'contact',
      method: 'POST',
      action: '/guestbook',
      controls: [
        { name: 'entry', type: 'textarea' },
        { name: 'inner', type: 'text' },
      ],
    },
  ],
  answer: () =>
    html(
      '<html><html><head><title>Guestbook</title><body><table><tr><b><i>Thanks for all</b></i> the fish<p><div><form action="/guestbook" method=post><textarea name=entry>lovely site</textarea><form action="/nested"><input name=inner></form><input type=submit value="Sign"</form></table></body></html><p>and one more "\' <a href=/about/>about</a> \u0000 <a href="/links>broken <b',
    ),
};

const hugePage: Trap = {
  name: 'huge-page',
  kind: 'fault',
  summary: 'a page of 3 MB',
  pattern: /^\/everything(?:\?|$)/,
  example: '/everything',
  link: { on: 'about', links: [{ href: '/everything', text: 'Everything on one page' }] },
  answer: (_request, { site, draw }) => {
    const random = seeded(site.seed, 'huge');
    const line = (at: number): string =>
      `<p id="n${at}">${at}. ${random.pick(['Lorem harvest', 'Old entry', 'Long list'])} ${'of words that nobody reads twice '.repeat(4)}</p>\n`;
    return draw({
      title: 'Everything on one page',
      blocks: [{ kind: 'html', html: Array.from({ length: 18_800 }, (_, at) => line(at)).join('') }],
    });
  },
};

const downloads: Trap = {
  name: 'downloads',
  ownMarkup: true,
  kind: 'fault',
  summary: 'a zip, a pdf and a table offered as downloads, one of them without a telling name',
  pattern: /^\/files\//,
  example: '/files/catalogue.zip',
  link: {
    on: 'about',
    links: [
      { href: '/files/catalogue.zip', text: 'Catalogue (zip)' },
      { href: '/files/prices.pdf', text: 'Price list' },
      { href: '/files/latest', text: 'Latest figures' },
    ],
  },
  answer: (request) => {
    const file = (type: string, name: string, body: string) => ({
      status: 200,
      headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
      body: latin1(body),
    });
    if (request.path === '/files/catalogue.zip')
      return file('application/zip', 'catalogue.zip', `PK\u0003\u0004${'\u0000'.repeat(200)}`);
    if (request.path === '/files/prices.pdf')
      return file('application/pdf', 'prices.pdf', '%PDF-1.4\n%%EOF\n');
    return request.path === '/files/latest'
      ? file('text/csv', 'latest.csv', 'year,value\n2024,7\n2025,9\n')
      : null;
  },
};

export const script = (name: string, path: string, title: string, summary: string, code: string): Trap => ({
  name,
  kind: 'fault',
  summary,
  pattern: new RegExp(`^${path}(?:\\?|$)`),
  example: path,
  link: { on: 'about', links: [{ href: path, text: title }] },
  answer: (_request, { draw }) =>
    draw({
      title,
      blocks: [
        { kind: 'prose', paragraphs: ['Please wait while the page is being prepared.'] },
        { kind: 'html', html: `<div id="app"></div><script>${code}</script>` },
      ],
    }),
});

const scriptLoop = script(
  'script-loop',
  '/game',
  'Our little game',
  'a script that never ends',
  'for(;;){document.title+=""}',
);
const dialogs = script(
  'dialogs',
  '/prize',
  'You have won',
  'alert, confirm and prompt, one after the other, and beforeunload',
  'onbeforeunload=function(e){e.preventDefault();return "stay"};for(var i=0;i<20;i++){alert("Congratulations!");confirm("Really?");prompt("Your name?")}document.getElementById("app").textContent="thanks"',
);
const scriptReload = script(
  'script-reload',
  '/ticker',
  'Stock ticker',
  'a page that reloads itself every 200 ms under a new address',
  'setTimeout(function(){location.search="?n="+((Number(location.search.slice(3))||0)+1)},200)',
);

const gzipBomb: Trap = {
  name: 'gzip-bomb',
  ownMarkup: true,
  kind: 'fault',
  summary: '60 kB of gzip that become 60 MB',
  pattern: /^\/export(?:\?|$)/,
  example: '/export',
  link: { on: 'about', links: [{ href: '/export', text: 'Export' }] },
  answer: () => ({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' },
    body: bomb(),
  }),
};
let bombBytes: Uint8Array | undefined;
const bomb = (): Uint8Array => {
  bombBytes ??= gzipSync(Buffer.alloc(60_000_000, '<p>0</p>'), { level: 9 });
  return bombBytes;
};

const metaRefresh: Trap = {
  name: 'meta-refresh',
  kind: 'fault',
  summary: 'a page that sends on by a refresh in its head',
  pattern: /^\/welcome(?:\?|$)/,
  example: '/welcome',
  link: { on: 'home', links: [{ href: '/welcome', text: 'Welcome' }] },
  answer: (_request, { draw }) =>
    draw({
      title: 'Welcome',
      head: '<meta http-equiv="refresh" content="1; url=/about">',
      blocks: [{ kind: 'prose', paragraphs: ['One moment please.'] }],
    }),
};

export const MALFORMED: readonly Trap[] = [
  wrongCharset,
  missingCharset,
  brokenHtml,
  hugePage,
  downloads,
  scriptLoop,
  dialogs,
  scriptReload,
  gzipBomb,
  metaRefresh,
];
