/** Pages in another syntax, and forms that look like searches and are none. */

import type { Answer } from '../answer.ts';
import { product } from '../catalogs/product.ts';
import { company, weblog } from '../catalogs/reading.ts';
import { attributes, escapeHtml, link } from '../html.ts';
import { isSubmission } from '../query.ts';
import { seeded } from '../seeded.ts';
import type { FormSpec, SiteKind, SiteTools } from '../site.ts';
import { hardKind, listPage, said } from './kit.ts';
import { tailed } from './subjects.ts';

/** A page that a browser parses as XML: one slip and there is no page. */
const xhtml = (tools: SiteTools, title: string, main: string, more: Partial<Answer> = {}): Answer => ({
  status: 200,
  ...more,
  headers: { 'content-type': 'application/xhtml+xml; charset=utf-8' },
  body: `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en"><head><title>${escapeHtml(title)}</title></head>
<body><div class="head"><a href="/">${escapeHtml(tools.identity.name)}</a> / ${escapeHtml(title)}</div>
${main}
<div class="foot"><a href="/about">${escapeHtml(tools.words.about)}</a>${tools.identity.neighbours.length > 0 ? ` <a href="/links">${escapeHtml(tools.words.links)}</a>` : ''}</div></body></html>`,
});

const xhtmlForm = (form: FormSpec, value: string): string =>
  `<form method="get" action="${form.action}"><div class="seek"><input${attributes({ type: 'text', name: form.controls[0]?.name, value })} /> <input type="submit" value="Search" /></div></form>`;

const xhtmlRows = (tools: SiteTools, rows: ReturnType<SiteTools['rows']>): string =>
  `<table class="items"><tbody>${rows
    .map((row) => {
      const { href, title, facts } = tools.entry(row);
      return `<tr><td>${link(href, title)}</td>${facts.map(([, value]) => `<td>${escapeHtml(value)}</td>`).join('')}</tr>`;
    })
    .join('\n')}</tbody></table>`;

const xhtmlSite = hardKind({
  name: 'xhtml',
  summary: 'pages served as application/xhtml+xml; an empty box gets 403',
  catalog: product,
  records: [60, 200],
  page: { empty: 'forbidden' },
  answer(request, tools, form) {
    if (request.path === '/')
      return xhtml(
        tools,
        'summary',
        `${xhtmlForm(form, '')}<p>The newest of ${tools.rows().length} articles:</p>${xhtmlRows(tools, tools.rows().slice(0, 5))}`,
      );
    const [, id] = tools.database.detailPattern.exec(request.target) ?? [];
    const row = id === undefined ? undefined : tools.row(Number(id));
    if (row) return xhtml(tools, row.title, xhtmlRows(tools, [row]));
    if (request.path !== form.action || !isSubmission(form, request.query)) return null;
    const { body: _, headers: __, ...answer } = listPage({ empty: 'forbidden' }, form, request.query, tools);
    const typed = request.query.get(form.controls[0]?.name ?? '') ?? '';
    if (answer.outcome?.kind === 'blocked')
      return xhtml(tools, 'error', '<div class="error">403 Forbidden - no words</div>', answer);
    const { rows, total, outcome } = tools.search(form, request.query);
    const last = Math.ceil(total / 10);
    const next = new URLSearchParams(request.query);
    next.set('page', String(outcome.page + 1));
    const list =
      rows.length === 0
        ? '<div class="items">No match.</div>'
        : `${xhtmlRows(tools, rows)}${outcome.page < last ? `<div class="turn">${link(`${form.action}?${next}`, 'next')}</div>` : ''}`;
    return xhtml(tools, 'search', xhtmlForm(form, typed) + list, answer);
  },
});

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

const months = (): { value: string; label: string }[] =>
  MONTHS.map((label, at) => ({ value: String(at + 1).padStart(2, '0'), label }));

/** Figures of a month: there is nothing to find, only to look at. */
const datePicker = hardKind({
  name: 'date-picker',
  summary: 'month and year of a page of figures are chosen by a form; it finds nothing',
  catalog: tailed(company),
  records: [20, 40],
  form: (draft) => ({
    type: 'other',
    action: '/figures',
    results: 'none',
    controls: [
      { name: 'month', type: 'select', label: 'Reported period', choices: months() },
      {
        name: 'year',
        type: 'select',
        label: '',
        choices: [0, 1, 2].map((back) => {
          const value = String(draft.now.getUTCFullYear() - back);
          return { value, label: value };
        }),
      },
    ],
    submit: { how: 'input', label: 'OK' },
  }),
  answer(request, tools, form) {
    if (request.path !== form.action) return null;
    const period = `${request.query.get('year')}-${request.query.get('month')}`;
    const random = seeded(tools.identity.seed, 'figures', period);
    const facts = ['Visitors', 'Pages', 'Hits', 'Bytes'].map((name): [string, string] => [
      name,
      String(random.int(1000, 90_000)),
    ]);
    return {
      ...tools.page({
        title: `Figures of ${period}`,
        blocks: [
          { kind: 'form', form: form.key },
          { kind: 'facts', facts },
        ],
      }),
      form: form.key,
    };
  },
});

const preferences = hardKind({
  name: 'preferences',
  summary: 'language, layout and text size are chosen by a form on every page; it finds nothing',
  catalog: tailed(weblog),
  records: [20, 40],
  everywhere: true,
  form: {
    type: 'other',
    action: '/settings',
    results: 'none',
    controls: [
      {
        name: 'tongue',
        type: 'select',
        label: 'Language',
        choices: ['English', 'Deutsch', 'Español', 'Français', 'Polski', 'हिन्दी'].map((label, at) => ({
          value: String(at),
          label,
        })),
      },
      {
        name: 'letters',
        type: 'select',
        label: 'Text size',
        choices: ['small', 'usual', 'large'].map((label) => ({ value: label, label })),
      },
    ],
    submit: { how: 'button', label: 'Apply' },
  },
  answer(request, tools, form) {
    if (request.path !== form.action) return null;
    return {
      ...tools.page({ title: 'Settings', blocks: [said('Your choice is kept for this visit.')] }),
      form: form.key,
    };
  },
});

export const OTHER_FORMS: readonly SiteKind[] = [xhtmlSite, datePicker, preferences];
