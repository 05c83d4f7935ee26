import { expect, test } from 'vitest';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { collectCrawl } from '../../../src/reports/collect-crawl.ts';
import { builds, numbered, pagesBy, scriptedSite, seenBy } from '../run/scripted-sites.ts';
import { smallHarvest } from '../run/small-harvest.ts';

/** As a user gets it, but that every page is read. */
const AS_IT_COMES: Partial<HarvestOptions> = {
  strategy: 'two-stage',
  render: 'auto',
  maxDepth: 20,
  leaveAfter: 0,
  audit: 0,
};

test('a search box that the same script builds on every page is seen on all of them, few of them rendered', async () => {
  const shop = scriptedSite('a.test', numbered(23), builds("'/search'"));
  const { run, storage } = await smallHarvest(shop, ['http://a.test/']);
  // Begun, cut off, and gone on with: what was learnt is known again.
  await run({ ...AS_IT_COMES, maxPages: 7, concurrency: 4 });
  const end = await run({ domains: [], render: 'auto', resume: true, maxPages: 100, concurrency: 4 });
  expect(end.progress).toMatchObject({ pages: 24, forms: 1, searchable: 1 });
  const pages = pagesBy(storage, 1);
  expect((pages.browser ?? 0) + (pages.confirmed ?? 0)).toBeLessThan(16);
  expect(pages.skipped).toBeGreaterThan(8);
  await run({ ...AS_IT_COMES, render: 'always' });
  const [spared, rendered] = [await seenBy(storage, 1), await seenBy(storage, 2)];
  expect(spared.sightings).toHaveLength(24);
  expect(spared.sightings).toEqual(rendered.sightings);
  expect(spared.forms).toEqual(rendered.forms);
}, 180_000);

test('scripts that do something else on a few pages are found out, and what was spared is rendered after all', async () => {
  // Page 6 is one that is looked at again; it has another form.
  const odd = builds("/page-(6|9)$/.test(location.pathname) ? '/advanced' : '/search'");
  const { run, storage, small } = await smallHarvest(scriptedSite('a.test', numbered(11), odd), [
    'http://a.test/',
  ]);
  // The budget of pages is that of the site: what is rendered after all does not count twice.
  const end = await run({ ...AS_IT_COMES, concurrency: 1, maxPages: 12 });
  const { forms, sightings } = await seenBy(storage, 1);
  const action = new Map(forms.map(({ formId, form }) => [formId, new URL(form.action).pathname]));
  expect(
    sightings.filter(({ form_id }) => action.get(form_id) === '/advanced').map(({ url }) => url),
  ).toEqual(['http://a.test/page-6', 'http://a.test/page-9']);
  expect(sightings.filter(({ form_id }) => action.get(form_id) === '/search')).toHaveLength(10);
  expect(end.progress).toMatchObject({ pages: 12, forms: 2 });
  const store = await openStore(storage, { mode: 'read' });
  const { audit, links } = await collectCrawl(store, 1);
  await store.close();
  expect(audit.familiar).toMatchObject({ unseen: 0, mismatches: 1, missed: 1, wronglySkipped: 0 });
  expect(links).toEqual({ done: 12 });
  // What is rendered after all is fetched twice, the others once.
  expect(small.requests).toHaveLength(12 + audit.familiar.reRendered);
}, 180_000);
