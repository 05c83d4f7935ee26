/** A search engine over the practice web that speaks the JSON API of SearXNG, for seed finding and reverse search. */

import { DatabaseSync } from 'node:sqlite';
import { type Answer, html, Memory, type PracticeRequest } from './answer.ts';
import type { CompiledSite } from './compiled.ts';
import { escapeHtml } from './html.ts';
import { respond } from './respond.ts';
import { featuredIds } from './results.ts';

/** Its host; it is no site of the truth, and no page links to it. */
export const SEARCH_HOST = 'search.test';

const PAGE_SIZE = 10;
const DEEPEST_PAGE = 20;

interface Hit {
  readonly url: string;
  readonly title: string;
  readonly content: string;
}

interface SearchProvider {
  answer(request: PracticeRequest): Answer;
  close(): void;
}

/** Reads all fixed pages and some records of every site when somebody first searches. */
export function createSearchProvider(sites: readonly CompiledSite[]): SearchProvider {
  let opened: DatabaseSync | undefined;
  const index = (): DatabaseSync => {
    opened ??= buildIndex(sites);
    return opened;
  };
  return {
    answer: (request) => answerSearch(index, request),
    close() {
      opened?.close();
      opened = undefined;
    },
  };
}

function answerSearch(index: () => DatabaseSync, request: PracticeRequest): Answer {
  if (request.path === '/robots.txt')
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: '', resource: 'robots' };
  const given = request.method === 'POST' ? request.body : request.query;
  const query = (given.get('q') ?? '').trim();
  if (request.path !== '/search' && request.path !== '/') return html('<title>Not found</title>', 404);
  if (query === '')
    return request.path === '/'
      ? html('<title>Search</title><p>Ask with /search?q=WORDS&amp;format=json')
      : bad('No query');
  const page = Math.max(1, Math.min(DEEPEST_PAGE, Math.trunc(Number(given.get('pageno') ?? '1')) || 1));
  const hits = find(index(), query, (page - 1) * PAGE_SIZE);
  return given.get('format') === 'json' ? asJson(query, hits, page) : asPage(query, hits);
}

const bad = (why: string): Answer => ({
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: why }),
  resource: 'data',
});

function asJson(query: string, hits: readonly Hit[], page: number): Answer {
  const results = hits.map(({ url, title, content }, at) => {
    const { protocol, host, pathname, search } = new URL(url);
    const position = (page - 1) * PAGE_SIZE + at + 1;
    return {
      url,
      title,
      content,
      engine: 'practice',
      parsed_url: [protocol.slice(0, -1), host, pathname, '', search.slice(1), ''],
      template: 'default.html',
      engines: ['practice'],
      positions: [position],
      score: 1 / position,
      category: 'general',
    };
  });
  const body = JSON.stringify({
    query,
    number_of_results: 0,
    results,
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [],
  });
  return { status: 200, headers: { 'content-type': 'application/json' }, body, resource: 'data' };
}

const asPage = (query: string, hits: readonly Hit[]): Answer =>
  html(
    `<!doctype html><title>${escapeHtml(query)}</title><ol>${hits
      .map(
        (hit) =>
          `<li><a href="${escapeHtml(hit.url)}">${escapeHtml(hit.title)}</a> ${escapeHtml(hit.content)}`,
      )
      .join('\n')}</ol>`,
  );

/** `link:` finds pages of other sites that link to a site or page, `site:` narrows, words must all occur or, failing that, any. */
function find(index: DatabaseSync, query: string, offset: number): Hit[] {
  const words = query.split(/\s+/u);
  const link = words.find((word) => word.startsWith('link:'))?.slice(5);
  if (link !== undefined) return linking(index, link, offset);
  const site =
    words
      .find((word) => word.startsWith('site:'))
      ?.slice(5)
      .toLowerCase() ?? '';
  const terms = words
    .filter((word) => !word.includes(':'))
    .map((word) => word.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim())
    .filter((word) => word !== '')
    .slice(0, 16)
    .map((word) => `"${word}"`);
  if (terms.length === 0) return [];
  for (const operator of [' AND ', ' OR ']) {
    const rows = index
      .prepare(
        `select url, title, snippet(page, 2, '', '', '…', 24) as content from page
         where page match ? and (? = '' or host = ? or host like '%.' || ?) order by bm25(page, 0, 4, 1), url limit ? offset ?`,
      )
      .all(terms.join(operator), site, site, site, PAGE_SIZE, offset);
    if (rows.length > 0 || offset > 0) return rows as unknown as Hit[];
  }
  return [];
}

function linking(index: DatabaseSync, target: string, offset: number): Hit[] {
  const url = URL.parse(/^https?:\/\//.test(target) ? target : `http://${target}`);
  if (!url) return [];
  const bare = url.host.replace(/^www\./, '');
  const rows = index
    .prepare(
      `select distinct page.url as url, page.title as title, '' as content from link join page on page.url = link.source
       where (link.host = ? or link.host = 'www.' || ?) and (? = '/' or link.target = ?) order by page.url limit ? offset ?`,
    )
    .all(bare, bare, url.pathname, url.href, PAGE_SIZE, offset);
  return rows as unknown as Hit[];
}

/** Fixed pages and the records of the front page. */
function pathsOf(site: CompiledSite): string[] {
  const [records] = site.databases;
  const featured = records
    ? featuredIds(site, records).flatMap((id) => {
        const row = records.get(id);
        return row ? [records.spec.detail(row)] : [];
      })
    : [];
  return [...new Set([...site.pages.keys(), ...featured])];
}

const textOf = (page: string): string =>
  page
    .replace(/<(script|style|template)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

function buildIndex(sites: readonly CompiledSite[]): DatabaseSync {
  const index = new DatabaseSync(':memory:');
  index.exec(`create virtual table page using fts5(url unindexed, title, text, host unindexed, tokenize = 'porter unicode61');
    create table link (source text, host text, target text);
    create index link_host on link (host)`);
  const addPage = index.prepare('insert into page values (?, ?, ?, ?)');
  const addLink = index.prepare('insert into link values (?, ?, ?)');
  const memory = new Memory(() => 0);
  index.exec('begin');
  for (const site of sites) {
    const { host, key } = site.identity;
    for (const path of pathsOf(site)) {
      const url = new URL(path, `http://${host}`);
      const asked = { host, method: 'GET', path: url.pathname, query: url.searchParams, target: path };
      const answer = respond(site, { ...asked, body: new URLSearchParams(), acceptsGzip: false }, memory);
      if (answer.status !== 200 || typeof answer.body !== 'string') continue;
      const title = textOf(/<title>([\s\S]*?)<\/title>/i.exec(answer.body)?.[1] ?? site.identity.name);
      addPage.run(url.href, title, textOf(answer.body), host);
      for (const [, target = ''] of answer.body.matchAll(/href="(https?:\/\/[^"]+)"/g)) {
        const to = URL.parse(target);
        if (to && !`.${to.host}`.endsWith(`.${key}`)) addLink.run(url.href, to.host, to.href);
      }
    }
  }
  index.exec('commit');
  return index;
}
