/** A run that is paused begins nothing new, and comes to the same end as one that was not. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import { openStore } from '../../../src/drivers/open/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'pause-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Twice as long as a page of the practice web takes at its slowest, many times over. */
const PAUSED_MS = 1_500;
const OPTIONS = {
  domains: ['book'],
  web: 'practice:sites=12',
  render: 'never',
  maxPages: 12,
  maxSubmissions: 8,
} as const;

type End = Extract<HarvestEvent, { type: 'end' }>;

/** Harvests; pauses when an event of each type has come for the first time, and looks at the store meanwhile. */
async function harvested(name: string, pauseAt: readonly HarvestEvent['type'][]) {
  const storage = join(folder, name);
  const running = harvest({ ...OPTIONS, storage });
  const still = new Set(pauseAt);
  const seen: { readonly type: HarvestEvent['type']; readonly at: number }[] = [];
  const pauses: { readonly status: string | undefined; readonly from: number; readonly to: number }[] = [];
  const waits: Promise<void>[] = [];
  const holdUp = async () => {
    running.pause();
    // What is under way is finished.
    await pass(PAUSED_MS);
    const from = performance.now();
    await pass(PAUSED_MS);
    const store = await openStore(storage, { mode: 'read' });
    pauses.push({ status: (await store.runs.get(1))?.status, from, to: performance.now() });
    await store.close();
    running.resume();
  };
  let end: End | undefined;
  for await (const event of running) {
    seen.push({ type: event.type, at: performance.now() });
    if (still.delete(event.type)) waits.push(holdUp());
    if (event.type === 'end') end = event;
  }
  await Promise.all(waits);
  const during = pauses.flatMap(({ from, to }) =>
    seen
      .filter(({ type, at }) => at > from && at < to && type !== 'progress' && type !== 'asking')
      .map(({ type }) => type),
  );
  const submissions = seen.filter(({ type }) => type === 'submission').length;
  return { end, during, pauses, submissions, told: seen.filter(({ type }) => type === 'pause').length };
}

test('while it is paused nothing is fetched or asked, and then everything is', async () => {
  const whole = await harvested('whole', []);
  const paused = await harvested('paused', ['page', 'submission']);
  expect(paused.pauses.map(({ status }) => status)).toEqual(['paused', 'paused']);
  expect(paused.during).toEqual([]);
  expect(paused.told).toBe(4);
  expect(whole.submissions).toBeGreaterThan(0);
  expect([paused.end?.status, paused.end?.progress.pages, paused.submissions]).toEqual([
    whole.end?.status,
    whole.end?.progress.pages,
    whole.submissions,
  ]);
}, 120_000);

test('a pause uses up no time, and a stop ends it', async () => {
  const running = harvest({ ...OPTIONS, storage: join(folder, 'stopped') });
  let end: End | undefined;
  for await (const event of running) {
    if (event.type === 'pause')
      void pass(2 * PAUSED_MS).then(() => {
        running.stop();
      });
    if (event.type === 'start') running.pause();
    if (event.type === 'end') end = event;
  }
  expect([end?.status, end?.reason]).toEqual(['interrupted', { code: 'stopped' }]);
  expect(end?.progress.activeMs).toBeLessThan(2 * PAUSED_MS);
}, 60_000);
