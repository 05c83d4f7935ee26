import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

/** Names what a GET answers as JSON by its content; who has it already is told so. */
export const etags: MiddlewareHandler = async (c, next) => {
  await next();
  const isJson = c.res.headers.get('content-type')?.startsWith('application/json') === true;
  if (c.req.method !== 'GET' || c.res.status !== 200 || !isJson) return;
  const body = await c.res.text();
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const headers = new Headers(c.res.headers);
  headers.set('etag', tag);
  headers.set('cache-control', 'no-cache');
  const known =
    c.req
      .header('if-none-match')
      ?.split(',')
      .map((one) => one.trim()) ?? [];
  const isKnown = known.some((one) => one.replace(/^W\//, '') === tag || one === '*');
  if (isKnown) headers.delete('content-type');
  c.res = undefined;
  c.res = isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
};
