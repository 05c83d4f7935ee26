import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findBrowser,
  launchOptions,
  openPagePool,
  type PagePool,
} from '../../src/foundation/browser/index.ts';
import { captureTree, textOf } from '../../src/foundation/dom/index.ts';
import { hangUp, openPort } from '../open-port.ts';

const { found: browser } = await findBrowser();
if (!browser) console.log('skipped: no browser on this machine to fill with pages');

const PAGES: Readonly<Record<string, string>> = {
  '/objects': '<script>const kept = []; for (;;) kept.push(new Array(3_000_000).fill(7));</script>',
  '/buffers': `<script>const kept = []; const grow = () => { kept.push(new Uint8Array(50_000_000).fill(7));
    if (kept.length < 200) setTimeout(grow, 0); }; grow();</script>`,
  '/elements': `<p>begun</p><script>const grow = () => { const all = document.createDocumentFragment();
    for (let i = 0; i < 50_000; i++) all.append(document.createElement('i')); document.body.append(all); setTimeout(grow, 0); }; grow();</script>`,
  '/small': '<p>quite small</p>',
};

describe.skipIf(!browser)('a page that takes all the memory it can get', () => {
  let server: Server;
  let pool: PagePool;

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>t</title><body>${PAGES[request.url ?? ''] ?? ''}`);
    });
    await openPort(server);
    pool = await openPagePool({
      launchOptions: launchOptions(browser!),
      pages: 1,
      userAgent: 'FieldfareTest',
      navigationTimeoutMs: 20_000,
      settleMs: 20_000,
    });
  });
  afterAll(async () => {
    await pool.close();
    await hangUp(server);
  });

  const text = async (path: string) =>
    pool.visit(
      '127.0.0.1',
      `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
      async ({ session }) => textOf((await captureTree(session)).root),
      { workMs: 20_000 },
    );

  it('is ended at its limit, and the next page is shown as ever', { timeout: 120_000 }, async () => {
    await expect(text('/objects')).rejects.toThrow(/crashed|closed/);
    expect(await text('/small')).toBe('quite small');
  });

  it('is ended where it fills buffers, which no limit of the browser counts', {
    timeout: 120_000,
  }, async () => {
    await expect(text('/buffers')).rejects.toThrow(/crashed|closed/);
    expect(await text('/small')).toBe('quite small');
  });

  it('is held and read as far as it goes where it makes elements without end', {
    timeout: 120_000,
  }, async () => {
    expect(await text('/elements')).toContain('begun');
    expect(await text('/small')).toBe('quite small');
  });
});
