/** A page's own fault never counts against its host; that of all its addresses does. */

import { expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { findRun } from '../../../src/library/index.ts';
import { collectReport, summaryTable } from '../../../src/reports/index.ts';
import { smallHarvest } from './small-harvest.ts';
import { type Answer, links, page, SEARCH } from './small-web.ts';

const noHttp: Answer = (_request, response) => void response.socket?.end('+OK ready\r\n');
const reset: Answer = (_request, response) => void response.socket?.resetAndDestroy();
const hanging: Answer = () => undefined;

/** A front page, and so many addresses behind it. */
const siteOf = (answers: readonly Answer[]) => ({
  'a.test/': page(links(...answers.map((_, i) => `/p${i}`))),
  ...Object.fromEntries(answers.map((answer, i): [string, Answer] => [`a.test/p${i}`, answer])),
});
const options = { maxRetries: 0, perHost: 1, timeoutMs: 300, maxDepth: 1 };

/** What a terminal shows first of the run. */
async function firstLineOf(storage: string): Promise<string | undefined> {
  const store = await openStore(storage, { mode: 'read' });
  const report = await collectReport(store, await findRun(store)).finally(() => store.close());
  return summaryTable(report).split('\n')[0];
}

test('addresses that answer no HTTP, break off or hang leave the rest of their site to be read', async () => {
  const faults = [noHttp, reset, hanging, noHttp, reset];
  const good = Array.from({ length: 9 }, () => page(SEARCH));
  const { run, storage } = await smallHarvest(siteOf([...faults, ...good]), ['http://a.test/']);
  const skipped: string[] = [];
  const end = await run(options, undefined, (event) => {
    if (event.type === 'skipped') skipped.push(`${event.state} ${event.reason.code}`);
  });
  expect(end).toMatchObject({ status: 'complete', progress: { pages: 10 } });
  expect(skipped.sort()).toEqual([
    'failed protocol',
    'failed protocol',
    'failed reset',
    'failed reset',
    'failed timeout',
  ]);
  expect(await firstLineOf(storage)).toMatch(/^Run 1: /);
});

test('a host that fails at one address after another is given up, and the first line says so', async () => {
  const { run, small, storage } = await smallHarvest(siteOf(Array.from({ length: 30 }, () => noHttp)), [
    'http://a.test/',
  ]);
  await run(options);
  const asked = new Set(small.requests.filter((request) => request.includes('/p')));
  expect(asked.size).toBe(10);
  expect(await firstLineOf(storage)).toBe('Most links could not be read of a.test (30 of 31).');
});
