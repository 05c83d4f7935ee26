/** What the web UI asks for beside the resources: rows filtered by text and facets, and the domains to pick from. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createRoute, z } from '@hono/zod-openapi';
import { stream } from 'hono/streaming';
import { listDomains, loadDomain } from '../../../foundation/domain/index.ts';
import { EXPORT_KINDS } from '../../../library/index.ts';
import { problemSchema } from '../problems.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { isParam, problem, rowOf, runOf, valuesByColumn } from './route-parts.ts';

const MOST_ROWS = 200;
const facetSchema = z.object({
  column: z.string(),
  values: z.array(z.object({ value: z.string(), count: z.number().int() })),
});

const rowsRoute = createRoute({
  method: 'get',
  path: '/api/ui/runs/{id}/{kind}',
  summary: 'Rows of a run that a filter leaves, with how many they are and what values their columns hold',
  request: {
    params: z.object({ id: z.coerce.number().int().positive(), kind: z.enum(EXPORT_KINDS) }),
    query: z.object({
      q: z.string().max(200).default('').openapi({ description: 'text that the row shows' }),
      is: isParam,
      limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(50),
      after: z.string().max(4_000).optional().openapi({ description: '`next` of the page before' }),
      download: z.enum(['csv', 'jsonl']).optional(),
    }),
  },
  responses: {
    200: {
      description: 'Rows',
      content: {
        'application/json': {
          schema: z.object({
            items: z.array(z.record(z.string(), z.unknown())),
            next: z.string().nullable(),
            total: z.number().int().optional().openapi({ description: 'left out of a long list' }),
            facets: z.array(facetSchema).optional(),
          }),
        },
        'text/csv': { schema: z.string() },
        'application/x-ndjson': { schema: z.string() },
      },
    },
    400: problem('No such column'),
    404: { description: 'No such run', content: { 'application/problem+json': { schema: problemSchema } } },
  },
});

const domainsRoute = createRoute({
  method: 'get',
  path: '/api/ui/domains',
  summary: 'Domains that a harvest can look for',
  responses: {
    200: {
      description: 'Domains',
      content: {
        'application/json': {
          schema: z.object({ items: z.array(z.object({ name: z.string(), description: z.string() })) }),
        },
      },
    },
  },
});

const described = (folder?: string) =>
  listDomains(folder).map((name) => ({ name, description: loadDomain(name, folder).description }));

export function addUiRowRoutes(app: App, parts: ServerParts): void {
  const own = join(parts.storage, 'domains');
  app.openapi(domainsRoute, (c) =>
    c.json({ items: [...described(), ...(existsSync(own) ? described(own) : [])] }, 200),
  );
  app.openapi(rowsRoute, async (c) => {
    const { id, kind } = c.req.valid('param');
    const { q, is, limit, after, download } = c.req.valid('query');
    const run = await runOf(parts, id);
    const text = q.trim() === '' ? undefined : q;
    const of = { run: run.id, kind, filter: { text, is: valuesByColumn(kind, is) } };
    if (download === undefined) {
      const { items, facets, ...page } = await parts.readers.filtered({ ...of, after, limit });
      const counts = facets?.map(({ column, values }) => ({ column, values: [...values] }));
      return c.json({ ...page, items: items.map(rowOf), ...(counts && { facets: counts }) }, 200);
    }
    const pieces = await parts.readers.stream({ ...of, format: download });
    const type = download === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
    c.header('content-type', type);
    c.header('content-disposition', `attachment; filename="run-${run.id}-${kind}.${download}"`);
    return stream(c, async (out) => {
      for await (const piece of pieces) {
        if (out.aborted) return;
        await out.write(piece);
      }
    }) as never;
  });
}
