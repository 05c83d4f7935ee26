import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { buildKnowledge, openAnnotator } from '../../../src/knowledge/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { webOf } from '../run/small-harvest.ts';
import type { SmallWeb } from '../run/small-web.ts';

let folder: string;
let small: SmallWeb;

beforeEach(async () => {
  folder = temporaryFolder('semantic-');
});

const COOKING =
  'Add the flour, salt and butter to the onions, and bake the dough in a hot oven with garlic, pepper and a cup of water.';
const POLITICS =
  'The senate and the minister debated the election law; voters, judges and the press criticised parliament and the court.';

const page = (text: string, ...links: string[]): string =>
  `<!doctype html><html lang="en"><title>Page</title><p>${text}</p>${links.map((to) => `<a href="${to}">more</a>`).join(' ')}</html>`;

/** A domain of examples: its file names one word that none of the pages has. */
async function cooking(): Promise<string> {
  const file = join(folder, 'cooking.yaml');
  await writeFile(file, 'name: cooking\ndescription: Recipes.\nterms: { xylophage: 1 }\n');
  const corpus = join(folder, 'corpus');
  await mkdir(corpus);
  for (let i = 0; i < 8; i++) await writeFile(join(corpus, `${i}.html`), page(`${COOKING} Dish ${i}.`));
  const store = await openStore(join(folder, 'storage'), { mode: 'write' });
  const options = {
    topic: 'cooking',
    corpora: [corpus],
    annotator: openAnnotator(),
    onWarning: () => undefined,
  };
  await buildKnowledge(store, options);
  await store.close();
  return file;
}

async function crawl(options: Partial<HarvestOptions>): Promise<readonly string[]> {
  small = await webOf(
    {
      'a.test/': page(COOKING, '/politics', '/dish', 'http://b.test/', 'http://c.test/'),
      'a.test/politics': page(POLITICS, '/law'),
      'a.test/dish': page(COOKING, '/soup', 'http://d.test/kitchen/stew'),
      'a.test/soup': page(COOKING),
      'a.test/law': page(POLITICS),
      'b.test/': page(POLITICS, '/more'),
      'b.test/more': page(POLITICS),
      'c.test/': page(COOKING, '/more'),
      'c.test/more': page(COOKING),
      'd.test/kitchen/stew': page(COOKING),
    },
    'http://a.test/',
  );
  const all = {
    web: small.web,
    storage: join(folder, 'storage'),
    render: 'never',
    submit: false,
    concurrency: 1,
    ...options,
  };
  for await (const _ of harvest(all as HarvestOptions));
  return small.visited;
}

test('semantic goes by what is known: breadth first behind pages on topic, pages off topic last, their sites left', async () => {
  const file = await cooking();
  const asked = await crawl({ domains: [file], strategy: 'semantic' });
  expect(asked[0]).toBe('a.test/');
  expect(asked.at(-1)).toBe('a.test/law');
  expect(asked).toContain('c.test/more');
  expect(asked).not.toContain('b.test/more');
  expect(asked.indexOf('a.test/dish')).toBeLessThan(asked.indexOf('a.test/soup'));
  const store = await openStore(join(folder, 'storage'), { mode: 'read' });
  const rows = await store.db
    .selectFrom('page')
    .select(['url', 'domain'])
    .where('domain', '=', 'cooking')
    .execute();
  await store.close();
  expect(rows.map(({ url }) => url).sort()).toEqual(
    ['a.test/', 'a.test/dish', 'a.test/soup', 'c.test/', 'c.test/more', 'd.test/kitchen/stew'].map(
      (url) => `http://${url}`,
    ),
  );
});

test('a filter by knowledge that is not there says in one line what to do', async () => {
  await cooking();
  await expect(crawl({ domains: ['book'], topicFilter: 'knowledge' })).rejects.toThrow(
    /nothing is known of book \(there is cooking\); run "fieldfare knowledge build book/,
  );
});

/** Folders of pages about cooking and politics, and a domain file whose one word none of them has. */
async function seedFolders(): Promise<{ file: string; cooking: string; politics: string }> {
  const file = join(folder, 'cooking.yaml');
  await writeFile(file, 'name: cooking\ndescription: Recipes.\nterms: { xylophage: 1 }\n');
  const [cooking, politics] = [join(folder, 'cooking'), join(folder, 'politics')];
  for (const [at, text] of [
    [cooking, COOKING],
    [politics, POLITICS],
  ] as const) {
    await mkdir(at);
    for (let i = 0; i < 6; i++) await writeFile(join(at, `${i}.html`), page(`${text} Number ${i}.`));
  }
  return { file, cooking, politics };
}

test('seed pages say which pages are about the domain, where they are to', async () => {
  const { file, cooking, politics } = await seedFolders();
  const seedPages = [cooking, `other=${politics}`];
  const asked = await crawl({ domains: [file], topicFilter: 'seed-pages', seedPages });
  expect(asked).toContain('c.test/more');
  expect(asked).not.toContain('b.test/more');
  const store = await openStore(join(folder, 'storage'), { mode: 'read' });
  const rows = await store.db.selectFrom('page').select('url').where('domain', '=', 'cooking').execute();
  await store.close();
  expect(rows.map(({ url }) => url).sort()).toEqual(
    ['a.test/', 'a.test/dish', 'a.test/soup', 'c.test/', 'c.test/more', 'd.test/kitchen/stew'].map(
      (url) => `http://${url}`,
    ),
  );
});

test('too few seed pages, or none to tell them from, are told before anything is fetched', async () => {
  const { file, cooking } = await seedFolders();
  const choice: Partial<HarvestOptions> = { domains: [file], topicFilter: 'seed-pages' };
  await expect(crawl(choice)).rejects.toThrow(/0 seed pages of cooking; at least 5 are needed/);
  await expect(crawl({ ...choice, seedPages: [cooking] })).rejects.toThrow(/of one domain are not enough/);
  expect(small.requests).toEqual([]);
});
