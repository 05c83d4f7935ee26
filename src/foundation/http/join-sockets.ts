/** Connects a browser's socket to a server's, with limits. */

import type { Duplex } from 'node:stream';
import type { OpenSocket } from './transport.ts';

/** In each direction; pages that answer a search need less. */
const MAX_BYTES = 10_000_000;
const MAX_MS = 120_000;

/** Answers the browser's upgrade and pipes both sockets into each other until one of them ends. */
export function joinSockets(browser: Duplex, { socket: server, headers }: OpenSocket, head: Buffer): void {
  const lines = headers
    .filter(([name]) => !/^(?:connection|upgrade)$/i.test(name))
    .map(([name, value]) => `${name}: ${value.replace(/[\r\n]/g, '')}\r\n`);
  const end = () => {
    clearTimeout(timer);
    browser.destroy();
    server.destroy();
  };
  const timer = setTimeout(end, MAX_MS);
  timer.unref();
  for (const [from, to] of [
    [browser, server],
    [server, browser],
  ] as const) {
    let bytes = 0;
    from.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > MAX_BYTES) end();
    });
    from.once('close', end);
    from.on('error', end);
    from.pipe(to);
  }
  const upgradeHead = `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n${lines.join('')}\r\n`;
  browser.write(upgradeHead);
  if (head.length > 0) server.write(head);
}
