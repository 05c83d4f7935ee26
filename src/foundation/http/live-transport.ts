/** The internet, behind the address policy and, where there is one, an outbound proxy. */

import { constants } from 'node:crypto';
import type { Agent, buildConnector, Dispatcher, Pool, ProxyAgent } from 'undici';
import {
  allowedAddresses,
  checkHost,
  isLocalName,
  isPublicAddress,
  literalAddress,
} from './address-policy.ts';
import { type OutboundProxy, proxyRoute } from './outbound-proxy.ts';
import { checkedLookup, type Resolve, rememberingResolve, resolveBySystem } from './resolver.ts';
import { undici } from './undici.ts';
import { exchangeThrough, socketThrough, toWebError } from './undici-exchange.ts';
import { type Transport, TransportError } from './transport.ts';
import { sentUrl } from './transport-url.ts';

export interface LiveTransportOptions {
  /** Whether loopback, private and other special networks may be connected to. Default false. */
  readonly allowPrivate?: boolean;
  /** `http(s)://[user:password@]host:port`; default HTTPS_PROXY, HTTP_PROXY, NO_PROXY; `''` for none. */
  readonly proxy?: string;
  /** Default 10 s. */
  readonly connectTimeoutMs?: number;
  /** Connections kept to one origin. Default 6, as in browsers. */
  readonly connectionsPerOrigin?: number;
  readonly resolve?: Resolve;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const REMEMBERED_ORIGINS = 10_000;

/** Old servers that cannot renegotiate safely are refused by OpenSSL but not by browsers. */
const TLS = { secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT };

type Connector = ReturnType<typeof buildConnector>;

/** Opens sockets to allowed addresses only, and notes which one each origin was answered from. */
const guardedConnector = (
  connect: Connector,
  allowPrivate: boolean,
  note: (origin: string, address: string) => void,
): Connector => {
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (!socket) return callback(error ?? new Error('no connection'), null);
      const address = socket.remoteAddress ?? '';
      // Whatever way the number was found: a socket to a forbidden one carries no request.
      if (!allowPrivate && !isPublicAddress(address)) {
        socket.destroy();
        return callback(
          new TransportError('address-refused', `${options.hostname} is not on the public internet`),
          null,
        );
      }
      note(`${options.protocol}//${options.host}`, address);
      return callback(null, socket);
    });
  };
};

const AGENT = { keepAliveTimeout: 10_000, maxHeaderSize: 65_536, pipelining: 1 } as const;

const directAgent = (
  options: LiveTransportOptions,
  resolve: Resolve,
  addresses: Map<string, string>,
): Agent => {
  const { allowPrivate = false, connectTimeoutMs: timeout = 10_000 } = options;
  const lookup = checkedLookup(resolve, allowPrivate);
  const { Agent, buildConnector } = undici();
  const connect = buildConnector({ ...TLS, lookup, timeout, autoSelectFamily: true });
  const note = (origin: string, address: string) => {
    if (addresses.size >= REMEMBERED_ORIGINS) addresses.clear();
    addresses.set(origin, address);
  };
  return new Agent({
    ...AGENT,
    connections: options.connectionsPerOrigin ?? 6,
    connect: guardedConnector(connect, allowPrivate, note),
  });
};

/** undici opens a closed tunnel again and again, for ever; an error it does not know ends the request. */
const failingForGood =
  (connect: Connector): Connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (socket) return callback(null, socket);
      const known = toWebError(error);
      const closed = known.reason === 'reset' || known.reason === 'aborted';
      return callback(
        closed ? new TransportError('connect', 'the proxy closed the connection', { cause: error }) : known,
        null,
      );
    });

const proxyAgent = ({ uri, token }: OutboundProxy, options: LiveTransportOptions): ProxyAgent =>
  new (undici().ProxyAgent)({
    ...AGENT,
    uri,
    ...(token === undefined ? {} : { token }),
    // Many proxies tunnel to port 443 only: plain http goes in absolute form.
    proxyTunnel: false,
    proxyTls: { timeout: options.connectTimeoutMs ?? 10_000 },
    factory(origin, given) {
      const { connect, ...rest } = given as Pool.Options & { connect: Connector };
      const connections = options.connectionsPerOrigin ?? 6;
      return new (undici().Pool)(origin, {
        ...AGENT,
        ...rest,
        connections,
        connect: failingForGood(connect),
      });
    },
  });

/** Behind a proxy the name is resolved there; what we can find out here is still checked. */
const checkBehindProxy = async (url: URL, resolve: Resolve, allowPrivate: boolean): Promise<void> => {
  if (allowPrivate || literalAddress(url.hostname) !== undefined) return;
  const addresses = await resolve(url.hostname).catch(() => []);
  if (addresses.length > 0) allowedAddresses(url.hostname, addresses, allowPrivate);
};

/** An address on this machine is never asked of a proxy: it would be another machine there. */
const isHere = ({ hostname }: URL): boolean => isLocalName(hostname) || /^(?:127\.|\[::1\]$)/.test(hostname);

/**
 * Opens the internet. Certificates are verified; redirects are not followed.
 * @throws {ProxyOptionError} when the proxy is no proxy address
 */
export const liveTransport = (options: LiveTransportOptions = {}): Transport => {
  const { allowPrivate = false } = options;
  const routeOf = proxyRoute(options.proxy, options.env ?? process.env);
  const resolve = rememberingResolve(options.resolve ?? resolveBySystem);
  const addresses = new Map<string, string>();
  const direct = directAgent(options, resolve, addresses);
  const behind = new Map<string, ProxyAgent>();
  const agentOf = (proxy: OutboundProxy): Dispatcher => {
    const agent = behind.get(proxy.uri) ?? proxyAgent(proxy, options);
    behind.set(proxy.uri, agent);
    return agent;
  };
  return {
    kind: 'live',
    seeds: async () => [],
    holds: () => true,
    async send(request, signal) {
      const url = new URL(sentUrl(request.url));
      checkHost(url, allowPrivate);
      const proxy = isHere(url) ? undefined : routeOf(url);
      const asked = { ...request, url: url.href };
      if (!proxy) return exchangeThrough(direct, asked, signal, (origin) => addresses.get(origin));
      await checkBehindProxy(url, resolve, allowPrivate);
      return exchangeThrough(agentOf(proxy), asked, signal, () => undefined);
    },
    async openSocket(request, signal) {
      const url = new URL(sentUrl(request.url));
      checkHost(url, allowPrivate);
      if (!isHere(url) && routeOf(url))
        throw new TransportError('connect', 'no socket is opened through a proxy');
      return socketThrough(direct, { ...request, url: url.href }, signal);
    },
    async close() {
      await Promise.all([direct.destroy(), ...[...behind.values()].map((agent) => agent.destroy())]);
    },
  };
};
