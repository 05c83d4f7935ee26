import { expect, test } from 'vitest';
import type { Ledger } from '../../src/submissions/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { docketSite, harvestDocket } from './docket-site.ts';

class Death extends Error {}

/** A ledger whose process dies after so many answers. */
function dying(ledger: Ledger, answers: number): Ledger {
  let left = answers;
  return {
    ...ledger,
    settle: async (entry, result) => {
      left--;
      if (left < 0) throw new Death();
      await ledger.settle(entry, result);
    },
  };
}

/** Lists asked for, their further pages left out. */
const queriesOf = (asked: readonly string[]): string[] => asked.filter((path) => !path.includes('&page='));

test('a docket that is stopped is gone on with, and no list is asked for twice', async () => {
  const storage = temporaryFolder('docket-');
  await using site = await docketSite('docket-total');
  const span = { from: Date.UTC(2025, 0, 1) / 86_400_000, to: Date.UTC(2026, 9, 31) / 86_400_000 };
  const stops = [15, 30, Number.POSITIVE_INFINITY];
  for (const answers of stops.slice(0, -1))
    await expect(
      harvestDocket(site.url, storage, { span, through: (ledger) => dying(ledger, answers) }),
    ).rejects.toThrow(Death);
  const { records, done } = await harvestDocket(site.url, storage, { span });
  const asked = queriesOf(site.asked);
  expect(done?.estimate).toMatchObject({ kind: 'exact', seen: records, size: records });
  expect(records).toBeGreaterThan(3_000);
  // What was under way when the process died is asked for again.
  expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(stops.length - 1);
  // Nothing outside the span is asked for.
  expect(asked.every((path) => /from=202[56]-\d\d-\d\d&to=202[56]-\d\d-\d\d/.test(path))).toBe(true);
}, 600_000);
