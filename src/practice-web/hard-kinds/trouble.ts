/** Sites that make it hard on the way: found by a sitemap alone, busy, or never the same markup twice. */

import type { Answer } from '../answer.ts';
import { music } from '../catalogs/music.ts';
import { forum, recipe, weblog } from '../catalogs/reading.ts';
import { attributes, escapeHtml } from '../html.ts';
import { hash32 } from '../seeded.ts';
import type { SiteKind } from '../site.ts';
import { type Answered, hardKind } from './kit.ts';
import { tailed } from './subjects.ts';

const DESK = '/archive/desk';

const text = (type: string, body: string, resource: Answer['resource'] = 'data'): Answer => ({
  status: 200,
  headers: { 'content-type': type },
  body,
  ...(resource ? { resource } : {}),
});

const sitemapOnly = hardKind({
  name: 'sitemap-only',
  summary: 'no link leads to the page with the form; robots.txt names a sitemap that has it',
  catalog: tailed(forum),
  records: [60, 200],
  shown: false,
  answer(request, tools, form) {
    const { host } = tools.identity;
    if (request.path === '/robots.txt')
      return text('text/plain', `User-agent: *\nDisallow:\nSitemap: http://${host}/map.xml\n`, 'robots');
    if (request.path === '/map.xml') {
      const urls = ['/', '/about', DESK].map((path) => `<url><loc>http://${host}${path}</loc></url>`);
      return text(
        'application/xml',
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
      );
    }
    return request.path === DESK
      ? tools.page({ title: tools.words.search, blocks: [{ kind: 'form', form: form.key }] })
      : null;
  },
});

const PAUSE_MS = 1000;

const busy = hardKind({
  name: 'busy-server',
  summary: 'every third question is answered by 429 for a second, then as it should',
  catalog: tailed(recipe),
  records: [60, 200],
  answer(request, tools, form) {
    const typed = request.query.get(form.controls[0]?.name ?? '') ?? '';
    if (request.path !== form.action || typed === '' || hash32(`busy:${typed}`) % 3 !== 0) return null;
    const waited = tools.sinceFirst(`busy:${form.action}:${typed}`);
    if (waited >= PAUSE_MS) return null;
    return {
      status: 429,
      headers: { 'content-type': 'text/plain', 'retry-after': '1' },
      body: 'Too many questions. Come back in a second.\n',
      form: form.key,
      outcome: tools.outcome(form, request.query, 'blocked'),
    };
  },
});

const LISTS: readonly ((asked: Answered) => string)[] = [
  ({ entries }) =>
    `<dl>${entries.map(({ href, title, facts }) => `<dt><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></dt><dd>${facts.map(([, value]) => escapeHtml(value)).join(' · ')}</dd>`).join('')}</dl>`,
  ({ entries }) =>
    `<table>${entries.map(({ href, title, facts }) => `<tr>${facts.map(([, value]) => `<td>${escapeHtml(value)}</td>`).join('')}<td><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></td></tr>`).join('')}</table>`,
  ({ entries }) =>
    `<section>${entries.map(({ href, title, facts }) => `<article><h5>${facts.map(([label, value]) => `${escapeHtml(label)} ${escapeHtml(value)}`).join('; ')}</h5><p><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></p></article>`).join('')}</section>`,
];

const changing = hardKind({
  name: 'changing-markup',
  summary: 'lists are drawn in one of three ways, by what is asked',
  catalog: music,
  records: [80, 250],
  page: { list: (asked) => LISTS[hash32(asked.text) % LISTS.length]?.(asked) ?? '' },
});

const declaredTool = hardKind({
  name: 'declared-tool',
  summary:
    'the box has no label and a name that says nothing; attributes for machines (WebMCP) say what the form is',
  catalog: tailed(weblog),
  records: [60, 200],
  box: { name: 'x1', type: 'text', label: '' },
  markup: (_drawn, form) =>
    `<form action="${form.action}" toolname="find_entries" tooldescription="Finds entries of the diary by words in their titles" toolautosubmit><input${attributes({ name: 'x1', toolparamdescription: 'Words to look for' })}> <button>→</button></form>`,
});

export const TROUBLE: readonly SiteKind[] = [sitemapOnly, busy, changing, declaredTool];
