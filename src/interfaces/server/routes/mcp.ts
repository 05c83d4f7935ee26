import { answerMcp } from '../mcp.ts';
import { mayActOnly } from '../security.ts';
import type { App, ServerParts } from '../server-parts.ts';

/** Serves the Model Context Protocol over streamable HTTP, without sessions: each request is whole. */
export function addMcpRoute(app: App, parts: ServerParts): void {
  const { runs, gateway, store } = parts;
  app.use('/mcp', mayActOnly);
  app.post('/mcp', (c) => answerMcp({ runs, gateway, store, reach: {} }, c.req.raw));
}
