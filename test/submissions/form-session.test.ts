/** What a visitor over HTTP does when a server puts it off: nothing that was posted is posted again. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Politeness } from '../../src/crawl/frontier/index.ts';
import { CLOCK } from '../../src/crawl/run/index.ts';
import { createHttpClient, liveTransport } from '../../src/foundation/http/index.ts';
import { FormSession, type Outbound } from '../../src/submissions/index.ts';
import { hangUp } from '../open-port.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

async function visit(handler: Handler) {
  const requests: string[] = [];
  const pauses: number[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    handler(request, response, requests.length);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const web = liveTransport({ allowPrivate: true });
  const close = () => hangUp(server);
  onTestFinished(async () => {
    await web.close();
    await close();
  });
  const out: Outbound = {
    egress: createHttpClient({ transport: web, userAgent: 'Fieldfare' }),
    permit: async () => undefined,
    ended: () => undefined,
    pause: (_url, ms) => {
      pauses.push(ms);
    },
  };
  const session = new FormSession(out, new AbortController().signal, 3);
  const send = (method: 'GET' | 'POST') =>
    session.send({ method, url: `http://127.0.0.1:${port}/find`, referrer: '' });
  return { send, requests, pauses, out, port, close, open: () => listen(port) };
}

test('a redirect that leads a POST back to where it came from ends there', async () => {
  const { send, requests } = await visit((_request, response) =>
    response.writeHead(307, { location: '/find' }).end(),
  );
  await expect(send('POST')).rejects.toThrow(/redirects a POST back/);
  expect(requests).toEqual(['POST /find']);
});

test('Retry-After holds back whoever asks next, after a POST too, and a GET is not tried before its time', async () => {
  const after =
    (value: string): Handler =>
    (_request, response, nth) =>
      response.writeHead(nth === 1 ? 429 : 200, nth === 1 ? { 'retry-after': value } : {}).end('x');
  const posted = await visit(after('7'));
  expect((await posted.send('POST')).page.status).toBe(429);
  expect(posted.requests).toEqual(['POST /find']);
  expect(posted.pauses).toEqual([7_000]);
  const soon = await visit(after('7'));
  expect((await soon.send('GET')).page.status).toBe(200);
  expect(soon.pauses).toEqual([7_000]);
  const late = await visit(after(new Date(Date.now() + 3_600_000).toUTCString()));
  expect(await late.send('GET')).toMatchObject({ page: { status: 429 }, quietMs: expect.any(Number) });
  expect(late.requests).toEqual(['GET /find']);
});

test('a POST waits for a server that cannot be connected to, and is not sent again once it was', async () => {
  const site = await visit((_request, response) => response.end('x'));
  await site.close();
  let paused = 0;
  const back = { ...site.out, pause: () => void (++paused === 2 && site.open()) };
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 50));
  const session = new FormSession({ ...back, permit: wait }, new AbortController().signal, 5);
  const url = `http://127.0.0.1:${site.port}/find`;
  const sent = await session.send({ method: 'POST', url, referrer: '' });
  expect(sent.page.status).toBe(200);
  expect(site.requests).toEqual(['POST /find']);
  const broken = await visit((request) => void request.socket.destroy());
  await expect(broken.send('POST')).rejects.toMatchObject({ reason: 'reset' });
  expect(broken.requests).toEqual(['POST /find']);
});

test('the delay of a host counts from the end of an exchange, whether it was answered or not', async () => {
  const times: { readonly asked: number; ended: number }[] = [];
  const site = await visit((_request, response, nth) => {
    const time = { asked: performance.now(), ended: 0 };
    times.push(time);
    setTimeout(() => {
      time.ended = performance.now();
      if (nth === 1) response.destroy();
      else response.end('x');
    }, 150);
  });
  const politeness = new Politeness(CLOCK, 100);
  const permit = () => politeness.acquire('host');
  const out: Outbound = { ...site.out, permit, ended: () => politeness.release('host') };
  const session = new FormSession(out, new AbortController().signal, 3);
  const request = { method: 'GET', url: `http://127.0.0.1:${site.port}/find`, referrer: '' } as const;
  await session.send(request);
  await session.send(request);
  expect(times).toHaveLength(3);
  for (const [i, { asked }] of times.slice(1).entries())
    expect(asked - times[i]!.ended).toBeGreaterThanOrEqual(99);
});

const LIST = `<form><input name=q></form><ul>${Array.from({ length: 12 }, (_, i) => `<li><a href="/r/${i}">Result ${i}</a></li>`).join('')}</ul>`;
const html = (response: ServerResponse, text: string, headers: Record<string, string> = {}) =>
  response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(text);

test.each([
  ['meta', '<meta http-equiv="REFRESH" content="2;url=/list?a=1&amp;b=2"><p>Searching, please wait', {}],
  ['meta in quotes', `<meta http-equiv=refresh content="0; URL='/list?a=1&amp;b=2'">`, {}],
  ['meta without "url="', '<meta http-equiv=refresh content="1, list?a=1&amp;b=2">', {}],
  ['Refresh header', '<p>Working on it', { refresh: '3; url=/list?a=1&b=2' }],
  ['script', `<script>window.location.href = "/list?a=1&b=2";</script>`, {}],
  [
    'script with a pause',
    `<p>One moment<script>setTimeout(function () { location.replace('list?a=1&b=2') }, 500)</script>`,
    {},
  ],
])('a waiting page is left for the answer: %s', async (_, waiting, headers) => {
  const { send, requests } = await visit((request, response) =>
    html(response, request.url === '/find' ? waiting : LIST, request.url === '/find' ? headers : {}),
  );
  expect((await send('POST')).page.tree?.url).toContain('/list');
  expect(requests).toEqual(['POST /find', 'GET /list?a=1&b=2']);
});

test('a page that asks itself anew is asked again until the answer is there, five times at most', async () => {
  const again = '<meta http-equiv=refresh content=2><h1>Searching 14 libraries</h1>';
  const done = await visit((_request, response, nth) => html(response, nth < 4 ? again : LIST));
  expect((await done.send('GET')).requests).toBe(4);
  expect(done.pauses).toEqual([2_000, 2_000, 2_000]);
  const never = await visit((_request, response) => html(response, again));
  expect((await never.send('GET')).requests).toBe(6);
});

test.each([
  ['a list that is loaded anew', `<meta http-equiv=refresh content=5>${LIST}`],
  ['a list that is left after a while', `<meta http-equiv=refresh content="30;url=/">${LIST}`],
  [
    'a form whose script knows an address',
    `${LIST}<script>function go() { location.href = '/other' }</script>`,
  ],
  [
    'a short page whose script knows several',
    `<p>None<script>if (x) location = '/a'; else location = '/b'</script>`,
  ],
  [
    'a refresh for those without scripts',
    `<noscript><meta http-equiv=refresh content="0;url=/plain"></noscript>${LIST}`,
  ],
  ['a refresh that logs out', `<meta http-equiv=refresh content="0;url=/logout">`],
  ['a refresh that is none', `<meta http-equiv=refresh content="soon;url=/x">`],
])('what is to be read is not left: %s', async (_, page) => {
  const { send, requests } = await visit((_request, response) => html(response, page));
  await send('GET');
  expect(requests).toEqual(['GET /find']);
});
