import { expect, test } from 'vitest';
import { NetworkDownError, OutageDetector } from '../../../src/crawl/run/outage-detector.ts';
import { type Transport, TransportError } from '../../../src/foundation/http/index.ts';
import { smallHarvest } from './small-harvest.ts';
import { type Answer, links, page, SEARCH } from './small-web.ts';

/** A web whose name server fails while `down()`. */
const withoutNames = (web: Transport, down: () => boolean): Transport => ({
  ...web,
  kind: web.kind,
  seeds: (domain) => web.seeds(domain),
  holds: (url) => web.holds(url),
  send: (request, signal) =>
    down() && !request.url.startsWith('http://a.test/')
      ? Promise.reject(new TransportError('dns', 'the name server does not answer'))
      : web.send(request, signal),
  close: async () => undefined,
});

const others = Array.from({ length: 300 }, (_, i) => `s${i}.test`);

test('a name server that fails ends the run with one line, and the rest comes when it is back', async () => {
  const { run, small } = await smallHarvest(
    {
      'a.test/': page(links(...others.map((host) => `http://${host}/`))),
      ...Object.fromEntries(others.map((host): [string, Answer] => [`${host}/`, page(SEARCH)])),
    },
    ['http://a.test/'],
  );
  let down = true;
  const web = withoutNames(small.web, () => down);
  const options = { maxSites: 1_000, robots: false };
  await expect(run(options, web)).rejects.toThrow(/^no host answers any more .*dns.*--resume$/);
  down = false;
  const end = await run({ domains: [], resume: true }, web);
  expect(end.status).toBe('complete');
  expect(end.progress.pages).toBe(301);
});

test('a server that stalls is given up with a line that says so, and is asked again by a resumed run', async () => {
  let stalls = true;
  const stalling: Answer = (_request, response) => {
    if (!stalls) response.writeHead(200, { 'content-type': 'text/html' }).end(page(SEARCH));
  };
  const { run } = await smallHarvest({ 'a.test/': stalling }, ['http://a.test/']);
  const options = { timeoutMs: 200, maxRetries: 0, robots: false };
  await expect(run(options)).rejects.toThrow(
    /^no seed could be read: http:\/\/a\.test\/ \(no answer in time\); check the addresses, the network/,
  );
  stalls = false;
  const end = await run({ domains: [], resume: true });
  expect(end.status).toBe('complete');
  expect(end.progress).toMatchObject({ pages: 1, forms: 1 });
});

test('the network counts as gone when many hosts are silent for long, and not while one answers', () => {
  let now = 0;
  const silence = new OutageDetector(() => now);
  for (let n = 0; n < 500; n++) {
    silence.heard(`h${n % 30}.test`, 'dns');
    if (n % 8 === 7) silence.broken();
  }
  silence.broken();
  for (let n = 0; n < 500; n++) silence.heard('one.test', 'timeout');
  silence.broken();
  for (let n = 0; n < 12; n++) silence.heard(`h${n}.test`, 'dns');
  now += 31_000;
  expect(() => silence.heard('h13.test', 'dns')).toThrow(NetworkDownError);
});
