import { expect, onTestFinished, test } from 'vitest';
import { harvest } from '../../src/app/index.ts';
import type { HarvestEvent } from '../../src/crawl/events/index.ts';
import type { HarvestOptions } from '../../src/crawl/settings/index.ts';
import { exportLines } from '../../src/reports/index.ts';
import { links, page, SEARCH, smallWeb } from '../crawl/run/small-web.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { DRIVERS } from './drivers.ts';

const PAGES = {
  'a.test/': page(links('/deep', 'http://b.test/') + SEARCH),
  'a.test/deep': page(links('/deeper', '/gone', 'http://b.test/hidden') + SEARCH),
  'a.test/deeper': page(SEARCH.replace('name="q"', 'name="title"')),
  'b.test/': page(links('/inner')),
  'b.test/inner': page(SEARCH),
  'b.test/hidden': page(SEARCH.replace('name="q"', 'name="author"')),
  '*a.test': page('<ul><li><a href="/deep">Emma</a> by Jane Austen</li></ul>'),
};

/** A harvest into a store that outlives it. */
async function harvestOn([, open]: (typeof DRIVERS)[number]) {
  const storage = temporaryFolder('any-harvest-');
  const small = await smallWeb(PAGES, ['http://a.test/']);
  const store = await open(storage);
  onTestFinished(async () => {
    await store.close();
    await small.close();
  });
  const settings = { domains: ['book'], web: small.web, storage, render: 'never', concurrency: 1 };
  const run = async (options: Partial<HarvestOptions>) => {
    const all = { ...settings, strategy: 'breadth-first', ...options } as HarvestOptions;
    const kept = { ...store, close: async () => undefined };
    let last: HarvestEvent | undefined;
    for await (const event of harvest(all, { open: async () => kept })) last = event;
    return last;
  };
  const exported = async (kind: 'forms' | 'pages' | 'sites' | 'submissions' | 'records') => {
    return Array.fromAsync(exportLines(store, 1, kind, 'jsonl'));
  };
  return { store, run, exported };
}

test.each(['breadth-first', 'two-stage'] as const)(
  'a %s harvest that queries its forms keeps the same on every driver',
  async (strategy) => {
    const kept: string[][] = [];
    for (const driver of DRIVERS) {
      const { run, exported } = await harvestOn(driver);
      expect(await run({ strategy })).toMatchObject({ type: 'end', status: 'complete' });
      const kinds = [await exported('forms'), await exported('pages'), await exported('sites')];
      kept.push([...kinds.flat(), ...(await exported('records'))]);
      expect(await exported('submissions')).not.toEqual([]);
    }
    expect(kept[0]?.[0]).toContain('"searchable":true');
    for (const other of kept.slice(1)) expect(other).toEqual(kept[0]);
  },
);

test.each(DRIVERS)('a harvest on %s that a budget ended goes on', async (...driver) => {
  const { store, run } = await harvestOn(driver);
  expect(await run({ submit: false, maxPages: 2 })).toMatchObject({ type: 'end', status: 'budget' });
  const progress = { pages: 7, searchable: 4 };
  expect(await run({ resume: true, maxPages: 100 })).toMatchObject({ status: 'complete', progress });
  expect(await store.runs.all()).toHaveLength(1);
});
