import { expect, test } from 'vitest';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import {
  askedForms,
  type HarvestedRecord,
  type HarvestedSubmission,
  harvestedRecords,
  harvestedSubmissions,
} from '../../src/library/index.ts';
import { smallHarvest } from '../crawl/run/small-harvest.ts';
import { type Answer, page } from '../crawl/run/small-web.ts';

const GENRES = ['Crime', 'Poetry', 'History', 'Travel'];
const BOOKS = Array.from({ length: 30 }, (_, i) => ({
  title: `${['Quiet', 'Golden', 'Hidden'][i % 3]} ${['River', 'Garden', 'Harbour', 'Winter'][i % 4]} ${i}`,
  genre: GENRES[i % 4] ?? '',
}));
/** The first form searches all but the last six, the second one the last eighteen. */
const SHELVES: Readonly<Record<string, typeof BOOKS>> = {
  '/find': BOOKS.slice(0, 24),
  '/rare': BOOKS.slice(-18),
};
const OPTIONS = GENRES.map((genre) => `<option>${genre}</option>`).join('');
const genreForm = (action: string): string =>
  `<form action="${action}"><label>Genre of the book <select name="genre"><option value="">Any</option>${OPTIONS}</select></label><button>Search books</button></form>`;

/** A site whose page has two forms. */
const shopOf = (second: string): Readonly<Record<string, Answer>> => ({
  '*books.test': (request, response) => {
    const { pathname, searchParams: asked } = new URL(request.url ?? '/', 'http://books.test');
    const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(page(body));
    if (pathname === '/') return html(`<h2>Books</h2>${genreForm('/find')}<h2>More books</h2>${second}`);
    const found = SHELVES[pathname]?.filter(({ genre }) => (asked.get('genre') || genre) === genre);
    if (found === undefined) return response.writeHead(404).end();
    const list = found.map(
      ({ title, genre }) =>
        `<li><a href="/book/${title.replaceAll(' ', '-')}">${title}</a> <span>Genre: ${genre}</span></li>`,
    );
    return html(`<h1>${found.length} books found</h1><ol>${list.join('')}</ol>`);
  },
});

async function kept(storage: string, run: number) {
  const store = await openStore(storage, { mode: 'read' });
  const [records, submissions]: [HarvestedRecord[], HarvestedSubmission[]] = [[], []];
  try {
    for await (const row of harvestedRecords(store, run)) records.push(row);
    for await (const row of harvestedSubmissions(store, run)) submissions.push(row);
    return { records, submissions, asked: await askedForms(store, run) };
  } finally {
    await store.close();
  }
}

const HARVEST = {
  submit: true,
  submitTo: 'all',
  text: false,
  maxSubmissions: 12,
  detailPages: 0,
  maxPages: 1,
} as const;

/** What two forms brought, by the last part of the address they were asked at. */
async function harvested(second: string) {
  const { run, storage } = await smallHarvest(shopOf(second), ['http://books.test/']);
  const { runId } = await run(HARVEST);
  const { records, submissions, asked } = await kept(storage, runId);
  expect(new Set(records.map(({ key }) => key)).size).toBe(records.length);
  const forms = asked.map(({ formId, records: seen }) => ({
    seen,
    exported: records.filter(({ forms }) => forms.includes(formId)).length,
    first: records.filter((record) => record.formId === formId).length,
    asked: submissions.filter((one) => one.formId === formId).length,
    fresh: submissions.reduce((sum, one) => sum + (one.formId === formId ? one.newRecords : 0), 0),
  }));
  return { records: records.length, forms: forms.sort((a, b) => b.first - a.first) };
}

test('a form keeps the records that it shows though another one showed them before', async () => {
  const { records, forms } = await harvested(genreForm('/rare'));
  expect(records).toBe(30);
  const alike = (shown: number) => ({ seen: shown, exported: shown, fresh: shown });
  expect(forms).toMatchObject([
    { ...alike(24), first: 24 },
    { ...alike(18), first: 6 },
  ]);
});

test('a form whose question was spared, since another one had asked the same, shows the same records', async () => {
  const more = genreForm('/find').replace('</select>', '<option>Drama</option></select>');
  const { records, forms } = await harvested(more);
  expect(records).toBe(24);
  expect(forms).toMatchObject([
    { seen: 24, exported: 24, first: 24, asked: 1 },
    { seen: 24, exported: 24, first: 0, asked: 0 },
  ]);
});
