import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import { page, SEARCH, smallWeb } from '../../crawl/run/small-web.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere } from './run-cli.ts';

const folder = temporaryFolder('models-');
/** Models that take nothing for a search form, and no form for one about books. */
const nothing = join(folder, 'nothing.json');
const noBook = join(folder, 'no-book.json');

beforeAll(async () => {
  const shipped = async (name: string) =>
    JSON.parse(await readFile(new URL(`../../../models/${name}.json`, import.meta.url), 'utf8'));
  const forms = await shipped('forms');
  forms.search.sigmoid.offset = 100;
  await writeFile(nothing, JSON.stringify(forms));
  const domains = await shipped('domains');
  for (const machine of Object.values<{ sigmoid?: { offset: number } }>(domains))
    if (machine?.sigmoid !== undefined) machine.sigmoid.offset = 100;
  await writeFile(noBook, JSON.stringify(domains));
  await writeFile(
    join(folder, 'page.html'),
    '<title>Book shop</title><h1>Search our books</h1><form action="/find"><label>Book title <input name="title"></label><label>Author <input name="author"></label><button>Find books</button></form>',
  );
});

async function inspected(...flags: readonly string[]) {
  const file = join(folder, 'page.html');
  const { code, out, err } = await runHere([
    ...['inspect', file, '--base', 'http://books.test/', '--json', ...flags],
  ]);
  expect([code, err]).toEqual([0, '']);
  const { reading } = JSON.parse(out) as {
    reading: { forms: readonly { verdict: { searchable: boolean }; domain: string | null }[] };
  };
  return reading.forms.map(({ verdict, domain }) => [verdict.searchable, domain]);
}

test('inspect judges forms and their domains by the models that are named', async () => {
  expect(await inspected()).toEqual([[true, 'book']]);
  expect(await inspected('--domain-model', noBook)).toEqual([[true, null]]);
  expect(await inspected('--model', nothing)).toEqual([[false, null]]);
});

test('a file that is no model ends the command in one line, before anything is fetched', async () => {
  const { code, err } = await runHere([
    ...['harvest', 'book', '--web', 'practice', '--model', join(folder, 'page.html')],
    ...['--storage', join(folder, 'unused')],
  ]);
  expect(code).not.toBe(0);
  expect(err).toMatch(/^fieldfare: .*page\.html is no model of forms or is damaged: not JSON.*\n$/);
});

test('a harvest judges in its threads by the model that is named', async () => {
  const searchable = async (options: { readonly model?: string }) => {
    const { web, close } = await smallWeb({ 'a.test/': page(SEARCH) }, ['http://a.test/']);
    const storage = await mkdtemp(join(folder, 'harvest-'));
    try {
      let found = 0;
      const run = harvest({ domains: ['book'], web, storage, render: 'never', submit: false, ...options });
      for await (const event of run) if (event.type === 'end') found = event.progress.searchable;
      return found;
    } finally {
      await close();
    }
  };
  expect(await searchable({})).toBe(1);
  expect(await searchable({ model: nothing })).toBe(0);
});
