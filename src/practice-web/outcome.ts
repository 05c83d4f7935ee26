/** What a submission came to: written to the access log, so that a crawler's own judgement can be judged. */

import { hash32 } from './seeded.ts';
import type { FormSpec } from './site.ts';
import type { Outcome } from './truth.ts';

/** The submission without the number of the page. */
export const withoutPage = (given: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...given].filter(([name]) => name !== 'page'));

export const pageNumber = (given: URLSearchParams): number => {
  const page = Number(given.get('page') ?? '1');
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
};

/** Eight digits that two submissions share when they send the same fields, in whatever order. */
export function queryDigest(given: URLSearchParams): string {
  const fields = [...withoutPage(given)].map((field) => JSON.stringify(field)).sort();
  return hash32(fields.join()).toString(16).padStart(8, '0');
}

export const outcome = (
  form: FormSpec,
  given: URLSearchParams,
  kind: Outcome['kind'],
  more: Partial<Outcome> = {},
): Outcome => ({
  form: form.key,
  kind,
  query: queryDigest(given),
  page: pageNumber(given),
  asked: [],
  words: false,
  matching: 0,
  shown: [],
  ...more,
});
