import { expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { formsOfSite, harvestedSubmissions } from '../../../src/library/index.ts';
import { smallHarvest } from './small-harvest.ts';
import { type Answer, page } from './small-web.ts';

const GENRES = ['Crime', 'Poetry', 'History', 'Travel'];
const BOOKS = Array.from({ length: 40 }, (_, i) => ({
  title: `${['Quiet', 'Golden', 'Hidden', 'Broken'][i % 4]} ${['River', 'Garden', 'Harbour', 'Winter', 'Letter'][i % 5]} ${i}`,
  genre: GENRES[i % 4] ?? '',
}));
const SIMPLE =
  '<form action="/find" role="search"><label>Search books <input name="q" type="search"></label><button>Search</button></form>';

/** A form that no page leads to; its choices are those of the list. */
const narrower = (found: typeof BOOKS): string =>
  `<form action="/narrow"><h2>Narrow your search of books</h2><label>Title <input name="title"></label>
  <label>Genre <select name="genre"><option value="">Any genre</option>${[...new Set(found.map(({ genre }) => genre))].map((genre) => `<option>${genre}</option>`).join('')}</select></label><button>Search books</button></form>`;

const shop: Readonly<Record<string, Answer>> = {
  '*books.test': (request, response) => {
    const { pathname, searchParams: asked } = new URL(request.url ?? '/', 'http://books.test');
    const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(page(body));
    if (pathname === '/') return html(`${SIMPLE}<p>Try the quiet river, or the golden garden.</p>`);
    if (pathname !== '/find' && pathname !== '/narrow') return response.writeHead(404).end();
    const words = (asked.get('q') ?? asked.get('title') ?? '').toLowerCase();
    const found = BOOKS.filter(
      ({ title, genre }) => title.toLowerCase().includes(words) && genre.includes(asked.get('genre') ?? ''),
    );
    const list = found
      .slice(0, 10)
      .map(
        ({ title, genre }, i) =>
          `<li><a href="/book/${title.replaceAll(' ', '-')}">${title}</a> <span>${genre}</span> <i>${i}</i></li>`,
      );
    const results = found.length === 0 ? '<p>No books found.</p>' : `<ol class="hits">${list.join('')}</ol>`;
    return html(`${SIMPLE}${found.length === 0 ? '' : narrower(found)}<h2>Results</h2>${results}`);
  },
};

async function keptOf(storage: string, run: number) {
  return whileOpen(openStore(storage, { mode: 'read' }), async (store) => {
    const forms = await formsOfSite(store, run, 'books.test');
    const asked: string[] = [];
    for await (const { formId, url } of harvestedSubmissions(store, run)) asked.push(`${formId} ${url}`);
    const states = await store.db.selectFrom('asked_form').select(['form_id', 'state']).execute();
    return { forms, asked: asked.sort(), states };
  });
}

const OPTIONS = { submit: true, submitTo: 'all', text: true, maxSubmissions: 6, detailPages: 0 } as const;

test('a form that only answers show is kept once, with the address of the answer, and asked in the same run', async () => {
  const { run, storage } = await smallHarvest(shop, ['http://books.test/']);
  const { runId } = await run(OPTIONS);
  const { forms, asked, states } = await keptOf(storage, runId);
  const behind = forms.filter(({ metOn }) => metOn.startsWith('answer'));
  expect(behind.map(({ form, metOn, depth }) => [form.action, metOn, depth])).toEqual([
    ['http://books.test/narrow', 'answer', 1],
  ]);
  expect(behind[0]?.page).toMatch(/^http:\/\/books\.test\/find\?q=/);
  expect(asked.some((line) => line.includes('/narrow?'))).toBe(true);
  expect(states).toHaveLength(2);
});

test('a run that was stopped between answers asks the same and ends with the same forms', async () => {
  const whole = await smallHarvest(shop, ['http://books.test/']);
  const { runId } = await whole.run(OPTIONS);
  const expected = await keptOf(whole.storage, runId);
  const broken = await smallHarvest(shop, ['http://books.test/']);
  let last = await broken.run({ ...OPTIONS, maxRequests: 3 });
  let stops = 0;
  for (let more = 9; last.status === 'budget' && more < 90; more += 6, stops++)
    last = await broken.run({ ...OPTIONS, resume: last.runId, maxRequests: more });
  expect(stops).toBeGreaterThan(2);
  expect(last.status).toBe('complete');
  const { forms, asked } = await keptOf(broken.storage, last.runId);
  expect(asked).toEqual(expected.asked);
  expect(forms.map(({ formId, page: on }) => [formId, on])).toEqual(
    expected.forms.map(({ formId, page: on }) => [formId, on]),
  );
});

test('the address of such an answer may be a link that the budget of pages kept out', async () => {
  const genres = GENRES.map((genre) => `<option>${genre}</option>`).join('');
  const choose = `<form action="/find" role="search"><label>Genre of books <select name="genre">${genres}</select></label><button>Search books</button></form>`;
  const links = GENRES.map((genre) => `<a href="/find?genre=${genre}">${genre}</a>`).join(' ');
  const { run, storage } = await smallHarvest({ ...shop, 'books.test/': page(choose + links) }, [
    'http://books.test/',
  ]);
  const { runId, status } = await run({ ...OPTIONS, maxPages: 1 });
  expect(status).toBe('budget');
  const { forms } = await keptOf(storage, runId);
  expect(forms.map(({ form, metOn }) => [form.action, metOn])).toContainEqual([
    'http://books.test/narrow',
    'answer',
  ]);
});

test('a box without an address that finds nothing where it was met first is tried on other lists, stopped or not', async () => {
  const lists: Readonly<Record<string, Answer>> = {
    '*books.test': (request, response) => {
      const { pathname, searchParams: asked } = new URL(request.url ?? '/', 'http://books.test');
      const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(page(body));
      if (pathname === '/')
        return html('<a href="/a-loans">Books on loan</a> <a href="/b-books">All books</a>');
      const words = (asked.get('q') ?? '').toLowerCase();
      const shown =
        pathname === '/b-books' ? BOOKS.filter(({ title }) => title.toLowerCase().includes(words)) : [];
      const items = shown.map(
        ({ title }) => `<li><a href="/book/${title.replaceAll(' ', '-')}">${title}</a></li>`,
      );
      if (pathname !== '/b-books' && pathname !== '/a-loans') return html('<h1>A book</h1>');
      return html(`${SIMPLE.replace(' action="/find"', '')}<ol>${items.slice(0, 5).join('')}</ol>`);
    },
  };
  const { small, run, storage } = await smallHarvest(lists, ['http://books.test/']);
  const cut = await run({ ...OPTIONS, maxSubmissions: 12, maxRequests: 19 });
  expect(cut.status).toBe('budget');
  await run({ ...OPTIONS, maxSubmissions: 12, resume: cut.runId, maxRequests: 99 });
  const { forms } = await keptOf(storage, cut.runId);
  expect(forms.map(({ page: on }) => on)).toEqual(['http://books.test/a-loans']);
  const asked = small.requests.filter((request) => request.includes('?q='));
  expect(new Set(asked).size).toBe(asked.length);
  const at = (path: string) => asked.filter((request) => request.includes(path)).length;
  expect(asked.findIndex((request) => request.includes('/b-books'))).toBe(at('/a-loans'));
  expect([at('/a-loans'), at('/b-books')]).toEqual([6, 6]);
});
