import { z } from '@hono/zod-openapi';
import { stream } from 'hono/streaming';
import { columnsOf, EXPORT_KINDS, keyOfCursor, SORT_COLUMNS } from '../../../library/index.ts';
import { notFound, RequestProblem } from '../problems.ts';
import type { App, ServerParts } from '../server-parts.ts';
import {
  anything,
  idParam,
  isParam,
  json,
  route,
  rowOf,
  runOf,
  sortOf,
  valuesByColumn,
} from './route-parts.ts';

const MOST_ROWS = 200;
/** Limits the queries shown with a form; the list of submissions has all. */
const QUERIES = 200;

const kindParam = idParam.extend({ kind: z.enum(EXPORT_KINDS) });
const truth = z.enum(['true', 'false']);
/** Describes the filter of a column of closed values; of another value no row is found. */
const codes = (column: string) => {
  const all = new Set(EXPORT_KINDS.flatMap((kind) => columnsOf(kind)[column]?.codes ?? []));
  return z
    .string()
    .optional()
    .openapi({ description: [...all].join(', ') });
};
const filters = z.object({
  is: isParam,
  site: z.string().optional(),
  domain: z.string().optional(),
  type: codes('type'),
  searchable: truth.optional(),
  outcome: codes('outcome'),
  state: codes('state'),
  verdict: codes('verdict'),
  form: z.string().optional().openapi({ description: 'Id of a form' }),
  text: z.string().min(1).max(200).optional().openapi({ description: 'Part of a text that the row shows' }),
});

const listSchema = z.object({
  items: z.array(anything),
  next: z.string().nullable(),
  total: z.number().int().optional().openapi({ description: 'rows that the filters leave' }),
  facets: z
    .array(
      z.object({
        column: z.string(),
        values: z.array(z.object({ value: z.string(), count: z.number().int() })),
      }),
    )
    .optional(),
});

export type ListAnswer = z.infer<typeof listSchema>;

const SORTING = `Column that sorts the pages, \`-column\` from its end; rows without a value come last. ${EXPORT_KINDS.filter(
  (kind) => SORT_COLUMNS[kind].length > 0,
)
  .map((kind) => `${kind}: ${SORT_COLUMNS[kind].join(', ')}`)
  .join('; ')}`;

const listRoute = route(
  'get /api/runs/{id}/{kind}',
  [
    'What a run found: forms, pages, sites, submissions, records, things, details or documents',
    'JSON comes page by page: `next` of an answer is the `after` of the next question. A page may hold fewer rows than its limit where those that fit are rare, but none only where none is left; only `next: null` is the end. With `facets=true` a column counts what the filters of the other columns leave, its 20 most frequent values; `total` is what all filters leave. Of more than 2,000 rows some columns are counted, and a text is, only where a filter leaves fewer; where they cannot be counted soon, both are left out. With `Accept: application/x-ndjson`, `text/csv`, `application/vnd.apache.parquet` or the type of Excel workbooks all rows that fit come as one stream; with `application/wacz` their archived pages do. Columns: docs/export.md.',
  ],
  {
    200: {
      description: 'Rows',
      content: {
        'application/json': { schema: listSchema },
        'application/x-ndjson': { schema: z.string() },
        'text/csv': { schema: z.string() },
        'application/wacz': { schema: z.string().openapi({ format: 'binary' }) },
        'application/vnd.apache.parquet': { schema: z.string().openapi({ format: 'binary' }) },
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
          schema: z.string().openapi({ format: 'binary' }),
        },
      },
    },
    400: 'No such kind or column, or a cursor that is none',
    404: 'No such run',
    409: 'Too many rows to sort while the run is under way',
    503: 'The rows are being sorted for the first time: ask again',
  },
  {
    params: kindParam,
    query: filters.extend({
      limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(50),
      after: z.string().max(4_000).optional(),
      sort: z.string().max(100).optional().openapi({ description: SORTING }),
      facets: truth.default('false').openapi({ description: 'Count the rows, and the values of columns' }),
      format: z.enum(['csv', 'jsonl', 'parquet', 'xlsx', 'wacz']).optional().openapi({
        description: 'All rows as a stream, for clients that cannot send `Accept`',
      }),
    }),
  },
);

const formRoute = route(
  'get /api/runs/{id}/forms/{form}',
  'One form: its controls, the evidence of its verdict, and the first queries with their answers',
  {
    200: json('The form', z.object({ form: anything, queries: z.array(anything) })),
    404: 'No such run or form',
  },
  { params: idParam.extend({ form: z.string() }) },
);

export function addResultRoutes(app: App, parts: ServerParts): void {
  const { readers } = parts;
  app.openapi(listRoute, async (c) => {
    const { id, kind } = c.req.valid('param');
    const { limit, after: cursor, is, form, text, facets, format, sort, ...single } = c.req.valid('query');
    const run = await runOf(parts, id);
    const after = cursor === undefined ? undefined : keyOfCursor(kind, cursor);
    if (cursor !== undefined && after === undefined)
      throw new RequestProblem(
        400,
        'bad-cursor',
        'after: this is no cursor of this list',
        'use the last next',
      );
    const of = { run: run.id, kind, range: { is: valuesByColumn(kind, is, single), form, text, after } };
    const wanted = format ?? formatOf(c.req.header('accept') ?? '');
    const order = sortOf(kind, sort);
    if (order !== undefined && wanted !== undefined)
      throw new RequestProblem(400, 'bad-request', 'sort: only pages of JSON are sorted, no stream');
    if (wanted === undefined) {
      const page = await readers.list({ ...of, limit, sort: order }, facets === 'true');
      return c.json(page as ListAnswer, 200);
    }
    const pieces = await readers.stream({ ...of, format: wanted });
    c.header('content-type', FORMATS[wanted]);
    c.header('content-disposition', `attachment; filename="run-${run.id}-${kind}.${wanted}"`);
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

const FORMATS = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  wacz: 'application/wacz',
} as const;
type Format = keyof typeof FORMATS;

const formatOf = (accept: string): Format | undefined =>
  (Object.keys(FORMATS) as Format[]).find((format) => accept.includes(FORMATS[format].split(';')[0] ?? ''));
