/** Forms that are sent, refused, or found in ways of their own; what answers is plain. */

import { book } from '../catalogs/book.ts';
import { premiere } from '../catalogs/premiere.ts';
import { product } from '../catalogs/product.ts';
import { company, forum, manual, news, weblog } from '../catalogs/reading.ts';
import { FIRST_ID, recordOf } from '../database.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { attributes, escapeHtml, scriptJson } from '../html.ts';
import { isSubmission } from '../query.ts';
import type { ControlSpec, FormSpec, Row, SiteKind } from '../site.ts';
import { hardKind, listPage, markup, withHead } from './kit.ts';
import { tailed } from './subjects.ts';

const emptyForbidden = hardKind({
  name: 'empty-forbidden',
  summary: 'a box left empty is answered by 403',
  catalog: tailed(manual),
  records: [80, 250],
  page: { empty: 'forbidden' },
});

const emptyStartPage = hardKind({
  name: 'empty-start-page',
  summary: 'a box left empty is answered by the start page, with the records it always shows',
  catalog: tailed(news),
  records: [80, 250],
  everywhere: true,
  page: { empty: 'home' },
});

const advancedBehindAnswer = hardKind({
  name: 'advanced-behind-answer',
  summary: 'a form with many fields is on the answers of the box alone',
  catalog: book,
  records: [120, 400],
  page: { forms: ['advanced'] },
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'advanced',
      kind: 'advanced-form-behind',
      catalog: book,
      action: '/detailed',
      submit: 'button',
      fields: [
        ['author', 'text'],
        ['genre', 'select'],
        ['binding', 'select'],
      ],
      any: 'first',
    }),
  ],
  answer(request, tools) {
    const form = tools.form('advanced');
    if (request.path !== form.action || isSubmission(form, request.query)) return null;
    return tools.page({ title: tools.words.advanced, blocks: [{ kind: 'form', form: form.key }] });
  },
});

/** Word by word what the drawn form lacks: the one button in it opens help and sends nothing. */
const helpButton = hardKind({
  name: 'help-button',
  summary: 'the only button of the form is a question mark that opens help; Enter sends the form',
  catalog: tailed(manual),
  records: [80, 250],
  markup: (_drawn, form) =>
    `<form action="${form.action}" role="search"><input${attributes({ type: 'text', name: form.controls[0]?.name, placeholder: form.controls[0]?.label })}> <button type="button" title="How to search" onclick="var d=document.getElementById('how');d.hidden=!d.hidden">?</button></form><div id="how" hidden><h4>How to search</h4><dl><dt>two words<dd>pages that have both<dt>Enter<dd>sends what was typed</dl></div>`,
});

const TABS = ['Browse', 'Look up', 'Opening hours'] as const;

const behindTab = hardKind({
  name: 'behind-tab',
  summary: 'the form is in the second panel of three, hidden until its tab is pressed',
  catalog: tailed(forum),
  records: [60, 200],
  form: { appears: 'hidden' },
  page: { forms: ['main'] },
  markup: (drawn) => {
    const panels = [
      '<p>Boards are sorted by subject; begin with the newest.</p>',
      drawn,
      '<p>The moderators read along from nine to five.</p>',
    ];
    const tabs = TABS.map(
      (name, at) =>
        `<button type="button" role="tab" aria-selected="${at === 0}" aria-controls="panel-${at}" onclick="[0,1,2].forEach(function(n){document.getElementById('panel-'+n).hidden=n!=${at}})">${name}</button>`,
    );
    return `<div role="tablist">${tabs.join('')}</div>${panels.map((panel, at) => `<div role="tabpanel" id="panel-${at}"${at === 0 ? '' : ' hidden'}>${panel}</div>`).join('')}`;
  },
});

const SHELVES = 6;
const shelfKey = (at: number): string => `shelf-${at}`;
const shelves = (product.fields.find(({ column }) => column === 'category')?.values ?? []).slice(0, SHELVES);

/** The same box on each shelf, for this shelf alone. */
const shelfForm = (shelf: string, at: number): FormSpec => ({
  key: shelfKey(at),
  kind: 'box-of-a-category',
  type: 'search',
  method: 'GET',
  action: `/shelf/${at}/find`,
  controls: [
    {
      name: 'words',
      type: 'text',
      label: `Search in ${shelf}`,
      match: { how: 'words', columns: ['title', 'brand', 'colour'] },
    },
    { name: 'shelf', type: 'hidden', label: '', value: shelf, match: { how: 'equals', column: 'category' } },
  ],
  submit: { how: 'input', label: 'Find' },
  appears: 'static',
  results: 'page',
  database: 0,
});

const boxPerCategory = hardKind({
  name: 'box-per-category',
  summary: 'one box for all records, and a copy of it on each category, for this category alone',
  catalog: product,
  records: [100, 300],
  box: { name: 'words', match: { how: 'words', columns: ['title', 'brand', 'colour', 'category'] } },
  form: { action: '/find' },
  forms: () => shelves.map(shelfForm),
  pages: () =>
    shelves.map((shelf, at) => ({
      path: `/shelf/${at}`,
      title: shelf,
      linkedFrom: '/',
      forms: [shelfKey(at)],
    })),
  truths: (rows) =>
    Object.fromEntries(
      shelves.map((shelf, at) => {
        const any = rows.filter(({ category }) => category === shelf).length;
        return [shelfKey(at), { reach: { untouched: any, bounded: any, any } }];
      }),
    ),
});

/** A control that a script writes, one without a choice, and one that takes a colour stand beside the box. */
const unfillable = hardKind({
  name: 'unfillable-controls',
  summary: 'beside the box are a read-only field that a calendar fills, an empty list and a disabled box',
  catalog: tailed(company),
  records: [60, 200],
  controls: () => [
    { name: 'period', type: 'text', label: 'Period', value: 'all years' },
    { name: 'branch', type: 'select', label: 'Branch', choices: [] },
    { name: 'exact', type: 'text', label: 'Exact', value: '' },
  ],
  markup: (drawn) =>
    drawn
      .replace(/name="?period"?/i, 'name="period" readonly onclick="this.classList.toggle(\'calendar\')"')
      .replace(/name="?exact"?/i, 'name="exact" disabled'),
});

interface Condition {
  readonly column: string;
  readonly words: string;
}

const BUILT = ['title', 'brand', 'category'] as const;

/** The conditions of a filter, those without words left out. */
const conditions = (given: URLSearchParams): Condition[] => {
  const columns = given.getAll('field[]');
  return given
    .getAll('value[]')
    .map((words, at) => ({ column: columns[at] ?? '', words }))
    .filter(({ words }) => words.trim() !== '');
};

/** Each condition as a box of its own, so that the database can be asked. */
const asked = (form: FormSpec, given: URLSearchParams): readonly [FormSpec, URLSearchParams] => {
  const all = conditions(given);
  const controls = all.map(
    ({ column }, at): ControlSpec => ({
      name: `value${at}`,
      type: 'text',
      label: '',
      match: { how: 'words', columns: BUILT.some((one) => one === column) ? [column] : [...BUILT] },
    }),
  );
  const fields = all.map(({ words }, at): [string, string] => [`value${at}`, words]);
  const page = given.get('page');
  return [{ ...form, controls }, new URLSearchParams(page === null ? fields : [...fields, ['page', page]])];
};

const filterBuilder = hardKind({
  name: 'filter-builder',
  summary: 'conditions of a column, a comparison and a word each; a button adds one more',
  catalog: product,
  records: [100, 300],
  box: { name: 'value[]', type: 'text', match: { how: 'words', columns: [...BUILT] } },
  controls: () => [
    {
      name: 'field[]',
      type: 'select',
      label: 'Column',
      choices: ['any column', ...BUILT].map((label, at) => ({
        value: at === 0 ? '' : label,
        label,
        ...(at === 0 ? { any: true } : {}),
      })),
    },
    {
      name: 'how[]',
      type: 'select',
      label: 'Comparison',
      choices: ['has the words', 'mentions'].map((label, at) => ({
        value: at === 0 ? 'words' : 'near',
        label,
      })),
    },
  ],
  page: { asks: asked },
  markup: (_drawn, form, _draft, given) => {
    const [box, ...lists] = form.controls;
    const row = (value: string) =>
      `<div class="condition">${lists
        .map(
          ({ name, choices }) =>
            `<select${attributes({ name })}>${(choices ?? []).map((choice) => `<option${attributes({ value: choice.value })}>${choice.label}</option>`).join('')}</select>`,
        )
        .join(' ')} <input${attributes({ type: 'text', name: box?.name, value })}></div>`;
    return `<form action="${form.action}" class="filters">${(given.getAll('value[]').length > 0 ? given.getAll('value[]') : ['']).map(row).join('')}<button type="button" onclick="var c=this.form.querySelector('.condition');var n=c.cloneNode(true);n.querySelector('input').value='';this.before(n)">Add a condition</button> <button>Apply</button></form>`;
  },
});

/** Draws over a native list one of its own, which is what people see. */
const overdrawn = (select: string, attributesOf: string, options: string, at: number): string => {
  const drawn = [...options.matchAll(/<option[^>]*?value="([^"]*)"[^>]*>([^<]*)/gi)];
  const items = drawn.map(
    ([, value = '', label = '']) => `<li role="option" data-value="${value}" tabindex="-1">${label}</li>`,
  );
  return `<span class="pick"><span role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" aria-controls="pick-${at}">${drawn[0]?.[2] ?? ''}</span><ul role="listbox" id="pick-${at}" hidden>${items.join('')}</ul>${select.replace(attributesOf, `${attributesOf} style="display:none" aria-hidden="true" tabindex="-1"`)}</span>`;
};

const PICKING = `document.querySelectorAll('.pick').forEach(function(p){var b=p.querySelector('[role=combobox]'),l=p.querySelector('[role=listbox]'),s=p.querySelector('select');
b.addEventListener('click',function(){l.hidden=!l.hidden;b.setAttribute('aria-expanded',String(!l.hidden))});
l.addEventListener('click',function(e){var o=e.target.closest('[role=option]');if(!o)return;s.value=o.dataset.value;b.textContent=o.textContent;l.hidden=true;b.setAttribute('aria-expanded','false')})})`;

const drawnControls = hardKind({
  name: 'drawn-controls',
  summary: 'lists drawn as ARIA listboxes over native ones that nobody sees',
  catalog: premiere,
  records: [100, 300],
  form: (draft) =>
    fieldedForm(draft, {
      key: 'main',
      kind: '',
      catalog: premiere,
      action: '/programme',
      submit: 'button',
      any: 'first',
      fields: [
        ['genre', 'select'],
        ['city', 'select'],
      ],
    }),
  page: { empty: 'all' },
  markup: (drawn) => {
    let at = 0;
    return `${drawn.replace(/<select([^>]*)>([\s\S]*?)<\/select>/gi, (select, own: string, options: string) => overdrawn(select, own, options, at++))}<script>${PICKING}</script>`;
  },
});

const rowOf = (row: Row): string =>
  `<tr data-section="${escapeHtml(String(row.section))}"><td>${escapeHtml(row.title)}</td><td>${escapeHtml(String(row.section))}</td></tr>`;

const tableFilters = hardKind({
  name: 'box-among-filters',
  summary:
    'a box without name, form or button stands among buttons that filter the table below; Enter leads to the answer',
  catalog: tailed(weblog),
  records: [80, 250],
  box: { name: 'for', type: 'text', unnamed: true },
  form: { appears: 'formless' },
  page: { forms: ['main'] },
  home: (draft, database) => {
    const ids = Array.from({ length: 12 }, (_, at) => FIRST_ID + at * 3);
    const rows = ids.flatMap((id) => recordOf(database, `${draft.seed}:0`, draft.now, id) ?? []);
    return [markup(`<table id="newest">${rows.map(rowOf).join('')}</table>`)];
  },
  markup: (_drawn, form) => {
    const names = weblog.fields.find(({ column }) => column === 'section')?.values ?? [];
    const buttons = ['All', ...names].map(
      (name, at) =>
        `<button role="tab" aria-selected="${at === 0}" onclick="document.querySelectorAll('#newest tr').forEach(function(r){r.hidden=${at !== 0}&&r.dataset.section!==${escapeHtml(scriptJson(name))}})">${name}</button>`,
    );
    return `<div class="filters">${buttons.slice(0, 2).join('')} <input type="text" id="seek" placeholder="Search" autocomplete="off"> ${buttons.slice(2).join('')}</div><script>document.getElementById('seek').addEventListener('keydown',function(e){if(e.key==='Enter'&&this.value.trim())location.href='${form.action}?for='+encodeURIComponent(this.value)})</script>`;
  },
});

const ANNOUNCED = (host: string, form: FormSpec, name: string): string => {
  const address = `http://${host}${form.action}?${form.controls[0]?.name}=`;
  const told = {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    url: `http://${host}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${address}{words}` },
      'query-input': 'required name=words',
    },
  };
  return `<link rel="search" type="application/opensearchdescription+xml" title="${escapeHtml(name)}" href="/open.xml"><script type="application/ld+json">${scriptJson(told)}</script>`;
};

const announcedOnly = hardKind({
  name: 'announced-search',
  summary: 'no form anywhere: an OpenSearch description and a SearchAction tell machines how to ask',
  catalog: tailed(news),
  records: [80, 250],
  shown: false,
  form: { appears: 'announced' },
  answer(request, tools, form) {
    const { host, name } = tools.identity;
    if (request.path === '/open.xml')
      return {
        status: 200,
        headers: { 'content-type': 'application/opensearchdescription+xml' },
        body: `<?xml version="1.0" encoding="UTF-8"?><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>${escapeHtml(name)}</ShortName><Url type="text/html" template="http://${host}${form.action}?${form.controls[0]?.name}={searchTerms}&amp;page={startPage?}"/></OpenSearchDescription>`,
        resource: 'data',
      };
    const page =
      request.path === form.action && isSubmission(form, request.query)
        ? listPage({}, form, request.query, tools)
        : tools.usual(request.target);
    return withHead(page, ANNOUNCED(host, form, name));
  },
});

export const ASKING: readonly SiteKind[] = [
  emptyForbidden,
  emptyStartPage,
  advancedBehindAnswer,
  helpButton,
  behindTab,
  boxPerCategory,
  unfillable,
  filterBuilder,
  drawnControls,
  tableFilters,
  announcedOnly,
];
