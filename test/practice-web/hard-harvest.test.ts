import { expect, it } from 'vitest';
import { harvestHardKinds, line } from '../bench/hard-kinds.ts';

/** How many of the hard kinds work at the least; raised when more do. */
const WORK = 7;

it('brings true records from hard kinds, tells nonsense, and sends nothing that acts', async () => {
  const { rows, dangerous } = await harvestHardKinds(1);
  console.log(rows.map(line).join('\n'));
  expect(dangerous).toBe(0);
  expect(rows.filter(({ works }) => works).length).toBeGreaterThanOrEqual(WORK);
}, 300_000);
