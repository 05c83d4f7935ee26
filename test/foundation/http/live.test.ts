import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../../../src/foundation/http/certificate.ts';
import { createHttpClient, liveTransport, TransportError } from '../../../src/foundation/http/index.ts';
import type { LiveTransportOptions } from '../../../src/foundation/http/live-transport.ts';
import { isExempt, ProxyOptionError, proxyRoute } from '../../../src/foundation/http/outbound-proxy.ts';
import { cachedResolve } from '../../../src/foundation/http/resolver.ts';
import { openExchangeLog } from '../../../src/foundation/warc/index.ts';
import { hangUp, openPort } from '../../open-port.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { serve, serveRaw } from './loopback.ts';

const live = (options: LiveTransportOptions) => {
  const web = liveTransport({ env: {}, ...options });
  onTestFinished(() => web.close());
  return createHttpClient({ transport: web, userAgent: 'Fieldfare/0' });
};

const reasonOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof TransportError)) throw new Error(`a WebError was expected, not ${String(error)}`);
  return error.reason;
};

/** Where names point to in these tests, so that no name server is asked. */
const names = (table: Record<string, string[]>) => async (hostname: string) => {
  const found = table[hostname];
  if (!found) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
  return found;
};

describe('the address policy', () => {
  test('this machine is refused by name, by number and by DNS; nothing is connected', async () => {
    let connections = 0;
    const port = await serve((_request, response) => response.end('inside'));
    const egress = live({
      resolve: async () => {
        connections += 1;
        return ['127.0.0.1'];
      },
    });
    for (const host of [
      ...['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', 'innocent.example'],
    ]) {
      expect([host, await reasonOf(egress.fetch({ url: `http://${host}:${port}/` }))]).toEqual([
        host,
        'address-refused',
      ]);
    }
    expect(connections).toBe(1);
  });

  test('a name that turns to a private address between two look-ups gains nothing', async () => {
    let calls = 0;
    const port = await serve((_request, response) => response.end('inside'));
    const resolve = async () => {
      calls += 1;
      return calls % 2 === 1 ? ['192.0.2.1', '127.0.0.1'] : ['127.0.0.1'];
    };
    const egress = live({ resolve });
    for (let i = 0; i < 3; i++) {
      expect(await reasonOf(egress.fetch({ url: `http://rebind.example:${port}/` }))).toBe('address-refused');
    }
  });

  test('with private networks allowed the same pages answer, and the address is known', async () => {
    const port = await serve((request, response) => response.end(request.headers.host));
    const egress = live({ allowPrivate: true, resolve: names({ 'shop.example': ['127.0.0.1'] }) });
    const exchange = await egress.fetch({ url: `http://shop.example:${port}/` });
    expect(exchange).toMatchObject({ status: 200, address: '127.0.0.1' });
    expect(exchange.body.toString()).toBe(`shop.example:${port}`);
  });
});

/** An https server whose certificate nobody trusts; resolves to its port. */
const serveTls = async (): Promise<number> => {
  const { certificate, key } = makeCertificate(new Date());
  const server = createHttpsServer({ cert: certificate, key }, (_request, response) =>
    response.end('secret'),
  );
  const port = await openPort(server);
  onTestFinished(() => {
    server.close();
  });
  return port;
};

describe('failures have names', () => {
  test('unknown hosts, closed ports, untrusted certificates', async () => {
    const egress = live({
      allowPrivate: true,
      resolve: names({ 'closed.example': ['127.0.0.1'], 'tls.example': ['127.0.0.1'] }),
    });
    expect(await reasonOf(egress.fetch({ url: 'http://unknown.example/' }))).toBe('dns');
    expect(await reasonOf(egress.fetch({ url: 'http://closed.example:1024/' }))).toBe('connect');

    const port = await serveTls();
    expect(await reasonOf(egress.fetch({ url: `https://tls.example:${port}/` }))).toBe('tls');
    expect(await reasonOf(egress.fetch({ url: `http://tls.example:${port}/` }))).toMatch(/reset|protocol/);
  });

  test('a host with a dead address is reached by its other one', async () => {
    const port = await serve((_request, response) => response.end('here'));
    const egress = live({ allowPrivate: true, resolve: names({ 'two.example': ['::1', '127.0.0.1'] }) });
    expect((await egress.fetch({ url: `http://two.example:${port}/` })).body.toString()).toBe('here');
  });
});

/** A forward proxy that wants a password, and says what it was asked. */
const forwardProxy = async () => {
  const asked: string[] = [];
  const allowed = (header: string | undefined) =>
    header === `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (!allowed(request.headers['proxy-authorization'])) return response.writeHead(407).end();
    return response.end('by proxy');
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.on('error', () => {});
    if (!allowed(request.headers['proxy-authorization'])) return socket.end('HTTP/1.1 407 No\r\n\r\n');
    const [, port] = (request.url ?? '').split(':');
    const upstream = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on('error', () => socket.destroy());
    return undefined;
  });
  const port = await openPort(server);
  onTestFinished(() => hangUp(server));
  return { port, asked };
};

describe('the outbound proxy', () => {
  const unresolved = { resolve: names({ 'inside.example': ['10.0.0.1'] }) };

  test('is given plain http in absolute form and https through a tunnel, with its password', async () => {
    const { port, asked } = await forwardProxy();
    const egress = live({ ...unresolved, proxy: `http://me:p%40ss@127.0.0.1:${port}` });
    const exchange = await egress.fetch({ url: 'http://a.example/x?y=1' });
    expect(exchange.body.toString()).toBe('by proxy');
    const tlsPort = await serveTls();
    // Through the tunnel the certificate is the server's own, and nobody trusts it.
    expect(await reasonOf(egress.fetch({ url: `https://b.example:${tlsPort}/` }))).toBe('tls');
    expect(asked).toContain('GET http://a.example/x?y=1');
    expect(asked).toContain(`CONNECT b.example:${tlsPort}`);
  });

  test('a refusal is told without the password, in the message and in the log', async () => {
    const { port } = await forwardProxy();
    const web = liveTransport({ ...unresolved, env: {}, proxy: `http://me:wr0ng@127.0.0.1:${port}` });
    onTestFinished(() => web.close());
    const log = await openExchangeLog(temporaryFolder(), { acknowledged: 0 });
    onTestFinished(() => log.close());
    const egress = createHttpClient({ transport: web, log, userAgent: 'Fieldfare/0' });
    const error = (await egress
      .fetch({ url: 'https://b.example/' })
      .catch((reason) => reason)) as TransportError;
    expect(error).toMatchObject({ reason: 'connect', message: expect.stringContaining('407') });
    expect(JSON.stringify([error.message, String(error.stack)])).not.toContain('wr0ng');
  });

  test('a proxy that hangs up or is not there fails the request at once', async () => {
    let tries = 0;
    const port = await serveRaw((socket) => {
      tries += 1;
      socket.once('data', () => socket.destroy());
    });
    const hangsUp = live({ ...unresolved, proxy: `http://127.0.0.1:${port}` });
    expect(await reasonOf(hangsUp.fetch({ url: 'https://b.example/' }))).toBe('connect');
    expect(await reasonOf(hangsUp.fetch({ url: 'http://b.example/' }))).toBe('reset');
    expect(tries).toBeLessThan(6);
    const missing = live({ ...unresolved, proxy: 'http://127.0.0.1:1' });
    expect(await reasonOf(missing.fetch({ url: 'https://b.example/' }))).toBe('connect');
    expect(await reasonOf(missing.fetch({ url: 'http://b.example/' }))).toBe('connect');
  });

  test('names that are known to be private are refused before the proxy is asked', async () => {
    const { port, asked } = await forwardProxy();
    const egress = live({ ...unresolved, proxy: `http://me:p%40ss@127.0.0.1:${port}` });
    for (const url of ['http://inside.example/', 'http://10.0.0.1/', 'http://localhost/']) {
      expect(await reasonOf(egress.fetch({ url }))).toBe('address-refused');
    }
    expect(asked).toEqual([]);
  });

  test('comes from the environment where no option is given, and NO_PROXY is honoured', () => {
    const env = {
      HTTPS_PROXY: 'http://u:p@one:1',
      http_proxy: 'two:2',
      NO_PROXY: 'skip.example, .sub.example,port.example:81',
    };
    const route = proxyRoute(undefined, env);
    expect(route(new URL('https://a.example/'))).toEqual({
      uri: 'http://one:1',
      token: `Basic ${btoa('u:p')}`,
    });
    expect(route(new URL('http://a.example/'))).toEqual({ uri: 'http://two:2' });
    for (const url of [
      'https://skip.example/',
      'https://x.skip.example/',
      'http://a.sub.example/',
      'http://port.example:81/',
    ])
      expect([url, route(new URL(url))]).toEqual([url, undefined]);
    expect(route(new URL('http://port.example/'))).toBeDefined();
    expect(route(new URL('http://notskip.example/'))).toBeDefined();
    expect(proxyRoute('', env)(new URL('http://a.example/'))).toBeUndefined();
    expect(isExempt(new URL('http://[::1]:80/'), '[::1]:80')).toBe(true);
    expect(isExempt(new URL('http://any.example/'), '*')).toBe(true);
  });

  test.each(['socks5://u:s3cret@h:1', 'http://u:s3cret@', '::s3cret::'])(
    '%s is refused without being repeated',
    (proxy) => {
      expect(() => liveTransport({ proxy, env: {} })).toThrow(ProxyOptionError);
      expect(() => liveTransport({ proxy, env: {} })).not.toThrow(/s3cret/);
    },
  );
});

test('a name that many want at once is looked up once, and again after a minute', async () => {
  let now = 0;
  let calls = 0;
  const resolve = cachedResolve(
    async () => {
      calls += 1;
      return ['192.0.2.1'];
    },
    () => now,
  );
  await Promise.all(Array.from({ length: 50 }, () => resolve('a.example')));
  expect(calls).toBe(1);
  now = 61_000;
  await resolve('a.example');
  expect(calls).toBe(2);
});
