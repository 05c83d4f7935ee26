import { FieldfareError } from '../../foundation/errors/index.ts';
import { mediaType } from '../../foundation/http/index.ts';
import type { SparqlEngine } from './engine.ts';

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

/** A request that is refused. */
class SparqlRefusal extends FieldfareError {
  readonly code = 'sparql-refused';
  override readonly httpStatus: number;

  constructor(httpStatus: number, message: string) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

/**
 * Answers a request of the SPARQL 1.1 protocol: GET with `query`, POST with a form or a query as the body. Answers are JSON,
 * XML, CSV or TSV, graphs Turtle, N-Triples or RDF/XML, as the client accepts them. Updates are refused.
 * @throws {FieldfareError} with the status of the protocol
 */
export async function answerSparql(engine: SparqlEngine, request: Request): Promise<Response> {
  const query = await queryOf(request);
  const accept = request.headers.get('accept') ?? '*/*';
  const [bindings, graph] = [preferred(accept, BINDINGS), preferred(accept, GRAPHS)];
  if (bindings === undefined && graph === undefined)
    throw new SparqlRefusal(406, `expected one of ${[...BINDINGS, ...GRAPHS].join(', ')}`);
  const { kind, format, text } = await engine.answer(query, {
    bindings: bindings ?? BINDINGS[0] ?? '',
    graph: graph ?? GRAPHS[0] ?? '',
  });
  if ((kind === 'graph' ? graph : bindings) === undefined)
    throw new SparqlRefusal(406, `this query gives ${kind === 'graph' ? 'a graph' : 'bindings'}: ${format}`);
  const type = `${format}${format.startsWith('text/') ? '; charset=utf-8' : ''}`;
  return new Response(text, { headers: { 'content-type': type, 'x-content-type-options': 'nosniff' } });
}

async function queryOf(request: Request): Promise<string> {
  if (request.method === 'GET') return single(new URL(request.url).searchParams);
  if (request.method === 'POST') return postedQuery(request);
  throw new SparqlRefusal(405, 'expected GET or POST');
}

async function postedQuery(request: Request): Promise<string> {
  const type = mediaType(request.headers.get('content-type') ?? undefined);
  if (type === 'application/sparql-query') return bodyOf(request);
  if (type === 'application/sparql-update') throw new SparqlRefusal(403, 'updates are refused');
  if (type === 'application/x-www-form-urlencoded') return single(new URLSearchParams(await bodyOf(request)));
  throw new SparqlRefusal(415, 'expected application/sparql-query or application/x-www-form-urlencoded');
}

/** The body, read no further than a query may be long. */
async function bodyOf(request: Request): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_QUERY_BYTES) throw new SparqlRefusal(413, 'the query is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function single(parameters: URLSearchParams): string {
  if (parameters.has('update')) throw new SparqlRefusal(403, 'updates are refused');
  for (const name of ['default-graph-uri', 'named-graph-uri'])
    if (parameters.has(name)) throw new SparqlRefusal(400, `${name} is not known here: there is one graph`);
  const queries = parameters.getAll('query');
  if (queries.length !== 1)
    throw new SparqlRefusal(400, `expected one parameter “query”, got ${queries.length}`);
  const [query = ''] = queries;
  if (query.length > MOST_QUERY_BYTES) throw new SparqlRefusal(413, 'the query is too long');
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
