/** Through which proxy, if any, an address is reached: the user's option, or the usual environment variables. */

import { FieldfareError } from '../errors/index.ts';
import { TransportError } from './transport.ts';

/** Never repeats the setting: it may hold a password. */
export class ProxyOptionError extends FieldfareError {
  readonly code = 'proxy';
}

export interface OutboundProxy {
  /** Without user name and password. */
  readonly uri: string;
  /** Value for `Proxy-Authorization`. */
  readonly token?: string;
}

type ProxyRoute = (url: URL) => OutboundProxy | undefined;

type Environment = Readonly<Record<string, string | undefined>>;

const parseProxy = (raw: string, from: string): OutboundProxy => {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(raw) ? raw : `http://${raw}`;
  if (!URL.canParse(text)) throw new ProxyOptionError(`${from} is not a proxy address; use http://host:port`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ProxyOptionError(
      `${from} names a ${url.protocol.slice(0, -1)} proxy; only http and https work`,
    );
  }
  const { username, password, origin } = url;
  if (!username && !password) return { uri: origin };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { uri: origin, token: `Basic ${Buffer.from(pair).toString('base64')}` };
};

const variable = (env: Environment, name: string): string | undefined =>
  env[name.toLowerCase()] || env[name] || undefined;

/** Says whether `NO_PROXY` exempts an address: `*`, host names, their parents (`.example.org`), with or without port. */
export const isExempt = (url: URL, noProxy: string | undefined): boolean => {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return (noProxy ?? '').split(/[\s,]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const parts = /^\[([^\]]+)\](?::(\d+))?$/.exec(entry) ?? /^([^:]+)(?::(\d+))?$/.exec(entry);
    const [, listed = entry, onlyPort] = parts ?? [];
    if (onlyPort !== undefined && onlyPort !== port) return false;
    const name = listed.replace(/^\*?\./, '').toLowerCase();
    return name !== '' && (host === name || host.endsWith(`.${name}`));
  });
};

/**
 * @param option the user's own proxy for everything; `''` for none at all
 * @throws {ProxyOptionError} when it, or a variable, is no proxy address
 */
export const proxyRoute = (option: string | undefined, env: Environment): ProxyRoute => {
  if (option === '') return () => undefined;
  const from = (name: string) => {
    const value = variable(env, name);
    return value === undefined ? undefined : parseProxy(value, name);
  };
  const own = option === undefined ? undefined : parseProxy(option, 'The proxy option');
  const all = own ?? from('ALL_PROXY');
  const http = own ?? from('HTTP_PROXY') ?? all;
  const https = own ?? from('HTTPS_PROXY') ?? all;
  const noProxy = variable(env, 'NO_PROXY');
  return (url) => {
    if (isExempt(url, noProxy)) return undefined;
    return url.protocol === 'https:' ? https : http;
  };
};

/** Explains a proxy's refusal; undefined when the error is none. */
export const proxyRefusal = (error: unknown): TransportError | undefined => {
  const text = error instanceof Error ? error.message : '';
  const status =
    /^Proxy response \((\d+)\)/.exec(text)?.[1] ?? /^Proxy Authentication Required \((\d+)\)/.exec(text)?.[1];
  if (status === undefined) return undefined;
  const why =
    status === '407' ? 'it wants a user name and password, or others' : 'it does not let this through';
  return new TransportError('connect', `the proxy answered ${status}: ${why}`, { cause: error });
};
