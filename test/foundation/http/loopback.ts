/** Servers and sinks for the tests of the web. Everything is closed after the test that asked for it. */

import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { hangUp, openPort } from '../../open-port.ts';

/** An HTTP server; resolves to its port. */
export const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener);
  onTestFinished(() => hangUp(server));
  return openPort(server);
};

/** A server that talks bytes, for answers that no HTTP library would send. */
export const serveRaw = async (talk: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    talk(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return openPort(server);
};

/** Says `answer` to whatever is asked, as soon as a request's head has come. */
export const serveBytes = (answer: string | Buffer, end = true): Promise<number> =>
  serveRaw((socket) => {
    socket.once('data', () => {
      socket.write(answer);
      if (end) socket.end();
    });
  });
