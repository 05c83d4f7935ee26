/** Lists whose first pages are known from other queries go on where they state more than is known. */

import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { extractForms } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { createHttpClient, liveTransport } from '../../src/foundation/http/index.ts';
import { wordLine } from '../../src/foundation/text/index.ts';
import { memoryLedger, READING, submitForm } from '../../src/submissions/index.ts';
import { fittingSuggestion } from '../../src/submissions/sending/live-form.ts';
import { PageReuse } from '../../src/submissions/sending/page-reuse.ts';
import { openPort } from '../open-port.ts';

const SIZE = 10;
/** The newest first; “river” stands in the first 25, “lamp” in all. */
const TITLES = Array.from(
  { length: 60 },
  (_, i) => `${i < 25 ? 'River' : 'Stone'} lamp of ${'abcdefghijkl'[i % 12]}${'mnopqrst'[i % 8]}ver`,
);

/** @param pages whether the link to the next page works, or shows the first page again */
function answerTo(search: URLSearchParams, works: boolean): string {
  const word = (search.get('q') ?? '').toLowerCase();
  const found = TITLES.map((title, i) => ({ title, i })).filter(({ title }) =>
    title.toLowerCase().split(' ').includes(word),
  );
  const page = works ? Number(search.get('page') ?? 1) : 1;
  const rows = found.slice((page - 1) * SIZE, page * SIZE);
  if (rows.length === 0) return '<p>No lamps were found.</p>';
  const next =
    found.length > page * SIZE
      ? `<a rel="next" href="/find?q=${word}&page=${Number(search.get('page') ?? 1) + 1}">Next page</a>`
      : '';
  return `<p>${found.length} lamps found</p><ul>${rows.map(({ title, i }) => `<li><a href="/lamp/${i}">${title}</a> <span>from ${1900 + i}</span></li>`).join('')}</ul>${next}`;
}

async function ask(works: boolean): Promise<{ records: number; gets: string[] }> {
  const gets: string[] = [];
  const box = '<form action="/find"><input type="search" name="q" required><button>Search</button></form>';
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://a.test');
    if (pathname === '/find') gets.push(searchParams.toString());
    response.setHeader('content-type', 'text/html');
    response.end(
      `<html lang="en"><title>Lamps</title><body><h1>Lamps</h1>${box}${pathname === '/find' ? answerTo(searchParams, works) : ''}`,
    );
  });
  const url = `http://127.0.0.1:${await openPort(server)}/`;
  const web = liveTransport({ allowPrivate: true });
  try {
    const egress = createHttpClient({ transport: web, userAgent: 'Fieldfare' });
    const out = { egress, permit: async () => undefined, ended: () => undefined, pause: () => undefined };
    const [form] = extractForms(parseTree((await egress.fetch({ url })).body.toString(), url));
    const keys = new Set<string>();
    const task = { form: form!, page: url, domain: 'product', sources: { siteWords: ['river', 'lamp'] } };
    const options = {
      maxSubmissions: 6,
      maxAnswerPages: 30,
      detailPages: 0,
      text: true,
      maxRetries: 0,
      now: new Date(0),
    };
    const { signal } = new AbortController();
    for await (const event of submitForm(task, out, memoryLedger(), READING, { ...options, signal }))
      if (event.type === 'submission')
        for (const { key } of event.result.answer?.records ?? []) keys.add(key);
    return { records: keys.size, gets };
  } finally {
    await web.close();
    server.close();
  }
}

test('pages of known records are turned where a list states more than is known', async () => {
  const { records, gets } = await ask(true);
  expect(gets.filter((get) => get.startsWith('q=river'))).toHaveLength(3);
  expect(records).toBe(60);
});

test('a list that shows its first page again ends, whatever it states', async () => {
  const { gets } = await ask(false);
  for (const word of ['river', 'lamp'])
    expect(gets.filter((get) => get.startsWith(`q=${word}`))).toHaveLength(2);
});

const page = (text: string) => parseTree(`<p>${text}</p>`, 'http://site.test/');
const typing = (word: string) =>
  ({ controls: [{ position: 0, values: [word] }] }) as unknown as Parameters<PageReuse['takeFor']>[0];
const filled = typing('Munich');
const delivery = (text: string, longer?: string) => {
  const tree = page(text);
  const first = {
    page: { tree },
    formPage: page('Search'),
    sends: { by: 'typing' },
    observed: { kind: 'nothing' },
  };
  return { first, left: longer === undefined ? tree : page(longer) } as unknown as Parameters<
    PageReuse['keep']
  >[0];
};

test.each([
  ['the same answer in both pages', 'Hotel Munich', 'Hotel Munich', true],
  ['the answer before it still above the new one', 'Hotel Munich', 'Hotel Augsburg Hotel Munich', false],
])('with %s the page that was left is typed into again: %#', (_, inNewPage, inLeftPage, again) => {
  const reuse = new PageReuse();
  reuse.keep(delivery('Hotel Augsburg'), filled);
  reuse.compare(page(inLeftPage), page(inNewPage));
  expect(reuse.isProven).toBe(again);
  expect(reuse.keep(delivery(inNewPage), filled)).toBe(again);
  expect(reuse.takeFor(filled) !== undefined).toBe(again);
});

test('a query that types nothing gets a new page, and the kept one waits for the next word', () => {
  const reuse = new PageReuse();
  reuse.keep(delivery('Hotel Augsburg'), filled);
  expect(reuse.takeFor(typing(''))).toBeUndefined();
  expect(reuse.keep(delivery('Search'), typing(''))).toBe(false);
  expect(reuse.takeFor(typing('Ulm'))).toBeDefined();
});

test('a page whose list was made longer is compared with a new one, though one with a short list was', () => {
  const reuse = new PageReuse();
  reuse.compare(page('Hotel Munich'), page('Hotel Munich'));
  const isProvenWith = (longer?: string) => {
    reuse.keep(delivery('Hotel Munich', longer), filled);
    reuse.takeFor(filled);
    return reuse.isProven;
  };
  expect([isProvenWith(), isProvenWith('Hotel Munich Hotel Ulm')]).toEqual([true, false]);
  reuse.compare(page('Hotel Ulm'), page('Hotel Ulm'));
  expect(isProvenWith('Hotel Ulm Hotel Augsburg')).toBe(true);
});

test('after ten queries in the kept page its answer is compared with that of a new page again', () => {
  const reuse = new PageReuse();
  reuse.compare(page('Hotel Munich'), page('Hotel Munich'));
  const isProven = Array.from({ length: 11 }, () => {
    reuse.keep(delivery('Hotel Munich'), filled);
    reuse.takeFor(filled);
    return reuse.isProven;
  });
  expect(isProven).toEqual([...Array<boolean>(10).fill(true), false]);
  reuse.compare(page('Hotel Ulm'), page('Hotel Ulm'));
  expect(reuse.isProven).toBe(true);
});

test.each([
  ['Olsen', ['Leo Olsen', 'Olsen', 'Olsens'], [], 1],
  ['Olsen', ['Leo Olsen', 'Olsens', 'Edith Olsen (3)'], [], 0],
  ['Olsen', ['Leo Olsen', 'Olsens', 'Edith Olsen (3)'], ['Leo Olsen'], 2],
  ['olsen', ['Leo Olsen'], ['Leo Olsen'], 0],
  ['Malmo', ['Lund', 'Malmö'], [], 1],
  ['e', ['The Pony'], [], undefined],
  ['京都', ['東京都'], [], 0],
  ['…', ['The Pony'], [], undefined],
])(
  'of the suggestions the one is chosen that fits %s, another one each time: %#',
  (typed, shown, before, at) => {
    const picked = new Set(before.map((text) => wordLine(text)));
    expect(fittingSuggestion(typed, shown, picked)?.at).toBe(at);
  },
);
