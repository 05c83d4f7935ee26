/** The time of a run that is used up while a form is asked: what it has answered by then is judged, and asking may go on. */

import { expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/open/index.ts';
import { askedForms } from '../../../src/library/index.ts';
import { smallHarvest } from './small-harvest.ts';
import { type Answer, page, SEARCH } from './small-web.ts';

const WORDS = ['novels', 'authors', 'publishers', 'history', 'castle', 'forest'];
const BOOKS = Array.from(
  { length: 60 },
  (_, i) => `The ${WORDS[i % 6]} and the ${WORDS[(i * 5 + 1) % 6]}, volume ${i}`,
);
/** Words that bring books before the shop falls silent. */
const ANSWERED = 3;

async function asked(storage: string) {
  const store = await openStore(storage, { mode: 'read' });
  const [form] = await askedForms(store, 1).finally(() => store.close());
  return form;
}

test('a form that was cut is verified by its answers, and asked further when there is more time', async () => {
  let left = ANSWERED;
  const shop: Answer = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://books.test');
    const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(page(body));
    if (pathname !== '/search') return html(`${SEARCH}<p>${WORDS.join(', ')}</p>`);
    const word = (searchParams.get('q') ?? '').toLowerCase();
    const found = BOOKS.filter((book) => word !== '' && book.toLowerCase().includes(word));
    if (found.length === 0) return html(`${SEARCH}<p>No books found for your search.</p>`);
    if (left-- <= 0) return;
    const list = found.map((book) => `<li><a href="/book/${BOOKS.indexOf(book)}">${book}</a></li>`);
    html(`${SEARCH}<h1>${found.length} results</h1><ol>${list.join('')}</ol>`);
  };
  const { run, storage } = await smallHarvest({ '*books.test': shop }, ['http://books.test/']);
  const options = { submit: true, submitTo: 'all', maxPages: 1, detailPages: 0, timeoutMs: 120_000 } as const;
  const cut = await run({ ...options, maxSeconds: 20 });
  expect(cut).toMatchObject({ status: 'budget', reason: { code: 'max-seconds' } });
  expect(await asked(storage)).toMatchObject({
    outcome: 'verified',
    reason: { code: 'max-seconds', detail: '20' },
  });
  left = Number.POSITIVE_INFINITY;
  const whole = await run({ domains: [], resume: 1, maxSeconds: 120 });
  expect(whole.status).not.toBe('interrupted');
  const after = await asked(storage);
  expect(after?.reason.code).not.toBe('max-seconds');
  expect(after?.submissions).toBeGreaterThan(ANSWERED);
}, 120_000);
