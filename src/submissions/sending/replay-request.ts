/** Requests that a page's scripts make, made again without the page. */

import type { Form } from '../../forms/index.ts';
import type { FilledControl, SubmissionRequest } from '../types/submission.ts';
import { type CountedPages, requestDigest } from './ledger.ts';
import type { Observed } from './request-watch.ts';

/** What a form would send under which names, in order, as its controls have it. */
export function entriesOf(form: Form, filled: readonly FilledControl[]): [string, string][] {
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
 * controls (of two or more at least half) and the values that were typed or chosen. GET alone: what was posted is not
 * posted again to find out.
 */
export function carrier(
  observed: Observed,
  form: Form,
  filled: readonly FilledControl[],
): SubmissionRequest | undefined {
  const candidates =
    observed.kind === 'navigation' ? [observed.request] : observed.kind === 'data' ? observed.requests : [];
  const entries = entriesOf(form, filled).filter(([, value]) => value !== '');
  const names = new Set(entriesOf(form, filled).map(([name]) => name));
  return candidates.findLast(({ method, url }) => {
    if (method !== 'GET') return false;
    const { searchParams } = new URL(url);
    const known = [...names].filter((name) => searchParams.has(name)).length;
    return (
      known > 0 &&
      known * 2 >= names.size &&
      entries.every(([name, value]) => !searchParams.has(name) || searchParams.getAll(name).includes(value))
    );
  });
}

/** The same request for other values: parameters called like controls get these, all others stay. */
export function derived(
  carried: SubmissionRequest,
  form: Form,
  filled: readonly FilledControl[],
): SubmissionRequest {
  const url = new URL(carried.url);
  const entries = entriesOf(form, filled);
  const names = new Set(form.controls.map(({ name }) => name).filter((name) => name !== ''));
  const kept = [...url.searchParams].filter(([name]) => !names.has(name));
  // Scripts that leave empty fields out go on doing so.
  const empties = [...url.searchParams].some(([name, value]) => names.has(name) && value === '');
  const sent = entries.filter(([name, value]) => value !== '' || empties || url.searchParams.has(name));
  url.search = new URLSearchParams([...sent, ...kept]).toString();
  return { ...carried, url: url.href };
}

/** Pages that a script may have asked for by itself before its request was noted. */
const MOST_AHEAD = 20;

/**
 * How a script counts the pages of a list, by one of its requests: the one number in its address that the search itself
 * does not have, a page's or the first record's on it.
 * @param shown records on the first page
 */
export function countedPages(
  request: SubmissionRequest | undefined,
  first: SubmissionRequest,
  shown: number,
): CountedPages | undefined {
  if (request?.method !== 'GET') return undefined;
  const url = new URL(request.url);
  const known = new URL(first.url).searchParams;
  const numbers = [...url.searchParams].filter(
    ([name, value]) => /^\d{1,9}$/.test(value) && Number(value) > 0 && known.get(name) !== value,
  );
  const [number] = numbers;
  if (number === undefined || numbers.length > 1) return undefined;
  const [name, value] = number;
  const offset = shown > 1 && Number(value) % shown === 0;
  if (!offset && Number(value) > MOST_AHEAD) return undefined;
  const step = offset ? shown : 1;
  url.searchParams.set(name, String(offset ? shown : Math.min(2, Number(value))));
  return { second: { ...request, url: url.href }, name, step };
}

/** The request for the page after this one, counted on. */
export function countedOn(
  { name, step }: CountedPages,
  request: SubmissionRequest,
): SubmissionRequest | undefined {
  const url = new URL(request.url);
  const at = url.searchParams.get(name);
  if (at === null || !/^\d{1,9}$/.test(at)) return undefined;
  url.searchParams.set(name, String(Number(at) + step));
  return { ...request, url: url.href };
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
