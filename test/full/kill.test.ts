import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killedHarvest } from '../crawl/run/killed-harvest.ts';

test.each([1, 2, 3])(
  'five kills at other moments change nothing (seed %i)',
  async (seed) => {
    const folder = await mkdtemp(join(tmpdir(), 'kill-'));
    try {
      const { undisturbed, resumed } = await killedHarvest({ folder, sites: 24, kills: 5, seed });
      expect(resumed).toEqual(undisturbed);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  600_000,
);
