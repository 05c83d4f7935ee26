import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createHttpClient,
  type HttpClientOptions,
  mappedTransport,
  parseCookieFile,
  TransportError,
} from '../../../src/foundation/http/index.ts';
import { type HeaderList, openExchangeLog } from '../../../src/foundation/warc/index.ts';
import { readExchange } from '../../../src/foundation/warc/read-exchange.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { serve, serveBytes, serveRaw } from './loopback.ts';

const egressTo = (port: number, options: Partial<HttpClientOptions> = {}) => {
  const web = mappedTransport({ port });
  onTestFinished(() => web.close());
  return createHttpClient({ transport: web, userAgent: 'Fieldfare/0 (+test@example.org)', ...options });
};

const failure = async (promise: Promise<unknown>): Promise<TransportError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TransportError)) throw new Error(`a WebError was expected, not ${String(error)}`);
  return error;
};

const head = (body: string, ...headers: string[]) =>
  ['HTTP/1.1 200 OK', ...headers, '', ''].join('\r\n') + body;

describe('what goes out', () => {
  test('a request carries browser-like defaults, the honest user agent and the user’s headers', async () => {
    const seen: Record<string, unknown>[] = [];
    const port = await serve((request, response) => {
      seen.push(request.headers);
      response.end('ok');
    });
    const egress = egressTo(port, { headers: [['X-Team', 'birds']] });
    await egress.fetch({ url: 'http://a.example/p#part', referrer: 'http://b.example/#x' });
    expect(seen[0]).toMatchObject({
      host: 'a.example',
      'user-agent': 'Fieldfare/0 (+test@example.org)',
      'accept-encoding': 'gzip, deflate, br, zstd',
      accept: expect.stringContaining('text/html'),
      'accept-language': expect.stringContaining('en'),
      'x-team': 'birds',
      referer: 'http://b.example/',
    });
  });

  test('cookies of a cookie file go to their own site only', async () => {
    const seen: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      seen.push(request.headers.cookie);
      response.end();
    });
    const cookies = parseCookieFile(
      [
        '# Netscape HTTP Cookie File',
        '.shop.example\tTRUE\t/\tFALSE\t0\tsid\ts3cret',
        '#HttpOnly_shop.example\tFALSE\t/admin\tFALSE\t0\tadm\t1',
        'shop.example\tFALSE\t/\tTRUE\t0\tsecure\t1',
        'shop.example\tFALSE\t/\tFALSE\t1000\told\t1',
      ].join('\n'),
    );
    const egress = egressTo(port, { cookies });
    for (const url of [
      'http://shop.example/',
      'http://www.shop.example/',
      'http://shop.example/admin/x',
      'http://workshop.example/',
    ])
      await egress.fetch({ url });
    expect(seen).toEqual(['sid=s3cret', 'sid=s3cret', 'adm=1; sid=s3cret', undefined]);
  });

  test('a broken cookie file is refused by line, without showing a value', () => {
    expect(() => parseCookieFile('# x\nshop.example TRUE / topsecret')).toThrow(/Line 2 .*tab-separated/);
    expect(() => parseCookieFile('# x\nshop.example TRUE / topsecret')).not.toThrow(/topsecret/);
  });

  test('user name and password of an address are neither sent nor shown', async () => {
    const seen: HeaderList[] = [];
    const port = await serve((request, response) => {
      seen.push(Object.entries(request.headers).map(([k, v]) => [k, String(v)]));
      response.end();
    });
    const exchange = await egressTo(port).fetch({ url: 'http://me:pw@a.example/' });
    expect(exchange.url).toBe('http://a.example/');
    expect(JSON.stringify(seen)).not.toContain('authorization');
  });

  test.each([
    ...['ftp://a.example/', 'file:///etc/passwd', 'data:text/html,x', '/relative', 'javascript:alert(1)'],
  ])('%s is refused before anything leaves', async (url) => {
    const error = await failure(egressTo(1).fetch({ url }));
    expect(error.reason).toBe('bad-url');
  });

  test('a POST carries its body, and redirects are the caller’s', async () => {
    const port = await serve((request, response) => {
      let body = '';
      request.on('data', (piece) => (body += piece));
      request.on('end', () => response.writeHead(302, { location: '/next', 'x-body': body }).end());
    });
    const exchange = await egressTo(port).fetch({
      url: 'http://a.example/search',
      method: 'post',
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      body: Buffer.from('q=owl'),
    });
    expect(exchange.status).toBe(302);
    expect(Object.fromEntries(exchange.headers)).toMatchObject({ location: '/next', 'x-body': 'q=owl' });
  });

  test('no more exchanges run at once than allowed, and the important ones go first', async () => {
    let inside = 0;
    let most = 0;
    const order: string[] = [];
    const port = await serve((request, response) => {
      most = Math.max(most, ++inside);
      order.push(request.url ?? '');
      setTimeout(() => {
        inside -= 1;
        response.end();
      }, 20);
    });
    const pair = egressTo(port, { maxConcurrent: 2 });
    await Promise.all([1, 2, 3, 4, 5].map((i) => pair.fetch({ url: `http://a.example/${i}` })));
    expect(most).toBe(2);

    order.length = 0;
    const single = egressTo(port, { maxConcurrent: 1 });
    const ask = (path: string, priority: number) =>
      single.fetch({ url: `http://a.example${path}` }, { priority });
    await Promise.all([ask('/first', 0), ask('/low', 0), ask('/lower', -1), ask('/high', 5)]);
    expect(order).toEqual(['/first', '/high', '/low', '/lower']);
  });
});

describe('what comes in', () => {
  const text = 'The fieldfare works over the field. '.repeat(200);
  const page = `<html><p>${text}`;
  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['gzip', Buffer.from(text)],
    ['utf-8', Buffer.from(text)],
    ['br', Buffer.from(page)],
    ['zstd', Buffer.from(page)],
    ['deflate', Buffer.from(page)],
  ])('content coding %s is undone', async (coding, body) => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(body);
    });
    const exchange = await egressTo(port).fetch({ url: 'http://a.example/' });
    expect([text, page]).toContain(exchange.body.toString());
    expect(exchange.bytesReceived).toBe(body.length);
    expect(exchange.truncated).toBeUndefined();
  });

  test.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['zstd', zstdCompressSync(Buffer.alloc(50_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(50_000_000)))],
  ])('a %s bomb is cut at the limit', async (coding, body) => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(body);
    });
    const exchange = await egressTo(port, { limits: { maxDecodedBytes: 100_000 } }).fetch({
      url: 'http://a.example/',
    });
    expect(exchange.truncated).toBe('length');
    expect(exchange.body.length).toBe(100_000);
  });

  test.each(['gzip', 'br', 'zstd'] as const)(
    'of a broken %s body the good beginning is kept',
    async (coding) => {
      const noise = Array.from({ length: 60_000 }, (_, i) => (i * 2654435761) % 4294967291).join(' ');
      const pack = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync }[coding];
      const whole = pack(noise);
      const port = await serve((_request, response) => {
        response.writeHead(200, { 'content-encoding': coding }).end(whole.subarray(0, whole.length >> 1));
      });
      const exchange = await egressTo(port).fetch({ url: 'http://a.example/' });
      expect(exchange.body.length).toBeGreaterThan(1000);
      expect(noise.startsWith(exchange.body.toString())).toBe(true);
    },
  );

  test('a body without end is cut at the limit and its connection let go', async () => {
    let closed = false;
    const port = await serve((_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(50_000)), 1);
      response.on('close', () => {
        closed = true;
        clearInterval(timer);
      });
    });
    const exchange = await egressTo(port, { limits: { maxBytes: 200_000 } }).fetch({
      url: 'http://a.example/',
    });
    expect(exchange).toMatchObject({ truncated: 'length', bytesReceived: 200_000 });
    await expect.poll(() => closed).toBe(true);
  });

  test('a server that never answers, one that drips its head, one that stops in the body', async () => {
    const silent = await serveRaw(() => {});
    const limits = { firstByteMs: 150, idleMs: 100, totalMs: 1000 };
    expect((await failure(egressTo(silent, { limits }).fetch({ url: 'http://a.example/' }))).reason).toBe(
      'timeout',
    );

    const slow = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('X-Drip: 1\r\n'), 20);
      socket.once('close', () => clearInterval(timer));
    });
    expect((await failure(egressTo(slow, { limits }).fetch({ url: 'http://a.example/' }))).reason).toBe(
      'timeout',
    );

    const stuck = await serveBytes(head('begin', 'Content-Length: 1000'), false);
    const exchange = await egressTo(stuck, { limits }).fetch({ url: 'http://a.example/' });
    expect(exchange).toMatchObject({ truncated: 'time', body: Buffer.from('begin') });
  });

  test('a body that drips for ever ends with the total time', async () => {
    const port = await serve((_request, response) => {
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    });
    const exchange = await egressTo(port, { limits: { totalMs: 200 } }).fetch({ url: 'http://a.example/' });
    expect(exchange.truncated).toBe('time');
  });

  test('a flood of headers is refused', async () => {
    const many = Array.from({ length: 400 }, (_, i) => `X-${i}: ${i}`);
    const big = [`X-Big: ${'y'.repeat(300_000)}`];
    for (const headers of [many, big]) {
      const port = await serveBytes(head('', ...headers, 'Content-Length: 0'));
      expect((await failure(egressTo(port).fetch({ url: 'http://a.example/' }))).reason).toBe('too-large');
    }
  });

  test('a Content-Length that lies does no harm', async () => {
    const more = await serveBytes(head('short', 'Content-Length: 5000'));
    const cut = await egressTo(more).fetch({ url: 'http://a.example/' });
    expect(cut).toMatchObject({ truncated: 'disconnect', body: Buffer.from('short') });

    const less = await serveBytes(head('longer than said', 'Content-Length: 6'));
    const kept = await egressTo(less).fetch({ url: 'http://a.example/' });
    expect(kept.body.toString()).toBe('longer');
  });

  test.each([
    ['nonsense', 'protocol'],
    ['', 'reset'],
  ])('an answer of %j fails as %s', async (answer, reason) => {
    const port = await serveBytes(answer);
    expect((await failure(egressTo(port).fetch({ url: 'http://a.example/' }))).reason).toBe(reason);
  });

  test('giving up stops the exchange at once', async () => {
    const port = await serveRaw(() => {});
    const controller = new AbortController();
    const going = egressTo(port).fetch({ url: 'http://a.example/' }, { signal: controller.signal });
    controller.abort();
    expect((await failure(going)).reason).toBe('aborted');
  });

  test('a thousand exchanges share a few connections', async () => {
    const sockets = new Set<unknown>();
    const port = await serve((request, response) => {
      sockets.add(request.socket);
      response.end('x'.repeat(1000));
    });
    const egress = egressTo(port, { maxConcurrent: 8 });
    await Promise.all(Array.from({ length: 1000 }, (_, i) => egress.fetch({ url: `http://a.example/${i}` })));
    expect(sockets.size).toBeLessThanOrEqual(16);
    expect(egress.stats()).toMatchObject({ requests: 1000, failures: 0, bytesReceived: 1_000_000 });
  });
});

describe('what is written down', () => {
  test('every exchange is in the log as it came, without the user’s secrets', async () => {
    const dir = temporaryFolder();
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      response.end(gzipSync('<p>hello'));
    });
    const log = await openExchangeLog(dir, { acknowledged: 0 });
    const egress = egressTo(port, {
      log,
      headers: [
        ['X-Api-Key', 'k3y'],
        ['Authorization', 'Bearer t0ken'],
      ],
      cookies: parseCookieFile('a.example\tFALSE\t/\tFALSE\t0\tsid\tc00kie'),
    });
    const exchange = await egress.fetch({ url: 'http://a.example/?q=1' });
    await log.close();
    expect(exchange.body.toString()).toBe('<p>hello');
    const { offset, length, requestOffset } = exchange.location!;
    const stored = await readExchange(log.path, offset, length);
    expect(stored).toMatchObject({
      url: 'http://a.example/?q=1',
      method: 'GET',
      status: 200,
      body: Buffer.from('<p>hello'),
      address: '127.0.0.1',
    });
    expect(requestOffset).toBe(offset + length);
    const { gunzipSync } = await import('node:zlib');
    const { readFile } = await import('node:fs/promises');
    const written = gunzipSync(await readFile(log.path)).toString('latin1');
    expect(written).not.toMatch(/k3y|t0ken|c00kie/);
    expect(written).toContain('x-api-key: [redacted]');
    expect(written).toContain('GET /?q=1 HTTP/1.1');
  });
});
