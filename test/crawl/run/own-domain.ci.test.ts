import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { openStore, type SqliteStore } from '../../../src/drivers/sqlite/index.ts';
import { findRun, judgeLibrary, type RunInfo } from '../../../src/library/index.ts';
import { collectReport, summaryTable } from '../../../src/reports/index.ts';
import { relevantForms } from '../../../src/wings/laboratory/reports/relevant-growth.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { type SmallWeb, smallWeb } from './small-web.ts';

const DOMAIN = `name: recipe
description: Recipes to cook from.
terms:
  recipe: 3
  cooking: 3
  ingredient: 3
  oven: 2
  baking: 3
  dish: 2
  soup: 2
`;
const WORDS =
  'Recipes for cooking and baking: every dish with its ingredients, soups and what the oven gives.';
const kitchen = (body: string) =>
  `<!doctype html><html lang="en"><title>Recipes: cooking, baking, soups</title><h1>Recipes</h1><p>${WORDS}</p>${body}`;

let folder: string;
let file: string;
let small: SmallWeb;

beforeEach(async () => {
  folder = temporaryFolder('own-domain-');
  file = join(folder, 'my-recipes.yaml');
  await writeFile(file, DOMAIN);
  small = await smallWeb(
    {
      'kitchen.test/': kitchen(
        '<form action="/find" role="search"><label>Recipe or ingredient <input type="search" name="q"></label><button>Search recipes</button></form><a href="/soups">Soups</a>',
      ),
      'kitchen.test/soups': kitchen('<p>Soups</p>'),
    },
    ['http://kitchen.test/'],
  );
});

afterEach(() => small.close());

async function harvested(options: HarvestOptions = {}): Promise<HarvestEvent[]> {
  const events: HarvestEvent[] = [];
  const about = { domains: [file], web: small.web, storage: join(folder, 'store') };
  for await (const event of harvest({ ...about, render: 'never', submit: false, ...options }))
    events.push(event);
  return events;
}

async function inStore<T>(
  use: (store: SqliteStore, run: RunInfo) => Promise<T>,
  mode: 'read' | 'write' = 'read',
) {
  const store = await openStore(join(folder, 'store'), { mode });
  try {
    return await use(store, await findRun(store));
  } finally {
    await store.close();
  }
}

test('forms of a domain given as a file are counted by its name, and the file is kept beside it', async () => {
  const progress = (await harvested()).flatMap((event) => (event.type === 'end' ? [event.progress] : []));
  expect(progress[0]).toMatchObject({ searchable: 1, relevant: 1 });
  await inStore(async (store, run) => {
    expect(run).toMatchObject({ domains: ['recipe'], domainFiles: [file] });
    const report = await collectReport(store, run);
    expect(report.totals).toMatchObject({ searchable: 1, relevant: 1 });
    expect(summaryTable(report)).toContain('1 search form on 1 site, 1 of them about recipe.');
    expect((await relevantForms(store, run)).growth.at(-1)?.forms).toBe(1);
  });
  // What is judged of the run afterwards needs the file.
  await inStore((store) => judgeLibrary(store, { mode: 'page' }), 'write');
});

test('a run of such a domain is resumed by file or by nothing, and forgotten by its own rule', async () => {
  await harvested({ maxPages: 1 });
  const resumed = await harvested({ resume: 1 });
  expect(resumed[0]).toMatchObject({ type: 'start', runId: 1, resumed: true });
  await expect(harvested({ resume: 1, domains: ['book'] })).rejects.toThrow(/run 1 is about/);
  const next = await harvested({ keepRuns: 1 });
  expect(next).toContainEqual({ type: 'forgotten', runId: 1, reason: 'more than 1 runs' });
});

test('a domain named twice is one', async () => {
  await harvested({ domains: [file, file] });
  await inStore(async (_, run) => expect(run.domains).toEqual(['recipe']));
});

test('thresholds of a domain file decide which sites are explored and what forms belong to', async () => {
  await small.close();
  const link = '<a href="http://stove.test/">Stove</a>';
  const form =
    '<form action="/find"><label>Recipe <input name="q"></label><button>Search recipes</button></form>';
  small = await smallWeb({ 'kitchen.test/': kitchen(link), 'stove.test/': kitchen(form) }, [
    'http://kitchen.test/',
  ]);
  const judged = async (thresholds: string) => {
    await writeFile(file, `${DOMAIN}thresholds:\n  ${thresholds}\n`);
    const events = await harvested({ storage: join(folder, thresholds) });
    return {
      stove: events.flatMap((event) =>
        event.type === 'site' && event.site === 'stove.test' ? [event.state] : [],
      ),
      forms: events.flatMap((event) => (event.type === 'form' ? [event.domain] : [])),
    };
  };
  expect(await judged('siteSimilarity: 0.05')).toEqual({ stove: ['exploring'], forms: ['recipe'] });
  expect(await judged('siteSimilarity: 1')).toEqual({ stove: ['left'], forms: ['recipe'] });
  expect(await judged('formProbability: 1')).toEqual({ stove: ['exploring'], forms: [null] });
});
