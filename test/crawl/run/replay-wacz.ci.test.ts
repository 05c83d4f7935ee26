import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { findBrowser, launchOptions } from '../../../src/foundation/browser/index.ts';
import { exportToFile } from '../../../src/reports/index.ts';
import { runNpm } from '../../../src/setup/npm.mjs';
import { hangUp, openPort } from '../../open-port.ts';
import { smallHarvest } from './small-harvest.ts';
import type { Answer } from './small-web.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const RUNTIME = join(ROOT, 'storage/.runtime');
/** The viewer of replayweb.page: its page `ui.js` and its service worker `sw.js`. */
const VIEWER = 'replaywebpage@2.4.6';

/** @returns the folder of the viewer, fetched once; or why there is none */
async function fetchViewer(): Promise<{ readonly folder: string } | { readonly missing: string }> {
  const home = join(RUNTIME, 'replaywebpage');
  const folder = join(home, 'package');
  if (existsSync(join(folder, 'sw.js'))) return { folder };
  await mkdir(home, { recursive: true });
  const place = { root: ROOT, runtime: RUNTIME, env: process.env, say: () => undefined };
  const { ok } = await runNpm(
    place,
    process.execPath,
    ['pack', VIEWER, '--pack-destination', home],
    () => undefined,
  );
  if (!ok) return { missing: `the npm registry gives no ${VIEWER}` };
  await promisify(execFile)('tar', ['-xzf', `${VIEWER.replace('@', '-')}.tgz`], { cwd: home });
  return { folder };
}

const viewer = await fetchViewer();
if ('missing' in viewer) console.warn(`skipped: ${viewer.missing}`);

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  const port = await openPort(server);
  onTestFinished(() => hangUp(server));
  return { server, port };
}

/** A red square of 3 × 2 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGM4wcAAQQxwFgAzpASxbX470AAAAABJRU5ErkJggg==',
  'base64',
);
const answer =
  (type: string, body: string | Buffer): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(body);

const WEB: Record<string, Answer> = {
  'a.test/': `<!doctype html><html lang=en><title>Old books</title><link rel=stylesheet href=/style.css><h1>Old books</h1>
<form action=/find><label>Search books <input name=q></label><button>Search</button></form>
<p>Rare books, first editions and novels by known authors.</p><img src=/cover.png alt=Cover><a href=/about>About</a>`,
  'a.test/style.css': answer('text/css', 'form { background-color: rgb(1, 2, 3) }'),
  'a.test/cover.png': answer('image/png', PNG),
  'a.test/about': '<title>About</title><h1>About the shop</h1><p>Books since 1901.</p>',
};

describe.skipIf('missing' in viewer)('a WACZ in the viewer of replayweb.page', () => {
  test('shows form, styles and image of an archived page, follows its link, and asks nothing of the network', async () => {
    const folder = 'folder' in viewer ? viewer.folder : '';
    const { storage, run } = await smallHarvest(WEB, ['http://a.test/']);
    const { runId } = await run({ pictures: true });
    const store = await openStore(storage, { mode: 'read' });
    const wacz = join(storage, 'run.wacz');
    await exportToFile(store, runId, 'forms', 'wacz', wacz);
    await store.close();

    const files: Record<string, readonly [string, Buffer]> = {
      '/': ['text/html', readFileSync(join(folder, 'index.html'))],
      '/ui.js': ['text/javascript', readFileSync(join(folder, 'ui.js'))],
      '/sw.js': ['text/javascript', readFileSync(join(folder, 'sw.js'))],
      '/run.wacz': ['application/wacz', readFileSync(wacz)],
    };
    const { port } = await serve((request, response) => {
      const [type, body] = files[new URL(request.url ?? '/', 'http://x').pathname] ?? [];
      if (type === undefined || body === undefined) return void response.writeHead(404).end();
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      const head = { 'content-type': type, 'accept-ranges': 'bytes' };
      if (from === undefined) return void response.writeHead(200, head).end(body);
      const end = to ? Math.min(Number(to), body.length - 1) : body.length - 1;
      const range = `bytes ${from}-${end}/${body.length}`;
      response.writeHead(206, { ...head, 'content-range': range }).end(body.subarray(Number(from), end + 1));
    });
    // Everything that Chromium sends to hosts other than loopback comes to this proxy, service workers included.
    const left: string[] = [];
    const proxy = await serve((request, response) => {
      left.push(request.url ?? '');
      response.writeHead(502).end();
    });
    proxy.server.on('connect', (request, socket) => {
      left.push(request.url ?? '');
      socket.end();
    });

    const { found } = await findBrowser();
    if (found === undefined) throw new Error('no Chromium');
    const browser = await chromium.launch({
      ...launchOptions(found),
      proxy: { server: `http://127.0.0.1:${proxy.port}`, bypass: '127.0.0.1' },
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const open = new URLSearchParams({ view: 'pages', url: 'http://a.test/' });
    await page.goto(`http://127.0.0.1:${port}/?source=/run.wacz#${open}`);
    const replayed = async (path: string) => {
      await expect
        .poll(() => page.frames().some((frame) => frame.url().endsWith(`/http://a.test${path}`)), {
          timeout: 30_000,
        })
        .toBe(true);
      return page.frames().find((frame) => frame.url().endsWith(`/http://a.test${path}`))!;
    };
    const shown = await replayed('/');
    await shown.getByRole('textbox', { name: 'Search books' }).waitFor();
    const image = shown.getByRole('img', { name: 'Cover' });
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(3);
    expect(await shown.locator('form').evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
      'rgb(1, 2, 3)',
    );
    await shown.getByRole('link', { name: 'About' }).click();
    await (await replayed('/about')).getByRole('heading', { name: 'About the shop' }).waitFor();
    expect(left).toEqual([]);
  });
});
