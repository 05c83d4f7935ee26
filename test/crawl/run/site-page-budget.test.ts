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

test('the address of a search form without the query of its page is as near as that page', async () => {
  const labels = Array.from({ length: 4 }, (_, i) => `/tickets?label=${i}`);
  const kept = (label: string) => (label === '' ? '' : `<input type="hidden" name="label" value="${label}">`);
  const { run, storage } = await smallHarvest(
    {
      'a.test/': page(links(...labels)),
      '*a.test': ({ url = '' }, response) => {
        const label = new URL(url, 'http://a.test').searchParams.get('label') ?? '';
        const form = `<form action="/tickets">${kept(label)}<input type="search" name="words"><button>Search tickets</button></form>`;
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(page(form + links('/more-1', '/more-2', '/more-3', '/more-4', '/tickets')));
      },
    },
    ['http://a.test/'],
  );
  await run({ maxPagesPerSite: 8, strategy: 'breadth-first', concurrency: 1 });
  const store = await openStore(storage, { mode: 'read' });
  const read = await store.pages.nearest(1, 'a.test', 0, 20);
  await store.close();
  expect(read.map(({ url }) => url)).toContain('http://a.test/tickets');
});
