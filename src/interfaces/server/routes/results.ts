import { createRoute, z } from '@hono/zod-openapi';
import { stream } from 'hono/streaming';
import { EXPORT_KINDS, findRun } from '../../../library/index.ts';
import { exportLines, exportRows } from '../../../reports/index.ts';
import type { App } from '../app.ts';
import { problemSchema } from '../problems.ts';
import type { ServerParts } from '../server.ts';

const MOST_ROWS = 200;

const route = createRoute({
  method: 'get',
  path: '/api/runs/{id}/{kind}',
  summary: 'What a run found: forms, pages, sites, submissions, records, things, details or documents',
  description:
    'JSON comes page by page: `next` of an answer is the `after` of the next question. With `Accept: application/x-ndjson` or `text/csv` all rows come as one stream. Columns: docs/export.md.',
  request: {
    params: z.object({ id: z.coerce.number().int().positive(), kind: z.enum(EXPORT_KINDS) }),
    query: z.object({
      limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(50),
      after: z.coerce.number().int().min(0).default(0),
    }),
  },
  responses: {
    200: {
      description: 'Rows',
      content: {
        'application/json': {
          schema: z.object({
            items: z.array(z.record(z.string(), z.unknown())),
            next: z.number().int().nullable(),
          }),
        },
        'application/x-ndjson': { schema: z.string() },
        'text/csv': { schema: z.string() },
      },
    },
    404: { description: 'No such run', content: { 'application/problem+json': { schema: problemSchema } } },
  },
});

export function addResultRoutes(app: App, parts: ServerParts): void {
  app.openapi(route, async (c) => {
    const { id, kind } = c.req.valid('param');
    const { limit, after } = c.req.valid('query');
    const store = await parts.store();
    const run = await findRun(store, id);
    const accept = c.req.header('accept') ?? '';
    const format = accept.includes('text/csv')
      ? 'csv'
      : accept.includes('application/x-ndjson')
        ? 'jsonl'
        : undefined;
    if (format !== undefined) {
      c.header('content-type', format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson');
      return stream(c, async (out) => {
        for await (const line of exportLines(store, run.id, kind, format)) {
          if (out.aborted) return;
          await out.write(line);
        }
      }) as never;
    }
    const items: Record<string, unknown>[] = [];
    let at = 0;
    for await (const row of exportRows(store, run.id, kind)) {
      if (at++ < after) continue;
      if (items.length === limit) return c.json({ items, next: after + limit }, 200);
      items.push(row as Record<string, unknown>);
    }
    return c.json({ items, next: null }, 200);
  });
}
