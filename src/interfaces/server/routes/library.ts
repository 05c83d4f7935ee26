import { z } from '@hono/zod-openapi';
import { notFound } from '../problems.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { anything, idParam, json, route, rowOf, runOf } from './route-parts.ts';

const reportRoute = route(
  'get /api/runs/{id}/report.html',
  'The report of a run as one HTML file',
  {
    200: { description: 'The report', content: { 'text/html': { schema: z.string() } } },
    404: 'No such run',
  },
  { params: idParam },
);

const changesRoute = route(
  'get /api/runs/{id}/changes',
  'What changed since an earlier run: forms, pages and records that are new or gone',
  { 200: json('Changes', anything), 400: 'There is nothing to compare with', 404: 'No such run' },
  {
    params: idParam,
    query: z.object({
      since: z.coerce.number().int().positive().optional().openapi({
        description: 'The earlier run (default: the latest finished one of the same domains and web)',
      }),
    }),
  },
);

const searchRoute = route(
  'get /api/search',
  [
    'Search the library: the stored documents and records of all runs',
    'Words and filters as of `fieldfare search`; results are ranked, so that they come by offset.',
  ],
  {
    200: json('Results', z.object({ results: z.array(anything), total: z.number().int() }).loose()),
    400: 'A search that means nothing',
  },
  {
    query: z.object({
      q: z.string().max(1_000).default(''),
      like: z.coerce
        .number()
        .int()
        .positive()
        .optional()
        .openapi({ description: 'Id of a document: finds similar ones' }),
      limit: z.coerce.number().int().min(1).max(100).default(10),
      offset: z.coerce.number().int().min(0).max(10_000).default(0),
      known: z.enum(['true', 'false']).default('false').openapi({ description: 'Show duplicates, too' }),
      expand: z.enum(['true', 'false']).default('false'),
      facets: z.enum(['true', 'false']).default('false'),
    }),
  },
);

const documentRoute = route(
  'get /api/documents/{id}',
  'A document of the library, its new sentences marked',
  { 200: json('The document', anything), 400: 'It is not judged yet', 404: 'No such document' },
  { params: idParam },
);

/**
 * A report has no origin here. Of scripts its own runs alone, whatever a page had in its title: the report's own policy,
 * which holds beside this one, names it by its hash.
 */
const REPORT_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; sandbox allow-scripts";

export function addLibraryRoutes(app: App, parts: ServerParts): void {
  app.openapi(reportRoute, async (c) => {
    const { id } = await runOf(parts, c.req.valid('param').id);
    const report = await parts.readers.read('report', id);
    c.header('content-security-policy', REPORT_CSP);
    return c.html(report, 200);
  });
  app.openapi(changesRoute, async (c) => {
    const { id } = await runOf(parts, c.req.valid('param').id);
    const { since } = c.req.valid('query');
    if (since !== undefined) await runOf(parts, since);
    return c.json(rowOf(await parts.readers.read('changes', { run: id, since })), 200);
  });
  app.openapi(searchRoute, async (c) => {
    const { q, like, limit, offset, known, expand, facets } = c.req.valid('query');
    const options = {
      ...{ limit, offset, novelOnly: known === 'false' },
      ...{ expand: expand === 'true', facets: facets === 'true' },
    };
    const page = await (like === undefined
      ? parts.readers.read('search', { q, options })
      : parts.readers.read('similar', { id: like, options }));
    return c.json({ ...rowOf(page), results: page.results.map(rowOf), total: page.total }, 200);
  });
  app.openapi(documentRoute, async (c) => {
    const { id } = c.req.valid('param');
    const store = await parts.store();
    if ((await store.documents.get([id])).length === 0) throw notFound(`document ${id}`);
    const document = await parts.readers.read('document', id);
    return c.json(rowOf(document), 200);
  });
}
