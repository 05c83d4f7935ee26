/** Lists whose first pages are known from other queries go on where they state more than is known. */

import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { extractForms } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { createHttpClient, liveTransport } from '../../src/foundation/http/index.ts';
import { memoryLedger, READING, submitForm } from '../../src/submissions/index.ts';
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
