import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askedSite } from '../submissions/asked-site.ts';
import { killedSubmissions, seeded } from '../submissions/killed-submissions.ts';

test('thirty kills during submission: no POST is sent twice, no settled submission is lost', async () => {
  let kills = 0;
  for (let seed = 1; kills < 30; seed++) {
    const site = await askedSite(25);
    const storage = await mkdtemp(join(tmpdir(), 'killed-'));
    try {
      const run = await killedSubmissions(site, storage, Math.min(10, 30 - kills), seeded(seed));
      kills += run.kills;
      expect(run.lost).toEqual([]);
      expect(new Set(site.posts).size).toBe(site.posts.length);
    } finally {
      await site.close();
      await rm(storage, { recursive: true, force: true });
    }
  }
  expect(kills).toBe(30);
}, 900_000);
