import { expect, it } from 'vitest';
import { hardKinds } from '../../src/practice-web/kinds.ts';
import { harvestHardKinds, line } from '../bench/hard-kinds.ts';
import { FAILING, WORKING_BY_REQUESTS, WORKING_BY_SCRIPTS } from './hard-working.ts';

it('brings true records from hard kinds, each as far as it is known to, and sends nothing that acts', async () => {
  // The drawn docket, whose days are clicked one by one, has a test of its own.
  const kinds = hardKinds().flatMap(({ name }) => (name === 'docket-drawn' ? [] : [name]));
  const { rows, dangerous } = await harvestHardKinds(1, kinds, { questions: 11 });
  console.log(rows.map(line).join('\n'));
  const working = rows.filter(({ works }) => works).map(({ kind }) => kind);
  expect(working).toEqual(expect.arrayContaining([...WORKING_BY_REQUESTS, ...WORKING_BY_SCRIPTS]));
  expect(rows.filter(({ works, kind }) => !works && !FAILING.includes(kind))).toEqual([]);
  // Whatever a kind lacks, what it brings is true and counted once, and no verdict is wrong about nonsense.
  for (const { kind, records, trueRecords, reach, without, falseWhole } of rows) {
    expect(trueRecords, kind).toBeGreaterThanOrEqual(0.98 * records);
    expect(records, kind).toBeLessThanOrEqual(reach);
    expect([without.right, falseWhole], kind).toEqual([without.all, false]);
  }
  expect(dangerous).toBe(0);
}, 600_000);
