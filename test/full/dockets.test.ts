/** Dockets of 40,000 cases whose lists end after 100, each read whole: minutes each. */

import { expect, test } from 'vitest';
import { docketSite, harvestDocket } from '../submissions/docket-site.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const CASES = 40_000;
const CAP = 100;

test.each([
  ['docket-total', 1.3],
  ['docket-sorted', 1.3],
  ['docket-lists', 3],
])(
  '%s: every case comes, with at most %s queries for each list that the cases fill',
  async (kind, most) => {
    const storage = temporaryFolder('docket-');
    await using site = await docketSite(kind);
    const { records, done } = await harvestDocket(site.url, storage);
    console.log(`${kind}: ${done?.asked} queries, ${site.asked.length} pages`);
    expect(records).toBe(CASES);
    expect(done?.asked).toBeLessThanOrEqual((most * CASES) / CAP);
    expect(done?.estimate).toMatchObject({ kind: 'exact', seen: CASES, size: CASES });
    // Two days are split by another field.
    expect(site.asked.some((path) => /(?:court|type)=[A-Z]/.test(path))).toBe(true);
  },
  600_000,
);
