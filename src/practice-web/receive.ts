/** From what came over the socket to a request of the world. */

import type { IncomingMessage } from 'node:http';
import type { PracticeRequest } from './answer.ts';
import { fieldsIn } from './encoding.ts';

const BODY_LIMIT = 1_000_000;

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_LIMIT) throw new RangeError('body too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function fieldsOf(message: IncomingMessage): Promise<URLSearchParams> {
  if (message.method !== 'POST') return new URLSearchParams();
  const body = await readBody(message);
  const type = message.headers['content-type'] ?? '';
  if (type.startsWith('application/json')) return fieldsOfJson(JSON.parse(body.toString()));
  if (!type.startsWith('multipart/form-data')) return fieldsIn(body.toString());
  const fields = new URLSearchParams();
  const parsed = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  for (const [name, value] of parsed) fields.append(name, typeof value === 'string' ? value : value.name);
  return fields;
}

/** The properties of what a script posts, those of its parts too. */
function fieldsOfJson(json: unknown): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(Object(json) as Record<string, unknown>)) {
    if (Array.isArray(value)) for (const one of value) fields.append(name, String(one));
    else if (typeof value === 'object' && value !== null)
      for (const [inner, one] of fieldsOfJson(value)) fields.append(inner, one);
    else fields.append(name, String(value ?? ''));
  }
  return fields;
}

/**
 * @param compress whether the client may get a compressed body if it accepts one
 * @returns undefined where the target is no address
 */
export async function requestOf(
  message: IncomingMessage,
  host: string,
  compress: boolean,
  secure: boolean,
): Promise<PracticeRequest | undefined> {
  const url = URL.parse(message.url ?? '/', 'http://practice.test');
  const method = message.method ?? 'GET';
  if (!url) return undefined;
  return {
    host,
    method: method === 'HEAD' ? 'GET' : method,
    path: url.pathname,
    target: url.pathname + url.search,
    query: fieldsIn(url.search),
    body: await fieldsOf(message).catch(() => new URLSearchParams()),
    acceptsGzip: compress && /\bgzip\b/.test(String(message.headers['accept-encoding'])),
    cookie: message.headers.cookie,
    ...(secure ? { secure } : {}),
  };
}
