/** Shows where a form, a record or a document comes from, out of the archive of the run. */

import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { formPicture } from '../../../app/index.ts';
import {
  type AnswerText,
  archivedAnswer,
  archivedDocument,
  archivedPageText,
} from '../../../library/index.ts';
import { notFound } from '../problems.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { actingRoute, anything, idParam, json, route, rowOf, runOf } from './route-parts.ts';

const formParam = idParam.extend({ form: z.string().regex(/^[0-9a-f]{16}$/) });

/** Only the UI frames an answer, whose origin is none; nothing of it runs, and it loads nothing. */
const ANSWER_CSP =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

const answerRoute = route(
  'get /api/ui/runs/{id}/forms/{form}/answers/{position}/{page}',
  'A stored answer of a form, without anything that runs or loads',
  {
    200: { description: 'The answer', content: { 'text/html': { schema: z.string() } } },
    404: 'No such run, form or answer',
  },
  {
    params: formParam.extend({
      position: z.coerce.number().int().positive(),
      page: z.coerce.number().int().positive(),
    }),
  },
);

const documentPageRoute = route(
  'get /api/ui/documents/{id}/page',
  'The stored page of a document of the library, without anything that runs or loads',
  {
    200: { description: 'The page', content: { 'text/html': { schema: z.string() } } },
    404: 'No such document, or the archive does not hold its page',
  },
  { params: idParam },
);

const pageRoute = route(
  'get /api/ui/runs/{id}/page',
  'A stored page of a run, without anything that runs or loads',
  {
    200: { description: 'The page', content: { 'text/html': { schema: z.string() } } },
    404: 'No such run, or the archive does not hold the page',
  },
  { params: idParam, query: z.object({ url: z.string().max(4_000) }) },
);

const recordRoute = route(
  'get /api/ui/runs/{id}/records/origin',
  'A record with its form, the query and the answer that first showed it, and their place in the archive',
  { 200: json('The record', anything), 404: 'No such run or record' },
  { params: idParam, query: z.object({ site: z.string().max(300), key: z.string().max(1_000) }) },
);

export function addUiFormRoutes(app: App, parts: ServerParts): void {
  const { storage } = parts;
  const pictureRoute = actingRoute(
    'get /api/ui/runs/{id}/forms/{form}/picture',
    'The archived page of a form, the form outlined; drawn by a browser when it is first asked for',
    {
      200: {
        description: 'The picture',
        content: { 'image/png': { schema: z.string().openapi({ format: 'binary' }) } },
      },
      404: 'No such run or form',
      502: 'The archive does not hold its page',
    },
    { params: formParam },
  );
  app.openapi(pictureRoute, async (c) => {
    const { id, form: formId } = c.req.valid('param');
    await runOf(parts, id);
    const store = await parts.store();
    const [row] = await store.forms.list(id, { formId, limit: 1 });
    const picture = row && (await formPicture(store, { storage, runId: id, formId, site: row.site }));
    if (picture === undefined) throw notFound(`form ${formId} in run ${id}`);
    return c.body(new Uint8Array(picture), 200, { 'content-type': 'image/png' }) as never;
  });
  app.openapi(recordRoute, async (c) => {
    const { site, key } = c.req.valid('query');
    const run = await runOf(parts, c.req.valid('param').id);
    const origin = await parts.readers.read('record', { run: run.id, site, key });
    if (origin === null) throw notFound(`record ${key} of ${site} in run ${run.id}`);
    return c.json(rowOf(origin), 200);
  });
  app.openapi(answerRoute, async (c) => {
    const { id, form: formId, position, page } = c.req.valid('param');
    await runOf(parts, id);
    const answer = await archivedAnswer(await parts.store(), { runId: id, formId, position, page });
    if (answer === undefined) throw notFound(`answer ${position}.${page} of form ${formId} in the archive`);
    return shownStored(c, answer);
  });
  app.openapi(pageRoute, async (c) => {
    const { id } = await runOf(parts, c.req.valid('param').id);
    const { url } = c.req.valid('query');
    const page = await archivedPageText(await parts.store(), id, url);
    if (page === undefined) throw notFound(`stored page ${url} of run ${id}`);
    return shownStored(c, page);
  });
  app.openapi(documentPageRoute, async (c) => {
    const { id } = c.req.valid('param');
    const page = await archivedDocument(await parts.store(), id);
    if (page === undefined) throw notFound(`stored page of document ${id}`);
    return shownStored(c, page);
  });
}

function shownStored(c: Context, { isHtml, text }: AnswerText): never {
  c.header('content-security-policy', ANSWER_CSP);
  c.header('x-dns-prefetch-control', 'off');
  const type = isHtml ? 'text/html' : 'text/plain';
  return c.body(text, 200, { 'content-type': `${type}; charset=utf-8` }) as never;
}
