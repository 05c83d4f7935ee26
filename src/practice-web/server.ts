/** The practice web on a loopback port, and where asked by HTTPS and on an address for each site. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AccessLog } from './access-log.ts';
import {
  type Addresses,
  addressed,
  assignAddresses,
  type Move,
  toAddresses,
  toLocalhost,
} from './addresses.ts';
import type { Answer } from './answer.ts';
import { requestOf } from './receive.ts';
import { SEARCH_HOST } from './search-provider.ts';
import { send } from './send.ts';
import { openSocket } from './socket.ts';
import type { LogEntry, Truth } from './truth.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

export interface PracticeWebOptions
  extends Pick<WorldOptions, 'seed' | 'sites' | 'now' | 'portals' | 'kinds'> {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Also write every log entry to this file, one JSON object a line. */
  readonly logFile?: string;
  /** Certificate and key (PEM) to serve the same web by HTTPS too, on a port of its own. */
  readonly certificate?: { readonly certificate: string; readonly key: string };
  /** Gives each site an address 127.81.x.y, on the same port, by which pages link to each other then. */
  readonly loopbackAddresses?: boolean;
}

export interface PracticeWeb {
  readonly port: number;
  /** Null without a certificate. */
  readonly httpsPort: number | null;
  /** All host names, the search provider's too. */
  readonly hosts: readonly string[];
  readonly truth: Truth;
  /** Null where no portals were asked for. */
  readonly portals: World['portals'];
  seeds(domain?: string): readonly string[];
  log(): readonly LogEntry[];
  close(): Promise<void>;
}

interface Shop {
  readonly world: World;
  readonly log: AccessLog;
  addresses: Addresses;
  move: Move | undefined;
}

/**
 * Starts the practice web on 127.0.0.1. Sites are told apart by the Host header; a host also answers as
 * `<host>.localhost`, which browsers resolve by themselves.
 * @throws {RangeError} for fewer than 12 sites or a bad date
 * @throws {Error} when the port is taken, or the machine has no address but 127.0.0.1 and one a site is asked for
 */
export async function startPracticeWeb(options: PracticeWebOptions): Promise<PracticeWeb> {
  const world = createWorld({ ...options, clock: () => performance.now() });
  const shop: Shop = { world, log: new AccessLog(options.logFile), addresses: new Map(), move: undefined };
  const listeners = new Listeners(shop, options.certificate);
  const close = async (): Promise<void> => {
    await listeners.close();
    world.close();
    await shop.log.close();
  };
  try {
    const port = await listeners.open('http', '127.0.0.1', options.port ?? 0);
    const httpsPort = options.certificate ? await listeners.open('https', '127.0.0.1', 0) : null;
    const truth = options.loopbackAddresses
      ? await openAddresses(shop, listeners, port, httpsPort)
      : world.truth;
    const seeds = (domain = 'any'): readonly string[] => {
      const names = world.seeds(domain);
      return shop.move ? names.map(shop.move) : names;
    };
    return {
      port,
      httpsPort,
      hosts: world.hosts,
      truth,
      portals: world.portals,
      seeds,
      log: () => shop.log.entries(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openAddresses(
  shop: Shop,
  listeners: Listeners,
  port: number,
  httpsPort: number | null,
): Promise<Truth> {
  const { truth } = shop.world;
  shop.addresses = assignAddresses(truth, [SEARCH_HOST]);
  shop.move = toAddresses(shop.addresses, truth, { http: port, https: httpsPort });
  for (const address of shop.addresses.keys()) {
    await listeners.open('http', address, port);
    if (httpsPort !== null) await listeners.open('https', address, httpsPort);
  }
  return addressed(truth, shop.addresses, port, shop.move);
}

/** All open servers and their connections. */
class Listeners {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #shop: Shop;
  readonly #certificate: PracticeWebOptions['certificate'];

  constructor(shop: Shop, certificate: PracticeWebOptions['certificate']) {
    this.#shop = shop;
    this.#certificate = certificate;
  }

  /** @returns the port */
  async open(scheme: 'http' | 'https', address: string, port: number): Promise<number> {
    const handle = (message: IncomingMessage, response: ServerResponse): void => {
      serve(this.#shop, scheme === 'https', message, response).catch(() => response.destroy());
    };
    const { certificate: cert, key } = this.#certificate ?? {};
    const server =
      scheme === 'http'
        ? createServer({ maxHeaderSize: 65_536 }, handle)
        : createSecureServer({ cert, key, maxHeaderSize: 65_536 }, handle);
    server.on('upgrade', (message: IncomingMessage, socket: Duplex) => {
      const { host } = hostOf(this.#shop, message.headers.host ?? '');
      openSocket(message, socket, (text) => converse(this.#shop, host, message, text));
    });
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, address, () => resolve());
    });
    this.#servers.push(server);
    return (server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = this.#servers.map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(closed);
  }
}

/** Host as the world knows it, and how addresses must be written so that the client comes back here. */
function hostOf(shop: Shop, header: string): { host: string; move: Move | undefined } {
  const [, name = '', port = ''] = /^(.*?)(:\d+)?$/.exec(header.toLowerCase()) ?? [];
  if (name.endsWith('.localhost'))
    return { host: name.slice(0, -'.localhost'.length), move: toLocalhost(`.localhost${port}`) };
  const host = shop.addresses.get(name);
  return host === undefined ? { host: name, move: undefined } : { host, move: shop.move };
}

async function serve(
  shop: Shop,
  secure: boolean,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const at = Date.now();
  const { host, move } = hostOf(shop, message.headers.host ?? '');
  const request = await requestOf(message, host, move === undefined, secure);
  const answer: Answer = request ? shop.world.answer(request) : { status: 400, headers: {}, body: '' };
  const site = shop.world.siteOf(host);
  shop.log.add({
    at,
    host,
    method: message.method ?? 'GET',
    path: message.url ?? '/',
    status: answer.behaviour?.drop ? 0 : answer.status,
    bytes: answer.body.length,
    resource: answer.resource ?? 'page',
    userAgent: message.headers['user-agent'] ?? '',
    ...(secure ? { secure } : {}),
    ...(site ? { site } : {}),
    ...(answer.form ? { form: answer.form } : {}),
    ...(answer.query ? { query: answer.query } : {}),
    ...(answer.outcome ? { outcome: answer.outcome } : {}),
    ...(answer.trap ? { trap: answer.trap } : {}),
  });
  await send(response, move ? moved(answer, move) : answer, message.method === 'HEAD');
}

/** One message of a web socket, logged as a request is. */
function converse(shop: Shop, host: string, message: IncomingMessage, text: string): string | null {
  const path = message.url ?? '/';
  const answer = shop.world.converse(host, path, text);
  const site = shop.world.siteOf(host);
  shop.log.add({
    at: Date.now(),
    host,
    method: 'SOCKET',
    path,
    status: 101,
    bytes: answer?.body.length ?? 0,
    resource: 'data',
    userAgent: message.headers['user-agent'] ?? '',
    ...(site ? { site } : {}),
    ...(answer?.form ? { form: answer.form } : {}),
    ...(answer?.outcome ? { outcome: answer.outcome } : {}),
  });
  return answer === null ? null : String(answer.body);
}

function moved(answer: Answer, move: Move): Answer {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, name === 'location' ? move(value) : value]),
  );
  return { ...answer, headers, body: typeof answer.body === 'string' ? move(answer.body) : answer.body };
}
