/** A run that is paused sends nothing, and comes to the same end as one that was not. */

import { setTimeout as pass } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import { openStore } from '../../../src/drivers/open/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { type Answer, links, page, smallWeb } from './small-web.ts';

/** Longer than the small web takes for a request, many times over. */
const PAUSED_MS = 600;
const GENRES = ['Crime', 'Poetry', 'History', 'Travel'];
const OPTIONS = GENRES.map((genre) => `<option>${genre}</option>`).join('');
const FORM = `<form action="/find"><label>Genre of the book <select name="genre"><option value="">Any</option>${OPTIONS}</select></label><button>Search books</button></form>`;
const ITEMS = links(...Array.from({ length: 10 }, (_, i) => `/item/${i}`));

/** A shop whose books are found by genre, and ten pages that its first one links. */
const shop: Answer = async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://books.test');
  await pass(20);
  const genre = searchParams.get('genre') ?? '';
  const books = Array.from({ length: 12 }, (_, i) => i).filter((i) => ['', GENRES[i % 4]].includes(genre));
  const list = books
    .map((i) => `<li><a href="/book/${i}">Volume ${i}</a> <span>A novel</span></li>`)
    .join('');
  const body = pathname === '/find' ? `<h1>Books found</h1><ol>${list}</ol>` : `${FORM}${ITEMS}`;
  response.writeHead(200, { 'content-type': 'text/html' }).end(page(body));
};

type End = Extract<HarvestEvent, { type: 'end' }>;

/** Harvests the shop, and pauses once at the first event of each type. */
async function harvested(
  pauseAt: readonly HarvestEvent['type'][],
  whilePaused: 'resume' | 'stop' = 'resume',
) {
  const storage = temporaryFolder('pause-');
  const { web, requests, close } = await smallWeb({ '*books.test': shop }, ['http://books.test/']);
  onTestFinished(() => close());
  const begun = performance.now();
  const running = harvest({
    ...{ domains: ['book'], storage, web, render: 'never', strategy: 'breadth-first', robots: false },
    ...{ concurrency: 2, submitTo: 'all', maxSubmissions: 6, detailPages: 0 },
  });
  const statuses: unknown[] = [];
  const told: boolean[] = [];
  const sentWhilePaused: number[] = [];
  const holdUp = async () => {
    running.pause();
    // What is under way is finished.
    await pass(PAUSED_MS);
    const sent = requests.length;
    await pass(PAUSED_MS);
    sentWhilePaused.push(requests.length - sent);
    const store = await openStore(storage, { mode: 'read' });
    statuses.push((await store.runs.get(1))?.status);
    await store.close();
    running[whilePaused]();
  };
  const still = new Set(pauseAt);
  const pauses: Promise<void>[] = [];
  let end: End | undefined;
  for await (const event of running) {
    if (still.delete(event.type)) pauses.push(holdUp());
    if (event.type === 'pause') told.push(event.paused);
    if (event.type === 'end') end = event;
  }
  await Promise.all(pauses);
  return {
    end,
    statuses,
    told,
    sentWhilePaused,
    requests: requests.toSorted(),
    lastedMs: performance.now() - begun,
  };
}

test('while it is paused nothing is fetched or asked, and then everything is', async () => {
  const whole = await harvested([]);
  const paused = await harvested(['page', 'submission']);
  expect(paused.statuses).toEqual(['paused', 'paused']);
  expect(paused.told).toEqual([true, false, true, false]);
  expect(paused.sentWhilePaused).toEqual([0, 0]);
  expect(whole.requests.filter((request) => request.includes('/find')).length).toBeGreaterThan(1);
  expect(paused.requests).toEqual(whole.requests);
  expect(paused.end).toMatchObject({ status: 'complete', progress: { pages: whole.end?.progress.pages } });
  // Two pauses passed, and used up none of the run's time.
  expect(paused.lastedMs).toBeGreaterThan(4 * PAUSED_MS);
  expect(paused.end!.progress.activeMs).toBeLessThan(paused.lastedMs - 3 * PAUSED_MS);
}, 60_000);

test('a paused run that is stopped is interrupted', async () => {
  const { end, told } = await harvested(['page'], 'stop');
  expect([end?.status, end?.reason, told]).toEqual(['interrupted', { code: 'stopped' }, [true]]);
}, 60_000);
