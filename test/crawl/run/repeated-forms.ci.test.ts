import { expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { type HarvestedSubmission, harvestedSubmissions } from '../../../src/library/index.ts';
import { smallHarvest } from './small-harvest.ts';
import { type Answer, page } from './small-web.ts';

const ADJECTIVES = ['Quiet', 'Golden', 'Hidden', 'Broken', 'Distant', 'Crooked', 'Silver', 'Narrow'];
const NOUNS = ['River', 'Garden', 'Harbour', 'Winter', 'Letter', 'Orchard', 'Lantern', 'Mirror', 'Bridge'];
const BOOKS = ADJECTIVES.flatMap((adjective) => NOUNS.map((noun) => `${adjective} ${noun} Books`));
const box = (button: string) =>
  `<form action="/find" role="search"><label>Search books <input name="q" type="search"></label>${button}</form>`;
const LINKS = `<p><a href="/more">Search</a> ${['Quiet River', 'Golden Garden', 'Hidden Harbour'].map((title) => `<a href="/book/${title}">${title}</a>`).join(' ')}</p>`;
const SCRIPT = '<script>document.body.append(document.createElement("i"))</script>';

/** Two boxes that ask one database; their pages have a script that adds nothing to an answer. */
const shop: Readonly<Record<string, Answer>> = {
  '*books.test': (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://books.test');
    const html = (body: string) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(`${body}${SCRIPT}`));
    if (pathname === '/') return html(`${box('<button>Search</button>')}${LINKS}`);
    if (pathname === '/more')
      return html(`<h2>More</h2>${box('<button name="all" value="1">Search all books</button>')}`);
    if (pathname !== '/find') return response.writeHead(404).end();
    const word = (searchParams.get('q') ?? '').toLowerCase();
    const found = BOOKS.filter((title) => word !== '' && title.toLowerCase().includes(word)).slice(0, 6);
    const list = found.map((title) => `<li><a href="/book/${title.replaceAll(' ', '-')}">${title}</a></li>`);
    return html(list.length === 0 ? '<p>No books found.</p>' : `<ol>${list.join('')}</ol>`);
  },
};

test('a box that asks what another one asked needs no browser, and is asked some more where that costs little', async () => {
  const { run, storage } = await smallHarvest(shop, ['http://books.test/']);
  const { runId } = await run({
    render: 'auto',
    submit: true,
    submitTo: 'all',
    text: true,
    maxSubmissions: 25,
    detailPages: 0,
    pictures: false,
  });
  const store = await openStore(storage, { mode: 'read' });
  const byForm = new Map<string, HarvestedSubmission[]>();
  try {
    for await (const one of harvestedSubmissions(store, runId))
      byForm.set(one.formId, [...(byForm.get(one.formId) ?? []), one]);
  } finally {
    await store.close();
  }
  const [first = [], second = []] = [...byForm.values()].toSorted((a, b) => b.length - a.length);
  expect(byForm.size).toBe(2);
  expect(first.filter(({ sentBy }) => sentBy === 'browser')).toHaveLength(2);
  expect(second.filter(({ sentBy }) => sentBy === 'browser')).toHaveLength(0);
  // All of its records are known from the first one, so that it is not asked through.
  expect(second).toHaveLength(10);
}, 120_000);

/** One database behind a box of the whole site and boxes of its shelves, which the name of a button tells apart. */
const SHELVES = Array.from({ length: 9 }, (_, i) => `shelf-${i}`);
const library: Readonly<Record<string, Answer>> = {
  '*shelves.test': (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shelves.test');
    const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(page(body));
    const links = SHELVES.map((shelf) => `<a href="/${shelf}">${shelf}</a>`).join(' ');
    if (pathname === '/') return html(`${box('<button>Search</button>')}${links}${LINKS}`);
    if (SHELVES.includes(pathname.slice(1)))
      return html(
        `<h2>${pathname}</h2>${box(`<button name="${pathname.slice(1)}" value="1">Search</button>`)}`,
      );
    if (pathname !== '/find') return response.writeHead(404).end();
    const word = (searchParams.get('q') ?? '').toLowerCase();
    const within = SHELVES.find((shelf) => searchParams.has(shelf));
    const found = BOOKS.filter(
      (title, i) =>
        word !== '' &&
        title.toLowerCase().includes(word) &&
        (within === undefined || SHELVES[i % 9] === within),
    );
    const list = found.map((title) => `<li><a href="/book/${title.replaceAll(' ', '-')}">${title}</a></li>`);
    return html(list.length === 0 ? '<p>No books found.</p>' : `<ol>${list.join('')}</ol>`);
  },
};

test('copies of a box that are limited to parts of the site are left once some have brought nothing of their own', async () => {
  const { run, storage } = await smallHarvest(library, ['http://shelves.test/']);
  const { runId } = await run({
    ...({ render: 'never', submit: true, submitTo: 'all', text: true, pictures: false } as const),
    ...{ maxSubmissions: 25, maxSubmissionsPerSite: 500, detailPages: 0 },
  });
  const store = await openStore(storage, { mode: 'read' });
  try {
    const asked = await store.submissions.askedForms(runId);
    const copies = asked.filter(({ code }) => code === 'repeats-form');
    expect(asked).toHaveLength(10);
    expect(copies.filter(({ submissions }) => submissions === 0)).toHaveLength(6);
    expect(asked.map(({ code }) => code)).not.toContain('max-submissions-per-site');
    expect(await store.records.count(runId)).toBe(BOOKS.length);
  } finally {
    await store.close();
  }
}, 120_000);
