/** Finds tokens that a script copies from its page into a request, and renews them for each replay. */

import { elementsOf, type TreeDocument, type TreeElement } from '../../foundation/dom/index.ts';
import type { SubmissionRequest } from '../types/submission.ts';
import { parametersOf, withParameter } from './request-parameters.ts';

/** Where a page holds a token (an attribute of a named element), and where a request carries it. */
export interface PageToken {
  readonly tag: string;
  /** Name, property or id of the element. */
  readonly called: string;
  readonly attribute: string;
  readonly parameters: readonly string[];
  readonly headers: readonly string[];
}

/** Shorter values may occur in a page by chance. */
const MIN_LENGTH = 12;
const HOLDERS = new Set(['input', 'meta', 'form', 'body', 'html', 'div', 'script', 'button']);
const HOLDING = /^(?:value|content|data-.+)$/;

/** Finds the values of a request that occur as attributes in the page it was made on. */
export function findTokens(request: SubmissionRequest, page: TreeDocument): PageToken[] {
  const parameters = [...parametersOf(request)];
  const { headers = [] } = request;
  const requestValues = new Set([...parameters, ...headers].map(([, value]) => value));
  const tokens = new Map<string, PageToken>();
  for (const { tag, attributes } of elementsOf(page.root)) {
    if (!HOLDERS.has(tag)) continue;
    for (const [attribute, value] of Object.entries(attributes)) {
      if (value.length < MIN_LENGTH || !HOLDING.test(attribute)) continue;
      if (!requestValues.has(value) || tokens.has(value)) continue;
      const named = (all: readonly (readonly [string, string])[]) =>
        all.flatMap(([name, one]) => (one === value ? [name] : []));
      const place = { tag, called: nameOf(attributes), attribute };
      tokens.set(value, { ...place, parameters: named(parameters), headers: named(headers) });
    }
  }
  return [...tokens.values()];
}

/** Replaces the tokens of a request by those of this page; tokens that the page lacks stay. */
export function withTokensOf(
  request: SubmissionRequest,
  tokens: readonly PageToken[],
  page: TreeDocument,
): SubmissionRequest {
  const elements = [...elementsOf(page.root)];
  return tokens.reduce((fresh, { tag, called, attribute, parameters, headers }) => {
    const value = elements.find((one) => one.tag === tag && nameOf(one.attributes) === called)?.attributes[
      attribute
    ];
    if (value === undefined) return fresh;
    const inside = parameters.reduce((one, name) => withParameter(one, name, value), fresh);
    const own = fresh.headers?.map(([name, old]) => [name, headers.includes(name) ? value : old] as const);
    return { ...inside, ...(own !== undefined && { headers: own }) };
  }, request);
}

const nameOf = ({ name, property, id }: TreeElement['attributes']): string => name ?? property ?? id ?? '';
