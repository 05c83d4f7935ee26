/**
 * A forward proxy inside this process that a browser is pointed at, so that all its requests leave by the HTTP client:
 * same address policy, same limits, same log. TLS ends here under a throw-away key; the real server's
 * certificate is checked by the transport behind the client. HTTP/1.1 only, loopback only.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { siteOf } from '../url/index.ts';
import { isUnwantedHost, type ResourceType, resourceType } from './browser-request.ts';
import { makeCertificate } from './certificate.ts';
import type { Exchange, HttpClient } from './http-client.ts';
import { joinSockets } from './join-sockets.ts';
import { prefetchedResponses } from './prefetched-responses.ts';
import { errorResponse, requestHeaderList, responseHeaderList, sendableReason } from './proxy-messages.ts';
import { SharedResources } from './shared-resources.ts';
import { comparableUrl, sentUrl } from './transport-url.ts';

export interface BrowserProxyOptions {
  /** Resource types answered with 204 and never fetched. Default: images, fonts, media, beacons. */
  readonly skip?: readonly ResourceType[];
  /** Longest request body a page may send, bytes. Default 2 MB. */
  readonly maxRequestBytes?: number;
}

/** A request of the browser, and where its answer goes. */
interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: string;
  readonly method: string;
  readonly type: ResourceType;
}

interface BrowserProxyStats {
  readonly requests: number;
  readonly handedOver: number;
  /** Answered from what an earlier page had fetched. */
  readonly shared: number;
  /** Requests for images, fonts, media, beacons and unwanted hosts, which are not fetched. */
  readonly skipped: number;
  /** Refused upgrades, malformed requests and tunnels to unwanted hosts. */
  readonly refused: number;
  /** Sent by the HTTP client, and no answer came. */
  readonly failed: number;
}

export interface BrowserProxy {
  /** For Playwright: `proxy: { server: url, bypass: '<-loopback>' }`. */
  readonly url: string;
  readonly port: number;
  /** Base64 SHA-256 of the proxy's public key. */
  readonly spkiHash: string;
  /** Switches that make Chromium accept this proxy's certificate, and no other bad one. */
  readonly launchArgs: readonly string[];
  /** Answers the next page load of `url` with this exchange, without a request. @returns withdraws it if it has not been used */
  offerPrefetched(url: string, exchange: Exchange): () => void;
  /** Lets documents of these sites open up to eight websockets until the returned function is called; others are refused. */
  admitSockets(...sites: string[]): () => void;
  stats(): BrowserProxyStats;
  close(): Promise<void>;
}

const DEFAULT_SKIP: readonly ResourceType[] = ['image', 'font', 'media', 'beacon'];
/** Limits answers whose type neither request nor response states, bytes; not where everything is loaded. */
const MAX_UNKNOWN_BYTES = 2_000_000;
/** Pages of a site share these; other resources may differ from one page to the next. */
const SHARED: ReadonlySet<ResourceType> = new Set(['style', 'script']);
const TLS_HANDSHAKE = 0x16;
const MAX_SOCKETS_PER_PERMIT = 8;

interface SocketPermit {
  readonly sites: readonly string[];
  open: number;
}

class RefusedRequest extends Error {}

const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> => {
  const parts: Buffer[] = [];
  let size = 0;
  // The socket must stay open after a refused body, to send the answer.
  const incoming: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const part of incoming) {
    size += part.length;
    if (size > maxBytes) throw new RefusedRequest('the request body is too long');
    parts.push(part);
  }
  return size > 0 ? Buffer.concat(parts) : undefined;
};

class HttpClientProxy {
  readonly #client: HttpClient;
  readonly #options: BrowserProxyOptions;
  readonly #skip: ReadonlySet<ResourceType>;
  readonly #secureContext: SecureContext;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  /** `https://host:port` of a tunnelled connection. */
  readonly #origins = new WeakMap<Duplex, string>();
  readonly socketPermits = new Set<SocketPermit>();
  readonly prefetched = prefetchedResponses();
  readonly #shared = new SharedResources();
  readonly counts = { requests: 0, handedOver: 0, shared: 0, skipped: 0, refused: 0, failed: 0 };

  constructor(client: HttpClient, options: BrowserProxyOptions, secureContext: SecureContext) {
    this.#client = client;
    this.#options = options;
    this.#skip = new Set(options.skip ?? DEFAULT_SKIP);
    this.#secureContext = secureContext;
    this.#server = createServer({ maxHeaderSize: 65_536, keepAliveTimeout: 30_000 });
    this.#server.on('connection', (socket: Socket) => this.#track(socket));
    this.#server.on('request', (request, response) => void this.#onRequest(request, response));
    this.#server.on('connect', (request, socket, head) => this.#onConnect(request, socket, head));
    this.#server.on('upgrade', (request, socket, head) => void this.#onUpgrade(request, socket, head));
    this.#server.on('clientError', (_error, socket) => socket.destroy());
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', () => resolve());
    });
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.prefetched.clear();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #track(socket: Duplex): void {
    if (this.#sockets.has(socket)) return;
    this.#sockets.add(socket);
    // A browser may drop connections at any time; that is no error.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #refuse(socket: Duplex, status: string): void {
    this.counts.refused += 1;
    socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  }

  /** Opens a tunnel, which a browser requests for TLS and for `ws:`. */
  #onConnect(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const authority = request.url ?? '';
    const hostname = URL.canParse(`https://${authority}`) ? new URL(`https://${authority}`).hostname : '';
    if (hostname === '' || isUnwantedHost(hostname)) {
      this.#refuse(socket, hostname === '' ? '400 Bad Request' : '403 Forbidden');
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) socket.unshift(head);
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (first !== null) socket.unshift(first);
      if (first === null) socket.destroy();
      else if (first[0] === TLS_HANDSHAKE) this.#serveTls(socket, authority);
      else this.#serveHttp(socket, `http://${authority}`);
    });
  }

  /** Passes the websocket of a script through unchanged and unlogged. */
  async #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    this.#track(socket);
    try {
      const url = this.#urlOf(request);
      const wanted = /^websocket$/i.test(request.headers.upgrade ?? '') && !isUnwantedHost(url.hostname);
      const permit = this.#permitFor(request.headers.origin ?? '');
      if (permit === undefined || !wanted) return this.#refuse(socket, '403 Forbidden');
      permit.open++;
      socket.once('close', () => permit.open--);
      const headers = requestHeaderList(request.rawHeaders);
      const opened = await this.#client.openSocket({ url: url.href, headers, kind: 'subresource' });
      this.counts.requests += 1;
      joinSockets(socket, opened, head);
      this.#track(opened.socket);
    } catch {
      this.#refuse(socket, '502 Bad Gateway');
    }
  }

  #permitFor(origin: string): SocketPermit | undefined {
    const site = URL.canParse(origin) ? siteOf(`${origin}/`) : '';
    return [...this.socketPermits].find(
      ({ sites, open }) => open < MAX_SOCKETS_PER_PERMIT && sites.includes(site),
    );
  }

  #serveTls(socket: Duplex, authority: string): void {
    const tls = new TLSSocket(socket, {
      isServer: true,
      secureContext: this.#secureContext,
      ALPNProtocols: ['http/1.1'],
    });
    socket.once('close', () => tls.destroy());
    this.#serveHttp(tls, `https://${authority}`);
  }

  #serveHttp(socket: Duplex, origin: string): void {
    this.#track(socket);
    this.#origins.set(socket, origin);
    this.#server.emit('connection', socket);
  }

  #urlOf(request: IncomingMessage): URL {
    const origin = this.#origins.get(request.socket);
    const raw = origin === undefined ? (request.url ?? '') : origin + (request.url ?? '/');
    return new URL(sentUrl(raw));
  }

  async #onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.counts.requests += 1;
    response.on('error', () => {});
    try {
      await this.#answer(request, response);
    } catch (error) {
      if (response.destroyed) return;
      const refused = error instanceof RefusedRequest;
      this.counts[refused ? 'refused' : 'failed'] += 1;
      const { status, headers, body } = errorResponse(error);
      if (!response.headersSent) response.writeHead(status, headers);
      response.end(body);
    } finally {
      // The rest of a refused body would be read as the next request.
      if (!request.complete) response.once('finish', () => request.destroy());
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = this.#urlOf(request);
    const method = request.method ?? 'GET';
    const type = resourceType(url, request.headers, method);
    if (this.#skip.has(type) || isUnwantedHost(url.hostname)) {
      this.counts.skipped += 1;
      request.resume();
      response.writeHead(204, { 'cache-control': 'max-age=3600' }).end();
      return;
    }
    const prefetched =
      method === 'GET' && type === 'document' ? this.prefetched.take(comparableUrl(url.href)) : undefined;
    if (prefetched) this.counts.handedOver += 1;
    const exchange = prefetched ?? (await this.#exchange({ request, response, url: url.href, method, type }));
    const body = method === 'HEAD' ? undefined : exchange.body;
    response.writeHead(exchange.status, sendableReason(exchange), responseHeaderList(exchange, method, type));
    response.end(body);
  }

  async #exchange(asked: Asked): Promise<Exchange> {
    const { request, url, method, type } = asked;
    const isShared = method === 'GET' && SHARED.has(type) && request.headers.authorization === undefined;
    if (!isShared) return this.#fetch(asked);
    const kept = this.#shared.take(url, performance.now());
    if (kept !== undefined) {
      this.counts.shared += 1;
      return kept;
    }
    const exchange = await this.#fetch(asked);
    this.#shared.keep(url, exchange, performance.now());
    return exchange;
  }

  async #fetch({ request, response, url, method, type }: Asked): Promise<Exchange> {
    const body = await readBody(request, this.#options.maxRequestBytes ?? 2_000_000);
    const clientClosed = new AbortController();
    const onClose = () => clientClosed.abort();
    response.once('close', onClose);
    try {
      return await this.#client.fetch(
        {
          url,
          method,
          headers: requestHeaderList(request.rawHeaders),
          kind: type === 'document' ? 'document' : 'subresource',
          ...(body ? { body } : {}),
        },
        {
          signal: clientClosed.signal,
          priority: type === 'document' ? 0 : -1,
          limits: type === 'other' && this.#skip.size > 0 ? { maxUnknownBytes: MAX_UNKNOWN_BYTES } : {},
        },
      );
    } finally {
      response.off('close', onClose);
    }
  }
}

/** Starts a proxy on a free loopback port. Close it after the browser. */
export const startBrowserProxy = async (
  client: HttpClient,
  options: BrowserProxyOptions = {},
): Promise<BrowserProxy> => {
  const { certificate, key, spkiHash } = makeCertificate(new Date());
  const proxy = new HttpClientProxy(client, options, createSecureContext({ cert: certificate, key }));
  const port = await proxy.listen();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    spkiHash,
    launchArgs: [`--ignore-certificate-errors-spki-list=${spkiHash}`],
    offerPrefetched: (url, exchange) => proxy.prefetched.put(comparableUrl(url), exchange),
    admitSockets: (...sites) => {
      const permit = { sites, open: 0 };
      proxy.socketPermits.add(permit);
      return () => proxy.socketPermits.delete(permit);
    },
    stats: () => ({ ...proxy.counts }),
    close: () => proxy.close(),
  };
};
