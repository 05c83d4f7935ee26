/** What a user says that a field asks for decides what is typed into it from the next run on, until it is undone. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere } from './run-cli.ts';

const BOOKS = ['Jane Austen', 'Franz Kafka', 'Leo Tolstoy', 'Victor Hugo', 'Agatha Christie'].flatMap(
  (author, i) =>
    ['Letters', 'Garden', 'Winter'].map((word) => ({ title: `${word} of the year ${1_900 + i}`, author })),
);
const typed = { ref: new Set<string>(), box: new Set<string>() };
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
  response.setHeader('content-type', 'text/html');
  if (pathname === '/robots.txt') return void response.writeHead(404).end();
  const form = `<form action="/find"><label>Words of a title <input name="box"></label>
    <label>Shelf mark <input name="ref"></label><button>Search books</button></form>`;
  const [box, ref] = ['box', 'ref'].map((name) => (searchParams.get(name) ?? '').toLowerCase()) as [
    string,
    string,
  ];
  if (box !== '') typed.box.add(box);
  if (ref !== '') typed.ref.add(ref);
  const found = BOOKS.filter(
    ({ title, author }) =>
      box + ref !== '' && title.toLowerCase().includes(box) && author.toLowerCase().includes(ref),
  );
  const list = found.map(
    ({ title, author }) => `<li><a href="/book/${encodeURIComponent(title)}">${title}</a> by ${author}</li>`,
  );
  const answer = `<p>${found.length} results</p><ul>${list.join('')}</ul>`;
  const about = '<h1>Books</h1><p>Novels of famous authors, from the publisher, by title and ISBN.</p>';
  response.end(`<title>Book shop</title>${about}${form}${pathname === '/find' ? answer : ''}`);
});
const storage = temporaryFolder('field-labels-');
let address = '';

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

const at = ['--storage', storage];
/** Runs the command again, and returns what was typed into the second box. */
async function asked(): Promise<readonly string[]> {
  for (const values of Object.values(typed)) values.clear();
  const live = ['--allow-private', '--delay', '0', '--render', 'never', '--domain', 'book'];
  expect((await runHere(['submit', address, ...at, ...live, '--max-submissions', '40'])).code).toBe(0);
  expect(typed.box.size).toBeGreaterThan(0);
  return [...typed.ref];
}

async function fields() {
  const { out } = await runHere(['export', 'forms', ...at, '--format', 'jsonl']);
  const form = JSON.parse(out.trim().split('\n')[0] ?? '');
  const shown = form.controls.map((one: Record<string, string>) => [one.name, one.meaning, one.judged]);
  return { formId: form.formId as string, shown };
}

test('a corrected field is typed into by its new meaning, left alone by “none”, and judged again by “judged”', async () => {
  const judged = await asked();
  const { formId, shown } = await fields();
  expect(judged).not.toContain('jane austen');
  const correct = (meaning: string, field = 'ref', form = formId) =>
    runHere(['label', '1', ...at, '--field', `${form}:${field}=${meaning}`]);

  expect(await correct('person', 'Shelf mark')).toMatchObject({ err: '', out: `${formId}: ref person\n` });
  expect((await fields()).shown).toEqual([shown[0], ['ref', 'person', shown[1][1]]]);
  expect(await asked()).toContain('jane austen');

  expect((await correct('none')).code).toBe(0);
  expect(await asked()).toEqual([]);

  for (const [said, message] of [
    [() => correct('writer'), /one of query, keyword.*or “judged”; not “writer”/],
    [() => correct('person', 'nothing'), /has no field “nothing” to fill in; it has box, ref/],
    [() => correct('person', 'ref', '0123456789abcdef'), /no form 0123456789abcdef here/],
  ] as const)
    expect(await said()).toMatchObject({ code: 2, err: expect.stringMatching(message) });

  expect((await correct('judged')).out).toBe(`${formId}: ref as judged\n`);
  expect((await fields()).shown).toEqual(shown);
  // The table of values has learned meanwhile: which of them come first may differ.
  const again = await asked();
  expect(again.length > 0).toBe(judged.length > 0);
  expect(again).not.toContain('jane austen');
}, 120_000);
