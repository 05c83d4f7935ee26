/** Forms that only work with what the page before gave them. */

import { redirect } from '../answer.ts';
import { music } from '../catalogs/music.ts';
import { recipe } from '../catalogs/reading.ts';
import { attributes, escapeHtml } from '../html.ts';
import { token } from '../seeded.ts';
import type { FormSpec, SiteKind } from '../site.ts';
import { type AnswerPage, hardKind, listPage } from './kit.ts';
import { tailed } from './subjects.ts';

/** Data that goes back and forth in hidden fields, as frameworks of servers do it. */
const packed = (words: string, seed: string): string =>
  Buffer.from(`${words}\n${token(`${seed}:${words}`, 16)}`).toString('base64url');

function unpacked(state: string, seed: string): string | undefined {
  const words = Buffer.from(state, 'base64url').toString().split('\n')[0] ?? '';
  return packed(words, seed) === state ? words : undefined;
}

const POST = `function back(t,a){var f=document.getElementById('page');f._target.value=t;f._argument.value=a;f.submit()}`;

function postedForm(form: FormSpec, value: string, seed: string): string {
  const hidden = (name: string, text: string) =>
    `<input${attributes({ type: 'hidden', name, value: text })}>`;
  const [box] = form.controls;
  return `<form id="page" method="post" action="${form.action}">${hidden('_view', packed(value, seed))}${hidden('_target', '')}${hidden('_argument', '')}<label>${escapeHtml(box?.label ?? '')} <input${attributes({ type: 'text', name: box?.name, value })}></label> <input type="submit" name="desk$go" value="${escapeHtml(form.submit.label)}"></form><script>${POST}</script>`;
}

const hiddenField = (name: string) => ({ name, type: 'hidden' as const, label: '' });

const POSTED: AnswerPage = {
  pager: ({ page, last }) =>
    [page - 1, page + 1]
      .filter((one) => one >= 1 && one <= last)
      .map((one) => `<a href="javascript:back('list','page$${one}')">${one < page ? '«' : '»'} ${one}</a>`)
      .join(' '),
};

const postback = hardKind({
  name: 'postback',
  summary:
    'the page posts itself back with its state; only its button searches, and links of the list post too',
  catalog: music,
  records: [100, 300],
  box: { name: 'desk$words', type: 'text' },
  controls: () => [hiddenField('_view'), hiddenField('_target'), hiddenField('_argument')],
  form: { method: 'POST', action: '/desk', submit: { how: 'input', label: 'Look up', name: 'desk$go' } },
  markup: (_drawn, form, draft, given) => postedForm(form, given.get('desk$words') ?? '', draft.seed),
  page: POSTED,
  answer(request, tools, form) {
    if (request.path !== form.action) return null;
    const { body } = request;
    const state = unpacked(body.get('_view') ?? '', tools.identity.seed);
    const [, turned] = /^page\$(\d+)$/.exec(body.get('_argument') ?? '') ?? [];
    const again = (said: string, status: number, given: URLSearchParams) =>
      tools.page(
        {
          title: tools.words.search,
          blocks: [
            { kind: 'prose', paragraphs: said === '' ? [] : [said] },
            { kind: 'form', form: form.key },
          ],
        },
        status,
        given,
      );
    const nothing = new URLSearchParams();
    if (request.method !== 'POST') return again('', 200, nothing);
    if (state === undefined)
      return {
        ...again(tools.words.expired, 500, nothing),
        form: form.key,
        outcome: tools.outcome(form, body, 'server-error'),
      };
    const words = turned ? state : (body.get('desk$words') ?? '');
    const given = new URLSearchParams([['desk$words', words]]);
    if (turned) given.set('page', turned);
    else if (!body.has('desk$go'))
      return {
        ...again('', 200, given),
        form: form.key,
        outcome: tools.outcome(form, given, 'same-form'),
      };
    return listPage(POSTED, form, given, tools);
  },
});

const deskOf = (seed: string): string => `/w/${token(`${seed}:session`, 12)}`;

const sessionRedirect = hardKind({
  name: 'session-redirect',
  summary:
    'the way to the form leads through a redirect to an address with a token; without it one begins again',
  catalog: tailed(recipe),
  records: [80, 250],
  shown: false,
  form: (draft) => ({ action: `${deskOf(draft.seed)}/find` }),
  pages: () => [{ path: '/catalogue', title: 'Catalogue', linkedFrom: 'nav', forms: ['main'] }],
  answer(request, tools, form) {
    const desk = deskOf(tools.identity.seed);
    if (request.path === '/catalogue') return redirect(`${desk}/start`);
    if (request.path === `${desk}/start`)
      return tools.page({ title: tools.words.search, blocks: [{ kind: 'form', form: form.key }] });
    const lost = request.path.startsWith('/w/') && !request.path.startsWith(`${desk}/`);
    return lost || request.path === '/find' ? redirect('/catalogue') : null;
  },
});

export const SESSIONS: readonly SiteKind[] = [postback, sessionRedirect];
