/** What the routes describe themselves with. */

import { z } from '@hono/zod-openapi';
import type { RunRow } from '../../../storage/index.ts';
import { notFound, problemSchema } from '../problems.ts';
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
