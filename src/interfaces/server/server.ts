/** `fieldfare serve`: one process over one storage folder. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Gateway } from '../../app/index.ts';
import { acquireServerLock, holdsStore, openStore } from '../../drivers/open/index.ts';
import { type Store, StoreBusyError } from '../../storage/index.ts';
import { FormsTraining } from '../../wings/laboratory/index.ts';
import { serverApp } from './app.ts';
import { Metrics } from './metrics.ts';
import { notFound } from './problems.ts';
import { Readers } from './reading/readers.ts';
import { RunManager } from './run-manager.ts';
import { Schedules } from './schedules.ts';
import { hashOfToken, isLoopback, OneTimeKey } from './security.ts';
import type { ServerParts } from './server-parts.ts';
import { Sparql } from './sparql.ts';

interface ServeOptions {
  readonly storage: string;
  readonly port: number;
  readonly host: string;
  /** Is made anew where none is given. */
  readonly token?: string | undefined;
  readonly allowFiles?: boolean | undefined;
  readonly allowPrivate?: boolean | undefined;
  /** Limits the clients that listen to events at once. */
  readonly mostStreams?: number;
  /** Takes errors that no client caused. */
  readonly log?: (error: unknown) => void;
}

const MOST_STREAMS = 500;

export interface RunningServer {
  /** `http://127.0.0.1:4020` */
  readonly url: string;
  readonly token: string;
  /** Makes a link to the web UI that hands the token to one browser, once; those before it are void. */
  uiLink(): string;
  /** Names the run that a killed server had under way, which goes on. */
  readonly resumedRun: number | undefined;
  /** Stops harvests in good order, then the server. */
  close(): Promise<void>;
}

/**
 * Begins to serve, and goes on with the run that a killed server had under way.
 * @throws {StoreError} where the store is damaged
 * @throws {StoreBusyError} where another server serves the store
 * @throws the system's error where the port is taken
 */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const { storage, port, host, log = () => undefined, mostStreams = MOST_STREAMS } = options;
  const { allowFiles = false, allowPrivate = false } = options;
  const lock = await acquireServerLock(storage);
  const token = options.token ?? randomBytes(24).toString('base64url');
  const metrics = new Metrics();
  const runs = new RunManager(storage, metrics);
  const reader = storeReader(storage);
  const gateway = new Gateway(storage, reader.store);
  const readers = new Readers({ storage, holdsStore });
  const training = new FormsTraining(storage);
  const trust = { storage, allowFiles, allowPrivate };
  const sparql = new Sparql(reader.store);
  const schedules = new Schedules({ trust, runs, log });
  const tokenHash = hashOfToken(token);
  const uiKey = new OneTimeKey();
  const parts: ServerParts = {
    ...trust,
    host,
    token,
    tokenHash,
    uiKey,
    mostStreams,
    metrics,
    runs,
    schedules,
    sparql,
    gateway,
    readers,
    training,
    store: reader.store,
    log,
  };
  const { fetch } = serverApp(parts);
  const server = createAdaptorServer({
    fetch,
    serverOptions: { requestTimeout: 60_000, headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
  }) as Server;
  server.maxConnections = 1_000;
  let resumedRun: number | undefined;
  try {
    await once(server.listen(port, host), 'listening');
    await bringUpToDate(storage);
    if (await holdsStore(storage)) readers.warm();
    // Where another process writes just now, the note stays for the next start.
    resumedRun = await runs.resumeKilled().catch((error: unknown) => {
      log(error);
      return undefined;
    });
    schedules.begin();
  } catch (error) {
    server.close();
    await lock.release();
    throw error;
  }
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const url = `http://${isLoopback(host) || host === name ? name : host}:${address.port}`;
  return {
    url,
    token,
    uiLink: () => `${url}/ui/#key=${uiKey.renew()}`,
    resumedRun,
    close: async () => {
      await schedules.close();
      await runs.close();
      await gateway.close();
      await training.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await readers.close();
      await sparql.close();
      await reader.close();
      await lock.release();
    },
  };
}

/** Migrates a store of an earlier version; another process that writes to it has done so. */
async function bringUpToDate(storage: string): Promise<void> {
  if (!(await holdsStore(storage))) return;
  try {
    await (await openStore(storage, { mode: 'write' })).close();
  } catch (error) {
    if (!(error instanceof StoreBusyError)) throw error;
  }
}

/** Opens one read connection when it is first needed: a new folder has no store until its first run. */
function storeReader(storage: string): { store(): Promise<Store>; close(): Promise<void> } {
  let opened: Promise<Store> | undefined;
  return {
    store: async () => {
      if (!(await holdsStore(storage))) throw notFound('store yet: no run was begun');
      opened ??= openStore(storage, { mode: 'read' }).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}
