/** Says why a target has no form that can be called, and what to do about it. */

import { formsOfSite } from '../library/index.ts';
import { counted, linkText } from '../reports/index.ts';
import { type AddressRow, reasonOf, type Store } from '../storage/index.ts';
import { isOfAddress, type StoredForm, selectionOf } from './callable-forms.ts';

export interface WhyNoForm {
  readonly code:
    | 'unknown-form'
    | 'unknown-site'
    | 'not-verified'
    | 'time-over'
    | 'not-answered'
    | 'page-status'
    | 'no-page'
    | 'login-only'
    | 'no-form';
  readonly message: string;
  readonly hint: string;
}

/** @param forms of the target, none of them verified */
export async function whyNoForm(
  store: Pick<Store, 'storage' | 'runs' | 'forms' | 'pages' | 'figures'>,
  target: string,
  forms: readonly StoredForm[],
): Promise<WhyNoForm> {
  if (forms.length > 0) return whyUnverified(forms);
  const { formId, page } = selectionOf(target);
  if (formId !== undefined || MISTYPED.test(target))
    return {
      code: 'unknown-form',
      message: `no run has queried a form ${target}`,
      hint: 'check the id, which has 16 digits from 0 to f; the address of its page finds it again',
    };
  const run = (await store.runs.all()).findLast((one) => isOfAddress(one, page ?? target));
  if (run === undefined)
    return {
      code: 'unknown-site',
      message: `no run has queried a form of ${target}`,
      hint: `give the address of its page, such as https://${target}/`,
    };
  const rows = await Array.fromAsync(store.figures.addresses(run.id));
  const reached = rows.filter(({ depth, redirect_to }) => depth === 0 && redirect_to === null).at(-1);
  const found = reached === undefined ? [] : await formsOfSite(store, run.id, reached.site);
  return whyNone(
    target,
    rows,
    reached,
    found.map(({ type }) => type),
  );
}

/** What looks like the id of a form, with a digit too few or too many. */
const MISTYPED = /^[0-9a-f]{12,20}$/i;
const ANOTHER_PAGE = 'give the address of the page that shows the form';

function whyNone(
  target: string,
  rows: readonly AddressRow[],
  reached: AddressRow | undefined,
  types: readonly string[],
): WhyNoForm {
  const {
    url = target,
    status = null,
    content_type: type,
    reason_code: reason,
    reason_detail: detail,
  } = reached ?? {};
  if (status !== null && status >= 400)
    return {
      code: 'page-status',
      message: `${url} answers with status ${status}`,
      hint: 'check the address',
    };
  if (reason === 'no-page' || reason === 'not-html' || reason === 'download')
    return { code: 'no-page', message: `${url} is no web page, but ${type || 'a file'}`, hint: ANOTHER_PAGE };
  if (reached === undefined || status === null) {
    const why = reason ? ` (${linkText(reasonOf(reason, detail ?? null))})` : '';
    return { code: 'not-answered', message: `${url} could not be read${why}`, hint: 'check the address' };
  }
  if (types.length > 0 && types.every((one) => one === 'login'))
    return {
      code: 'login-only',
      message: `the only form of ${url} is a log-in`,
      hint: 'what is behind it can be harvested with the cookies of a session',
    };
  const further = rows.filter(({ depth, status: at }) => depth > 0 && at !== null).length;
  const there = further === 0 ? '' : `, nor do ${counted(further, 'page')} that its links call a search`;
  const others =
    types.length === 0
      ? ''
      : ` among its ${counted(types.length, 'form')} (${[...new Set(types)].join(', ')})`;
  return { code: 'no-form', message: `${url} shows no search form${others}${there}`, hint: ANOTHER_PAGE };
}

function whyUnverified(forms: readonly StoredForm[]): WhyNoForm {
  const [first] = forms;
  const page = first?.harvested.page ?? '';
  const after = `after ${counted(
    forms.reduce((sum, { queries }) => sum + queries, 0),
    'query',
  )}`;
  return first?.run.status_code === 'max-seconds'
    ? {
        code: 'time-over',
        message: `no form of ${page} is verified yet: the time was over ${after}`,
        hint: 'run it again to go on',
      }
    : {
        code: 'not-verified',
        message: `no form of ${page} is verified: ${first?.outcome ?? 'not-queried'} ${after}`,
        hint: 'a harvest of the page sends more queries',
      };
}
