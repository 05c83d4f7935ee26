import { expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { Lease } from '../../../src/crawl/frontier/index.ts';
import { kindOf, Stopping, type StoppingRules } from '../../../src/crawl/in-site-exploring/stopping.ts';
import { isAudited, RenderStatistics } from '../../../src/crawl/rendering/render-statistics.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import type { PageRow } from '../../../src/storage/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { page as html, links, smallWeb } from '../run/small-web.ts';

const OFF: StoppingRules = {
  leaveAfter: 0,
  formsPerDepth: 0,
  alike: 0,
  maxSecondsPerSite: undefined,
  maxBytesPerSite: undefined,
};
const lease = (url: string, depth = 1) => ({ url, depth, site: 'a.test' }) as Lease;
const page = (cost: Partial<PageRow> = {}) =>
  ({ fetch_ms: 100, render_ms: null, bytes: 1_000, rendered_by: 'http', look: null, ...cost }) as PageRow;

const see = (stopping: Stopping, url: string, forms = 0, look: string | null = null) =>
  stopping.seen(lease(url), page({ look }), forms);

test('a site is left after so many pages in a row without anything new, and not one before', () => {
  const stopping = new Stopping({ ...OFF, leaveAfter: 3 });
  see(stopping, 'http://a.test/x', 1);
  for (const n of [1, 2, 3]) see(stopping, 'http://a.test/x', n === 2 ? 1 : 0);
  expect(stopping.stop(lease('http://a.test/y'))).toBeUndefined();
  see(stopping, 'http://a.test/x');
  see(stopping, 'http://a.test/x');
  expect(stopping.stop(lease('http://a.test/y'))).toMatchObject({
    reason: { code: 'fruitless-site' },
    wholeSite: true,
  });
  expect(stopping.stop({ ...lease('http://b.test/'), site: 'b.test' })).toBeUndefined();
});

test('a depth is done with after 100 new forms, the next one is not', () => {
  const stopping = new Stopping({ ...OFF, formsPerDepth: 100 });
  see(stopping, 'http://a.test/x', 99);
  expect(stopping.stop(lease('http://a.test/y', 1))).toBeUndefined();
  see(stopping, 'http://a.test/x', 1);
  expect(stopping.stop(lease('http://a.test/y', 1))).toMatchObject({ reason: { code: 'depth-exhausted' } });
  expect(stopping.stop(lease('http://a.test/y', 2))).toBeUndefined();
});

test('seconds and bytes of a site have an end', () => {
  const slow = new Stopping({ ...OFF, maxSecondsPerSite: 0.25 });
  see(slow, 'http://a.test/1');
  see(slow, 'http://a.test/2');
  expect(slow.stop(lease('http://a.test/3'))).toBeUndefined();
  see(slow, 'http://a.test/3');
  expect(slow.stop(lease('http://a.test/4'))).toMatchObject({ reason: { code: 'site-seconds' } });
  const large = new Stopping({ ...OFF, maxBytesPerSite: 1_000 });
  see(large, 'http://a.test/1');
  expect(large.stop(lease('http://a.test/2'))).toMatchObject({ reason: { code: 'site-bytes' } });
});

test('pages of a kind that all look alike are not fetched for ever', () => {
  const stopping = new Stopping({ ...OFF, alike: 3 });
  for (let n = 1; n <= 4; n++) see(stopping, `http://a.test/list?p=${n}`, 0, 'same');
  expect(stopping.stop(lease('http://a.test/list?p=9'))).toMatchObject({
    reason: { code: 'near-identical' },
  });
  expect(stopping.stop(lease('http://a.test/other?p=9'))).toBeUndefined();
  see(stopping, 'http://a.test/list?p=5', 0, 'another');
  expect(stopping.stop(lease('http://a.test/list?p=9'))).toBeUndefined();
});

test('with the rules off nothing is ever stopped', () => {
  const stopping = new Stopping(OFF);
  for (let n = 0; n < 500; n++) see(stopping, `http://a.test/list?p=${n}`, 0, 'same');
  expect(stopping.stop(lease('http://a.test/list?p=9'))).toBeUndefined();
});

test('addresses of a kind differ in numbers and values', () => {
  expect(kindOf('http://a.test/item/12?b=1&a=2')).toBe(kindOf('http://a.test/item/7?a=9&b=x'));
  expect(kindOf('http://a.test/item/12')).not.toBe(kindOf('http://a.test/list/12'));
});

const SCRIPTS = { render: true, code: 'own-scripts' } as const;
const STATIC = { render: false, code: 'static-page' } as const;
const NOTHING = { searchForms: 0, links: 0 };

test('a reason that never pays on a site is not followed there, but for a look now and then', () => {
  const gates = new RenderStatistics(true);
  for (let i = 0; i < 6; i++) gates.learn('a.test', SCRIPTS.code, false, NOTHING);
  const asked = Array.from({ length: 16 }, () => gates.adjust('a.test', SCRIPTS).render);
  expect(asked.filter(Boolean)).toHaveLength(2);
  expect(gates.adjust('b.test', SCRIPTS).render).toBe(true);
  gates.learn('a.test', SCRIPTS.code, false, { searchForms: 1, links: 0 });
  expect(gates.adjust('a.test', SCRIPTS).render).toBe(true);
});

test('where an audit found a form, pages with scripts are rendered from then on', () => {
  const gates = new RenderStatistics(true);
  gates.learn('a.test', STATIC.code, true, { searchForms: 1, links: 0 });
  expect(gates.adjust('a.test', STATIC).render).toBe(true);
  expect(gates.adjust('a.test', { render: false, code: 'no-scripts' }).render).toBe(false);
  expect(gates.adjust('b.test', STATIC).render).toBe(false);
});

test('a gate that must not learn answers as the page does', () => {
  const gates = new RenderStatistics(false);
  for (let i = 0; i < 20; i++) gates.learn('a.test', SCRIPTS.code, false, NOTHING);
  expect(gates.adjust('a.test', SCRIPTS)).toBe(SCRIPTS);
});

test('the audited sample is a share of all addresses and the same every time', () => {
  const urls = Array.from({ length: 20_000 }, (_, i) => `http://a.test/${i}`);
  const share = urls.filter((url) => isAudited(url, 0.02)).length / urls.length;
  expect(share).toBeGreaterThan(0.016);
  expect(share).toBeLessThan(0.024);
  expect(urls.some((url) => isAudited(url, 0))).toBe(false);
  expect(urls.every((url) => isAudited(url, 1))).toBe(true);
});

test('a crawl leaves a fruitless site, says so, and an exhaustive one does not', async () => {
  const folder = temporaryFolder('stopping-');
  const shelf = (n: number) => html(`<h2>Shelf ${n}: ${'novels and maps '.repeat(n)}</h2>`);
  const pages = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`a.test/shelf-${n}`, shelf(n)]));
  const front = html(links(...Object.keys(pages).map((address) => address.slice('a.test'.length))));
  const web = await smallWeb({ 'a.test/': front, ...pages }, ['http://a.test/']);
  const read = async (options: Partial<HarvestOptions>) => {
    const told = { pages: 0, stopped: [] as string[], status: '' };
    const run = harvest({
      domains: ['book'],
      web: web.web,
      storage: folder,
      render: 'never',
      submit: false,
      ...options,
    });
    for await (const event of run) {
      if (event.type === 'page') told.pages++;
      if (event.type === 'stopped') told.stopped.push(`${event.site} ${event.reason.code}`);
      if (event.type === 'end') told.status = event.status;
    }
    return told;
  };
  try {
    const chosen = await read({ leaveAfter: 10, concurrency: 1 });
    expect(chosen).toMatchObject({ stopped: ['a.test fruitless-site'], status: 'complete' });
    expect(chosen.pages).toBeLessThan(15);
    const everything = await read({ leaveAfter: 10, strategy: 'breadth-first' });
    expect(everything).toEqual({ pages: 41, stopped: [], status: 'complete' });
    const budget = await read({ maxBytesPerSite: 2_000, strategy: 'breadth-first' });
    expect(budget).toMatchObject({ stopped: ['a.test site-bytes'], status: 'budget' });
  } finally {
    await web.close();
  }
}, 180_000);
