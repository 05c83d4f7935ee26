import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { etags } from './etags.ts';
import { problemResponse, RequestProblem } from './problems.ts';
import { addDocsRoutes } from './routes/docs.ts';
import { addDomainRoutes } from './routes/domains.ts';
import { addEventRoutes } from './routes/events.ts';
import { addFeedRoute } from './routes/feeds.ts';
import { addGatewayRoutes } from './routes/gateway.ts';
import { addKnowledgeRoutes } from './routes/knowledge.ts';
import { addLibraryRoutes } from './routes/library.ts';
import { addMcpRoute } from './routes/mcp.ts';
import { addModelRoutes } from './routes/models.ts';
import { addMonitorRoutes } from './routes/monitor.ts';
import { addResultRoutes } from './routes/results.ts';
import { addRunRoutes } from './routes/runs.ts';
import { addScheduleRoutes } from './routes/schedules.ts';
import { addUiAirRoutes } from './routes/ui-air.ts';
import { addUiDomainDraftRoute } from './routes/ui-domain-draft.ts';
import { addUiFileRoutes } from './routes/ui-files.ts';
import { addUiFormRoutes } from './routes/ui-form.ts';
import { addUiTrainingRoutes } from './routes/ui-training.ts';
import { accessRules } from './security.ts';
import type { App, ServerParts } from './server-parts.ts';

const MOST_BODY_BYTES = 1_000_000;

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
    if (!('httpStatus' in error || error instanceof HTTPException)) parts.log(error);
    return problemResponse(c, error);
  });
  app.notFound((c) => {
    const allowed = methodsAt(app, c.req.path);
    if (allowed.length === 0)
      return problemResponse(c, new RequestProblem(404, 'not-found', `there is nothing at ${c.req.path}`));
    c.header('allow', allowed.join(', '));
    const message = `${c.req.path} takes ${allowed.join(' and ')}, not ${c.req.method}`;
    return problemResponse(c, new RequestProblem(405, 'wrong-method', message));
  });
  app.use(async (c, next) => {
    const begun = performance.now();
    await next();
    parts.metrics.answered(c.res.status, (performance.now() - begun) / 1_000);
  });
  app.use(accessRules(parts));
  app.use('/api/*', etags);
  app.use(
    bodyLimit({
      maxSize: MOST_BODY_BYTES,
      onError: () => {
        throw new RequestProblem(413, 'too-long', `the body is longer than ${MOST_BODY_BYTES} bytes`);
      },
    }),
  );
  addMonitorRoutes(app, parts);
  addRunRoutes(app, parts);
  addEventRoutes(app, parts);
  addScheduleRoutes(app, parts);
  addFeedRoute(app, parts);
  addLibraryRoutes(app, parts);
  addResultRoutes(app, parts);
  addDomainRoutes(app, parts);
  addModelRoutes(app, parts);
  addKnowledgeRoutes(app, parts);
  addGatewayRoutes(app, parts);
  addMcpRoute(app, parts);
  addUiFormRoutes(app, parts);
  addUiDomainDraftRoute(app, parts);
  addUiAirRoutes(app, parts);
  addUiTrainingRoutes(app, parts);
  addUiFileRoutes(app, parts);
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  addDocsRoutes(app);
  return app;
}

/** Lists the methods that an address answers to. */
function methodsAt(app: App, path: string): string[] {
  const fits = (route: string) =>
    new RegExp(`^${route.replaceAll('*', '.*').replace(/:\w+/g, '[^/]+')}$`).test(path);
  const methods = app.routes.filter((route) => route.method !== 'ALL' && fits(route.path));
  return [...new Set(methods.map(({ method }) => method))].sort();
}
