/** Says why a target has no form that can be called, and what to do about it. */

import { formsOfSite } from '../library/index.ts';
import { blockedSites, counted, linkText } from '../reports/index.ts';
import { type AddressRow, reasonOf, type Store } from '../storage/index.ts';
import { isOfAddress, type StoredForm, selectionOf } from './callable-forms.ts';

const ANOTHER_PAGE = 'give the address of the page that shows the form';
const HINTS = {
  'unknown-form': 'check the id, which has 16 digits from 0 to f; the address of its page finds it again',
  'unknown-site': 'give the address of its page',
  'not-verified': 'a harvest of the page sends more queries',
  'time-over': 'run it again to go on',
  'not-answered': 'check the address',
  'page-status': 'check the address',
  'no-page': ANOTHER_PAGE,
  'login-only': 'what is behind it can be harvested with the cookies of a session',
  'kept-out': ANOTHER_PAGE,
  'no-form': ANOTHER_PAGE,
} as const;

export interface WhyNoForm {
  readonly code: keyof typeof HINTS;
  readonly message: string;
  readonly hint: string;
}

const why = (code: WhyNoForm['code'], message: string, example = ''): WhyNoForm => ({
  code,
  message,
  hint: HINTS[code] + example,
});

/** @param forms of the target, none of them verified */
export async function whyNoForm(
  store: Pick<Store, 'storage' | 'runs' | 'forms' | 'pages' | 'figures'>,
  target: string,
  forms: readonly StoredForm[],
): Promise<WhyNoForm> {
  if (forms.length > 0) return whyUnverified(forms);
  const { formId, page } = selectionOf(target);
  if (formId !== undefined || MISTYPED.test(target))
    return why('unknown-form', `no run has queried a form ${target}`);
  const run = (await store.runs.all()).findLast((one) => isOfAddress(one, page ?? target));
  if (run === undefined)
    return why('unknown-site', `no run has queried a form of ${target}`, `, such as https://${target}/`);
  const rows = await Array.fromAsync(store.figures.addresses(run.id));
  const reached = rows.filter(({ depth, redirect_to }) => depth === 0 && redirect_to === null).at(-1);
  const kept = blockedSites(await store.figures.pagesOfSites(run.id)).find(
    ({ site }) => site === reached?.site,
  );
  if (kept !== undefined) return why('kept-out', `${kept.site}: ${kept.says}`);
  const found = reached === undefined ? [] : await formsOfSite(store, run.id, reached.site);
  const types = found.map(({ type }) => type);
  return whyNone(reached ?? { url: target, status: null }, rows, types);
}

/** What looks like the id of a form, with a digit too few or too many. */
const MISTYPED = /^[0-9a-f]{12,20}$/i;

function whyNone(
  { url, status, ...reached }: Pick<AddressRow, 'url' | 'status'> & Partial<AddressRow>,
  rows: readonly AddressRow[],
  types: readonly string[],
): WhyNoForm {
  const { content_type: type, reason_code: reason, reason_detail: detail } = reached;
  if (status !== null && status >= 400) return why('page-status', `${url} answers with status ${status}`);
  if (reason === 'no-page' || reason === 'not-html' || reason === 'download')
    return why('no-page', `${url} is no web page, but ${type || 'a file'}`);
  if (status === null) {
    const cause = reason ? ` (${linkText(reasonOf(reason, detail ?? null))})` : '';
    return why('not-answered', `${url} could not be read${cause}`);
  }
  if (types.length > 0 && types.every((one) => one === 'login'))
    return why('login-only', `the only form of ${url} is a log-in`);
  const further = rows.filter(({ depth, status: at }) => depth > 0 && at !== null).length;
  const there = further === 0 ? '' : `, nor do ${counted(further, 'page')} that its links call a search`;
  const others =
    types.length === 0
      ? ''
      : ` among its ${counted(types.length, 'form')} (${[...new Set(types)].join(', ')})`;
  return why('no-form', `${url} shows no search form${others}${there}`);
}

function whyUnverified(forms: readonly StoredForm[]): WhyNoForm {
  const [first] = forms;
  const page = first?.harvested.page ?? '';
  const queries = forms.reduce((sum, one) => sum + one.queries, 0);
  const after = `after ${counted(queries, 'query', 'queries')}`;
  return first?.run.status_code === 'max-seconds'
    ? why('time-over', `no form of ${page} is verified yet: the time was over ${after}`)
    : why('not-verified', `no form of ${page} is verified: ${first?.outcome ?? 'not-queried'} ${after}`);
}
