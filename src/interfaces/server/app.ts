/** The routes of the server, put together. */

import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { VERSION } from '../../version.ts';
import { problemResponse, RequestProblem } from './problems.ts';
import { addEventRoutes } from './routes/events.ts';
import { addResultRoutes } from './routes/results.ts';
import { addRunRoutes } from './routes/runs.ts';
import { addUiFileRoutes } from './routes/ui-files.ts';
import { addUiRowRoutes } from './routes/ui-rows.ts';
import { accessRules } from './security.ts';
import type { ServerParts } from './server.ts';

const MOST_BODY_BYTES = 1_000_000;

export type App = OpenAPIHono;

export function serverApp(parts: ServerParts): App {
  const app = new OpenAPIHono({
    defaultHook: (result) => {
      if (result.success) return;
      const [issue] = result.error.issues;
      throw new RequestProblem(
        400,
        'bad-request',
        `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not as expected'}`,
      );
    },
  });
  app.onError((error, c) => {
    if (!(error instanceof Error && 'httpStatus' in error)) parts.log(error);
    return problemResponse(c, error);
  });
  app.notFound((c) =>
    problemResponse(c, new RequestProblem(404, 'not-found', `there is nothing at ${c.req.path}`)),
  );
  app.use(accessRules(parts));
  app.use(
    bodyLimit({
      maxSize: MOST_BODY_BYTES,
      onError: () => {
        throw new RequestProblem(413, 'too-long', `the body is longer than ${MOST_BODY_BYTES} bytes`);
      },
    }),
  );
  app.get('/health', (c) => c.json({ status: 'ok', version: VERSION }));
  addRunRoutes(app, parts);
  addEventRoutes(app, parts);
  addResultRoutes(app, parts);
  addUiRowRoutes(app, parts);
  addUiFileRoutes(app);
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  app.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Fieldfare',
      version: VERSION,
      description: 'Harvests the hidden web; reads what was found.',
    },
    security: [{ token: [] }, {}],
  });
  return app;
}
