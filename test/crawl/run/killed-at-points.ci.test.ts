import { expect, test } from 'vitest';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { type Point, SmallHarvest } from './killed-at-points.ts';

const POINTS: readonly Point[] = ['before:4', 'sent:6', 'after:9'];

test('a harvest that is killed at some of its commits and requests gives the same exports when it goes on', async () => {
  await whileOpen(SmallHarvest.open(), async (harvest) => {
    const { exports } = await harvest.run();
    expect(exports).toContain('"verdict":"hits"');
    for (const point of POINTS)
      expect({ point, ...(await harvest.run(point)) }).toEqual({ point, killed: true, exports });
  });
}, 240_000);
