/** A browser's socket joined to a server's, within bounds. */

import type { Duplex } from 'node:stream';
import type { OpenSocket } from './transport.ts';

/** Each way: a page that wants more is no page that answers a search. */
const MOST_BYTES = 10_000_000;
const LONGEST_MS = 120_000;

/** Tells the browser that its socket is open, and passes on what comes from either side until one of them ends. */
export function joinSockets(browser: Duplex, { socket: server, headers }: OpenSocket, head: Buffer): void {
  const lines = headers
    .filter(([name]) => !/^(?:connection|upgrade)$/i.test(name))
    .map(([name, value]) => `${name}: ${value.replace(/[\r\n]/g, '')}\r\n`);
  const end = () => {
    clearTimeout(timer);
    browser.destroy();
    server.destroy();
  };
  const timer = setTimeout(end, LONGEST_MS);
  timer.unref();
  for (const [from, to] of [
    [browser, server],
    [server, browser],
  ] as const) {
    let bytes = 0;
    from.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > MOST_BYTES) end();
    });
    from.once('close', end);
    from.on('error', end);
    from.pipe(to);
  }
  const hello = `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n${lines.join('')}\r\n`;
  browser.write(hello);
  if (head.length > 0) server.write(head);
}
