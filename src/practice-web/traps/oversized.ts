/** More than a page should be, and pages that will not let go. */

import { brotliCompressSync, constants } from 'node:zlib';
import { page } from './failing.ts';
import { script } from './malformed.ts';
import type { Trap } from './trap.ts';

let packed: Uint8Array | undefined;

const brotliBomb: Trap = {
  name: 'brotli-bomb',
  ownMarkup: true,
  kind: 'fault',
  summary: 'a few hundred bytes of brotli that become 60 MB',
  pattern: /^\/dump(?:\?|$)/,
  example: '/dump',
  link: { on: 'about', links: [{ href: '/dump', text: 'Full dump' }] },
  answer: () => {
    packed ??= brotliCompressSync(Buffer.alloc(60_000_000, '<p>0</p>'), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
    });
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' },
      body: packed,
    };
  },
};

const LINE = `<p>${'An old entry of the register that nobody has read since it was written. '.repeat(14)}</p>\n`;

const tenMegabytes: Trap = {
  name: 'ten-megabytes',
  kind: 'fault',
  summary: 'a page of 10 MB',
  pattern: /^\/register-of-everything(?:\?|$)/,
  example: '/register-of-everything',
  link: { on: 'about', links: [{ href: '/register-of-everything', text: 'The whole register' }] },
  answer: (_request, { draw }) =>
    draw({
      title: 'Register',
      blocks: [{ kind: 'html', html: LINE.repeat(Math.ceil(10_000_000 / LINE.length)) }],
    }),
};

const wrongType: Trap = {
  name: 'wrong-type',
  ownMarkup: true,
  kind: 'fault',
  summary: 'a page of HTML that is sent as plain text, and a picture that is sent as HTML',
  pattern: /^\/typed\//,
  example: '/typed/page',
  link: {
    on: 'about',
    links: [
      { href: '/typed/page', text: 'Notice' },
      { href: '/typed/picture', text: 'Picture' },
    ],
  },
  answer: (request) =>
    request.path === '/typed/page'
      ? {
          status: 200,
          headers: { 'content-type': 'text/plain; charset=utf-8' },
          body: '<!doctype html><title>Notice</title><p>This is a <a href="/about">page</a>.',
        }
      : {
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: Buffer.from(`GIF89a${'\u0001\u0000'.repeat(40)}`, 'latin1'),
        },
};

const beforeUnload = script(
  'before-unload',
  '/survey',
  'A short survey',
  'a page that asks whether you really want to leave',
  'document.getElementById("app").innerHTML="<textarea>Tell us</textarea>";addEventListener("beforeunload",function(e){e.preventDefault();e.returnValue="stay"})',
);

const popUps = script(
  'pop-ups',
  '/offers-today',
  'Offers of the day',
  'opens windows of itself, five at most, each opening more',
  'var n=Number(location.hash.slice(1))||0;if(n<3)for(var i=0;i<5;i++)open(location.pathname+"?w="+n+i+"#"+(n+1))',
);

const blockedPage: Trap = {
  name: 'overlay',
  kind: 'trap',
  summary: 'a layer over the whole page that takes every click until it is closed',
  pattern: /^\/magazine(?:\?|$)/,
  example: '/magazine',
  link: { on: 'home', links: [{ href: '/magazine', text: 'Our magazine' }] },
  answer: (_request, { draw }) => {
    const content = page('Our magazine', 'Four times a year, sent to your door.');
    const layer =
      '<div id="layer" style="position:fixed;inset:0;background:#000c;color:#fff;padding:20%;z-index:9999">Subscribe to go on reading. <button type="button" onclick="this.parentNode.remove()">Close</button></div>';
    return draw({ ...content, blocks: [...content.blocks, { kind: 'html', html: layer }] });
  },
};

export const OVERSIZED: readonly Trap[] = [
  brotliBomb,
  tenMegabytes,
  wrongType,
  beforeUnload,
  popUps,
  blockedPage,
];
