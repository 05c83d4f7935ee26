import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { loadDomain, loadRegion } from '../../../src/foundation/domain/index.ts';
import { mappedTransport, replayTransport } from '../../../src/foundation/http/index.ts';
import { shippedSources, type TriedSource, trySources } from '../../../src/wings/air-quality/try-sources.ts';
import { serve } from '../../foundation/http/loopback.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const SEARCH =
  '<title>Books</title><form action="/find"><input name="q" type="search"><button>Search</button></form>';
const FEED = `state,city,station,last_update,pollutant_id,pollutant_min,pollutant_max,pollutant_avg
Punjab,Amritsar,Golden Temple,23-09-2025 12:00:00,PM2.5,10,40,25
Punjab,Amritsar,Golden Temple,23-09-2025 12:00:00,PM10,20,90,60
`;

const PAGES: Readonly<Record<string, readonly [status: number, type: string, body: string]>> = {
  'good.test/': [200, 'text/html', SEARCH],
  'good.test/again': [200, 'text/html', '<title>About us</title>'],
  'gone.test/': [404, 'text/html', '<title>Gone</title>'],
  'shut.test/robots.txt': [200, 'text/plain', 'User-agent: *\nDisallow: /'],
  'feed.test/hourly': [200, 'text/csv', FEED],
  'feed.test/broken': [200, 'text/html', '<html><title>Out of order</title></html>'],
};

const SOURCES = [
  { kind: 'seed', of: 'book', url: 'http://good.test/' },
  { kind: 'seed', of: 'book', url: 'http://good.test/again' },
  { kind: 'seed', of: 'book', url: 'http://moved.test/' },
  { kind: 'seed', of: 'book', url: 'http://gone.test/' },
  { kind: 'seed', of: 'book', url: 'http://shut.test/' },
  { kind: 'seed', of: 'book', url: 'http://nowhere.test/' },
  { kind: 'feed', of: 'punjab', url: 'http://feed.test/hourly' },
  { kind: 'feed', of: 'punjab', url: 'http://feed.test/broken' },
  { kind: 'provider', of: 'brave', url: 'http://brave.test/', key: 'BRAVE_SEARCH_API_KEY' },
] as const;

const HOSTS = ['good', 'moved', 'gone', 'shut', 'feed'].map((name) => `${name}.test`);

/** Counts the requests that a host has under way. */
function server() {
  const underWay = new Map<string, number>();
  const most = new Map<string, number>();
  const asked: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const host = request.headers.host ?? '';
    const now = (underWay.get(host) ?? 0) + 1;
    underWay.set(host, now);
    most.set(host, Math.max(now, most.get(host) ?? 0));
    asked.push(`${host}${request.url}`);
    setTimeout(() => {
      underWay.set(host, (underWay.get(host) ?? 1) - 1);
      if (host === 'moved.test' && request.url === '/')
        return response.writeHead(301, { location: 'http://good.test/' }).end();
      const [status, type, body] = PAGES[`${host}${request.url}`] ?? [404, 'text/plain', ''];
      response.writeHead(status, { 'content-type': type }).end(body);
    }, 20);
  };
  return { answer, most, asked };
}

const all = async (tried: AsyncIterable<TriedSource>) => {
  const outcomes: Record<string, readonly unknown[]> = {};
  for await (const { url, state, reason, found } of tried)
    outcomes[url] = [state, reason?.code ?? null, found];
  return outcomes;
};

const OUTCOMES = {
  'http://good.test/': ['pass', null, 1],
  'http://good.test/again': ['pass', null, 0],
  'http://moved.test/': ['pass', null, 1],
  'http://gone.test/': ['fail', 'http-status', null],
  'http://shut.test/': ['fail', 'robots', null],
  'http://feed.test/hourly': ['pass', null, 2],
  'http://feed.test/broken': ['fail', 'no-feed', null],
  'http://brave.test/': ['skipped', 'no-key', null],
};

// An archive cannot tell a name that does not exist from one that was not asked.
test('each source passes or fails with its cause, a host is asked one thing at a time, and the archive repeats it', async () => {
  const { answer, most, asked } = server();
  const web = mappedTransport({ port: await serve(answer), hosts: HOSTS });
  const archive = temporaryFolder();
  const options = { delayMs: 0, env: {} };
  expect(await all(trySources(SOURCES, { ...options, web, archive }))).toEqual({
    ...OUTCOMES,
    'http://nowhere.test/': ['fail', 'dns', null],
  });
  await web.close();
  expect(asked).not.toContain('shut.test/');
  expect([...most.values()]).toEqual(HOSTS.map(() => 1));

  const replay = await replayTransport(archive);
  const again = await all(trySources(SOURCES, { ...options, web: replay, archive: temporaryFolder() }));
  await replay.close();
  expect(again).toEqual({ ...OUTCOMES, 'http://nowhere.test/': ['fail', 'robots-unreachable', null] });
});

test('what the time does not suffice for is skipped, and an answer that never comes is given up', async () => {
  const web = mappedTransport({ port: await serve(() => undefined), hosts: HOSTS });
  const options = { web, archive: temporaryFolder(), delayMs: 0, budgetMs: 300, env: {} };
  const outcomes = await all(trySources(SOURCES.slice(0, 2), options));
  await web.close();
  expect(outcomes).toEqual({
    'http://good.test/': ['fail', 'out-of-time', null],
    'http://good.test/again': ['skipped', 'out-of-time', null],
  });
}, 20_000);

test('a service is asked with its key, which stands in no archive', async () => {
  const keys: (string | string[] | undefined)[] = [];
  const port = await serve((request, response) => {
    keys.push(request.headers['x-subscription-token']);
    response.setHeader('content-type', 'application/json');
    response.end('{"web":{"results":[{"url":"http://a.test/","title":"A"}]}}');
  });
  const plain = mappedTransport({ port });
  const web = {
    ...plain,
    send: (request: Parameters<typeof plain.send>[0], signal?: AbortSignal) =>
      plain.send({ ...request, url: request.url.replace('https:', 'http:') }, signal),
  };
  const archive = temporaryFolder();
  const env = { BRAVE_SEARCH_API_KEY: 'secret-key' };
  const outcomes = await all(trySources(SOURCES.slice(-1), { web, archive, delayMs: 0, env }));
  await web.close();
  expect(outcomes).toEqual({ 'http://brave.test/': ['pass', null, 1] });
  expect(keys).toEqual(['secret-key']);
  const replay = await replayTransport(archive).catch(() => undefined);
  expect(replay?.responses ?? 0).toBe(0);
  await replay?.close();
});

test('all that the domain and region files name is among the shipped sources, once', () => {
  const sources = shippedSources();
  const urls = sources.map(({ url }) => url);
  const { cities, feeds } = loadRegion('punjab');
  expect(urls).toEqual(expect.arrayContaining([...loadDomain('book').seeds, ...loadDomain('hotel').seeds]));
  expect(urls).toEqual(
    expect.arrayContaining(cities.flatMap(({ seeds }) => [...seeds.airQuality, ...seeds.property])),
  );
  expect(urls).toEqual(expect.arrayContaining(feeds.map(({ url }) => url)));
  expect(new Set(urls).size).toBe(urls.length);
});
