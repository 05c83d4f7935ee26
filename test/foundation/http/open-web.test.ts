import { expect, onTestFinished, test } from 'vitest';
import {
  createHttpClient,
  denyList,
  openTransport,
  type Transport,
} from '../../../src/foundation/http/index.ts';
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

test.each([
  ['example.org', 'http://example.org/', true],
  ['example.org', 'https://www.example.org:8443/x', true],
  ['example.org', 'http://notexample.org/', false],
  ['*.example.org', 'http://a.example.org/', true],
  ['EXAMPLE.org', 'http://example.ORG/', true],
  ['example.org:8080', 'http://example.org:8080/', true],
  ['example.org:8080', 'http://example.org/', false],
  ['example.org/private', 'https://example.org/private/x', true],
  ['example.org/private', 'http://example.org/%70rivate', true],
  ['example.org/private', 'http://example.org/public/../private', true],
  ['example.org/private', 'http://example.org/public', false],
  ['https://example.org/', 'http://example.org/', false],
  ['example.org/find?q=', 'http://example.org/find?q=x', true],
  ['example.org/*.pdf', 'https://example.org/a/b.pdf', true],
  ['example.org/*.pdf', 'https://example.org/a/b.pdf?x', false],
  ['example.org/*.pdf', 'https://www.example.org/b.pdf', false],
  ['*/calendar/*', 'http://a.example/x/calendar/2027', true],
  ['*/calendar/*', 'http://a.example/calendar', false],
  ['*?print=*', 'http://a.example/x?print=1', true],
  ['https://EXAMPLE.org/*a*b', 'https://example.org/xaxb', true],
  ['https://example.org/*a*b', 'http://example.org/xaxb', false],
  ['example.org/*aa', 'http://example.org/a', false],
  ['example.org/%70*', 'http://example.org/private', true],
  ['münchen.example', 'http://xn--mnchen-3ya.example/', true],
])('%s denies %s: %s', (entry, url, denied) => {
  expect(denyList(['other.example', entry])(url)).toBe(denied ? entry : undefined);
});

test.each(['', '/private', 'a b', '*', 'a *', 'ftp://example.org', 'http://'])('%j is no entry', (entry) => {
  expect(() => denyList([entry])).toThrow(/cannot deny/);
});

test('what is denied never leaves, whatever it is for', async () => {
  const asked: string[] = [];
  const web = {
    send: async ({ url }: { url: string }) => {
      asked.push(url);
      throw new Error('not here');
    },
  } as unknown as Transport;
  const egress = createHttpClient({
    transport: web,
    userAgent: 'Fieldfare/0',
    deny: denyList(['example.org']),
  });
  await expect(egress.fetch({ url: 'http://www.example.org/x', kind: 'subresource' })).rejects.toMatchObject({
    reason: 'denied',
    message: 'http://www.example.org/x is on the deny-list (example.org)',
  });
  await expect(egress.fetch({ url: 'http://other.example/' })).rejects.toThrow();
  expect(asked).toEqual(['http://other.example/']);
});
