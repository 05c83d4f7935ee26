import { expect, onTestFinished, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { compareRuns, listRuns, newsOfRuns } from '../../../src/library/index.ts';
import { recordsOverRuns } from '../../../src/library/records/over-runs.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { type Case, cases, daysAgo, docket } from './docket.ts';
import { OPTIONS } from './genre-shops.ts';
import { smallWeb } from './small-web.ts';

interface Round {
  /** Lists asked for, without their further pages. */
  readonly lists: number;
  /** Numbers of the cases that the run has. */
  readonly numbers: readonly number[];
  readonly reason: string;
}

/** A court that is harvested again and again into one store. */
async function court(stored: readonly Case[], isCounted: boolean, by: 'filed' | 'number' = 'filed') {
  const storage = temporaryFolder('court-');
  const small = await smallWeb(docket('court.test', stored, { isCounted, by }), ['http://court.test/']);
  onTestFinished(() => small.close());
  const read = async <T>(how: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> => {
    return whileOpen(openStore(storage, { mode: 'read' }), how);
  };
  const round = async (more: Partial<HarvestOptions> = {}): Promise<Round> => {
    const before = small.requests.length;
    const options = {
      ...OPTIONS,
      ...{ web: small.web, storage, seeds: ['http://court.test/'], submitTo: 'all' },
      ...{ maxSubmissions: 500, maxSubmissionsPerSite: 500, maxAnswerPages: 5_000, detailPages: 0, ...more },
    } as HarvestOptions;
    for await (const _ of harvest(options));
    const asked = small.requests.slice(before).filter((one) => /\/cases\?(?!.*page=)/.test(one));
    return read(async (store) => {
      const run = (await listRuns(store)).at(-1)?.id ?? 0;
      const numbers: number[] = [];
      for await (const { title } of store.records.each(run)) numbers.push(Number(/\d+/.exec(title)?.[0]));
      const [form] = await store.submissions.askedForms(run);
      return { lists: asked.length, numbers: numbers.sort(), reason: `${form?.code}: ${form?.detail}` };
    });
  };
  const news = () =>
    read(async (store) => {
      const { records } = await compareRuns(store);
      const [run] = (await store.runs.all()).slice(-1);
      const [feed] = await newsOfRuns(store, JSON.parse(run?.options ?? '{}'));
      return {
        added: records.new.examples.map((name) => Number(/\d+$/.exec(name)?.[0])).sort(),
        gone: records.gone.count + (feed?.records.gone.count ?? 0),
      };
    });
  /** Counts the cases that these runs have found, and no others. */
  const foundBy = (...runs: number[]) =>
    read(async (store) => {
      let count = 0;
      for await (const one of recordsOverRuns(store, [1, 2, 3])) if (`${one.runs}` === `${runs}`) count++;
      return count;
    });
  return { round, news, foundBy };
}

const numbersOf = (stored: readonly Case[]): number[] => stored.map(({ number }) => number).sort();

test('a later run asks for no window that an earlier one read whole, but for the present', async () => {
  const stored = cases(400);
  const { round, news, foundBy } = await court(stored, false);
  const first = await round();
  expect(first.numbers).toEqual(numbersOf(stored));
  stored.push({ number: 5000, filed: daysAgo(0) }, { number: 5001, filed: daysAgo(1) });
  const second = await round();
  expect(second.numbers).toEqual(numbersOf(stored));
  expect(second.lists).toBeLessThan(first.lists / 3);
  expect(second.reason).toMatch(/^windows-read: .*whole from the run of \d{4}-\d\d-\d\d/);
  expect(await news()).toEqual({ added: [5000, 5001], gone: 0 });
  // What was taken over is taken over again.
  stored.push({ number: 5002, filed: daysAgo(0) });
  const third = await round();
  expect(third.numbers).toEqual(numbersOf(stored));
  expect(third.lists).toBeLessThan(first.lists / 3);
  expect(await news()).toEqual({ added: [5002], gone: 0 });
  // What was taken over was seen by the run that read it.
  expect(await foundBy(1)).toBeGreaterThan(300);
  expect(await foundBy(2, 3)).toBe(2);
  const anew = await round({ refresh: true });
  expect(anew.lists).toBeGreaterThan(first.lists / 2);
  expect(anew.reason).not.toContain('from the run of');
});

test('where totals say that an old window has changed, that window alone is read again', async () => {
  const stored = cases(400);
  const { round, news } = await court(stored, true);
  const first = await round();
  // Filed long ago and entered today; and one that was sealed.
  stored.push({ number: 5000, filed: daysAgo(200) }, { number: 5001, filed: daysAgo(201) });
  const [sealed] = stored.splice(300, 1);
  const second = await round();
  expect(second.numbers).toEqual(numbersOf(stored));
  expect(second.numbers).not.toContain(sealed?.number);
  expect(second.lists).toBeLessThan(0.8 * first.lists);
  expect((await news()).added).toEqual([5000, 5001]);
});

test('a run whose budget ends early goes on where the one before ended', async () => {
  const { round, news } = await court(cases(400), false);
  const first = await round({ maxSubmissions: 9 });
  const second = await round({ maxSubmissions: 9 });
  expect(second.numbers.length).toBeGreaterThan(first.numbers.length + 20);
  expect(first.numbers.every((number) => second.numbers.includes(number))).toBe(true);
  expect((await news()).gone).toBe(0);
});

test('numbers are taken over where totals say that none is new', async () => {
  const stored = cases(100).filter(({ number }) => number !== 1050);
  const { round, news } = await court(stored, true, 'number');
  const first = await round();
  stored.push({ number: 1050, filed: daysAgo(0) }, { number: 5000, filed: daysAgo(0) });
  const second = await round();
  expect(second.numbers).toEqual(numbersOf(stored));
  expect((await news()).added).toEqual([1050, 5000]);
  expect((await round()).lists).toBeLessThan(first.lists / 2);
});
