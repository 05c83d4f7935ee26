/** Requests that a page's scripts make, made again without the page. */

import type { Form } from '../../forms/index.ts';
import type { FilledControl, SubmissionRequest } from '../types/submission.ts';
import { type CountedPages, requestDigest } from './ledger.ts';
import { refillJson } from './refill-json.ts';
import { jsonOf, parametersOf, withJson, withParameter, withParameters } from './request-parameters.ts';
import type { Observed } from './request-watch.ts';

/** What a form would send under which names, in order, as its controls have it. */
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
 * The request that carried a search: the navigation, or the last request for data that has the names of the form's
 * controls (of two or more at least half) and the values that were typed or chosen: in its address, or posted by a
 * script as a form or as JSON. What a form posts by itself is no script's.
 */
export function carrier(
  observed: Observed,
  form: Form,
  filled: readonly FilledControl[],
): SubmissionRequest | undefined {
  const candidates =
    observed.kind === 'navigation' ? [observed.request] : observed.kind === 'data' ? observed.requests : [];
  // Hidden values may be tokens, which are others on every page.
  const hidden = new Set(form.controls.flatMap(({ name, type }) => (type === 'hidden' ? [name] : [])));
  const entries = entriesOf(form, filled).filter(([name, value]) => value !== '' && !hidden.has(name));
  const names = new Set(entriesOf(form, filled).map(([name]) => name));
  return candidates.findLast((request) => {
    if (request.method === 'POST' && observed.kind === 'navigation') return false;
    const carried = parametersOf(request);
    const known = [...names].filter((name) => carried.has(name)).length;
    return (
      known > 0 &&
      known * 2 >= names.size &&
      entries.every(([name, value]) => !carried.has(name) || carried.getAll(name).includes(value))
    );
  });
}

/**
 * The same request for other values: parameters called like controls get these, all others stay; so do hidden controls,
 * for which the page's script knows better.
 */
export function derived(
  carried: SubmissionRequest,
  form: Form,
  filled: readonly FilledControl[],
): SubmissionRequest {
  const shown = form.controls.filter(({ name, type }) => name !== '' && type !== 'hidden');
  const names = new Set(shown.map(({ name }) => name));
  const entries = entriesOf(form, filled).filter(([name]) => names.has(name));
  const json = jsonOf(carried);
  if (json !== undefined) {
    const given = (name: string) =>
      entries.flatMap(([own, value]) => (own === name && value !== '' ? [value] : []));
    return withJson(carried, refillJson(json, new Map([...names].map((name) => [name, given(name)]))));
  }
  const before = parametersOf(carried);
  const kept = [...before].filter(([name]) => !names.has(name));
  // Scripts that leave empty fields out go on doing so.
  const empties = [...before].some(([name, value]) => names.has(name) && value === '');
  const sent = entries.filter(([name, value]) => value !== '' || empties || before.has(name));
  return withParameters(carried, new URLSearchParams([...sent, ...kept]));
}

const MOST_ADDRESS = 4_000;

/** Whether one of these addresses has what was typed or chosen in it: as a parameter, a step of its path, or behind its hash. */
export function carriesTyped(addresses: readonly string[], filled: readonly FilledControl[]): boolean {
  const values = filled.flatMap(({ values }) => values).filter((value) => value !== '');
  if (values.length === 0) return true;
  const wanted = new Set(values.map((value) => value.toLowerCase()));
  return addresses.some((address) => {
    const url = URL.parse(address.slice(0, MOST_ADDRESS));
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

/** Pages that a script may have asked for by itself before its request was noted. */
const MOST_AHEAD = 20;

/**
 * How a script counts the pages of a list, by one of its requests: the one number among its parameters that the search itself
 * does not have, a page's or the first record's on it.
 * @param shown records on the first page
 */
export function countedPages(
  request: SubmissionRequest | undefined,
  first: SubmissionRequest,
  shown: number,
): CountedPages | undefined {
  if (request === undefined || request.method !== first.method) return undefined;
  const known = parametersOf(first);
  const numbers = [...parametersOf(request)].filter(
    ([name, value]) => /^\d{1,9}$/.test(value) && Number(value) > 0 && known.get(name) !== value,
  );
  const [number] = numbers;
  if (number === undefined || numbers.length > 1) return undefined;
  const [name, value] = number;
  const offset = shown > 1 && Number(value) % shown === 0;
  if (!offset && Number(value) > MOST_AHEAD) return undefined;
  const step = offset ? shown : 1;
  const second = withParameter(request, name, String(offset ? shown : Math.min(2, Number(value))));
  return { second, name, step };
}

/** The request for the page after this one, counted on. */
export function countedOn(
  { name, step }: CountedPages,
  request: SubmissionRequest,
): SubmissionRequest | undefined {
  const at = parametersOf(request).get(name);
  if (at === null || !/^\d{1,9}$/.test(at)) return undefined;
  return withParameter(request, name, String(Number(at) + step));
}

const unbounded = ({ contentType, body, ...rest }: SubmissionRequest): SubmissionRequest => {
  const boundary = /boundary=(\S+)/.exec(contentType ?? '')?.[1];
  if (boundary === undefined || body === undefined)
    return {
      ...rest,
      ...(contentType !== undefined && { contentType }),
      ...(body !== undefined && { body }),
    };
  const text = Buffer.from(body, 'base64').toString('latin1').replaceAll(boundary, 'boundary');
  return {
    ...rest,
    contentType: 'multipart/form-data',
    body: Buffer.from(text, 'latin1').toString('base64'),
  };
};

/** Whether two requests are the same but for a boundary. */
export const sameRequest = (one: SubmissionRequest, other: SubmissionRequest): boolean =>
  requestDigest(unbounded(one)) === requestDigest(unbounded(other));
