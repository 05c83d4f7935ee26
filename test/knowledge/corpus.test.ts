import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { harvest } from '../../src/app/index.ts';
import { openStore, type SqliteStore } from '../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../src/foundation/errors/index.ts';
import type { DumpChoice } from '../../src/knowledge/corpus/wikipedia-dump.ts';
import { plainText } from '../../src/knowledge/corpus/wikitext.ts';
import {
  type BuiltCorpus,
  buildKnowledge,
  corpusFacts,
  forgetTopic,
  judgeKnowledge,
  levelCounts,
  loadKnowledge,
  openAnnotator,
} from '../../src/knowledge/index.ts';
import { links, page, smallWeb } from '../crawl/run/small-web.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let folder: string;
let store: SqliteStore;
let warnings: string[];

beforeEach(async () => {
  folder = temporaryFolder('fieldfare-knowledge-');
  store = await openStore(join(folder, 'storage'), { mode: 'write' });
  warnings = [];
});

afterEach(() => store.close());

const TEXTS = [
  'Simmer the soup with onions and garlic, then add salt and pepper to the pot.',
  'Bake the bread with flour, yeast, salt and water in a hot oven for an hour.',
  'Whisk eggs, sugar, flour and butter, and pour the batter into a pan.',
  'Chop the garlic and onions; fry in butter with pepper and salt.',
  'Knead dough of flour, water and yeast; let it rise, and bake it in the oven.',
  'Boil potatoes in water with salt, mash them with butter and milk.',
];

async function write(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text);
  return path;
}

const pages = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(texts.map((text, i) => [`${i}.html`, `<title>Recipe</title><p>${text}</p>`]));

const build = (topic: string, corpora: string[], dump?: DumpChoice): Promise<BuiltCorpus> =>
  buildKnowledge(store, {
    topic,
    corpora,
    annotator: openAnnotator(),
    onWarning: (message) => warnings.push(message),
    ...(dump && { dump }),
  });

test('a folder becomes a corpus that judges pages, and grows by what is new only', async () => {
  const cooking = await write('cooking', pages(TEXTS));
  expect(await build('cooking', [cooking])).toEqual({ read: 6, added: 6, unchanged: 0, bare: 0 });
  const model = await loadKnowledge(store.knowledge, 'cooking');
  expect(model.documents).toBe(6);
  expect(model.having.get([...model.having.keys()].find((key) => key.startsWith('salt\t'))!)).toBe(4);
  await write('cooking', { '6.txt': 'Roast the onions with garlic and pepper in butter.' });
  expect(await build('cooking', [cooking])).toMatchObject({ read: 7, added: 1, unchanged: 6 });
  const facts = await corpusFacts(store.knowledge, 'cooking');
  expect(facts).toMatchObject({ documents: 7, linkers: { embedded: 7 } });
  expect(facts.linkedNouns).toBeLessThanOrEqual(facts.nouns);

  const { annotate } = openAnnotator();
  const grown = await loadKnowledge(store.knowledge, 'cooking');
  const about = await annotate([
    'Fry the onions and garlic in butter with salt and pepper, add water and flour.',
  ]);
  const other = await annotate([
    'The senate passed a bill on elections after the minister met lawyers of the court and the press.',
  ]);
  expect(judgeKnowledge(about, grown).mean).toBeLessThan(judgeKnowledge(other, grown).mean);
  expect(judgeKnowledge(other, grown).accepted).toBe(false);
});

test('the order of pages changes no idf, and a page that changed is replaced', async () => {
  const forwards = await write('a', pages(TEXTS));
  await build('one', [forwards]);
  const [first, ...rest] = TEXTS;
  await build('two', [await write('b', pages(['Nothing but a guitar and a drum.', ...rest]))]);
  await build('two', [await write('b', { '0.html': `<title>Recipe</title><p>${first}</p>` })]);
  const [one, two] = [
    await loadKnowledge(store.knowledge, 'one'),
    await loadKnowledge(store.knowledge, 'two'),
  ];
  const sorted = (having: ReadonlyMap<string, number>) => [...having].sort();
  expect(sorted(two.having)).toEqual(sorted(one.having));
  expect(two.mean).toBeCloseTo(one.mean, 12);
});

test('the pages of a run that are about the topic are a corpus, each by its address', async () => {
  const pages = {
    'a.test/': page(links('/novels', '/rain')),
    'a.test/novels': page('<p>The author signed the first edition of her novel.</p>'),
    'a.test/rain':
      '<title>Rain</title><p>Rain and wind reach the coast in the evening, says the forecast.</p>',
  };
  const { web, close } = await smallWeb(pages, ['http://a.test/']);
  const storage = join(folder, 'harvested');
  const options = { domains: ['book'], web, storage, submit: false, robots: false, maxDepth: 1 };
  for await (const _ of harvest({ ...options, strategy: 'breadth-first', render: 'never' }));
  await close();
  await whileOpen(openStore(storage, { mode: 'write' }), async (harvested) => {
    const onWarning = (message: string) => warnings.push(message);
    const rest = { annotator: openAnnotator(), onWarning };
    const built = await buildKnowledge(harvested, { topic: 'book', corpora: ['run'], ...rest });
    expect(built).toEqual({ read: 2, added: 2, unchanged: 0, bare: 0 });
    const sources = [];
    for await (const { source } of harvested.knowledge.documents('book')) sources.push(source);
    expect(sources).toEqual(['http://a.test/', 'http://a.test/novels']);
    expect(warnings).toEqual([]);
  });
});

test('corpora that give nothing are refused in one clear line', async () => {
  const cases: [string, RegExp][] = [
    [join(folder, 'nowhere'), /cannot be read \(there is no such file or folder\)/],
    [await write('empty', {}), /the corpus is empty/],
    [await write('numbers', { '1.txt': '1 2 3', '2.txt': '...' }), /none of the 2 pages has a noun/],
    [join(await write('odd', { 'a.pdf': 'x' }), 'a.pdf'), /is no corpus: expected a folder/],
    [join(await write('xml', { 'a.xml': '<rss/>' }), 'a.xml'), /say which category of it with --category/],
  ];
  for (const [corpus, message] of cases) await expect(build('cooking', [corpus])).rejects.toThrow(message);
  await expect(loadKnowledge(store.knowledge, 'cooking')).rejects.toThrow(/nothing is known of cooking/);
  await build('cooking', [await write('tiny', pages(TEXTS.slice(0, 2)))]);
  await expect(loadKnowledge(store.knowledge, 'cooking')).rejects.toThrow(
    /too small to judge by: 2 documents/,
  );
  expect(await forgetTopic(store, 'cooking')).toBe(2);
});

const DUMP = `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/"><siteinfo/>
<page><title>Insulin</title><ns>0</ns><revision><text>{{Infobox drug|x={{nested}}}}'''Insulin''' is a [[hormone|peptide hormone]].&lt;ref&gt;a [[File:x.png]]&lt;/ref&gt;
{| class="t"
| cell
|}
== Use ==
* It lowers [[blood sugar]].
[[Category:Diabetes]]</text></revision></page>
<page><title>Syringe</title><ns>0</ns><revision><text>A syringe is a pump. [[Category:diabetes tools| ]]</text></revision></page>
<page><title>Frederick Banting</title><ns>0</ns><revision><text>A physician. [[Category:1891 births]][[Category:Diabetes]]</text></revision></page>
<page><title>Steel</title><ns>0</ns><revision><text>Steel is a metal. [[Category:Steel making]]</text></revision></page>
<page><title>DM</title><ns>0</ns><revision><text>#REDIRECT [[Insulin]] [[Category:Diabetes]]</text></revision></page>
<page><title>Category:Diabetes tools</title><ns>14</ns><revision><text>[[Category:Diabetes]]</text></revision></page>
<page><title>Category:Steel making</title><ns>14</ns><revision><text>[[Category:Diabetes tools]]</text></revision></page>
</mediawiki>`;

test('a category of a Wikipedia dump, to a depth, without persons', async () => {
  const file = join(await write('wiki', { 'dump.xml': DUMP }), 'dump.xml');
  const sources = async () => {
    const rows = await store.db.selectFrom('knowledge_document').select('source').orderBy('source').execute();
    return rows.map(({ source }) => source);
  };
  await build('diabetes', [file], { category: 'Diabetes', depth: 1, withoutPersons: true });
  expect(await sources()).toEqual(['wiki:Insulin', 'wiki:Syringe']);
  expect(warnings).toEqual(['1 pages that describe persons are left out']);
  await build('diabetes', [file], { category: 'Diabetes', depth: 2, withoutPersons: false });
  expect(await sources()).toEqual(['wiki:Frederick Banting', 'wiki:Insulin', 'wiki:Steel', 'wiki:Syringe']);
  expect(await levelCounts(file, 'Diabetes')).toEqual([2, 1, 1, 0, 0]);
  const anchors = await store.db.selectFrom('knowledge_noun').select('anchor').execute();
  expect(anchors.map(({ anchor }) => anchor)).toContain('blood sugar');
  expect(anchors.map(({ anchor }) => anchor)).not.toContain('cell');
  await expect(build('x', [file], { category: 'Cheese', depth: 1, withoutPersons: true })).rejects.toThrow(
    /has no category “Cheese”/,
  );
});

test('wikitext that is left open everywhere is read in time', () => {
  for (const piece of [
    '{{a',
    '{|',
    '<ref>',
    '<ref ',
    '[[',
    '[[a|',
    '[//a ',
    '<math>',
    '<!--',
    "''",
    '[[Category:',
  ])
    expect(plainText(piece.repeat(50_000 / piece.length)).length).toBeLessThan(60_000);
});
