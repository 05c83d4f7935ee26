import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
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

/** A request that is refused, with its HTTP status. */
class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  constructor(status: ContentfulStatusCode, message: string) {
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
  const { fetch } = sparqlRoutes(engine, host);
  const server = createAdaptorServer({ fetch, serverOptions: { requestTimeout: 30_000 } }) as Server;
  server.maxConnections = 200;
  await once(server.listen(port, host), 'listening');
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

function sparqlRoutes(engine: SparqlEngine, host: string): Hono {
  const app = new Hono();
  const tooLong = () => {
    throw new Refusal(413, 'the query is too long');
  };
  app.use(async (c, next) => {
    c.header('x-content-type-options', 'nosniff');
    // Prevents DNS rebinding: a page in a browser must not reach this server by a host name of its own.
    if (LOOPBACK.test(host) && !LOOPBACK.test(c.req.header('host') ?? ''))
      throw new Refusal(403, 'this endpoint answers to localhost only');
    await next();
  });
  app.get(PATH, (c) => answer(c, engine, single(new URL(c.req.url).searchParams)));
  app.post(PATH, bodyLimit({ maxSize: MOST_QUERY_BYTES, onError: tooLong }), async (c) =>
    answer(c, engine, await postedQuery(c)),
  );
  app.all(PATH, (c) => c.text('expected GET or POST\n', 405, { allow: 'GET, POST' }));
  app.notFound((c) => c.text(`queries are answered at ${PATH}\n`, 404));
  app.onError((error, c) => {
    const status =
      error instanceof Refusal ? error.status : error instanceof SparqlError ? error.httpStatus : 500;
    return c.text(
      `${error.message}\n`,
      status as ContentfulStatusCode,
      status === 503 ? { 'retry-after': '5' } : {},
    );
  });
  return app;
}

async function answer(c: Context, engine: SparqlEngine, query: string): Promise<Response> {
  const accept = c.req.header('accept') ?? '*/*';
  const [bindings, graph] = [preferred(accept, BINDINGS), preferred(accept, GRAPHS)];
  if (bindings === undefined && graph === undefined)
    throw new Refusal(406, `expected one of ${[...BINDINGS, ...GRAPHS].join(', ')}`);
  const { kind, format, text } = await engine.answer(query, {
    bindings: bindings ?? BINDINGS[0] ?? '',
    graph: graph ?? GRAPHS[0] ?? '',
  });
  if ((kind === 'graph' ? graph : bindings) === undefined)
    throw new Refusal(406, `this query gives ${kind === 'graph' ? 'a graph' : 'bindings'}: ${format}`);
  const type = `${format}${format.startsWith('text/') ? '; charset=utf-8' : ''}`;
  return c.body(text, 200, { 'content-type': type });
}

async function postedQuery(c: Context): Promise<string> {
  const type = mediaType(c.req.header('content-type'));
  if (type === 'application/sparql-query') return c.req.text();
  if (type === 'application/sparql-update') throw new Refusal(403, 'updates are refused');
  if (type === 'application/x-www-form-urlencoded') return single(new URLSearchParams(await c.req.text()));
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

/** Selects the offered type with the highest quality; of equals the first. */
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
