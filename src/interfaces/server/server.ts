/** `fieldfare serve`: one process over one storage folder. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Gateway } from '../../app/index.ts';
import { openStore } from '../../drivers/sqlite/index.ts';
import type { Store } from '../../storage/index.ts';
import { serverApp } from './app.ts';
import { RunManager } from './run-manager.ts';
import { hashOfToken, isLoopback } from './security.ts';

interface ServeOptions {
  readonly storage: string;
  readonly port: number;
  readonly host: string;
  /** What clients show; made anew where none is given. */
  readonly token?: string | undefined;
  /** Told of errors that no client caused. */
  readonly log?: (error: unknown) => void;
}

/** What routes work with. */
export interface ServerParts {
  readonly storage: string;
  readonly host: string;
  readonly tokenHash: Buffer;
  readonly runs: RunManager;
  readonly gateway: Gateway;
  /** A read connection, open as long as the server is. @throws {RequestProblem} before the first run has made a store */
  store(): Promise<Store>;
  readonly log: (error: unknown) => void;
}

export interface RunningServer {
  /** `http://127.0.0.1:4020` */
  readonly url: string;
  readonly token: string;
  /** Stops harvests in good order, then the server. */
  close(): Promise<void>;
}

/** Begins to serve. @throws {StoreError} where the store is damaged; the system's error where the port is taken */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const { storage, port, host, log = () => undefined } = options;
  const token = options.token ?? randomBytes(24).toString('base64url');
  const runs = new RunManager(storage);
  const reader = storeReader(storage);
  const gateway = new Gateway(storage, reader.store);
  const tokenHash = hashOfToken(token);
  const parts: ServerParts = { storage, host, tokenHash, runs, gateway, store: reader.store, log };
  const { fetch } = serverApp(parts);
  const server = createAdaptorServer({ fetch, serverOptions: { requestTimeout: 60_000 } }) as Server;
  server.maxConnections = 1_000;
  await once(server.listen(port, host), 'listening');
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${isLoopback(host) || host === name ? name : host}:${address.port}`,
    token,
    close: async () => {
      await runs.close();
      await gateway.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await reader.close();
    },
  };
}

/** One read connection, opened when it is first needed: a new folder has no store until its first run. */
function storeReader(storage: string): { store(): Promise<Store>; close(): Promise<void> } {
  let opened: Promise<Store> | undefined;
  return {
    store: () => {
      opened ??= openStore(storage, { mode: 'read' }).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}
