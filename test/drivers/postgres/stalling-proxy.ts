/** A way to a server that can be cut as a network is: nothing goes through any more, and nobody is told. */

import { connect, createServer, type Socket } from 'node:net';
import { openPort } from '../../open-port.ts';

export interface StallingProxy {
  readonly port: number;
  /** Holds up all that comes, in both directions; who connects now gets no answer. */
  stall(): void;
  /** Breaks the connections that were held up, and lets new ones through. */
  mend(): void;
  close(): Promise<void>;
}

export async function openStallingProxy(to: number): Promise<StallingProxy> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (isStalled) socket.pause();
  };
  const server = createServer((client) => {
    keep(client);
    if (isStalled) return;
    const behind = connect(to, '127.0.0.1');
    keep(behind);
    client.pipe(behind).pipe(client);
    client.on('close', () => behind.destroy());
    behind.on('close', () => client.destroy());
  });
  const port = await openPort(server);
  return {
    port,
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend: () => {
      isStalled = false;
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
