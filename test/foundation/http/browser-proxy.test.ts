import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BrowserProxyOptions } from '../../../src/foundation/http/browser-proxy.ts';
import {
  createHttpClient,
  mappedTransport,
  startBrowserProxy,
  type Transport,
  TransportError,
} from '../../../src/foundation/http/index.ts';
import { type HeaderList, openExchangeLog } from '../../../src/foundation/warc/index.ts';
import { scanArchive } from '../../../src/foundation/warc/scan.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { serve } from './loopback.ts';

const BROWSER = process.env.FIELDFARE_BROWSER ?? '/usr/bin/chromium-headless-shell';

interface Page {
  readonly status?: number;
  readonly headers?: HeaderList;
  readonly body: string | Buffer;
}

/** A web of a few pages, http and https alike, that remembers what it was asked. */
const webOf = (pages: Readonly<Record<string, Page>>) => {
  const asked: string[] = [];
  const web: Transport = {
    kind: 'replay',
    seeds: async () => [],
    holds: (url) => url in pages,
    async send({ url, method, headers }) {
      asked.push(`${method} ${url}`);
      seen.push({ url, headers });
      const page = pages[url];
      if (!page) throw new TransportError('not-in-archive', 'no such page');
      const type: HeaderList = page.headers ?? [['Content-Type', 'text/html']];
      return {
        status: page.status ?? 200,
        statusText: 'OK',
        headers: type,
        body: (async function* () {
          yield Buffer.from(page.body);
        })(),
      };
    },
    close: async () => {},
  };
  const seen: { url: string; headers: HeaderList }[] = [];
  return { web, asked, seen };
};

const proxyFor = async (web: Transport, options?: BrowserProxyOptions) => {
  const dir = temporaryFolder();
  const log = await openExchangeLog(dir, { acknowledged: 0 });
  const egress = createHttpClient({ transport: web, log, userAgent: 'Fieldfare/0' });
  const proxy = await startBrowserProxy(egress, options);
  onTestFinished(async () => {
    await proxy.close();
    await log.close();
  });
  return { proxy, egress, log };
};

/** Says bytes to the proxy and gives back all it answers. */
const say = (port: number, text: string) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (piece) => {
      answer += piece.toString('latin1');
    });
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
  });

describe.skipIf(!existsSync(BROWSER))('a browser behind the proxy', () => {
  const browse = async (proxyUrl: string, launchArgs: readonly string[]) => {
    const browser = await chromium.launch({
      executablePath: BROWSER,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        ...launchArgs,
      ],
      proxy: { server: proxyUrl, bypass: '<-loopback>' },
    });
    onTestFinished(() => browser.close());
    return browser.newPage();
  };

  test('pages, frames, scripts, XHR and redirects over http and https all cross it; pictures do not', async () => {
    const { web, asked, seen } = webOf({
      'https://shop.example/': { status: 302, headers: [['Location', '/start']], body: '' },
      'https://shop.example/start': {
        headers: [
          ['Content-Type', 'text/html; charset=utf-8'],
          ['Content-Encoding', 'gzip'],
          ['Strict-Transport-Security', 'max-age=1000'],
        ],
        body: gzipSync(
          `<title>Shop</title><link rel=stylesheet href=/s.css><img src=/i.png><script src=/a.js></script>
           <iframe src=https://frame.example/f></iframe><p id=out>`,
        ),
      },
      'https://shop.example/a.js': {
        headers: [['Content-Type', 'text/javascript']],
        body: `fetch('/data', {method: 'POST', body: 'q=owl'}).then(r => r.text()).then(t => { out.textContent = t })`,
      },
      'https://shop.example/s.css': { headers: [['Content-Type', 'text/css']], body: 'p { color: red }' },
      'https://shop.example/data': { headers: [['Content-Type', 'text/plain']], body: 'owls' },
      'https://frame.example/f': { body: '<b>framed</b>' },
      'http://plain.example/': {
        body: '<title>Plain</title><script>new WebSocket("ws://plain.example/live")</script>',
      },
      'http://127.0.0.1:8099/': { body: '<title>Loopback</title>' },
    });
    const { proxy, log, egress } = await proxyFor(web);
    const page = await browse(proxy.url, proxy.launchArgs);
    await page.goto('https://shop.example/');
    await expect.poll(() => page.textContent('#out')).toBe('owls');
    expect(await page.title()).toBe('Shop');
    expect(await page.frames()[1]!.textContent('b')).toBe('framed');
    await page.goto('http://plain.example/');
    expect(await page.title()).toBe('Plain');
    await page.goto('http://127.0.0.1:8099/');
    expect(await page.title()).toBe('Loopback');
    expect(asked.sort()).toEqual([
      ...['GET http://127.0.0.1:8099/', 'GET http://plain.example/', 'GET https://frame.example/f'],
      ...['GET https://shop.example/', 'GET https://shop.example/a.js', 'GET https://shop.example/s.css'],
      ...['GET https://shop.example/start', 'POST https://shop.example/data'],
    ]);
    const agents = seen.map(({ headers }) => Object.fromEntries(headers)['user-agent']);
    expect(new Set(agents)).toEqual(new Set(['Fieldfare/0']));
    expect(egress.stats().byKind.document.requests).toBe(5);
    expect(proxy.stats().skipped).toBeGreaterThanOrEqual(1);
    await log.flush();
    const logged: string[] = [];
    for await (const { head } of scanArchive(log.path)) {
      if (head.fields.get('warc-type') === 'response') logged.push(head.fields.get('warc-target-uri') ?? '');
    }
    expect(logged.length).toBe(8);
  });

  test('a page handed over is loaded without asking anybody, once', async () => {
    const { web, asked } = webOf({
      'https://shop.example/p': { body: '<title>Fetched again</title>' },
    });
    const { proxy, egress } = await proxyFor(web);
    const exchange = await egress.fetch({ url: 'https://shop.example/p', kind: 'page' });
    asked.length = 0;
    proxy.offerPrefetched('https://shop.example/p', {
      ...exchange,
      body: Buffer.from('<title>Größe</title>'),
    });
    const page = await browse(proxy.url, proxy.launchArgs);
    await page.goto('https://shop.example/p');
    expect(await page.title()).toBe('Größe');
    expect(asked).toEqual([]);
    await page.goto('https://shop.example/p');
    expect(await page.title()).toBe('Fetched again');
    const withdraw = proxy.offerPrefetched('https://shop.example/p', {
      ...exchange,
      body: Buffer.from('<title>No</title>'),
    });
    withdraw();
    await page.goto('https://shop.example/p');
    expect(await page.title()).toBe('Fetched again');
  });

  test('scripts and style sheets are requested and archived once for all pages, others each time', async () => {
    const lastModified: HeaderList[number] = ['Last-Modified', 'Thu, 19 Nov 2026 08:07:27 GMT'];
    const { web, asked } = webOf({
      'https://shop.example/': {
        body: `<link rel=stylesheet href=/s.css><link rel=stylesheet href=/none.css><script src=/a.js></script>
          <script src=/own.js></script><script>fetch('/data.json')</script>`,
      },
      'https://shop.example/s.css': { headers: [['Content-Type', 'text/css'], lastModified], body: 'p {}' },
      'https://shop.example/none.css': { status: 404, body: 'none' },
      'https://shop.example/a.js': {
        headers: [
          ['Content-Type', 'text/javascript'],
          ['Cache-Control', 'max-age=60'],
        ],
        body: 'document.title = "run"',
      },
      'https://shop.example/own.js': {
        headers: [['Content-Type', 'text/javascript'], lastModified, ['Set-Cookie', 'id=1']],
        body: 'document.title += " own"',
      },
      'https://shop.example/data.json': { headers: [['Content-Type', 'application/json']], body: '{}' },
    });
    const { proxy, log } = await proxyFor(web);
    const page = await browse(proxy.url, proxy.launchArgs);
    for (const shown of [page, await page.context().browser()!.newPage()]) {
      await shown.goto('https://shop.example/', { waitUntil: 'networkidle' });
      expect(await shown.title()).toBe('run own');
    }
    const times = (path: string) => asked.filter((line) => line === `GET https://shop.example${path}`).length;
    expect(['/', '/s.css', '/none.css', '/a.js', '/own.js', '/data.json'].map(times)).toEqual([
      2, 1, 1, 1, 2, 2,
    ]);
    expect(proxy.stats().shared).toBe(3);
    await log.flush();
    let archived = 0;
    for await (const { head } of scanArchive(log.path)) {
      const response = head.fields.get('warc-type') === 'response';
      if (response && head.fields.get('warc-target-uri') === 'https://shop.example/a.js') archived++;
    }
    expect(archived).toBe(1);
  });

  test('beacons are answered and not sent, unless everything is loaded', async () => {
    const { web, asked } = webOf({
      'https://shop.example/': {
        body: `<script>navigator.sendBeacon('https://count.example/b', 'x')</script>`,
      },
    });
    for (const [options, sent] of [
      [{}, 0],
      [{ skip: [] }, 1],
    ] as const) {
      const { proxy } = await proxyFor(web, options);
      const page = await browse(proxy.url, proxy.launchArgs);
      await page.goto('https://shop.example/');
      await expect.poll(() => proxy.stats().requests).toBeGreaterThan(1);
      await page.waitForTimeout(200);
      expect(asked.filter((line) => line === 'POST https://count.example/b').length).toBe(sent);
    }
  });

  test('what scripts load is cut where its type is unknown and it is large, unless everything is loaded', async () => {
    const body = 'x'.repeat(3_000_000);
    const { web } = webOf({
      'https://shop.example/': { body: 'a page' },
      'https://shop.example/blob': { headers: [['Content-Type', 'application/octet-stream']], body },
      'https://shop.example/list': { headers: [['Content-Type', 'application/json']], body },
    });
    for (const [options, bytes] of [
      [{}, 2_000_000],
      [{ skip: [] }, 3_000_000],
    ] as const) {
      const { proxy } = await proxyFor(web, options);
      const page = await browse(proxy.url, proxy.launchArgs);
      await page.goto('https://shop.example/');
      const lengths = await page.evaluate(() =>
        Promise.all(['/blob', '/list'].map(async (at) => (await (await fetch(at)).text()).length)),
      );
      expect(lengths).toEqual([bytes, 3_000_000]);
    }
  });

  test('the browser trusts this proxy’s certificate and no other', async () => {
    const one = await proxyFor(webOf({ 'https://a.example/': { body: 'x' } }).web);
    const two = await proxyFor(webOf({ 'https://a.example/': { body: 'x' } }).web);
    const page = await browse(one.proxy.url, two.proxy.launchArgs);
    await expect(page.goto('https://a.example/')).rejects.toThrow(/ERR_CERT/);
  });

  test('what is missing or refused comes back with its reason', async () => {
    const { proxy } = await proxyFor(webOf({}).web);
    const page = await browse(proxy.url, proxy.launchArgs);
    const response = await page.goto('https://a.example/none');
    expect(response?.status()).toBe(404);
    expect(response?.headers()['x-fieldfare-error']).toBe('not-in-archive');
  });
});

describe('the proxy itself', () => {
  test('turns away what is not http, and lives on', async () => {
    const { web, asked } = webOf({ 'http://a.example/': { body: 'fine' } });
    const { proxy } = await proxyFor(web);
    const close = 'Connection: close\r\n\r\n';
    expect(await say(proxy.port, `GET ftp://a.example/ HTTP/1.1\r\nHost: a.example\r\n${close}`)).toMatch(
      /^HTTP\/1.1 400/,
    );
    expect(await say(proxy.port, `GET / HTTP/1.1\r\nHost: a.example\r\n${close}`)).toMatch(/^HTTP\/1.1 400/);
    expect(
      await say(
        proxy.port,
        `GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1.1 403/);
    expect(await say(proxy.port, 'CONNECT mtalk.google.com:5228 HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(
      /^HTTP\/1.1 403/,
    );
    expect(await say(proxy.port, 'CONNECT %%% HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 400/);
    await say(proxy.port, 'nonsense\r\n\r\n');
    expect(asked).toEqual([]);
    expect(await say(proxy.port, `GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n${close}`)).toMatch(
      /fine$/,
    );
  });

  test('lets documents of a permitted site open sockets, a few at once', async () => {
    const { web } = webOf({});
    const openSocket = async () => ({ headers: [], socket: new PassThrough() });
    const { proxy } = await proxyFor({ ...web, openSocket });
    const withdraw = proxy.admitSockets('a.example');
    const upgrade = (origin: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(proxy.port, '127.0.0.1', () =>
          socket.write(
            `GET http://b.example/ HTTP/1.1\r\nHost: b.example\r\n${origin}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
          ),
        );
        socket.once('data', (piece) => resolve(piece.toString('latin1').slice(9, 12)));
        onTestFinished(() => void socket.destroy());
      });
    for (const other of ['', 'Origin: null\r\n', 'Origin: http://b.example\r\n'])
      expect(await upgrade(other)).toBe('403');
    const own = 'Origin: https://www.a.example:81\r\n';
    const answers: string[] = [];
    while (answers.length < 9) answers.push(await upgrade(own));
    expect(answers).toEqual([...Array.from({ length: 8 }, () => '101'), '403']);
    withdraw();
    expect(await upgrade(own)).toBe('403');
  });

  test('survives clients that vanish in the middle of a large body, and gives up their fetch', async () => {
    let aborted = 0;
    const port = await serve((request, response) => {
      if (request.url === '/big') {
        response.writeHead(200, { 'content-type': 'text/plain' }).end(Buffer.alloc(9_000_000, 'x'));
        return;
      }
      response.on('close', () => {
        if (!response.writableEnded) aborted += 1;
      });
      response.write('never ends');
    });
    const web = mappedTransport({ port });
    onTestFinished(() => web.close());
    const { proxy } = await proxyFor(web);
    for (const path of ['/big', '/endless']) {
      await Promise.all(
        Array.from(
          { length: 10 },
          () =>
            new Promise<void>((resolve) => {
              const socket = connect(proxy.port, '127.0.0.1', () => {
                socket.write(`GET http://a.example${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`);
                setTimeout(() => socket.destroy(), 50);
              });
              socket.on('close', () => resolve());
            }),
        ),
      );
    }
    await expect.poll(() => aborted).toBe(10);
    const whole = await say(
      proxy.port,
      'GET http://a.example/big HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n',
    );
    expect(whole.length).toBeGreaterThan(9_000_000);
  });

  test('serves thousands of requests over few connections', async () => {
    const port = await serve((_request, response) => response.end('ok'));
    const web = mappedTransport({ port });
    onTestFinished(() => web.close());
    const { proxy } = await proxyFor(web);
    const one = async () => {
      const requests = Array.from(
        { length: 300 },
        (_, i) => `GET http://a.example/${i} HTTP/1.1\r\nHost: a.example\r\n`,
      );
      const last = requests.length - 1;
      return say(
        proxy.port,
        requests.map((head, i) => `${head}${i === last ? 'Connection: close\r\n' : ''}\r\n`).join(''),
      );
    };
    const answers = await Promise.all(Array.from({ length: 10 }, one));
    for (const answer of answers) expect(answer.split('HTTP/1.1 200 OK').length - 1).toBe(300);
    expect(proxy.stats()).toMatchObject({ requests: 3000, failed: 0 });
  });

  test('a request body without end is refused', async () => {
    const { web } = webOf({});
    const { proxy } = await proxyFor(web, { maxRequestBytes: 1000 });
    const answer = await say(
      proxy.port,
      `POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(50_000)}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 502/);
    expect(proxy.stats().refused).toBe(1);
  });
});
