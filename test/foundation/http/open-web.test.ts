import { expect, onTestFinished, test } from 'vitest';
import { createHttpClient, openTransport } from '../../../src/foundation/http/index.ts';
import { TransportSpecError } from '../../../src/foundation/http/open-transport.ts';
import {
  type PracticeTransport,
  practiceTransport,
} from '../../../src/foundation/http/practice-transport.ts';

test.each([
  ['internet', /no web called "internet".*replay:FILE/],
  ['live:x', /no web called "live:x"/],
  ['', /no web called ""/],
  ['practice:pages=3', /"pages=3".*seed=/],
  ['practice:sites=-1', /"sites=-1"/],
  ['practice:sites=2', /at least 12 sites/],
  ['replay', /needs a file/],
  ['replay:', /needs a file/],
])('%j is refused in one line', async (spec, message) => {
  const error = await openTransport(spec).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TransportSpecError);
  expect((error as Error).message).toMatch(message);
  expect((error as Error).message).not.toContain('\n');
});

test('live knows no seeds and holds everything', async () => {
  const web = await openTransport('live', { proxy: '' });
  expect([web.kind, await web.seeds('book'), web.holds('http://a.example/')]).toEqual(['live', [], true]);
  await web.close();
});

test('the practice web answers for its own hosts and for no others, and ends when closed', {
  timeout: 30_000,
}, async () => {
  const web = (await openTransport('practice:seed=2,sites=12')) as PracticeTransport;
  onTestFinished(() => web.close());
  const egress = createHttpClient({ transport: web, userAgent: 'Fieldfare/0' });
  const seeds = await web.seeds('book');
  expect(seeds.length).toBeGreaterThan(0);
  for (const url of seeds) {
    expect(web.holds(url)).toBe(true);
    expect((await egress.fetch({ url })).status).toBe(200);
  }
  const directories = await web.seeds('no-such-domain');
  expect(directories).not.toEqual([]);
  expect(directories).toEqual(await web.seeds());
  expect(web.holds('http://elsewhere.example/')).toBe(false);
  await expect(egress.fetch({ url: 'http://elsewhere.example/' })).rejects.toMatchObject({ reason: 'dns' });
  await web.close();
  await expect.poll(() => isRunning(web.server.pid)).toBe(false);
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('two practice webs of one seed are the same', { timeout: 30_000 }, async () => {
  const [one, two] = await Promise.all([
    practiceTransport({ seed: '7', sites: 12 }),
    practiceTransport({ seed: 7, sites: 12 }),
  ]);
  onTestFinished(async () => void (await Promise.all([one.close(), two.close()])));
  expect(await one.seeds()).toEqual(await two.seeds());
});
