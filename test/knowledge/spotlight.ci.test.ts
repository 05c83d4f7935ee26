import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { harvest } from '../../src/app/index.ts';
import type { HarvestOptions } from '../../src/crawl/settings/index.ts';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { loadKnowledge, requireLinker } from '../../src/knowledge/index.ts';
import { type SmallWeb, smallWeb } from '../crawl/run/small-web.ts';
import { runCli } from '../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { spotlightService } from './spotlight-service.ts';

const NAMES = ['flour', 'salt', 'butter', 'onions', 'dough', 'oven', 'garlic', 'pepper', 'cup', 'water'];
const COOKING =
  'Add the flour, salt and butter to the onions, and bake the dough in a hot oven with garlic, pepper and a cup of water.';
const POLITICS =
  'The senate and the minister debated the election law; voters, judges and the press criticised parliament and the court.';

const page = (text: string, ...links: string[]): string =>
  `<!doctype html><html lang="en"><title>Page</title><p>${text}</p>${links.map((to) => `<a href="${to}">more</a>`).join(' ')}</html>`;

let folder: string;
let storage: string;
let domain: string;
let service: Awaited<ReturnType<typeof spotlightService>>;
let small: SmallWeb | undefined;

beforeEach(async () => {
  folder = temporaryFolder('spotlight-');
  storage = join(folder, 'storage');
  domain = join(folder, 'cooking.yaml');
  await writeFile(domain, 'name: cooking\ndescription: Recipes.\nterms: { xylophage: 1 }\n');
  await mkdir(join(folder, 'corpus'));
  for (let i = 0; i < 8; i++)
    await writeFile(join(folder, 'corpus', `${i}.html`), page(`${COOKING} Dish ${i}.`));
  service = await spotlightService(NAMES);
});

afterEach(async () => {
  await small?.close();
  small = undefined;
  await service.close();
});

const build = (...args: string[]) =>
  runCli([
    ...['knowledge', 'build', 'cooking', '--corpus', join(folder, 'corpus')],
    ...['--storage', storage, ...args],
  ]);

/** Pages of a small web that a harvest takes to be about cooking, and its warnings. */
async function crawl(options: Partial<HarvestOptions>) {
  small = await smallWeb(
    {
      'a.test/': page(COOKING, '/politics', '/dish'),
      'a.test/politics': page(POLITICS),
      'a.test/dish': page(COOKING),
    },
    ['http://a.test/'],
  );
  const all = { domains: [domain], web: small.web, storage, render: 'never', submit: false, ...options };
  const warnings: string[] = [];
  for await (const event of harvest({ topicFilter: 'knowledge', ...all } as HarvestOptions))
    if (event.type === 'warning') warnings.push(event.message);
  const store = await openStore(storage, { mode: 'read' });
  const rows = await store.db.selectFrom('page').select('url').where('domain', '=', 'cooking').execute();
  await store.close();
  return { about: rows.map(({ url }) => url).sort(), warnings };
}

const COOKING_PAGES = ['http://a.test/', 'http://a.test/dish'];

test('a corpus that Spotlight linked judges the pages of a harvest by Spotlight', async () => {
  expect((await build('--spotlight', service.address)).err).toBe('');
  const built = service.texts.length;
  const { about, warnings } = await crawl({ spotlight: service.address });
  expect(about).toEqual(COOKING_PAGES);
  expect(warnings).toEqual([]);
  expect(service.texts.length).toBe(built + 4);
  expect(service.texts.at(-1)).toContain('Page\n');
});

test('a harvest whose linker is not that of the corpus ends before it begins, and says what to do', async () => {
  await build('--spotlight', service.address);
  await expect(crawl({})).rejects.toThrow(
    `the corpus of cooking was linked by ${service.address}, and no --spotlight is given; give --spotlight ${service.address}, or build it again`,
  );
  await build('--fresh');
  await expect(crawl({ spotlight: service.address })).rejects.toThrow(
    `linked by the embedded linker, and --spotlight is ${service.address}; leave it out, or build it again`,
  );
  await writeFile(join(folder, 'page.html'), page(COOKING));
  const judged = await runCli([
    ...['knowledge', 'judge', join(folder, 'page.html'), '--storage', storage],
    ...['--spotlight', service.address],
  ]);
  expect(judged.err).toContain('leave it out');
});

test('a service that does not answer is told before the first page is read', async () => {
  await build('--spotlight', service.address);
  service.fail(503);
  await expect(crawl({ spotlight: service.address })).rejects.toThrow(
    `the Spotlight service at ${service.address} does not answer (status 503)`,
  );
  expect(small?.requests).toEqual([]);
});

test('pages that the service does not link keep the topic of the three steps, which one line tells', async () => {
  await build('--spotlight', service.address);
  const asked = service.texts.length;
  const running = crawl({ spotlight: service.address });
  while (service.texts.length <= asked) await new Promise((resolve) => setTimeout(resolve, 5));
  service.fail(429);
  const { about, warnings } = await running;
  expect(about).toEqual([]);
  expect(warnings).toEqual([
    `the Spotlight service at ${service.address} does not answer (status 429); pages that it does not link are judged by the three steps`,
  ]);
});

test('documents of two linkers are no corpus to judge by; building again with one of them mends it', async () => {
  await build();
  await writeFile(join(folder, 'corpus', '0.html'), page(`${COOKING} Changed.`));
  service.fail(503);
  await build('--spotlight', service.address);
  service.fail(200);
  await rm(join(folder, 'corpus', '1.html'));
  const mixed = await build('--spotlight', service.address);
  expect(mixed.err).toContain(
    `warning: no page can be judged by documents of several linkers (embedded, ${service.address})`,
  );
  await expect(crawl({ spotlight: service.address })).rejects.toThrow(
    /whose addresses differ; run "fieldfare/,
  );
  await writeFile(join(folder, 'corpus', '1.html'), page(`${COOKING} Dish 1.`));
  await build('--spotlight', service.address);
  const store = await openStore(storage, { mode: 'read' });
  const model = await loadKnowledge(store.knowledge, 'cooking');
  await store.close();
  expect(() => requireLinker(model, service.address)).not.toThrow();
});
