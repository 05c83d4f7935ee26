/** Host names that exist nowhere, all answered by one server on loopback. */

import { connect, type Socket } from 'node:net';
import { Agent } from 'undici';
import { exchangeThrough } from './undici-exchange.ts';
import { type Web, WebError } from './web.ts';
import { webUrl } from './web-url.ts';

export interface MappedWebOptions {
  /** Port of the server on 127.0.0.1. It sees the asked host in `Host`. */
  readonly port: number;
  /** Names that exist, with a port where it is not 80. Without this, every name does. */
  readonly hosts?: Iterable<string>;
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

/** A web of http hosts behind one loopback port; names it does not know fail as unknown to DNS. */
export const mappedWeb = ({ port, hosts, seeds, onClose }: MappedWebOptions): Web => {
  const known = hosts === undefined ? undefined : new Set(hosts);
  const agent = new Agent({
    connect: (_options, callback) =>
      connectTo(port, (error, socket) =>
        socket ? callback(null, socket) : callback(error ?? new Error(), null),
      ),
  });
  const isKnown = (url: URL) => known === undefined || known.has(url.host);
  let closed = false;
  return {
    kind: 'practice',
    seeds: async (domain) => (await seeds?.(domain)) ?? [],
    holds: (url) => URL.canParse(url) && isKnown(new URL(url)),
    async exchange(request, signal) {
      const url = new URL(webUrl(request.url));
      if (!isKnown(url)) throw new WebError('dns', 'the host name is not known');
      if (url.protocol !== 'http:') throw new WebError('connect', 'the practice web speaks http only');
      return exchangeThrough(agent, { ...request, url: url.href }, signal, () => LOOPBACK);
    },
    async close() {
      if (closed) return;
      closed = true;
      await agent.destroy();
      await onClose?.();
    },
  };
};
