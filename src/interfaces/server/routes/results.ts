import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRoute, z } from '@hono/zod-openapi';
import { stream } from 'hono/streaming';
import { EXPORT_KINDS, type ExportRange, keyOfCursor } from '../../../library/index.ts';
import { exportLines, exportPage, exportToFile } from '../../../reports/index.ts';
import type { App } from '../app.ts';
import { notFound, RequestProblem } from '../problems.ts';
import type { ServerParts } from '../server.ts';
import { anything, idParam, json, problem, rowOf, runOf } from './route-parts.ts';

const MOST_ROWS = 200;
/** Queries shown with a form; the list of submissions has all. */
const QUERIES = 200;

const kindParam = idParam.extend({ kind: z.enum(EXPORT_KINDS) });
const filters = z.object({
  site: z.string().optional(),
  domain: z.string().optional(),
  type: z.string().optional(),
  searchable: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
  outcome: z.string().optional(),
  state: z.string().optional(),
  verdict: z.string().optional(),
  form: z.string().optional().openapi({ description: 'Id of a form' }),
  text: z.string().min(1).max(200).optional().openapi({ description: 'Part of a text that the row shows' }),
});

const listRoute = createRoute({
  method: 'get',
  path: '/api/runs/{id}/{kind}',
  summary: 'What a run found: forms, pages, sites, submissions, records, things, details or documents',
  description:
    'JSON comes page by page: `next` of an answer is the `after` of the next question. A page may hold fewer rows than its limit where those that fit are rare; only `next: null` is the end. With `Accept: application/x-ndjson`, `text/csv` or `application/vnd.apache.parquet` all rows that fit come as one stream. Columns: docs/export.md.',
  request: {
    params: kindParam,
    query: filters.extend({
      limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(50),
      after: z.string().max(4_000).optional(),
    }),
  },
  responses: {
    200: {
      description: 'Rows',
      content: {
        'application/json': { schema: z.object({ items: z.array(anything), next: z.string().nullable() }) },
        'application/x-ndjson': { schema: z.string() },
        'text/csv': { schema: z.string() },
        'application/vnd.apache.parquet': { schema: z.string().openapi({ format: 'binary' }) },
      },
    },
    400: problem('No such kind, or a cursor that is none'),
    404: problem('No such run'),
  },
});

const formRoute = createRoute({
  method: 'get',
  path: '/api/runs/{id}/forms/{form}',
  summary: 'One form: its controls, the evidence of its verdict, and the first queries with their answers',
  request: { params: idParam.extend({ form: z.string() }) },
  responses: {
    200: json('The form', z.object({ form: anything, queries: z.array(anything) })),
    404: problem('No such run or form'),
  },
});

export function addResultRoutes(app: App, parts: ServerParts): void {
  app.openapi(listRoute, async (c) => {
    const { id, kind } = c.req.valid('param');
    const { limit, after: cursor, ...filter } = c.req.valid('query');
    const run = await runOf(parts, id);
    const store = await parts.store();
    const after = cursor === undefined ? undefined : keyOfCursor(kind, cursor);
    if (cursor !== undefined && after === undefined)
      throw new RequestProblem(
        400,
        'bad-cursor',
        'after: this is no cursor of this list',
        'use the last next',
      );
    const range: ExportRange = { ...filter, after };
    const format = formatOf(c.req.header('accept') ?? '');
    if (format === undefined) {
      const { items, next } = await exportPage(store, run.id, kind, range, limit);
      return c.json({ items: items.map(rowOf), next }, 200);
    }
    c.header('content-type', format.type);
    c.header('content-disposition', `attachment; filename="run-${run.id}-${kind}.${format.name}"`);
    return stream(c, async (out) => {
      if (format.name !== 'parquet') {
        for await (const line of exportLines(store, run.id, kind, format.name, range)) {
          if (out.aborted) return;
          await out.write(line);
        }
        return;
      }
      const folder = await mkdtemp(join(tmpdir(), 'fieldfare-export-'));
      try {
        const file = join(folder, 'rows.parquet');
        await exportToFile(store, run.id, kind, 'parquet', file, range);
        for await (const part of createReadStream(file)) {
          if (out.aborted) return;
          await out.write(part as Uint8Array);
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }) as never;
  });
  app.openapi(formRoute, async (c) => {
    const { id, form: formId } = c.req.valid('param');
    await runOf(parts, id);
    const store = await parts.store();
    const [form] = (await exportPage(store, id, 'forms', { form: formId }, 1)).items;
    if (form === undefined) throw notFound(`form ${formId} in run ${id}`);
    const queries = await exportPage(store, id, 'submissions', { form: formId }, QUERIES);
    return c.json({ form: rowOf(form), queries: queries.items.map(rowOf) }, 200);
  });
}

const FORMATS = [
  { name: 'csv', accept: 'text/csv', type: 'text/csv; charset=utf-8' },
  { name: 'jsonl', accept: 'application/x-ndjson', type: 'application/x-ndjson' },
  {
    name: 'parquet',
    accept: 'application/vnd.apache.parquet',
    type: 'application/vnd.apache.parquet',
  },
] as const;

const formatOf = (accept: string) => FORMATS.find((format) => accept.includes(format.accept));
