/** Goes on from pages that stand before a form: terms that may be agreed to, and choices of what to search by. */

import { extractForms, type Form, gatePage } from '../../forms/index.ts';
import type { TreeDocument } from '../../foundation/dom/index.ts';
import { nextByScript } from '../answers/paging-controls.ts';
import { outlineOfPage } from '../answers/read-page.ts';
import { filled } from '../planning/field.ts';
import type { SubmissionRequest } from '../types/submission.ts';
import { encodedOrNone, type FormPage } from './encode-request.ts';
import { nextRequest } from './next-request.ts';
import { isHarmless } from './steps.ts';

/** Pages before a form at most. */
export const MOST_GATES = 4;

/** Tells whether a page has a box to type in. */
export const hasBox = (tree: TreeDocument): boolean =>
  extractForms(tree).some(({ controls }) =>
    controls.some(({ domain, visible }) => domain === 'open' && visible),
  );

/** Returns the request that leads on from a page before a form; undefined where there is none, or it agrees to terms that may not be. */
export function onwardRequest(
  page: FormPage,
  acceptsTerms: boolean,
): { readonly kind: 'terms' | 'choice'; readonly request: SubmissionRequest } | undefined {
  const gate = gatePage(page.tree);
  if (gate === undefined || (gate.kind === 'terms' && !acceptsTerms)) return undefined;
  const { kind } = gate;
  if ('href' in gate) return { kind, request: { method: 'GET', url: gate.href, referrer: page.tree.url } };
  const { form, chosen, submit } = gate;
  if (!isHarmless(form, page.tree.url)) return undefined;
  const controls = chosen.flatMap(({ position, value }) => {
    const control = form.controls[position];
    return control === undefined ? [] : [filled(control, position, 'consent', [value], 'option')];
  });
  const request = isLink(form, submit)
    ? byScript(page, form.submits[submit]?.label ?? '')
    : encodedOrNone(page, { form, controls, submit });
  return request && { kind, request };
}

const isLink = ({ submits }: Form, submit: number): boolean =>
  !/^(?:submit|image)$/.test(submits[submit]?.type ?? '');

/** Sends the form as the script of a link or button with this caption does. */
function byScript(page: FormPage, label: string): SubmissionRequest | undefined {
  let isFound = false;
  const paging = nextByScript(page.tree, outlineOfPage(page.tree), {
    page: 0,
    isNext: (caption) => {
      isFound ||= caption === label;
      return caption === label;
    },
    isOutside: () => true,
  });
  return isFound ? nextRequest({ paging }, page) : undefined;
}
