/** The internet, with the address policy and an optional outbound proxy. */

import { constants } from 'node:crypto';
import type { Agent, buildConnector, Dispatcher, Pool, ProxyAgent } from 'undici';
import {
  allowedAddresses,
  checkHost,
  isLocalName,
  literalAddress,
  mayReach,
  type Reach,
} from './address-policy.ts';
import { forgiveHeads } from './forgive-heads.ts';
import { type OutboundProxy, proxyRoute } from './outbound-proxy.ts';
import { cachedResolve, checkedLookup, type Resolve, resolveBySystem } from './resolver.ts';
import { type Transport, TransportError } from './transport.ts';
import { sentAddress } from './transport-url.ts';
import { undici } from './undici.ts';
import { exchangeThrough, socketThrough, toTransportError } from './undici-exchange.ts';

export interface LiveTransportOptions {
  /** Allow connections to loopback, private and other special networks. Default false. */
  readonly allowPrivate?: boolean;
  /** Numeric addresses that the user named (see {@link Reach}). */
  readonly named?: readonly string[] | undefined;
  /** `http(s)://[user:password@]host:port`; default HTTPS_PROXY, HTTP_PROXY, NO_PROXY; `''` for none. */
  readonly proxy?: string;
  /** Default 10 s. */
  readonly connectTimeoutMs?: number;
  /** Connections to one origin. Default 6, as in browsers. */
  readonly connectionsPerOrigin?: number;
  readonly resolve?: Resolve;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const MAX_CACHED_ORIGINS = 10_000;

/** Browsers accept old servers without safe renegotiation, which OpenSSL refuses by default. */
const TLS = { secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT };

type Connector = ReturnType<typeof buildConnector>;

/** Opens sockets to allowed addresses only, and reports the address of each origin. */
const guardedConnector = (
  connect: Connector,
  reach: Reach,
  onConnected: (origin: string, address: string) => void,
): Connector => {
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (!socket) return callback(error ?? new Error('no connection'), null);
      const address = socket.remoteAddress ?? '';
      // Checks the connected address itself, however it was found.
      if (!mayReach(address, reach)) {
        socket.destroy();
        return callback(
          new TransportError('address-refused', `${options.hostname} is not on the public internet`),
          null,
        );
      }
      onConnected(`${options.protocol}//${options.host}`, address);
      return callback(null, forgiveHeads(socket));
    });
  };
};

const AGENT = { keepAliveTimeout: 10_000, maxHeaderSize: 65_536, pipelining: 1 } as const;

const directAgent = (
  options: LiveTransportOptions,
  resolve: Resolve,
  addresses: Map<string, string>,
): Agent => {
  const { allowPrivate = false, named, connectTimeoutMs: timeout = 10_000 } = options;
  const reach = { allowPrivate, named };
  const lookup = checkedLookup(resolve, reach);
  const { Agent, buildConnector } = undici();
  const connect = buildConnector({ ...TLS, lookup, timeout, autoSelectFamily: true });
  const onConnected = (origin: string, address: string) => {
    if (addresses.size >= MAX_CACHED_ORIGINS) addresses.clear();
    addresses.set(origin, address);
  };
  return new Agent({
    ...AGENT,
    connections: options.connectionsPerOrigin ?? 6,
    connect: guardedConnector(connect, reach, onConnected),
  });
};

/** Ends a request whose tunnel was closed; otherwise undici would reopen it for ever. */
const failingPermanently =
  (connect: Connector): Connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (socket) return callback(null, forgiveHeads(socket));
      const known = toTransportError(error);
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
    // Many proxies tunnel only to port 443, so plain http is sent in absolute form.
    proxyTunnel: false,
    proxyTls: { timeout: options.connectTimeoutMs ?? 10_000 },
    factory(origin, given) {
      const { connect, ...rest } = given as Pool.Options & { connect: Connector };
      const connections = options.connectionsPerOrigin ?? 6;
      return new (undici().Pool)(origin, {
        ...AGENT,
        ...rest,
        connections,
        connect: failingPermanently(connect),
      });
    },
  });

/** Checks the addresses of a name that the proxy will resolve, as far as they are known here. */
const checkBehindProxy = async (url: URL, resolve: Resolve, reach: Reach): Promise<void> => {
  if (literalAddress(url.hostname) !== undefined) return;
  const addresses = await resolve(url.hostname).catch(() => []);
  if (addresses.length > 0) allowedAddresses(url.hostname, addresses, reach);
};

/** Checks for an address of this machine, which must not go through a proxy. */
const isThisMachine = ({ hostname }: URL): boolean =>
  isLocalName(hostname) || /^(?:127\.|\[::1\]$)/.test(hostname);

/** Opens the internet; certificates are verified, redirects not followed. @throws {ProxyOptionError} when the proxy is no address */
export const liveTransport = (options: LiveTransportOptions = {}): Transport => {
  const reach: Reach = { allowPrivate: options.allowPrivate ?? false, named: options.named };
  const routeOf = proxyRoute(options.proxy, options.env ?? process.env);
  const resolve = cachedResolve(options.resolve ?? resolveBySystem);
  const addresses = new Map<string, string>();
  const direct = directAgent(options, resolve, addresses);
  const proxyAgents = new Map<string, ProxyAgent>();
  const agentOf = (proxy: OutboundProxy): Dispatcher => {
    const agent = proxyAgents.get(proxy.uri) ?? proxyAgent(proxy, options);
    proxyAgents.set(proxy.uri, agent);
    return agent;
  };
  return {
    kind: 'live',
    seeds: async () => [],
    holds: () => true,
    async send(request, signal) {
      const url = sentAddress(request.url);
      checkHost(url, reach);
      const proxy = isThisMachine(url) ? undefined : routeOf(url);
      if (!proxy) return exchangeThrough(direct, url, request, signal, (origin) => addresses.get(origin));
      await checkBehindProxy(url, resolve, reach);
      return exchangeThrough(agentOf(proxy), url, request, signal, () => undefined);
    },
    async openSocket(request, signal) {
      const url = sentAddress(request.url);
      checkHost(url, reach);
      if (!isThisMachine(url) && routeOf(url))
        throw new TransportError('connect', 'no socket is opened through a proxy');
      return socketThrough(direct, { ...request, url: url.href }, signal);
    },
    async close() {
      await Promise.all([direct.destroy(), ...[...proxyAgents.values()].map((agent) => agent.destroy())]);
    },
  };
};
