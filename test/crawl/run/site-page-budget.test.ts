import { expect, test } from 'vitest';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { smallHarvest } from './small-harvest.ts';
import { links, page } from './small-web.ts';

test('what waits of a site whose page budget is used up is refused in one go', async () => {
  const others = Array.from({ length: 90 }, (_, i) => `/page-${i}`);
  const { run, storage } = await smallHarvest(
    { 'a.test/': page(links(...others)), '*a.test': page('<p>Nothing here</p>') },
    ['http://a.test/'],
  );
  const events: HarvestEvent[] = [];
  const end = await run({ maxPagesPerSite: 3 }, undefined, (event) => events.push(event));
  expect(end).toMatchObject({ status: 'budget', reason: { code: 'site-page-budget', detail: '3' } });

  const stopped = events.filter((event) => event.type === 'stopped');
  expect(stopped).toMatchObject([{ site: 'a.test', reason: { code: 'site-page-budget' } }]);
  expect(stopped[0]?.links).toBeGreaterThan(75);
  expect(events.filter((event) => event.type === 'skipped').length).toBeLessThan(20);

  const store = await openStore(storage, { mode: 'read' });
  const states = await store.figures.links(1);
  await store.close();
  const refused = states.filter(({ state }) => state === 'refused');
  expect(refused).toMatchObject([{ reason_code: 'site-page-budget', count: 91 - end.progress.pages }]);
});
