import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readLog, spawnPracticeWeb, startPracticeWeb } from '../../src/practice-web/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ask } from './client.ts';

const root = new URL('../../', import.meta.url);
const folders: string[] = [];
const temporary = async (): Promise<string> => {
  const folder = temporaryFolder('fieldfare-practice-');
  folders.push(folder);
  return folder;
};
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function eventually(claim: () => boolean, limitMs = 60_000): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; ) {
    if (claim()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return claim();
}

describe('the practice web in a process of its own', () => {
  it('serves the same world as in process, keeps its log, and is gone after close', async () => {
    const logFile = join(await temporary(), 'access.jsonl');
    const now = new Date('2026-11-01');
    const own = await startPracticeWeb({ seed: 4, sites: 12, now });
    const web = await spawnPracticeWeb({ seed: 4, sites: 12, now, logFile });
    try {
      expect(web.truth).toEqual(own.truth);
      expect(web.seeds('hotel')).toEqual(own.seeds('hotel'));
      for (const host of web.hosts) {
        expect((await ask(web.port, host, '/')).text).toBe((await ask(own.port, host, '/')).text);
      }
      const log = await web.log();
      expect(log.map((entry) => entry.host)).toEqual(web.hosts);
      await web.close();
      expect(alive(web.pid)).toBe(false);
      expect(readLog(logFile)).toEqual(log);
    } finally {
      await own.close();
      await web.close();
    }
  });

  it('ends when its parent is killed', async () => {
    const parent = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { spawnPracticeWeb } from './src/practice-web/index.ts'; const web = await spawnPracticeWeb({ sites: 12 }); console.log(web.pid); setInterval(() => {}, 1000);`,
      ],
      { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (part: Buffer) => resolve(Number(part.toString()))),
    );
    expect(alive(pid)).toBe(true);
    parent.kill('SIGKILL');
    expect(await eventually(() => !alive(pid))).toBe(true);
  });

  it('says why it did not start', async () => {
    await expect(spawnPracticeWeb({ sites: 3 })).rejects.toThrow(/at least 12 sites/);
  });
});

describe('a site in a browser without any set-up', () => {
  it('answers as NAME.test.localhost and keeps its links there', async () => {
    const web = await startPracticeWeb({ seed: 1, sites: 12, now: new Date('2026-11-01') });
    try {
      const [hub] = web.truth.sites;
      const host = `${hub!.hosts[0]}.localhost:${web.port}`;
      const page = await ask(web.port, host, '/category/books');
      expect(page.status).toBe(200);
      expect(page.text).toMatch(new RegExp(`href="http://[a-z0-9.-]+\\.test\\.localhost:${web.port}/"`));
      expect(page.text).not.toMatch(/\.test\/"/);
    } finally {
      await web.close();
    }
  });

  it('compresses for who accepts it, and the page is the same', async () => {
    const web = await startPracticeWeb({ seed: 1, sites: 24, now: new Date('2026-11-01') });
    try {
      const replies = await Promise.all(
        web.truth.sites.map((site) =>
          ask(web.port, site.hosts[0]!, '/', { headers: { 'accept-encoding': 'gzip' } }),
        ),
      );
      const compressed = replies.filter((reply) => reply.headers['content-encoding'] === 'gzip').length;
      expect(compressed).toBeGreaterThan(2);
      expect(compressed).toBeLessThan(20);
    } finally {
      await web.close();
    }
  });
});
