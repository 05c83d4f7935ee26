/** Reads and replaces the parameters of a request: in its address, an urlencoded body, or JSON. */

import type { SubmissionRequest } from '../types/submission.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const MAX_DEPTH = 8;
const MAX_LEAVES = 2_000;

/** Reads the parameters in order, those of JSON by the nearest property name; empty if the body is neither. */
export function parametersOf(request: SubmissionRequest): URLSearchParams {
  if (request.method === 'GET') return new URL(request.url).searchParams;
  const json = jsonOf(request);
  if (json !== undefined) return new URLSearchParams(leaves(json));
  return /x-www-form-urlencoded/i.test(request.contentType ?? '')
    ? new URLSearchParams(textOf(request))
    : new URLSearchParams();
}

/** Reads the parts of a multipart body that are short texts. */
export function multipartTexts(request: SubmissionRequest): URLSearchParams {
  if (!/multipart\/form-data/i.test(request.contentType ?? '')) return new URLSearchParams();
  const parts = textOf(request).matchAll(/ name="([^"\r\n]{0,200})"\r\n\r\n([^\r\n]{0,2000})/g);
  return new URLSearchParams([...parts].map(([, name = '', value = '']) => [name, value]));
}

/** Replaces the value of one parameter. */
export function withParameter(request: SubmissionRequest, name: string, value: string): SubmissionRequest {
  const json = request.method === 'GET' ? undefined : jsonOf(request);
  if (json !== undefined) return withJson(request, replaceProperty(json, name, value));
  const parameters = parametersOf(request);
  parameters.set(name, value);
  return withParameters(request, parameters);
}

/** Replaces all parameters of a request that does not post JSON. */
export function withParameters(request: SubmissionRequest, parameters: URLSearchParams): SubmissionRequest {
  if (request.method === 'POST') return withText(request, parameters.toString());
  const url = new URL(request.url);
  url.search = parameters.toString();
  return { ...request, url: url.href };
}

/** Parses the body of a request that posts JSON. */
export function jsonOf(request: SubmissionRequest): Json | undefined {
  if (request.method !== 'POST' || /urlencoded|multipart/i.test(request.contentType ?? '')) return undefined;
  const text = textOf(request).trim();
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export const withJson = (request: SubmissionRequest, json: Json): SubmissionRequest =>
  withText(request, JSON.stringify(json));

export const isRecord = (json: Json | undefined): json is { readonly [name: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

const textOf = ({ body = '' }: SubmissionRequest): string => Buffer.from(body, 'base64').toString('utf8');

const withText = (request: SubmissionRequest, text: string): SubmissionRequest => ({
  ...request,
  body: Buffer.from(text, 'utf8').toString('base64'),
});

function leaves(json: Json): [string, string][] {
  const found: [string, string][] = [];
  const enter = (value: Json, name: string, depth: number): void => {
    if (depth > MAX_DEPTH || found.length >= MAX_LEAVES) return;
    if (Array.isArray(value)) for (const one of value) enter(one, name, depth + 1);
    else if (isRecord(value)) for (const [key, one] of Object.entries(value)) enter(one, key, depth + 1);
    else found.push([name, value === null ? '' : String(value)]);
  };
  enter(json, '', 0);
  return found;
}

/** Replaces the value of each property of this name, at any depth, and keeps its type. */
function replaceProperty(json: Json, name: string, value: string): Json {
  if (Array.isArray(json)) return json.map((one) => replaceProperty(one, name, value));
  if (!isRecord(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, one]) => [
      key,
      key === name && !isRecord(one) ? withTypeOf(one, [value]) : replaceProperty(one, name, value),
    ]),
  );
}

/** Converts values to the JSON type of the value that they replace. */
export function withTypeOf(before: Json | undefined, values: readonly string[]): Json {
  const [first = ''] = values;
  if (Array.isArray(before)) return values.map((value) => withTypeOf(before[0], [value]));
  if (typeof before === 'number' && first.trim() !== '' && Number.isFinite(Number(first)))
    return Number(first);
  if (typeof before === 'boolean') return !/^(?:false|0|no|off|)$/i.test(first);
  return values.length > 1 ? [...values] : first;
}
