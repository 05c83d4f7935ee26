import { expect, test } from 'vitest';
import { killedHarvest } from '../crawl/run/killed-harvest.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test.each([1, 2, 3])(
  'five kills at other moments change nothing (seed %i)',
  async (seed) => {
    const folder = temporaryFolder('kill-');
    const { undisturbed, resumed } = await killedHarvest({ folder, sites: 24, kills: 5, seed });
    expect(resumed).toEqual(undisturbed);
  },
  600_000,
);
