import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { mappedTransport, type Transport } from '../../../src/foundation/http/index.ts';
import { hangUp, openPort } from '../../open-port.ts';

export type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface SmallWeb {
  readonly web: Transport;
  /** Every request, in order: `GET http://host/path`. */
  readonly requests: readonly string[];
  /** When each came, in milliseconds. */
  readonly times: readonly number[];
  /** Writes a file with the first seed as a loopback address, for a process of its own. */
  seedFile(folder: string): Promise<string>;
  /** Pages that were asked for, in order: `host/path`. */
  readonly visited: readonly string[];
  close(): Promise<void>;
}

/** A few pages on a few hosts, by their address without `http://` (`*host`: all of a host); everything else is 404. */
export async function smallWeb(
  pages: Readonly<Record<string, Answer>>,
  seeds: readonly string[],
): Promise<SmallWeb> {
  const firstHost = new URL(seeds[0] ?? 'http://a.test/').host;
  const requests: string[] = [];
  const times: number[] = [];
  const server = createServer((request, response) => {
    // Asked by its loopback address, the server is the first seed's host.
    const host = request.headers.host?.startsWith('127.') ? firstHost : request.headers.host;
    const address = `${host}${request.url}`;
    requests.push(`${request.method} http://${address}`);
    times.push(performance.now());
    const answer = pages[address] ?? pages[`*${host}`];
    if (answer === undefined)
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    else if (typeof answer === 'string')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer);
    else answer(request, response);
  });
  const port = await openPort(server);
  const web = mappedTransport({ port, seeds: () => seeds });
  return {
    web,
    requests,
    times,
    get visited() {
      return requests.flatMap((one) => (one.endsWith('/robots.txt') ? [] : one.slice('GET http://'.length)));
    },
    seedFile: async (folder) => {
      const file = join(folder, 'seeds.txt');
      await writeFile(file, `http://127.0.0.1:${port}/\n`);
      return file;
    },
    close: async () => {
      await web.close();
      await hangUp(server);
    },
  };
}

export const SEARCH =
  '<form action="/search" role="search"><input type="search" name="q" placeholder="Search books"><button>Search</button></form>';

export const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>Books: novels, authors, publishers</title><body><p>A shop for second-hand books, novels and first editions by every author.</p>${body}</body></html>`;

export const links = (...addresses: string[]): string =>
  addresses.map((address) => `<a href="${address}">books</a>`).join(' ');
