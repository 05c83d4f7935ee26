/** The web UI: one document for all of its addresses, its script and its style sheet. */

import { clientScript, clientStyles, SHELL } from '../../web/index.ts';
import type { App } from '../server-parts.ts';

export function addUiFileRoutes(app: App): void {
  const headers = { 'cache-control': 'no-cache' };
  app.get('/', (c) => c.redirect('/ui/'));
  app.get('/ui/app.js', async (c) =>
    c.body(await clientScript(), 200, { ...headers, 'content-type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/ui/app.css', async (c) =>
    c.body(await clientStyles(), 200, { ...headers, 'content-type': 'text/css; charset=utf-8' }),
  );
  app.get('/ui/*', (c) => c.html(SHELL, 200, headers));
}
