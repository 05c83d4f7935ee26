/** Servers, folders and sinks for the tests of the web. Everything is closed after the test that asked for it. */

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const temporaryFolder = async (): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'fieldfare-web-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
};

const listen = async (server: Server | ReturnType<typeof createTcpServer>): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** An HTTP server; resolves to its port. */
export const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
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
  return listen(server);
};

/** Says `answer` to whatever is asked, as soon as a request's head has come. */
export const serveBytes = (answer: string | Buffer, end = true): Promise<number> =>
  serveRaw((socket) => {
    socket.once('data', () => {
      socket.write(answer);
      if (end) socket.end();
    });
  });
