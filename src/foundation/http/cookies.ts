/** Cookies of a user's Netscape `cookies.txt`: sent to their own sites only, never stored. */

import { FieldfareError } from '../errors/index.ts';

export interface UserCookie {
  /** Host the cookie belongs to, without a leading dot. */
  readonly domain: string;
  readonly includeSubdomains: boolean;
  readonly path: string;
  readonly secure: boolean;
  /** Seconds since 1970; 0 for a session cookie. */
  readonly expires: number;
  readonly name: string;
  readonly value: string;
}

/** Names the invalid line of a cookie file, without its content. */
class CookieFileError extends FieldfareError {
  readonly code = 'cookies';
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const parseLine = (line: string, number: number): UserCookie | undefined => {
  const httpOnly = line.startsWith('#HttpOnly_');
  if (line.trim() === '' || (line.startsWith('#') && !httpOnly)) return undefined;
  const fields = (httpOnly ? line.slice('#HttpOnly_'.length) : line).split('\t');
  if (fields.length !== 7 && fields.length !== 6) {
    throw new CookieFileError(
      `Line ${number} of the cookie file has ${fields.length} tab-separated fields; 7 were expected ` +
        '(domain, subdomains, path, secure, expires, name, value). Export it in Netscape format.',
    );
  }
  const [domain = '', subdomains = '', path = '/', secure = '', expires = '', name = '', value = ''] = fields;
  if (!TOKEN.test(name) || !/^[\x20-\x7e]*$/.test(value) || domain.replace(/^\./, '') === '') {
    throw new CookieFileError(`Line ${number} of the cookie file holds no usable domain, name and value.`);
  }
  return {
    domain: domain.replace(/^\./, '').toLowerCase(),
    includeSubdomains: subdomains.toUpperCase() === 'TRUE' || domain.startsWith('.'),
    path: path.startsWith('/') ? path : '/',
    secure: secure.toUpperCase() === 'TRUE',
    expires: Number(expires) || 0,
    name,
    value,
  };
};

/** Reads a Netscape cookie file (of curl, wget, add-ons). @throws {CookieFileError} with the number of the invalid line */
export const parseCookieFile = (text: string): readonly UserCookie[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line, index) => parseLine(line, index + 1) ?? []);

const pathMatches = (path: string, wanted: string): boolean =>
  path === wanted || path.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`);

/** Selects the cookies of an address (RFC 6265, 5.1.3 and 5.1.4), longest path first. */
export const cookiesFor = (cookies: readonly UserCookie[], url: URL, now: Date): readonly UserCookie[] =>
  cookies
    .filter(
      (cookie) =>
        (url.hostname === cookie.domain ||
          (cookie.includeSubdomains && url.hostname.endsWith(`.${cookie.domain}`))) &&
        pathMatches(url.pathname, cookie.path) &&
        (!cookie.secure || url.protocol === 'https:') &&
        (cookie.expires === 0 || cookie.expires * 1000 > now.getTime()),
    )
    .sort((a, b) => b.path.length - a.path.length);
