/** Checks host, origin and token of requests, and sets headers that keep pages apart. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { RequestProblem } from './problems.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Says whether a host is loopback; `127.999.1.1` is an address of nothing. */
export const isLoopback = (host: string): boolean =>
  host === '::1' || (LOOPBACK.test(host) && URL.canParse(`http://${host}`));

/** Computes the SHA-256 of a token: it alone is in memory, and compared in constant time. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Makes keys of links, each of which hands the token to one browser, once. */
export class OneTimeKey {
  #hash: Buffer | undefined;

  /** @returns a new key; any before it is void */
  renew(): string {
    const key = randomBytes(24).toString('base64url');
    this.#hash = hashOfToken(key);
    return key;
  }

  /** Says whether this is the key; it is void then. */
  take(given: string): boolean {
    const fits = this.#hash !== undefined && timingSafeEqual(hashOfToken(given), this.#hash);
    if (fits) this.#hash = undefined;
    return fits;
  }
}

export interface AccessRules {
  readonly host: string;
  readonly tokenHash: Buffer;
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

/** Names what the rules of access find out for the routes. */
const HAS_TOKEN = 'hasToken';

/** Matches what holds no data: the files of the web UI, the exchange of its key, and what supervisors of processes query. */
const OPEN = /^\/(?:$|ui\/|api\/ui\/token$|health$|ready$)/;

/**
 * Refuses what a page of another site could make a browser send.
 * - A server on loopback answers to loopback names only (DNS rebinding).
 * - A request that carries an `Origin` must be of the server's own.
 * - What changes anything, or sends traffic to other sites, needs the token: any program of this machine can send any header.
 * - Where the server is not on loopback, reading needs it, too.
 */
export function accessRules({ host, tokenHash }: AccessRules): MiddlewareHandler {
  const local = isLoopback(host);
  return async (c, next) => {
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'no-referrer');
    c.header('content-security-policy', CSP);
    c.header('cross-origin-resource-policy', 'same-origin');
    const asked = c.req.header('host') ?? '';
    if (!URL.canParse(`http://${asked}`))
      throw new RequestProblem(400, 'wrong-host', `there is no host ${asked}`);
    if (local && !isLoopback(asked))
      throw new RequestProblem(403, 'wrong-host', 'this server answers to localhost only');
    const origin = c.req.header('origin');
    if (origin !== undefined && URL.parse(origin)?.host !== asked)
      throw new RequestProblem(403, 'wrong-origin', 'pages of other sites may not ask this server');
    c.set(HAS_TOKEN, hasToken(c, tokenHash));
    if (!local && !OPEN.test(c.req.path) && !c.get(HAS_TOKEN)) throw needsToken();
    await next();
  };
}

/** Refuses to act without the token. */
export const mayActOnly: MiddlewareHandler = async (c, next) => {
  if (!c.get(HAS_TOKEN)) throw needsToken();
  await next();
};

function hasToken(c: Context, tokenHash: Buffer): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  return given !== undefined && timingSafeEqual(hashOfToken(given), tokenHash);
}

const needsToken = (): RequestProblem =>
  new RequestProblem(
    401,
    'token-needed',
    'this needs the token of the server',
    'send "Authorization: Bearer TOKEN"; "fieldfare serve" prints it, and a link for the browser, when it starts',
  );
