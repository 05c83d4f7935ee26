import { createRoute, z } from '@hono/zod-openapi';
import { stream } from 'hono/streaming';
import { EXPORT_KINDS, type ExportRange, keyOfCursor } from '../../../library/index.ts';
import { FACET_COLUMNS, type FacetKind } from '../../../storage/index.ts';
import { notFound, RequestProblem } from '../problems.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { anything, idParam, isParam, json, problem, rowOf, runOf, valuesByColumn } from './route-parts.ts';

const MOST_ROWS = 200;
/** Milliseconds of a page that is found soon enough. */
const QUICK_MS = 100;
/** Queries shown with a form; the list of submissions has all. */
const QUERIES = 200;

const kindParam = idParam.extend({ kind: z.enum(EXPORT_KINDS) });
const filters = z.object({
  is: isParam,
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
    'JSON comes page by page: `next` of an answer is the `after` of the next question. A page may hold fewer rows than its limit where those that fit are rare, but none only where none is left; only `next: null` is the end. With `Accept: application/x-ndjson`, `text/csv` or `application/vnd.apache.parquet` all rows that fit come as one stream. Columns: docs/export.md.',
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
    400: problem('No such kind or column, or a cursor that is none'),
    404: problem('No such run'),
  },
});

const facetKinds = Object.keys(FACET_COLUMNS) as [FacetKind, ...FacetKind[]];
const facetsRoute = createRoute({
  method: 'get',
  path: '/api/runs/{id}/{kind}/facets',
  summary: 'How many rows of a run hold each value of a column: what a list is filtered by',
  description:
    'A column counts what the filters of the other columns leave, its 20 most frequent values; `total` is what all filters leave. Columns: forms searchable, outcome, domain, type, rule, site; pages state, reasonCode, renderedBy, site; sites state, reasonCode, domain; submissions verdict, state, site; records site, year, price (in bands); documents kind, state, site.',
  request: { params: idParam.extend({ kind: z.enum(facetKinds) }), query: z.object({ is: isParam }) },
  responses: {
    200: json(
      'Counts',
      z.object({
        total: z.number().int(),
        facets: z.array(
          z.object({
            column: z.string(),
            values: z.array(z.object({ value: z.string(), count: z.number().int() })),
          }),
        ),
      }),
    ),
    400: problem('No such kind or column'),
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
  const { readers } = parts;
  app.openapi(facetsRoute, async (c) => {
    const { id, kind } = c.req.valid('param');
    const run = await runOf(parts, id);
    const columns: readonly string[] = FACET_COLUMNS[kind];
    const is = valuesByColumn(kind, c.req.valid('query').is, (column) => columns.includes(column));
    const { total, facets } = await readers.read('facets', { run: run.id, kind, is });
    const shown = facets.map(({ column, values }) => ({ column, values: [...values] }));
    return c.json({ total, facets: shown }, 200);
  });
  app.openapi(listRoute, async (c) => {
    const { id, kind } = c.req.valid('param');
    const { limit, after: cursor, is, ...filter } = c.req.valid('query');
    const run = await runOf(parts, id);
    const after = cursor === undefined ? undefined : keyOfCursor(kind, cursor);
    if (cursor !== undefined && after === undefined)
      throw new RequestProblem(
        400,
        'bad-cursor',
        'after: this is no cursor of this list',
        'use the last next',
      );
    const range: ExportRange = { ...filter, is: valuesByColumn(kind, is), after };
    const format = formatOf(c.req.header('accept') ?? '');
    if (format === undefined) {
      if (kind === 'things') await readers.keep({ run: run.id, kind });
      const begun = performance.now();
      const { items, next } = await readers.read('page', { run: run.id, kind, range, limit });
      // A text that was looked for longer is found sooner in a kept list.
      if (range.text !== undefined && items.length < limit && performance.now() - begun > QUICK_MS)
        void readers.keep({ run: run.id, kind });
      return c.json({ items: items.map(rowOf), next }, 200);
    }
    const pieces = await readers.stream({ run: run.id, kind, format: format.name, range });
    c.header('content-type', format.type);
    c.header('content-disposition', `attachment; filename="run-${run.id}-${kind}.${format.name}"`);
    return stream(c, async (out) => {
      for await (const piece of pieces) {
        if (out.aborted) return;
        await out.write(piece);
      }
    }) as never;
  });
  app.openapi(formRoute, async (c) => {
    const { id, form: formId } = c.req.valid('param');
    await runOf(parts, id);
    const range = { form: formId };
    const [form] = (await readers.read('page', { run: id, kind: 'forms', range, limit: 1 })).items;
    if (form === undefined) throw notFound(`form ${formId} in run ${id}`);
    const queries = await readers.read('page', { run: id, kind: 'submissions', range, limit: QUERIES });
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
