import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { onSchedule } from '../../src/app/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let folder: string;
let now: number;
beforeEach(() => {
  folder = temporaryFolder('rhythm-');
  now = 1_000_000;
});

const HOUR = 3_600_000;

/** A process that does its work until it was told of so many waits; its clock moves only while it sleeps or works. */
async function run(work: (cutOff: boolean) => Promise<boolean>, { waits = 3, everyMs = HOUR } = {}) {
  const ending = new AbortController();
  const due: number[] = [];
  await onSchedule(
    {
      folder,
      name: 'harvest book on live',
      dueAfter: (beganAt) => (beganAt === undefined ? 0 : beganAt + everyMs),
      signal: ending.signal,
      now: () => now,
      sleep: async (ms) => {
        now += ms;
      },
      onWait: (at) => {
        due.push(at);
        if (due.length >= waits) ending.abort();
      },
    },
    work,
  );
  return due;
}

const taking = (ms: number, begun: number[] = []) => ({
  begun,
  work: async () => {
    begun.push(now);
    now += ms;
    return true;
  },
});

test('the work begins every hour, whatever time it takes', async () => {
  const { work, begun } = taking(600_000);
  await run(work);
  expect(begun).toEqual([1_000_000, 1_000_000 + HOUR, 1_000_000 + 2 * HOUR]);
});

test('work that takes longer than the rhythm is followed by the next at once, missed beats by none', async () => {
  const begun: number[] = [];
  await run(
    async () => {
      begun.push(now);
      now += begun.length === 1 ? 2.5 * HOUR : 1_000;
      return true;
    },
    { waits: 1 },
  );
  expect(begun).toEqual([1_000_000, 1_000_000 + 2.5 * HOUR]);
});

test('a restart keeps the time that was due; another rhythm counts from the last beginning', async () => {
  const first = taking(1_000);
  expect(await run(first.work, { waits: 1 })).toEqual([1_000_000 + HOUR]);
  now += HOUR / 2;
  const second = taking(1_000);
  expect(await run(second.work, { waits: 2 })).toEqual([1_000_000 + HOUR, 1_000_000 + 2 * HOUR]);
  expect(second.begun).toEqual([1_000_000 + HOUR]);
  const third = taking(1_000);
  expect(await run(third.work, { waits: 1, everyMs: 5 * HOUR })).toEqual([1_000_000 + 6 * HOUR]);
});

test('what was stopped or died half-way is due at once, and told', async () => {
  const told: boolean[] = [];
  const stopped = (cutOff: boolean) => Promise.resolve(told.push(cutOff) < 0);
  await run(stopped);
  await expect(run(async () => Promise.reject(new Error('the disk is full')))).rejects.toThrow(
    'the disk is full',
  );
  await run(stopped);
  await run(async (cutOff) => told.push(cutOff) > 0, { waits: 1 });
  expect(told).toEqual([false, true, true]);
});

test('a damaged file means that nothing is known', async () => {
  await run(taking(0).work, { waits: 1 });
  const [file = ''] = readdirSync(join(folder, 'rhythms'));
  writeFileSync(join(folder, 'rhythms', file), '{"beganAt":');
  const { work, begun } = taking(0);
  await run(work, { waits: 1 });
  expect(begun).toHaveLength(1);
});
