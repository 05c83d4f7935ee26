/** Reports every error to a client as problem details (RFC 9457). */

import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DomainError } from '../../foundation/domain/index.ts';
import { FieldfareError } from '../../foundation/errors/index.ts';
import { OptionsError } from '../../foundation/options/index.ts';

export const problemSchema = z
  .object({
    type: z.string().openapi({
      description: '`urn:fieldfare:` and the code of the error',
      example: 'urn:fieldfare:not-found',
    }),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().optional(),
    hint: z.string().optional().openapi({ description: 'What to do about it' }),
    wrong: z
      .array(z.object({ field: z.string(), message: z.string(), line: z.number().int().optional() }))
      .optional()
      .openapi({ description: 'Each option or field that is wrong' }),
  })
  .openapi('Problem');

export class RequestProblem extends FieldfareError {
  readonly code: string;
  override readonly httpStatus: number;

  constructor(httpStatus: number, code: string, message: string, hint?: string) {
    super(message, hint === undefined ? {} : { hint });
    this.httpStatus = httpStatus;
    this.code = code;
  }
}

export const notFound = (what: string): RequestProblem =>
  new RequestProblem(404, 'not-found', `there is no ${what}`);

function wrongOf(error: FieldfareError | undefined) {
  if (error instanceof OptionsError)
    return error.wrong.map(({ option, message }) => ({ field: option, message }));
  return error instanceof DomainError ? error.problems : [];
}

/** Names what the framework refuses by itself: a body that is no JSON. */
const refused = ({ status, message }: HTTPException): RequestProblem =>
  new RequestProblem(status, 'bad-request', message);

/** Answers a request that failed; of an unknown error it shows 500 without its message. */
export function problemResponse(c: Context, error: unknown): Response {
  const known =
    error instanceof HTTPException ? refused(error) : error instanceof FieldfareError ? error : undefined;
  const status = (known?.httpStatus ?? 500) as ContentfulStatusCode;
  const body = {
    type: `urn:fieldfare:${known?.code ?? 'internal'}`,
    title: known === undefined ? 'something went wrong in the server; its log says what' : known.message,
    status,
    ...(known?.hint !== undefined && { hint: known.hint }),
    ...(wrongOf(known).length > 0 && { wrong: wrongOf(known) }),
  };
  return c.body(JSON.stringify(body), status, { 'content-type': 'application/problem+json' });
}
