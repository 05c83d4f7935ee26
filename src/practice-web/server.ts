/** The practice web on a loopback port. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { AccessLog } from './access-log.ts';
import type { Answer, PracticeRequest } from './answer.ts';
import type { LogEntry, Truth } from './truth.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

export interface PracticeWebOptions extends Pick<WorldOptions, 'seed' | 'sites' | 'now'> {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Also write every log entry to this file, one JSON object a line. */
  readonly logFile?: string;
}

export interface PracticeWeb {
  readonly port: number;
  readonly hosts: readonly string[];
  readonly truth: Truth;
  seeds(domain?: string): readonly string[];
  log(): readonly LogEntry[];
  close(): Promise<void>;
}

const BODY_LIMIT = 1_000_000;

/**
 * Starts the practice web on 127.0.0.1. Sites are told apart by the Host header; a host also answers as
 * `<host>.localhost`, which browsers resolve by themselves.
 * @throws {RangeError} for fewer than 12 sites or a bad date
 */
export async function startPracticeWeb(options: PracticeWebOptions): Promise<PracticeWeb> {
  const world = createWorld({ ...options, clock: () => performance.now() });
  const log = new AccessLog(options.logFile);
  const server = createServer((message, response) => {
    serve(world, log, message, response).catch(() => response.destroy());
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server, options.port ?? 0);
  return {
    port: (server.address() as AddressInfo).port,
    hosts: world.hosts,
    truth: world.truth,
    seeds: world.seeds,
    log: () => log.entries(),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
      world.close();
      await log.close();
    },
  };
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });

/** Host as the world knows it, and what to append to host names in pages so that a browser comes back here. */
function hostOf(header: string): { host: string; suffix: string } {
  const [, name = '', port = ''] = /^(.*?)(:\d+)?$/.exec(header.toLowerCase()) ?? [];
  return name.endsWith('.localhost')
    ? { host: name.slice(0, -'.localhost'.length), suffix: `.localhost${port}` }
    : { host: name, suffix: '' };
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_LIMIT) throw new RangeError('body too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function fieldsOf(message: IncomingMessage): Promise<URLSearchParams> {
  if (message.method !== 'POST') return new URLSearchParams();
  const body = await readBody(message);
  const type = message.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return new URLSearchParams(body.toString());
  const fields = new URLSearchParams();
  const parsed = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  for (const [name, value] of parsed) fields.append(name, typeof value === 'string' ? value : value.name);
  return fields;
}

async function serve(
  world: World,
  log: AccessLog,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const at = Date.now();
  const { host, suffix } = hostOf(message.headers.host ?? '');
  const target = message.url ?? '/';
  const url = URL.parse(target, 'http://practice.test');
  const method = message.method ?? 'GET';
  const request: PracticeRequest | undefined = url
    ? {
        host,
        method: method === 'HEAD' ? 'GET' : method,
        path: url.pathname,
        target: url.pathname + url.search,
        query: url.searchParams,
        body: await fieldsOf(message).catch(() => new URLSearchParams()),
        acceptsGzip: !suffix && /\bgzip\b/.test(String(message.headers['accept-encoding'])),
      }
    : undefined;
  const answer = request ? world.answer(request) : { status: 400, headers: {}, body: '' };
  const site = world.siteOf(host);
  log.add({
    at,
    host,
    method,
    path: target,
    status: answer.behaviour?.drop ? 0 : answer.status,
    bytes: answer.body.length,
    resource: answer.resource ?? 'page',
    userAgent: message.headers['user-agent'] ?? '',
    ...(site ? { site } : {}),
    ...(answer.form ? { form: answer.form } : {}),
    ...(answer.trap ? { trap: answer.trap } : {}),
  });
  await send(response, suffix ? relocated(answer, suffix) : answer, method === 'HEAD');
}

/** Lets the addresses in an answer point back to this server, for people who look at it in a browser. */
function relocated(answer: Answer, suffix: string): Answer {
  const move = (text: string): string =>
    text.replace(/(https?:\/\/[a-z0-9.-]+\.test)(?![\w.-])/g, `$1${suffix}`);
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, name === 'location' ? move(value) : value]),
  );
  return { ...answer, headers, body: typeof answer.body === 'string' ? move(answer.body) : answer.body };
}

const wait = (response: ServerResponse, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });

async function send(response: ServerResponse, answer: Answer, headOnly: boolean): Promise<void> {
  const { delayMs = 0, stallAfter, stallMs = 0, drop } = answer.behaviour ?? {};
  if (drop) {
    response.destroy();
    return;
  }
  if (delayMs > 0) await wait(response, delayMs);
  const body = Buffer.from(answer.body as string);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
  if (stallAfter === undefined || headOnly) {
    response.end(headOnly ? undefined : body);
    return;
  }
  response.write(body.subarray(0, stallAfter));
  await wait(response, stallMs);
  response.destroy();
}
