import { expect, test } from 'vitest';
import { RequestLoop, type RequestSource, type Route } from '../../../src/crawl/run/request-loop.ts';

/** Requests that wait in a list. */
function listed(requests: [Route, string][], timeoutSeconds = 60): RequestSource & { done(): void } {
  let underway = 0;
  let handled = 0;
  return {
    timeoutSeconds,
    get ready() {
      return requests.length > 0;
    },
    get finished() {
      return requests.length === 0 && underway === 0;
    },
    get waiting() {
      return requests.length;
    },
    get underway() {
      return underway;
    },
    get handled() {
      return handled;
    },
    next: async () => {
      const [route, key] = requests.shift() ?? [];
      if (route === undefined || key === undefined) return undefined;
      underway++;
      return { route, key, url: `http://a.test/${key}` };
    },
    done: () => {
      underway--;
      handled++;
    },
  };
}

test('every request goes to the handler of its route, at most so many at once, and is counted', async () => {
  const links = listed([
    ['SITE', '1'],
    ['PAGE', '2'],
    ['PAGE', '3'],
  ]);
  const forms = listed([['FORM', '1']]);
  const seen: string[] = [];
  let atOnce = 0;
  let most = 0;
  const handle = (route: Route, source: typeof links) => async (key: string) => {
    most = Math.max(most, ++atOnce);
    await new Promise((resolve) => setTimeout(resolve, 20));
    seen.push(`${route} ${key}`);
    atOnce--;
    source.done();
  };
  const loop = new RequestLoop(
    { SITE: handle('SITE', links), PAGE: handle('PAGE', links), FORM: handle('FORM', forms) },
    2,
  );
  await loop.run(links);
  expect(seen.toSorted()).toEqual(['PAGE 2', 'PAGE 3', 'SITE 1']);
  await loop.run(forms);
  expect(seen.at(-1)).toBe('FORM 1');
  expect(most).toBe(2);
  expect(loop.counts).toMatchObject({ sites: 1, pages: 2, forms: 1, failed: 0 });
  expect(loop.counts.averageMs).toBeGreaterThan(0);
});

test('a request that takes too long leaves its place to the next', async () => {
  const links = listed(
    [
      ['PAGE', 'slow'],
      ['PAGE', 'next'],
    ],
    0.05,
  );
  const seen: string[] = [];
  const { promise: nextHasRun, resolve: runNext } = Promise.withResolvers<void>();
  const handle = async (key: string) => {
    if (key === 'slow') await nextHasRun;
    else runNext();
    seen.push(key);
    links.done();
  };
  const loop = new RequestLoop({ SITE: handle, PAGE: handle, FORM: handle }, 1);
  await loop.run(links);
  expect(seen).toEqual(['next', 'slow']);
  expect(loop.counts).toMatchObject({ pages: 2, failed: 1 });
});

test('what a source throws ends the loop, and nothing more is taken from it', async () => {
  const links = listed([['PAGE', '1']]);
  let calls = 0;
  const failing: RequestSource = {
    ...links,
    ready: true,
    finished: false,
    next: () => {
      calls++;
      return Promise.reject(new Error('the disk is full'));
    },
  };
  const handle = () => Promise.resolve();
  const loop = new RequestLoop({ SITE: handle, PAGE: handle, FORM: handle }, 1);
  await expect(loop.run(failing)).rejects.toThrow('the disk is full');
  expect(calls).toBe(1);
});
