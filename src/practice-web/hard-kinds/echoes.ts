/** Answers that repeat the question, or say much that is not about it. */

import { book } from '../catalogs/book.ts';
import { fieldOf } from '../catalogs/catalog.ts';
import { company, forum, manual, news, recipe } from '../catalogs/reading.ts';
import { escapeHtml, link } from '../html.ts';
import { hash32 } from '../seeded.ts';
import type { SiteKind } from '../site.ts';
import { type Answered, hardKind, listPage, markup, said } from './kit.ts';
import { letters, tailed } from './subjects.ts';

const SCOPES = ['Everything', 'In pictures', 'Spoken word', 'Readers', 'Shelf marks'] as const;

/** Each answer shows the question in its title, its head and in the addresses of a dozen links. */
function scopes(asked: Answered): string {
  const tabs = SCOPES.map((name, at) => `<li>${link(asked.address({ scope: at + 1 }), name)}</li>`).join('');
  const tools = [
    link(asked.address({ layout: 'grid' }), 'Show as grid'),
    link(`/watch?about=${encodeURIComponent(asked.text)}`, 'Tell me of new ones'),
    link(`/suggest/new?title=${encodeURIComponent(asked.text)}`, `Is “${asked.text}” missing here?`),
  ].join(' | ');
  return `<ul class="scopes">${tabs}</ul><p class="tools">${tools}</p>`;
}

const queryInTabs = hardKind({
  name: 'query-in-tabs',
  summary: 'tabs and other links of every answer carry the query in their addresses, with hits and without',
  catalog: book,
  records: [120, 400],
  everywhere: true,
  page: {
    head: (asked) =>
      `<link rel="canonical" href="${escapeHtml(asked.address())}"><link rel="alternate" type="application/rss+xml" title="${escapeHtml(asked.text)}" href="${escapeHtml(asked.address({ format: 'rss' }))}">`,
    above: (asked) => `<h3>${escapeHtml(asked.text)}</h3>${scopes(asked)}`,
    none: () => '<p><em>This shelf is bare.</em></p>',
  },
});

const indexStatement = hardKind({
  name: 'index-statement',
  summary:
    'the form page and every answer say how many documents the collection holds; the count of an answer is below its list',
  catalog: tailed(manual),
  records: [200, 900],
  home: (_draft, database) => [markup(holds(database.records))],
  page: {
    above: ({ tools }) => holds(tools.database.records),
    total: () => '',
    below: ({ page, total, rows }) =>
      total === 0
        ? ''
        : `<p align="right">Pages ${(page - 1) * 10 + 1} to ${(page - 1) * 10 + rows.length} of the ${total} that have all your words.</p>`,
    none: ({ text }) => `<p>No document of the index has <b>${escapeHtml(text)}</b>.</p>`,
  },
});

function holds(records: number): string {
  const words = (records * 317).toLocaleString('en');
  return `<p class="state">This collection holds <strong>${records}</strong> documents with ${words} words. Last gathered on a Sunday, in 12 minutes.</p>`;
}

const TIPS: readonly (readonly [title: string, tip: string])[] = [
  ['One word', 'All dishes with this word in their name, their author or their section.'],
  ['Several words', 'A dish must have each of them, in any order.'],
  ['Whole words', 'Parts of words find nothing; endings matter.'],
  ['Names', 'The name of a cook is found like any other word.'],
  ['Days', 'Write the day as it stands on the page.'],
];

const tipsForNonsense = hardKind({
  name: 'tips-for-nonsense',
  summary:
    'a question without hits is answered by a list of tips with links to examples, and by no word of denial',
  catalog: tailed(recipe),
  records: [80, 300],
  page: {
    none: ({ tools, form }) =>
      tools.drawn({
        kind: 'entries',
        entries: TIPS.map(([title, tip], at) => ({
          title,
          href: `${form.action}?${form.controls[0]?.name}=${['pumpkin', 'lentil', 'almonds', 'fennel', 'salmon'][at]}`,
          facts: [['Tip', tip]],
        })),
      }),
  },
});

const DENIALS = [
  'The drawer stays shut for that one.',
  'We looked under every stone. Only moss.',
  'That bell rings nowhere in this house.',
  'Zero, zilch, not a sausage.',
];

const denial404 = hardKind({
  name: 'denial-404',
  summary: 'nothing found is told in unusual words, with status 404',
  catalog: tailed(forum),
  records: [60, 200],
  page: {
    noneStatus: 404,
    none: ({ tools }) => `<blockquote>${DENIALS[hash32(tools.identity.seed) % DENIALS.length]}</blockquote>`,
  },
});

const foreignDenial = hardKind({
  name: 'denial-in-cyrillic',
  summary: 'records, count and denial in Ukrainian; the denial comes with status 404',
  catalog: letters,
  records: [60, 120],
  box: { label: 'Слово' },
  form: { submit: { how: 'button', label: 'Шукати' } },
  page: {
    total: ({ total }) => `<p>Усього: ${total}</p>`,
    noneStatus: 404,
    none: ({ text }) => `<p>За словом «${escapeHtml(text)}» у скринях порожньо.</p>`,
  },
});

const markedLinks = hardKind({
  name: 'marked-links',
  summary: "each record's link carries the words that were asked for, so that its page can mark them",
  catalog: tailed(news),
  records: [100, 300],
  page: {
    href: (href, { text }) =>
      `${href}?${(text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `mark[]=${encodeURIComponent(word)}`).join('&')}`,
  },
});

/** What stands beside every list: all labels with their counts. */
function cloud(tools: Answered['tools']): string {
  const { column } = fieldOf(tools.database.catalog, 'section');
  const counts = Map.groupBy(tools.rows(), (row) => String(row[column]));
  const tags = [...counts].map(([tag, rows]) => {
    const size = 90 + Math.min(80, rows.length);
    return `<a style="font-size:${size}%" href="/label/${encodeURIComponent(tag)}">${escapeHtml(tag)}</a> <small>(${rows.length})</small>`;
  });
  return `<div class="cloud"><h4>${tags.length} labels on ${tools.rows().length} pages</h4>${tags.join(' ')}</div>`;
}

const tagCloud = hardKind({
  name: 'tag-cloud',
  summary: 'a cloud of labels with counts and a caption stands beside every answer',
  catalog: tailed(company),
  records: [60, 200],
  page: { above: ({ tools }) => cloud(tools), none: () => '<p>0 pages.</p>' },
  answer(request, tools) {
    const [, tag] = /^\/label\/([^/?]+)$/.exec(request.path) ?? [];
    if (tag === undefined) return null;
    const rows = tools.rows().filter((row) => row.section === decodeURIComponent(tag));
    return tools.page({
      title: decodeURIComponent(tag),
      blocks: [
        markup(cloud(tools)),
        said(`${rows.length} pages with this label`),
        { kind: 'entries', entries: rows.slice(0, 10).map((row) => tools.entry(row)) },
      ],
    });
  },
});

const exactTitle = hardKind({
  name: 'exact-title',
  summary: 'a question that is the title of a record leads straight to its page; all others get a list',
  catalog: book,
  records: [100, 300],
  answer(request, tools, form) {
    if (request.path !== form.action) return null;
    const typed = (request.query.get(form.controls[0]?.name ?? '') ?? '').trim().toLowerCase();
    const row = typed === '' ? undefined : tools.rows().find(({ title }) => title.toLowerCase() === typed);
    if (!row) return null;
    const { outcome } = listed(form, request.query, tools);
    const status = 302;
    return {
      ...tools.usual(request.path),
      status,
      headers: { location: tools.entry(row).href },
      body: '',
      form: form.key,
      ...(outcome ? { outcome: { ...outcome, shown: [row.id] } } : {}),
    };
  },
});

const listed = (form: Answered['form'], given: URLSearchParams, tools: Answered['tools']) =>
  listPage({}, form, given, tools);

export const ECHOES: readonly SiteKind[] = [
  queryInTabs,
  indexStatement,
  tipsForNonsense,
  denial404,
  foreignDenial,
  markedLinks,
  tagCloud,
  exactTitle,
];
