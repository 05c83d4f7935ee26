/** Describes routes: for OpenAPI, and for the checks of what clients send. */

import { type RouteConfig, z } from '@hono/zod-openapi';
import { type ExportKind, readFilter, SORT_COLUMNS } from '../../../library/index.ts';
import type { ListSort, RunRow } from '../../../storage/index.ts';
import { notFound, problemSchema, RequestProblem } from '../problems.ts';
import { mayActOnly } from '../security.ts';
import type { ServerParts } from '../server-parts.ts';

export const json = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
});

export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});

type Answer = RouteConfig['responses'][number];
/** Maps a status to an answer, or to the reason of a refusal. */
type Answers = Readonly<Record<number, Answer | string>>;
type Given<All extends Answers> = {
  readonly [Status in keyof All as All[Status] extends string ? never : Status]: Extract<All[Status], Answer>;
};
type Request = NonNullable<RouteConfig['request']>;
type Method = 'get' | 'post' | 'put' | 'delete';
/** A summary, or one with a description. */
type About = string | readonly [string, string];

/** Describes a route: `get /api/runs`. */
export function route<
  const How extends Method,
  const Path extends string,
  const All extends Answers,
  const Asked extends Request,
>(at: `${How} ${Path}`, about: About, answers: All, request = {} as Asked) {
  const [method, path] = at.split(' ') as [How, Path];
  const [summary = '', description] = [about].flat();
  const responses = Object.entries(answers).map(([status, answer]) => [
    status,
    typeof answer === 'string' ? problem(answer) : answer,
  ]);
  return {
    ...{ method, path, request, summary, ...(description !== undefined && { description }) },
    responses: Object.fromEntries(responses) as Given<All>,
  };
}

/** Describes a route that acts: it needs the token. */
export const actingRoute = <
  const How extends Method,
  const Path extends string,
  const All extends Answers,
  const Asked extends Request,
>(
  at: `${How} ${Path}`,
  about: About,
  answers: All,
  request?: Asked,
) => ({
  ...route(at, about, { 401: 'Token needed', ...answers } as All, request),
  security: [{ token: [] as string[] }],
  middleware: mayActOnly,
});

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problemSchema } },
});

export const idParam = z.object({ id: z.coerce.number().int().positive() });

export const isParam = z
  .union([z.string().max(1_000), z.array(z.string().max(1_000)).max(50)])
  .default([])
  .transform((given) => [given].flat())
  .openapi({
    description: '`column:value`, the empty value for none; several values of a column are alternatives',
  });

/**
 * @param single values of columns that have a parameter of their own
 * @throws {FilterError} where rows of a kind have no such column
 */
export function valuesByColumn(
  kind: ExportKind,
  is: readonly string[],
  single: Readonly<Record<string, string | undefined>>,
): Record<string, string[]> {
  const values = readFilter(kind, is);
  for (const [column, value] of Object.entries(single))
    if (value !== undefined)
      values.set(
        column,
        (values.get(column) ?? [value]).filter((one) => one === value),
      );
  return Object.fromEntries(values);
}

/**
 * Reads `column` or `-column`.
 * @throws {RequestProblem} where lists of a kind are not sorted by the column
 */
export function sortOf(kind: ExportKind, sort: string | undefined): ListSort | undefined {
  if (sort === undefined) return undefined;
  const column = sort.replace(/^-/, '');
  const known = SORT_COLUMNS[kind];
  if (!known.includes(column))
    throw new RequestProblem(
      400,
      'bad-request',
      `sort: ${kind} are not sorted by ${JSON.stringify(column)}`,
      known.length === 0 ? `${kind} come in one order` : `sort by one of ${known.join(', ')}`,
    );
  return { column, descends: sort !== column };
}

/** Describes rows that are described elsewhere. */
export const anything = z.record(z.string(), z.unknown());

export const rowOf = (value: object): Record<string, unknown> => value as Record<string, unknown>;

/** @throws {RequestProblem} where there is no such run */
export async function runOf(parts: ServerParts, id: number): Promise<RunRow> {
  const run = await (await parts.store()).runs.get(id);
  if (run === undefined) throw notFound(`run ${id}`);
  return run;
}
