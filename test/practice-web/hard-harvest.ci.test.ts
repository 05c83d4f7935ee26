import { expect, it } from 'vitest';
import { harvestHardKinds, line } from '../bench/hard-kinds.ts';
import { WORKING_BY_REQUESTS, WORKING_BY_SCRIPTS } from './hard-working.ts';

it('brings true records from hard kinds, says which do not work, and sends nothing that acts', async () => {
  const { rows, dangerous } = await harvestHardKinds(1);
  console.log(rows.map(line).join('\n'));
  const working = rows.filter(({ works }) => works).map(({ kind }) => kind);
  expect(working).toEqual(expect.arrayContaining([...WORKING_BY_REQUESTS, ...WORKING_BY_SCRIPTS]));
  expect(dangerous).toBe(0);
}, 600_000);
