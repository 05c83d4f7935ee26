import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Lease, Politeness, RobotsCache } from '../../../src/crawl/frontier/index.ts';
import { Stopping } from '../../../src/crawl/in-site-exploring/index.ts';
import { ADMISSION_CHECKS, type Admission, admit, UNREACHABLE_AFTER } from '../../../src/crawl/run/admit.ts';
import { CLOCK } from '../../../src/crawl/run/clock.ts';
import { createHttpClient, denyList } from '../../../src/foundation/http/index.ts';
import type { PageRow } from '../../../src/storage/index.ts';
import { type SmallWeb, smallWeb } from './small-web.ts';

let small: SmallWeb;
let politeness: Politeness;
let stopping: Stopping;
let admission: Admission;
let isIncluded: boolean;
const full = new Set<string>();
const { signal } = new AbortController();

beforeEach(async () => {
  small = await smallWeb(
    {
      'a.test/robots.txt': (_, response) =>
        response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /x'),
    },
    ['http://a.test/'],
  );
  politeness = new Politeness(CLOCK, 0);
  stopping = new Stopping({
    leaveAfter: 1,
    formsPerDepth: 0,
    alike: 0,
    maxSecondsPerSite: undefined,
    maxBytesPerSite: undefined,
  });
  full.clear();
  const http = createHttpClient({ transport: small.web, userAgent: 'Fieldfare' });
  const robots = new RobotsCache(http, politeness, true);
  isIncluded = true;
  const deny = denyList(['a.test/x']);
  admission = {
    hosts: { politeness, robots, deny, includes: () => isIncluded },
    sites: { full: (site) => full.has(site) },
    stopping,
  };
});

afterEach(() => small.close());

const lease = (path: string, more: Partial<Lease> = {}) =>
  ({ url: `http://a.test${path}`, host: 'a.test', site: 'a.test', depth: 1, ...more }) as Lease;

const fruitless = { fetch_ms: 1, render_ms: null, bytes: 1, rendered_by: 'http', look: null } as PageRow;

/** Makes the check of a code refuse `/x`. */
const ADVERSE: Readonly<Record<string, () => void>> = {
  'host-unreachable': () => {
    for (let i = 0; i < UNREACHABLE_AFTER; i++) politeness.recordFailure('a.test');
  },
  'site-stopped': () => stopping.seen(lease('/'), fruitless, 0),
  'site-page-budget': () => full.add('a.test'),
  'not-included': () => {
    isIncluded = false;
  },
};

test('a link that nothing speaks against is admitted', async () => {
  expect(await admit(admission, lease('/y'), signal)).toBeUndefined();
});

test('the first check that refuses a link decides, in the order of the table', async () => {
  const refused: (string | undefined)[] = [];
  const codes = ADMISSION_CHECKS.map(({ code }) => code);
  for (const code of codes.toReversed()) {
    // The deny-list names `/x`, robots.txt forbids it, too.
    ADVERSE[code]?.();
    if (code === 'robots') continue;
    refused.unshift((await admit(admission, lease('/x'), signal))?.code);
  }
  expect(refused).toEqual(codes.slice(0, -1));
  expect(small.requests).toEqual([]);
});

test('robots.txt is asked where nothing else speaks against a link', async () => {
  const open = { ...admission, hosts: { ...admission.hosts, deny: denyList([]) } };
  expect(await admit(open, lease('/x'), signal)).toMatchObject({ code: 'robots', state: 'refused' });
  expect(small.requests).toEqual(['GET http://a.test/robots.txt']);
});

test('a page that is rendered after all is not refused for what its site has spent', async () => {
  ADVERSE['site-stopped']?.();
  ADVERSE['site-page-budget']?.();
  expect(await admit(admission, lease('/y'), signal)).toMatchObject({ code: 'site-stopped' });
  expect(await admit(admission, lease('/y', { again: true }), signal)).toBeUndefined();
});
