/** Requests that a page's scripts make, made again without the page. */

import type { Form } from '../../forms/index.ts';
import type { FilledControl, SubmissionRequest } from '../types/submission.ts';
import type { Observed } from './ask-in-browser.ts';
import { requestDigest } from './ledger.ts';

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
