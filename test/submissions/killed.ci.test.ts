import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { askedSite } from './asked-site.ts';
import { killedSubmissions, seeded } from './killed-submissions.ts';

test('killed while it asks and gone on with, no POST is sent twice and nothing settled is lost', async () => {
  const site = await askedSite(25);
  const storage = temporaryFolder('killed-');
  try {
    const { kills, lost, settled } = await killedSubmissions(site, storage, 2, seeded(7));
    expect(kills).toBe(2);
    expect(lost).toEqual([]);
    expect(settled).toBeGreaterThan(40);
    expect(site.posts.length).toBeGreaterThan(15);
    expect(new Set(site.posts).size).toBe(site.posts.length);
  } finally {
    await site.close();
  }
}, 180_000);
