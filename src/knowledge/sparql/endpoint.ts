import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mediaType } from '../../foundation/http/index.ts';
import { type SparqlEngine, SparqlError } from './engine.ts';

export interface EndpointOptions {
  readonly port: number;
  readonly host: string;
}

export interface SparqlEndpoint {
  /** `http://127.0.0.1:3030/sparql` */
  readonly url: string;
  close(): Promise<void>;
}

const PATH = '/sparql';
const MOST_QUERY_BYTES = 100_000;
const BINDINGS = [
  'application/sparql-results+json',
  'application/sparql-results+xml',
  'text/csv',
  'text/tab-separated-values',
];
const GRAPHS = ['text/turtle', 'application/n-triples', 'application/rdf+xml'];
const ALIASES: Readonly<Record<string, string>> = {
  'application/json': 'application/sparql-results+json',
  'application/xml': 'application/sparql-results+xml',
};
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/** An answer that is no result. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Serves an engine by the SPARQL 1.1 protocol: GET with `query`, POST with a form or a query as the body. Answers are JSON,
 * XML, CSV or TSV, graphs Turtle, N-Triples or RDF/XML, as the client accepts them. Updates are refused.
 */
export async function serveSparql(
  engine: SparqlEngine,
  { port, host }: EndpointOptions,
): Promise<SparqlEndpoint> {
  const server = createServer((request, response) => {
    void respond(engine, host, request, response);
  });
  server.requestTimeout = 30_000;
  server.maxConnections = 200;
  await listening(server, port, host);
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}${PATH}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const listening = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

async function respond(
  engine: SparqlEngine,
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    // A page in a browser must not reach a server of this machine by a name of its own.
    if (LOOPBACK.test(host) && !LOOPBACK.test(request.headers.host ?? ''))
      throw new Refusal(403, 'this endpoint answers to localhost only');
    const query = await queryOf(request);
    const accept = request.headers.accept ?? '*/*';
    const [bindings, graph] = [preferred(accept, BINDINGS), preferred(accept, GRAPHS)];
    if (bindings === undefined && graph === undefined)
      throw new Refusal(406, `expected one of ${[...BINDINGS, ...GRAPHS].join(', ')}`);
    const answer = await engine.answer(query, {
      bindings: bindings ?? BINDINGS[0] ?? '',
      graph: graph ?? GRAPHS[0] ?? '',
    });
    if ((answer.kind === 'graph' ? graph : bindings) === undefined)
      throw new Refusal(
        406,
        `this query gives ${answer.kind === 'graph' ? 'a graph' : 'bindings'}: ${answer.format}`,
      );
    send(
      response,
      200,
      `${answer.format}${answer.format.startsWith('text/') ? '; charset=utf-8' : ''}`,
      answer.text,
    );
  } catch (error) {
    const status =
      error instanceof Refusal ? error.status : error instanceof SparqlError ? error.httpStatus : 500;
    if (status === 503) response.setHeader('retry-after', '5');
    const message = error instanceof Error ? error.message : String(error);
    send(response, status, 'text/plain; charset=utf-8', `${message}\n`);
  }
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: 'GET, POST' }),
  });
  response.end(text);
}

async function queryOf(request: IncomingMessage): Promise<string> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname !== PATH) throw new Refusal(404, `queries are answered at ${PATH}`);
  if (request.method === 'GET') return single(url.searchParams);
  if (request.method !== 'POST') throw new Refusal(405, 'expected GET or POST');
  const type = mediaType(request.headers['content-type']);
  const body = await bodyOf(request);
  if (type === 'application/sparql-query') return body;
  if (type === 'application/sparql-update') throw new Refusal(403, 'updates are refused');
  if (type === 'application/x-www-form-urlencoded') return single(new URLSearchParams(body));
  throw new Refusal(415, 'expected application/sparql-query or application/x-www-form-urlencoded');
}

function single(parameters: URLSearchParams): string {
  if (parameters.has('update')) throw new Refusal(403, 'updates are refused');
  for (const name of ['default-graph-uri', 'named-graph-uri'])
    if (parameters.has(name)) throw new Refusal(400, `${name} is not known here: there is one graph`);
  const queries = parameters.getAll('query');
  if (queries.length !== 1) throw new Refusal(400, `expected one parameter “query”, got ${queries.length}`);
  const [query = ''] = queries;
  if (query.length > MOST_QUERY_BYTES) throw new Refusal(413, 'the query is too long');
  return query;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_QUERY_BYTES) throw new Refusal(413, 'the query is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The type of those offered that the client likes best; of equals the first. */
function preferred(accept: string, offered: readonly string[]): string | undefined {
  const ranges = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((one) => one.startsWith('q='));
    const quality = q === undefined ? 1 : Number(q.slice(2)) || 0;
    return { name: ALIASES[name] ?? name, quality };
  });
  const qualityOf = (type: string) => {
    const group = `${type.split('/')[0]}/*`;
    for (const name of [type, group, '*/*']) {
      const range = ranges.find((one) => one.name === name);
      if (range !== undefined) return range.quality;
    }
    return 0;
  };
  const [best] = [...offered].sort((a, b) => qualityOf(b) - qualityOf(a));
  return best !== undefined && qualityOf(best) > 0 ? best : undefined;
}
