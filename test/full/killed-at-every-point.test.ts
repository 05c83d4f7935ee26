import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Point, SmallHarvest } from '../crawl/run/killed-at-points.ts';

let harvest: SmallHarvest;
let undisturbed: string;

beforeAll(async () => {
  harvest = await SmallHarvest.open();
  undisturbed = (await harvest.run()).exports;
  expect(undisturbed).toContain('"verdict":"hits"');
});
afterAll(() => harvest.close());

/**
 * Kills a harvest at one point after the other until one is over before its point.
 * @param lanes harvests at once
 */
async function killedAtEvery(moment: 'before' | 'after' | 'sent', lanes: number) {
  const differing: Point[] = [];
  let [next, kills, over] = [1, 0, false];
  const lane = async () => {
    try {
      while (!over) {
        const point: Point = `${moment}:${next++}`;
        const { killed, exports } = await harvest.run(point);
        if (exports !== undisturbed) differing.push(point);
        if (!killed) return;
        kills++;
      }
    } finally {
      over = true;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  expect(ended.filter(({ status }) => status === 'rejected')).toEqual([]);
  return { differing, kills };
}

test.each(['before', 'after'] as const)(
  'a harvest killed %s any of its commits gives the same exports when it goes on',
  async (moment) => {
    const { differing, kills } = await killedAtEvery(moment, 2);
    expect(differing).toEqual([]);
    expect(kills).toBeGreaterThan(10);
  },
  1_200_000,
);

test('a harvest killed at any of its requests gives the same exports when it goes on', async () => {
  // The server is one for all: it must know whose request it is.
  const { differing, kills } = await killedAtEvery('sent', 1);
  expect(differing).toEqual([]);
  expect(kills).toBeGreaterThan(10);
}, 1_200_000);
