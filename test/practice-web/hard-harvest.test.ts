import { expect, it } from 'vitest';
import { harvestHardKinds, line } from '../bench/hard-kinds.ts';
import { WORKING_BY_REQUESTS } from './hard-working.ts';

it('brings true records from hard kinds by plain requests, and tells nonsense', async () => {
  const { rows, dangerous } = await harvestHardKinds(1, WORKING_BY_REQUESTS);
  expect(rows).toHaveLength(WORKING_BY_REQUESTS.length);
  expect(rows.filter(({ works }) => !works).map(line)).toEqual([]);
  expect(dangerous).toBe(0);
}, 120_000);
