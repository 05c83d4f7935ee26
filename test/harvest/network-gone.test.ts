import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type HarvestEvent, type HarvestOptions, harvest } from '../../src/harvest/index.ts';
import { Silence, SilenceError } from '../../src/harvest/silence.ts';
import { type Web, WebError } from '../../src/web/index.ts';
import { type Answer, links, page, SEARCH, type SmallWeb, smallWeb } from './small-web.ts';

let storage: string;
let small: SmallWeb;

beforeEach(async () => {
  storage = await mkdtemp(join(tmpdir(), 'gone-'));
});

afterEach(async () => {
  await small.close();
  await rm(storage, { recursive: true, force: true });
});

type End = Extract<HarvestEvent, { type: 'end' }>;

async function run(web: Web, options: Partial<HarvestOptions> = {}): Promise<End> {
  const all = {
    domains: ['book'],
    web,
    storage,
    render: 'never',
    strategy: 'breadth-first',
    submit: false,
    ...options,
  } as HarvestOptions;
  let end: End | undefined;
  for await (const event of harvest(all)) if (event.type === 'end') end = event;
  if (end === undefined) throw new Error('it ended without saying so');
  return end;
}

/** A web whose name server fails while `down()`. */
const withoutNames = (web: Web, down: () => boolean): Web => ({
  ...web,
  kind: web.kind,
  seeds: (domain) => web.seeds(domain),
  holds: (url) => web.holds(url),
  exchange: (request, signal) =>
    down() && !request.url.startsWith('http://a.test/')
      ? Promise.reject(new WebError('dns', 'the name server does not answer'))
      : web.exchange(request, signal),
  close: async () => undefined,
});

const others = Array.from({ length: 300 }, (_, i) => `s${i}.test`);

test('a name server that fails ends the run with one line, and the rest comes when it is back', async () => {
  small = await smallWeb(
    {
      'a.test/': page(links(...others.map((host) => `http://${host}/`))),
      ...Object.fromEntries(others.map((host): [string, Answer] => [`${host}/`, page(SEARCH)])),
    },
    ['http://a.test/'],
  );
  let down = true;
  const web = withoutNames(small.web, () => down);
  const options = { maxSites: 1_000, robots: false };
  await expect(run(web, options)).rejects.toThrow(/^no host answers any more .*dns.*--resume$/);
  down = false;
  const end = await run(web, { domains: [], resume: true });
  expect(end.status).toBe('complete');
  expect(end.progress.pages).toBe(301);
});

test('a server that stalls is given up with a line that says so, and is asked again by a resumed run', async () => {
  let stalls = true;
  const stalling: Answer = (_request, response) => {
    if (!stalls) response.writeHead(200, { 'content-type': 'text/html' }).end(page(SEARCH));
  };
  small = await smallWeb({ 'a.test/': stalling }, ['http://a.test/']);
  const options = { timeoutMs: 200, maxRetries: 0, robots: false };
  await expect(run(small.web, options)).rejects.toThrow(
    /^no seed could be read: http:\/\/a\.test\/ \(timeout\); check the addresses, the network/,
  );
  stalls = false;
  const end = await run(small.web, { domains: [], resume: true });
  expect(end.status).toBe('complete');
  expect(end.progress).toMatchObject({ pages: 1, forms: 1 });
});

test('the network counts as gone when many hosts are silent for long, and not while one answers', () => {
  let now = 0;
  const silence = new Silence(() => now);
  for (let n = 0; n < 500; n++) {
    silence.heard(`h${n % 30}.test`, 'dns');
    if (n % 8 === 7) silence.broken();
  }
  silence.broken();
  for (let n = 0; n < 500; n++) silence.heard('one.test', 'timeout');
  silence.broken();
  for (let n = 0; n < 12; n++) silence.heard(`h${n}.test`, 'dns');
  now += 31_000;
  expect(() => silence.heard('h13.test', 'dns')).toThrow(SilenceError);
});
