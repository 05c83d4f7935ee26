/** Maps invented host names to one server on loopback. */

import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { type Transport, TransportError, type TransportRequest } from './transport.ts';
import { sentAddress } from './transport-url.ts';
import { undici } from './undici.ts';
import { exchangeThrough, socketThrough } from './undici-exchange.ts';

interface MappedTransportOptions {
  /** Port of the server on 127.0.0.1. It reads the requested host from `Host`. */
  readonly port: number;
  /** Known names, with a port where it is not 80. By default every name is known. */
  readonly hosts?: Iterable<string>;
  /** HTTPS port on 127.0.0.1, and the only certificate (PEM) that is trusted there, for every name. */
  readonly https?: { readonly port: number; readonly certificate: string };
  readonly seeds?: (domain?: string) => readonly string[] | Promise<readonly string[]>;
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
  { port, certificate }: NonNullable<MappedTransportOptions['https']>,
  callback: (error: Error | null, socket: Socket | null) => void,
): void => {
  // The certificate has no host name; only its identity is checked.
  const checkServerIdentity = () => undefined;
  const socket = connectSecurely({ host: LOOPBACK, port, ca: certificate, checkServerIdentity });
  socket.once('error', (error) => callback(error, null));
  socket.once('secureConnect', () => {
    socket.removeAllListeners('error');
    callback(null, socket);
  });
};

/** Creates a transport to hosts behind one loopback port, or two with https; unknown names fail like unknown DNS names. */
export const mappedTransport = ({
  port,
  hosts,
  https,
  seeds,
  onClose,
}: MappedTransportOptions): Transport => {
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
  const checkedAddress = (request: TransportRequest): URL => {
    const url = sentAddress(request.url);
    if (!isKnown(url)) throw new TransportError('dns', 'the host name is not known');
    if (url.protocol !== 'http:' && !(https && url.protocol === 'https:'))
      throw new TransportError('connect', 'this web speaks http only');
    return url;
  };
  let closed = false;
  return {
    kind: 'practice',
    seeds: async (domain) => (await seeds?.(domain)) ?? [],
    holds: (url) => URL.canParse(url) && isKnown(new URL(url)),
    send: async (request, signal) =>
      exchangeThrough(agent, checkedAddress(request), request, signal, () => LOOPBACK),
    openSocket: async (request, signal) =>
      socketThrough(agent, { ...request, url: checkedAddress(request).href }, signal),
    async close() {
      if (closed) return;
      closed = true;
      await agent.destroy();
      await onClose?.();
    },
  };
};
