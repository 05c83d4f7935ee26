/** Queries what is known of domains: SPARQL over the knowledge, and the form element table. */

import { z } from '@hono/zod-openapi';
import type { App, ServerParts } from '../server-parts.ts';
import { anything, json, route } from './route-parts.ts';

const answers = {
  200: {
    description:
      'Bindings of SELECT and ASK, or the graph of CONSTRUCT and DESCRIBE, as the client accepts them',
    content: {
      'application/sparql-results+json': { schema: z.unknown() },
      'text/csv': { schema: z.string() },
      'text/turtle': { schema: z.string() },
    },
  },
  400: 'No query, or one that is none',
  403: 'An update',
  406: 'None of the types that the client accepts',
  413: 'The query is too long',
  415: 'A body of another type',
  503: 'The query takes too long, or too many wait',
};
const getRoute = route(
  'get /api/knowledge/sparql',
  'Query the knowledge schema with SPARQL 1.1; nothing is changed',
  answers,
  { query: z.object({ query: z.string().optional() }) },
);
const postRoute = route(
  'post /api/knowledge/sparql',
  'The same with the query as the body, or in a form',
  answers,
);
const elementsRoute = route(
  'get /api/elements',
  'The form element table: labels and known values of the controls of a domain',
  { 200: json('Elements', z.object({ items: z.array(anything) })) },
  { query: z.object({ domain: z.string().optional() }) },
);

export function addKnowledgeRoutes(app: App, parts: ServerParts): void {
  const answer = async (request: Request) => {
    const { answerSparql } = await import('../../../knowledge/index.ts');
    return (await answerSparql(await parts.sparql.engine(), request)) as never;
  };
  app.openapi(getRoute, (c) => answer(c.req.raw));
  app.openapi(postRoute, (c) => answer(c.req.raw));
  app.openapi(elementsRoute, async (c) =>
    c.json({ items: await parts.readers.read('elements', c.req.valid('query').domain ?? null) }, 200),
  );
}
