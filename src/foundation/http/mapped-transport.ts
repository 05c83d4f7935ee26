/** Host names that exist nowhere, all answered by one server on loopback. */

import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { undici } from './undici.ts';
import { exchangeThrough, socketThrough } from './undici-exchange.ts';
import { type Transport, TransportError, type TransportRequest } from './transport.ts';
import { sentUrl } from './transport-url.ts';

interface MappedWebOptions {
  /** Port of the server on 127.0.0.1. It sees the asked host in `Host`. */
  readonly port: number;
  /** Names that exist, with a port where it is not 80. Without this, every name does. */
  readonly hosts?: Iterable<string>;
  /** Port on 127.0.0.1 of the same web by HTTPS, and the one certificate (PEM) that is trusted there, for every name. */
  readonly https?: { readonly port: number; readonly certificate: string };
  readonly seeds?: (domain?: string) => readonly string[] | Promise<readonly string[]>;
  /** Called by `close`. */
  readonly onClose?: () => Promise<void>;
}

const LOOPBACK = '127.0.0.1';

const connectTo = (port: number, callback: (error: Error | null, socket: Socket | null) => void): void => {
  const socket = connect({ host: LOOPBACK, port, noDelay: true });
  socket.once('error', (error) => callback(error, null));
  socket.once('connect', () => {
    socket.removeAllListeners('error');
    callback(null, socket);
  });
};

const secureConnectTo = (
  { port, certificate }: NonNullable<MappedWebOptions['https']>,
  callback: (error: Error | null, socket: Socket | null) => void,
): void => {
  // The certificate is made for no name: that it is this very one is what counts.
  const checkServerIdentity = () => undefined;
  const socket = connectSecurely({ host: LOOPBACK, port, ca: certificate, checkServerIdentity });
  socket.once('error', (error) => callback(error, null));
  socket.once('secureConnect', () => {
    socket.removeAllListeners('error');
    callback(null, socket);
  });
};

/** A web of hosts behind one loopback port, or two with https; names it does not know fail as unknown to DNS. */
export const mappedTransport = ({ port, hosts, https, seeds, onClose }: MappedWebOptions): Transport => {
  const names = hosts === undefined ? undefined : new Set(hosts);
  const agent = new (undici().Agent)({
    connect: (options, callback) => {
      const done = (error: Error | null, socket: Socket | null): void =>
        socket ? callback(null, socket) : callback(error ?? new Error(), null);
      if (options.protocol === 'https:' && https) secureConnectTo(https, done);
      else connectTo(port, done);
    },
  });
  const isKnown = (url: URL) => names === undefined || names.has(url.host);
  const known = (request: TransportRequest): TransportRequest => {
    const url = new URL(sentUrl(request.url));
    if (!isKnown(url)) throw new TransportError('dns', 'the host name is not known');
    if (url.protocol !== 'http:' && !(https && url.protocol === 'https:'))
      throw new TransportError('connect', 'this web speaks http only');
    return { ...request, url: url.href };
  };
  let closed = false;
  return {
    kind: 'practice',
    seeds: async (domain) => (await seeds?.(domain)) ?? [],
    holds: (url) => URL.canParse(url) && isKnown(new URL(url)),
    send: async (request, signal) => exchangeThrough(agent, known(request), signal, () => LOOPBACK),
    openSocket: async (request, signal) => socketThrough(agent, known(request), signal),
    async close() {
      if (closed) return;
      closed = true;
      await agent.destroy();
      await onClose?.();
    },
  };
};
