/** What the routes describe themselves with. */

import { z } from '@hono/zod-openapi';
import { type ExportKind, isFilterColumn } from '../../../library/index.ts';
import type { RunRow } from '../../../storage/index.ts';
import { notFound, problemSchema, RequestProblem } from '../problems.ts';
import type { ServerParts } from '../server-parts.ts';

export const json = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
});

export const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problemSchema } },
});

/** Of a route that acts. */
export const ACTS = [{ token: [] as string[] }];

export const TOKEN_NEEDED = { 401: problem('Token needed') };

export const idParam = z.object({ id: z.coerce.number().int().positive() });

/** Filters of a list. */
export const isParam = z
  .union([z.string().max(1_000), z.array(z.string().max(1_000)).max(50)])
  .default([])
  .transform((given) => [given].flat())
  .openapi({
    description: '`column:value`, the empty value for none; several values of a column are alternatives',
  });

/**
 * @param single values of columns that have a parameter of their own
 * @throws {RequestProblem} where rows of a kind have no such column
 */
export function valuesByColumn(
  kind: ExportKind,
  is: readonly string[],
  single: Readonly<Record<string, string | undefined>>,
): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const one of is) {
    const [, column = '', value = ''] = /^([^:]*):?(.*)$/s.exec(one) ?? [];
    if (!isFilterColumn(kind, column))
      throw new RequestProblem(
        400,
        'bad-request',
        `is: ${kind} are not filtered by ${JSON.stringify(column)}`,
        'docs/export.md has the columns of each kind',
      );
    values.set(column, [...(values.get(column) ?? []), value]);
  }
  for (const [column, value] of Object.entries(single))
    if (value !== undefined)
      values.set(
        column,
        (values.get(column) ?? [value]).filter((one) => one === value),
      );
  return Object.fromEntries(values);
}

/** Rows of any shape, described elsewhere. */
export const anything = z.record(z.string(), z.unknown());

/** What is sent as `anything`. */
export const rowOf = (value: object): Record<string, unknown> => value as Record<string, unknown>;

/** @throws {RequestProblem} where there is no such run */
export async function runOf(parts: ServerParts, id: number): Promise<RunRow> {
  const run = await (await parts.store()).runs.get(id);
  if (run === undefined) throw notFound(`run ${id}`);
  return run;
}
