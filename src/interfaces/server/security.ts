/** Who may ask the server what: host and origin checks, the token, and headers that keep pages apart. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { RequestProblem } from './problems.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

export const isLoopback = (host: string): boolean => LOOPBACK.test(host) || host === '::1';

/** SHA-256 of a token: what is kept in memory, and compared in constant time. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface AccessRules {
  /** Address that the server listens on. */
  readonly host: string;
  readonly tokenHash: Buffer | undefined;
}

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Refuses what a page of another site could make a browser send.
 * - A server on loopback answers to loopback names only (DNS rebinding).
 * - A request that carries an `Origin` must be of the server's own.
 * - What changes anything, or sends traffic to other sites, needs the token, or on loopback `Sec-Fetch-Site: same-origin`
 *   (which only the server's own pages get from a browser).
 * - Where there is a token and the server is not on loopback, reading needs it, too.
 */
export function accessRules({ host, tokenHash }: AccessRules): MiddlewareHandler {
  const local = isLoopback(host);
  return async (c, next) => {
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'no-referrer');
    c.header('content-security-policy', CSP);
    c.header('cross-origin-resource-policy', 'same-origin');
    const asked = c.req.header('host') ?? '';
    if (local && !isLoopback(asked))
      throw new RequestProblem(403, 'wrong-host', 'this server answers to localhost only');
    const origin = c.req.header('origin');
    if (origin !== undefined && URL.parse(origin)?.host !== asked)
      throw new RequestProblem(403, 'wrong-origin', 'pages of other sites may not ask this server');
    // The files of the web UI hold no data; it asks for the token itself.
    const isUi = c.req.path === '/' || c.req.path.startsWith('/ui/');
    if (!local && !isUi && !mayAct(c, { local, tokenHash })) throw needsToken();
    await next();
  };
}

/** For routes that act. */
export function mayActOnly({ host, tokenHash }: AccessRules): MiddlewareHandler {
  const local = isLoopback(host);
  return async (c, next) => {
    if (!mayAct(c, { local, tokenHash })) throw needsToken();
    await next();
  };
}

function mayAct(
  c: Context,
  { local, tokenHash }: { readonly local: boolean; readonly tokenHash: Buffer | undefined },
): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (given !== undefined && tokenHash !== undefined) return timingSafeEqual(hashOfToken(given), tokenHash);
  return local && c.req.header('sec-fetch-site') === 'same-origin';
}

const needsToken = (): RequestProblem =>
  new RequestProblem(
    401,
    'token-needed',
    'this needs the token of the server',
    'send "Authorization: Bearer TOKEN"; "fieldfare serve" prints it when it starts',
  );
