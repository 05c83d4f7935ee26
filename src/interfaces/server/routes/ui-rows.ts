/** What the web UI asks for beside the resources: rows filtered by text and facets, and the domains to pick from. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createRoute, z } from '@hono/zod-openapi';
import { stream } from 'hono/streaming';
import { csvOf } from '../../../foundation/csv/index.ts';
import { listDomains, loadDomain } from '../../../foundation/domain/index.ts';
import { EXPORT_KINDS, type ExportKind, findRun, flatColumns } from '../../../library/index.ts';
import { exportLines } from '../../../reports/index.ts';
import type { App } from '../app.ts';
import { notFound, problemSchema } from '../problems.ts';
import type { ServerParts } from '../server.ts';

const MOST_ROWS = 200;
const MOST_VALUES = 20;

type Row = Readonly<Record<string, unknown>>;

/** Columns whose values are counted. */
const FACETS: Readonly<Record<ExportKind, readonly string[]>> = {
  forms: ['searchable', 'outcome', 'domain', 'type', 'rule', 'site'],
  pages: ['state', 'reasonCode', 'renderedBy', 'site'],
  sites: ['state', 'reasonCode', 'domain'],
  submissions: ['verdict', 'state', 'site'],
  records: ['site', 'formId', 'typed.year', 'typed.category', 'typed.language'],
  things: ['mergedBy', 'typed.year', 'typed.category', 'typed.language'],
  details: ['site'],
  documents: ['kind', 'state', 'site'],
};

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
      q: z.string().max(200).default('').openapi({ description: 'text that a value of the row contains' }),
      is: z
        .union([z.string(), z.array(z.string()).max(20)])
        .default([])
        .openapi({ description: '`column:value`; several values of a column are alternatives' }),
      limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(50),
      after: z.coerce.number().int().min(0).default(0),
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
            total: z.number().int(),
            facets: z.array(facetSchema),
          }),
        },
        'text/csv': { schema: z.string() },
        'application/x-ndjson': { schema: z.string() },
      },
    },
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
    const store = await parts.store();
    const run = await findRun(store, id).catch(() => {
      throw notFound(`run ${id}`);
    });
    const failed = filterOf(q, [is].flat());
    const lines = exportLines(store, run.id, kind, 'jsonl');
    if (download !== undefined) {
      const type = download === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
      c.header('content-type', type);
      c.header('content-disposition', `attachment; filename="run-${run.id}-${kind}.${download}"`);
      return stream(c, async (out) => {
        const columns = flatColumns(kind);
        if (download === 'csv') await out.write(csvOf([columns.map(({ name }) => name)]));
        for await (const line of lines) {
          if (out.aborted) return;
          const row = JSON.parse(line) as Row;
          if (failed(row).length > 0) continue;
          await out.write(download === 'csv' ? csvOf([columns.map(({ of }) => of(row))]) : line);
        }
      }) as never;
    }
    const items: Row[] = [];
    let total = 0;
    const counts = new Map(FACETS[kind].map((column) => [column, new Map<string, number>()]));
    for await (const line of lines) {
      const row = JSON.parse(line) as Row;
      const missed = failed(row);
      // A facet counts what the other filters leave, so that it shows what else could be chosen.
      for (const [column, values] of counts) {
        if (missed.length > 1 || (missed.length === 1 && missed[0] !== column)) continue;
        for (const value of valuesAt(row, column)) values.set(value, (values.get(value) ?? 0) + 1);
      }
      if (missed.length === 0 && total++ >= after && items.length < limit) items.push(row);
    }
    const facets = [...counts].map(([column, values]) => ({ column, values: mostFrequent(values) }));
    return c.json({ items, total, facets }, 200);
  });
}

/** @returns a function that names what a row fails: columns, and `q` for the text */
function filterOf(q: string, is: readonly string[]): (row: Row) => string[] {
  const text = q.trim().toLowerCase();
  const wanted = new Map<string, Set<string>>();
  for (const one of is) {
    const [, column = '', value = ''] = /^([^:]*):?(.*)$/s.exec(one) ?? [];
    wanted.set(column, (wanted.get(column) ?? new Set()).add(value));
  }
  return (row) => [
    ...[...wanted]
      .filter(([column, values]) => !valuesAt(row, column).some((value) => values.has(value)))
      .map(([name]) => name),
    ...(text === '' || contains(row, text) ? [] : ['q']),
  ];
}

/** A column may name a field of an object, as in `typed.year`, and hold several values; without one it holds ''. */
function valuesAt(row: Row, column: string): string[] {
  const [name = '', field] = column.split('.');
  const found = field === undefined ? row[name] : ((row[name] ?? {}) as Row)[field];
  const values = Array.isArray(found) ? found : [found];
  return values.map((value) => String(value ?? ''));
}

const contains = (value: unknown, text: string): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((one) => contains(one, text))
    : value !== null && String(value).toLowerCase().includes(text);

const mostFrequent = (values: ReadonlyMap<string, number>): { value: string; count: number }[] =>
  [...values]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES);
