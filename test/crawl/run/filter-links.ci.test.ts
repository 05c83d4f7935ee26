import { expect, onTestFinished, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { OPTIONS } from './genre-shops.ts';
import { type Answer, page, smallWeb } from './small-web.ts';

const CAP = 50;
const ON_PAGE = 25;
const BOOKS = Array.from({ length: 400 }, (_, i) => ({
  title: `Oak tales of ${String.fromCharCode(97 + (i % 26), 97 + ((i * 7) % 26), 97 + ((i * 11) % 26))}or ${i}`,
  year: String(1990 + (i % 10)),
  kind: ['novel', 'poem', 'essay', 'play'][(i * i) % 4] ?? '',
}));
type Name = 'year' | 'kind';

/** Shows a value of a field with its number of books. */
type Facet = (address: string, value: string, count: number) => string;

/** Lists of a bookshop end after 50 of 400 books; facets beside them narrow the query. */
function shop(
  host: string,
  nameOf: (name: Name) => string,
  facet: Facet,
  others: string,
): Record<string, Answer> {
  const form = `<form action="/find" role="search"><label>Search our books <input type="search" name="q"></label><input type="hidden" name="utf8" value="✓"><button>Search books</button></form>`;
  const find: Answer = (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://any.test');
    const words = (searchParams.get('q') ?? '').toLowerCase();
    const chosen = (name: Name) => searchParams.get(nameOf(name));
    const found = BOOKS.filter(
      (book) =>
        words !== '' &&
        book.title.toLowerCase().split(' ').includes(words) &&
        (['year', 'kind'] as const).every((name) => (chosen(name) ?? book[name]) === book[name]),
    );
    const at = Number(searchParams.get('page') ?? 1);
    const shown = found.slice(0, CAP).slice((at - 1) * ON_PAGE, at * ON_PAGE);
    const withOne = (name: string, value: string) => {
      const next = new URLSearchParams(searchParams);
      next.delete('utf8');
      next.delete('page');
      next.set(name, value);
      return `/find?${next}`.replaceAll('&', '&amp;');
    };
    const facets = (['year', 'kind'] as const).flatMap((name) =>
      chosen(name) === null
        ? [...Map.groupBy(found, (book) => book[name])].map(([value, books]) =>
            facet(withOne(nameOf(name), value), value, books.length),
          )
        : [],
    );
    const more = Math.min(found.length, CAP) > at * ON_PAGE;
    const list = shown.map(
      ({ title, year, kind }) =>
        `<li class="hit"><a href="/book/${title.replaceAll(' ', '-')}">${title}</a> <span>a ${kind} of ${year}</span></li>`,
    );
    const body =
      found.length === 0
        ? '<p>No books were found.</p>'
        : `<p>${found.length} books found</p><div class="side">${facets.join('')}${others.replaceAll('HERE', withOne('x', '').replace(/&amp;x=$/, ''))}</div><ul>${list.join('')}</ul>${
            more ? `<a rel="next" href="${withOne('page', String(at + 1))}">Next page</a>` : ''
          }`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(form + body));
  };
  const start = page(`${form}<h2>Oak tales</h2><p><a href="/about">Oak tales, old and new</a></p>`);
  return { [`${host}/`]: start, [`*${host}`]: find };
}

const OTHERS = `<a href="HERE&amp;sort=title">Title (12)</a> <a href="HERE&amp;sort=year">Year (13)</a>
  <a href="HERE&amp;view=grid">Grid</a> <a href="HERE&amp;view=list">List</a> <a href="/login?next=HERE">Log in</a>
  <a href="HERE&amp;delete=1">Delete (3)</a> <a href="HERE&amp;delete=2">Delete (4)</a>
  <a href="HERE&amp;secret=1" rel="nofollow">Secret (3)</a> <a href="HERE&amp;secret=2" rel="nofollow">Open (4)</a>`;

/** @returns records of a run of 25 queries, and what was asked for */
async function harvested(
  pages: Record<string, Answer>,
): Promise<{ records: number; asked: readonly string[] }> {
  const storage = temporaryFolder('filters-');
  const small = await smallWeb(pages, ['http://oak.test/']);
  onTestFinished(() => small.close());
  const given = { web: small.web, storage, seeds: ['http://oak.test/'], submitTo: 'all', maxSubmissions: 25 };
  for await (const _ of harvest({ ...OPTIONS, ...given } as HarvestOptions));
  const store = await openStore(storage, { mode: 'read' });
  try {
    return { records: await store.records.count(1), asked: small.requests };
  } finally {
    await store.close();
  }
}

const IN_BRACKETS: Facet = (address, value, count) => `<p><a href="${address}">${value} (${count})</a></p>`;
const BEHIND: Facet = (address, value, count) =>
  `<ul><li><a href="${address}"><b>${value}</b></a> <span class="badge">${count}</span></li></ul>`;
const WITHOUT: Facet = (address, value) => `<p><a href="${address}">${value}</a></p>`;

test('records behind a list that is cut come by the filters beside it, and no other link is followed', async () => {
  const without = await harvested(shop('oak.test', (name) => name, WITHOUT, ''));
  const first = await harvested(shop('oak.test', (name) => name, IN_BRACKETS, OTHERS));
  const second = await harvested(shop('oak.test', (name) => `f[${name}_facet][]`, BEHIND, OTHERS));
  for (const { records, asked } of [first, second]) {
    expect(records).toBe(BOOKS.length);
    expect(without.records).toBeLessThan(0.8 * records);
    expect(asked.filter((one) => /sort=|view=|login|delete|secret/.test(one))).toEqual([]);
  }
});
