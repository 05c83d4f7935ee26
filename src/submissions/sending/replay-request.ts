/** Replays requests of a page's scripts without the page. */

import type { Form } from '../../forms/index.ts';
import type { FilledControl, SubmissionRequest } from '../types/submission.ts';
import { type PageNumbering, requestDigest } from './ledger.ts';
import { refillJson } from './refill-json.ts';
import { jsonOf, parametersOf, withJson, withParameter, withParameters } from './request-parameters.ts';
import type { ObservedRequests } from './request-recorder.ts';

/** Lists the names and values that a form would send, in order. */
function entriesOf(form: Form, filled: readonly FilledControl[]): [string, string][] {
  const given = new Map(filled.map((control) => [control.position, control.values]));
  return form.controls.flatMap(({ name, type, value, checked }, position): [string, string][] => {
    if (name === '') return [];
    const values = given.get(position);
    if (values !== undefined) return values.map((one) => [name, one]);
    if ((type === 'checkbox' && !checked) || (type === 'radio' && value === '')) return [];
    return [[name, value]];
  });
}

/**
 * Finds the request that carried the search: the navigation, or the last request for data that has the names
 * of the form's controls (at least half of them) and the typed or chosen values, in its address or in a body
 * of form data or JSON. A POST that is a navigation does not count: the form sent it, no script.
 */
export function findSearchRequest(
  observed: ObservedRequests,
  form: Form,
  filled: readonly FilledControl[],
): SubmissionRequest | undefined {
  const candidates =
    observed.kind === 'navigation' ? [observed.request] : observed.kind === 'data' ? observed.requests : [];
  // Hidden values may be tokens, which differ on every page.
  const hidden = new Set(form.controls.flatMap(({ name, type }) => (type === 'hidden' ? [name] : [])));
  const entries = entriesOf(form, filled).filter(([name, value]) => value !== '' && !hidden.has(name));
  const names = new Set(entriesOf(form, filled).map(([name]) => name));
  return candidates.findLast((request) => {
    if (request.method === 'POST' && observed.kind === 'navigation') return false;
    const parameters = parametersOf(request);
    const known = [...names].filter((name) => parameters.has(name)).length;
    return (
      known > 0 &&
      known * 2 >= names.size &&
      entries.every(([name, value]) => !parameters.has(name) || parameters.getAll(name).includes(value))
    );
  });
}

/**
 * Fills other values into a captured request: parameters named like visible controls get the new values, all
 * others stay. What a script sends for hidden controls is kept, and for lists of several choices that are left as they are.
 */
export function refillRequest(
  capturedRequest: SubmissionRequest,
  form: Form,
  filled: readonly FilledControl[],
): SubmissionRequest {
  const set = new Set(filled.map(({ name }) => name));
  const shown = form.controls.filter(
    ({ name, type }) => name !== '' && type !== 'hidden' && (type !== 'select-multiple' || set.has(name)),
  );
  const names = new Set(shown.map(({ name }) => name));
  const entries = entriesOf(form, filled).filter(([name]) => names.has(name));
  const json = jsonOf(capturedRequest);
  if (json !== undefined) {
    const given = (name: string) =>
      entries.flatMap(([own, value]) => (own === name && value !== '' ? [value] : []));
    return withJson(
      capturedRequest,
      refillJson(json, new Map([...names].map((name) => [name, given(name)]))),
    );
  }
  const before = parametersOf(capturedRequest);
  const kept = [...before].filter(([name]) => !names.has(name));
  // If the script left empty fields out, leave them out, too.
  const empties = [...before].some(([name, value]) => names.has(name) && value === '');
  const sent = entries.filter(([name, value]) => value !== '' || empties || before.has(name));
  return withParameters(capturedRequest, new URLSearchParams([...sent, ...kept]));
}

const MAX_ADDRESS_LENGTH = 4_000;

/** Tells whether an address has a typed or chosen value as a parameter, a path segment, or in its fragment. */
export function containsTypedValues(addresses: readonly string[], filled: readonly FilledControl[]): boolean {
  const values = filled.flatMap(({ values }) => values).filter((value) => value !== '');
  if (values.length === 0) return true;
  const wanted = new Set(values.map((value) => value.toLowerCase()));
  return addresses.some((address) => {
    const url = URL.parse(address.slice(0, MAX_ADDRESS_LENGTH));
    if (url === null) return false;
    const behind = url.hash.replace(/^#!?/, '');
    const parts = `${url.pathname}/${behind}/${url.search}`.split(/[/?&;=#]/);
    return parts.some((part) => wanted.has(decoded(part).toLowerCase()));
  });
}

function decoded(part: string): string {
  const spaced = part.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Pages that a script may have fetched in advance before its request was seen. */
const MAX_PREFETCHED_PAGES = 20;

/**
 * Detects how a script numbers the pages of a list, from one of its requests: by the only number among its
 * parameters that the first request lacks, which is a page number or a record offset.
 * @param firstPageRecords records on the first page
 */
export function detectPageNumbering(
  request: SubmissionRequest | undefined,
  first: SubmissionRequest,
  firstPageRecords: number,
): PageNumbering | undefined {
  if (request === undefined || request.method !== first.method) return undefined;
  const known = parametersOf(first);
  const numbers = [...parametersOf(request)].filter(
    ([name, value]) => /^\d{1,9}$/.test(value) && Number(value) > 0 && known.get(name) !== value,
  );
  const [number] = numbers;
  if (number === undefined || numbers.length > 1) return undefined;
  const [name, value] = number;
  const offset = firstPageRecords > 1 && Number(value) % firstPageRecords === 0;
  if (!offset && Number(value) > MAX_PREFETCHED_PAGES) return undefined;
  const step = offset ? firstPageRecords : 1;
  const second = withParameter(request, name, String(offset ? firstPageRecords : Math.min(2, Number(value))));
  return { second, name, step };
}

/** Makes the request for the second page of another query; undefined where nothing in it tells the queries apart. */
export function secondRequest(
  { second, asked = [] }: PageNumbering,
  form: Form,
  filled: readonly FilledControl[],
): SubmissionRequest | undefined {
  let request = refillRequest(second, form, filled);
  const values = filled.flatMap((control) => control.values).filter((value) => value !== '');
  const holds = () => [...parametersOf(request)].some(([, value]) => values.includes(value));
  const [before] = asked;
  const [value] = values;
  if (!holds() && values.length === 1 && asked.length === 1 && value !== undefined)
    for (const [name, old] of parametersOf(request))
      if (old === before) request = withParameter(request, name, value);
  return values.length === 0 || holds() ? request : undefined;
}

/** Makes the request for the next page by increasing the page number or offset. */
export function nextNumberedRequest(
  { name, step }: PageNumbering,
  request: SubmissionRequest,
): SubmissionRequest | undefined {
  const at = parametersOf(request).get(name);
  if (at === null || !/^\d{1,9}$/.test(at)) return undefined;
  return withParameter(request, name, String(Number(at) + step));
}

/** Digest of a request without the boundary of a multipart body, which is chosen at random. */
export function digestOf(request: SubmissionRequest): string {
  const { contentType = '', body } = request;
  const [, boundary] = /boundary="?([^";]+)/i.exec(contentType) ?? [];
  if (boundary === undefined || body === undefined) return requestDigest(request);
  const plain = Buffer.from(body, 'base64').toString('latin1').replaceAll(boundary, '');
  return requestDigest({ ...request, contentType: 'multipart/form-data', body: plain });
}

/** Tells whether two requests are equal apart from their multipart boundary. */
export const sameRequest = (one: SubmissionRequest, other: SubmissionRequest): boolean =>
  digestOf(one) === digestOf(other);
