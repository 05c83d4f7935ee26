/** Serves the web UI: one document for all of its addresses, script, style sheet, and the token for its browser. */

import { z } from '@hono/zod-openapi';
import { clientScript, clientStyles, shell } from '../../web/index.ts';
import { RequestProblem } from '../problems.ts';
import { isLoopback } from '../security.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { json, jsonBody, route } from './route-parts.ts';

const tokenRoute = route(
  'post /api/ui/token',
  'The token, for the key of the link that "fieldfare serve" prints; a key serves once',
  {
    200: json('The token', z.object({ token: z.string() })),
    400: 'No key, or one that is too long',
    401: 'No such key any more',
  },
  jsonBody(z.object({ key: z.string().max(100) })),
);

export function addUiFileRoutes(app: App, { host, token, uiKey }: ServerParts): void {
  const headers = { 'cache-control': 'no-cache' };
  const document = shell({ readingNeedsToken: !isLoopback(host) });
  app.get('/', (c) => c.redirect('/ui/'));
  app.get('/ui/app.js', async (c) =>
    c.body(await clientScript(), 200, { ...headers, 'content-type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/ui/app.css', async (c) =>
    c.body(await clientStyles(), 200, { ...headers, 'content-type': 'text/css; charset=utf-8' }),
  );
  app.get('/ui/*', (c) => c.html(document, 200, headers));
  app.openapi(tokenRoute, (c) => {
    if (!uiKey.take(c.req.valid('json').key))
      throw new RequestProblem(
        401,
        'token-needed',
        'this link was used before',
        'start the server again for another, or enter its token',
      );
    return c.json({ token }, 200, { 'cache-control': 'no-store' });
  });
}
