import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  closeBannerExpression,
  evaluateIsolated,
  findBrowser,
  launchOptions,
  openPagePool,
  type PagePool,
} from '../../../src/foundation/browser/index.ts';
import { captureTree } from '../../../src/foundation/dom/index.ts';
import { hangUp, openPort } from '../../open-port.ts';

const { found: browser } = await findBrowser();
if (!browser) console.log('skipped: no browser on this machine to show banners in');

/** Pressing anything is told in the page; refusing builds a search form. */
const SCRIPT = `<script>
const say = (what) => document.body.setAttribute('data-pressed', what);
const refuse = () => { say('refused'); document.querySelector('.banner').remove();
  document.getElementById('place').innerHTML = '<form action=/find><input name=q></form>'; };
</script>`;
const banner = (buttons: string) =>
  `<div class="banner" style="position:fixed;inset:0;background:white"><p>We use cookies to measure what you read.</p>${buttons}</div><div id="place"></div>${SCRIPT}`;
const ACCEPT = `<button onclick="say('accepted')">Accept all</button><button onclick="say('accepted')">Accept and close</button>`;

const PAGES: Readonly<Record<string, string>> = {
  '/refuse': banner(`${ACCEPT}<button onclick="refuse()">Reject all cookies</button>`),
  '/german': banner(
    `<button onclick="say('accepted')">Alle akzeptieren</button><div role="button" tabindex="0" onclick="refuse()">Nur notwendige Cookies</div>`,
  ),
  '/close': banner(`${ACCEPT}<button aria-label="Close" onclick="refuse()"></button>`),
  '/accept-only': banner(ACCEPT),
  '/link': banner('<a href="/elsewhere">Reject all</a>'),
  '/sends': banner('<form action="/consent" method="post"><button>Reject all</button></form>'),
  '/form-beside': `<form><input name="q"></form><div style="position:fixed;bottom:0">Cookies? <button onclick="say('refused')">Reject all</button></div>${SCRIPT}`,
  '/no-banner': `<p>All about cookies and how to bake them.</p><button onclick="say('pressed')">Close</button>${SCRIPT}`,
};

describe.skipIf(!browser)('a cookie banner', () => {
  let server: Server;
  let pool: PagePool;
  const asked: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>t</title><body>${PAGES[request.url ?? ''] ?? 'none'}`);
    });
    await openPort(server);
    pool = await openPagePool({
      launchOptions: launchOptions(browser!),
      pages: 1,
      userAgent: 'FieldfareTest',
      navigationTimeoutMs: 15_000,
      settleMs: 4_000,
    });
  });
  afterAll(async () => {
    await pool.close();
    await hangUp(server);
  });

  const visited = (path: string) =>
    pool.visit(
      '127.0.0.1',
      `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
      async (open) => {
        const { value: pressed } = await evaluateIsolated(open.session, closeBannerExpression());
        if (pressed !== undefined) await open.settle();
        return { pressed, page: JSON.stringify(await captureTree(open.session)) };
      },
    );

  it.each([
    ['/refuse', 'Reject all cookies'],
    ['/german', 'Nur notwendige Cookies'],
    ['/close', 'Close'],
  ])('is refused or closed where it hides the forms: %s', async (path, name) => {
    const { pressed, page } = await visited(path);
    expect(pressed).toBe(name);
    expect(page).toContain('"data-pressed":"refused"');
    expect(page).toContain('"name":"q"');
  });

  it.each(['/accept-only', '/link', '/sends', '/form-beside', '/no-banner'])(
    'is left alone where that would accept, lead away or send, or hides nothing: %s',
    async (path) => {
      const { pressed, page } = await visited(path);
      expect(pressed).toBeUndefined();
      expect(page).not.toContain('data-pressed');
      expect(asked.filter((request) => /consent|elsewhere/.test(request))).toEqual([]);
    },
  );
});
