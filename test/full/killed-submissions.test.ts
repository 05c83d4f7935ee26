import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { askedSite } from '../submissions/asked-site.ts';
import {
  exported,
  killedSubmissions,
  seeded,
  settledKeys,
  undisturbed,
} from '../submissions/killed-submissions.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const WORKER = fileURLToPath(new URL('../submissions/asking-worker.ts', import.meta.url));

test('thirty kills during submission: no POST is sent twice, no settled submission is lost', async () => {
  const random = seeded(1);
  let kills = 0;
  while (kills < 30) {
    const site = await askedSite(25);
    const storage = temporaryFolder('killed-');
    let before = new Set<string>();
    try {
      for (let over = false; !over && kills < 30; ) {
        const asked = site.posts.length + site.gets.length;
        const child = spawn(process.execPath, [
          '--disable-warning=ExperimentalWarning',
          WORKER,
          storage,
          site.url,
        ]);
        const done = once(child, 'exit');
        const busy = async () => {
          while (site.posts.length + site.gets.length === asked && child.exitCode === null) await later(2);
          await later(random() * 250);
        };
        over = await Promise.race([done.then(() => true), busy().then(() => false)]);
        if (over) {
          expect(child.exitCode).toBe(0);
          break;
        }
        child.kill('SIGKILL');
        await done;
        kills++;
        const now = await settledKeys(storage);
        expect([...before].filter((key) => !now.has(key))).toEqual([]);
        before = now;
      }
      expect(new Set(site.posts).size).toBe(site.posts.length);
    } finally {
      await site.close();
    }
  }
  expect(kills).toBe(30);
}, 900_000);

test('thirty kills of the command while it submits: no POST is sent twice, no settled submission is lost', async () => {
  const random = seeded(2);
  let kills = 0;
  while (kills < 30) {
    const site = await askedSite(25);
    const storage = temporaryFolder('killed-');
    try {
      const killed = await killedSubmissions(site, storage, 30 - kills, random);
      kills += killed.kills;
      expect(killed.lost).toEqual([]);
      // A parked POST leads to no others: how many there are depends on when the process died.
      expect(site.posts.length).toBeGreaterThan(5);
      expect(new Set(site.posts).size).toBe(site.posts.length);
    } finally {
      await site.close();
    }
  }
  expect(kills).toBe(30);
}, 1_800_000);

test('after kills the exports are byte for byte those of a run that was left alone', async () => {
  const site = await askedSite(25, false);
  const folder = temporaryFolder('killed-');
  try {
    const { kills } = await killedSubmissions(site, join(folder, 'killed'), 10, seeded(4));
    expect(kills).toBeGreaterThan(3);
    await undisturbed(site, join(folder, 'whole'));
    expect(await exported(join(folder, 'killed'))).toBe(await exported(join(folder, 'whole')));
  } finally {
    await site.close();
  }
}, 600_000);
