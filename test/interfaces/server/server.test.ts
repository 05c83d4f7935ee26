import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('server-');
let server: RunningServer;
const errors: unknown[] = [];

beforeAll(async () => {
  server = await startServer({
    storage: join(folder, 'storage'),
    port: 0,
    host: '127.0.0.1',
    log: (error) => errors.push(error),
  });
});
afterAll(async () => {
  await server.close();
  expect(errors).toEqual([]);
});

const ask = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init);
const act = (path: string, body?: object, method = 'POST') =>
  ask(path, {
    method,
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

/** `fetch` does not let Host be set. */
const asHost = (host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${server.url}/api/runs`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });

test('a server on an empty folder has no runs, and describes itself', async () => {
  expect(await (await ask('/api/runs')).json()).toEqual({ items: [], latest: null });
  expect((await ask('/health')).status).toBe(200);
  const { openapi, paths } = await (await ask('/openapi.json')).json();
  expect(openapi).toBe('3.1.0');
  expect(Object.keys(paths)).toContain('/api/runs/{id}/{kind}');
});

test('what acts needs the token, which the link for the browser hands over once', async () => {
  const options = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"domains":["nothing"]}',
  };
  const refused = await ask('/api/runs', options);
  expect([refused.status, refused.headers.get('content-type')]).toEqual([401, 'application/problem+json']);
  expect(await refused.json()).toMatchObject({
    type: 'urn:fieldfare:token-needed',
    hint: expect.any(String),
  });
  const wrong = { ...options.headers, authorization: 'Bearer wrong' };
  expect((await ask('/api/runs', { ...options, headers: wrong })).status).toBe(401);
  const own = { ...options.headers, 'sec-fetch-site': 'same-origin' };
  expect((await ask('/api/runs', { ...options, headers: own })).status).toBe(401);
  const keyOf = (link: string) => new URL(link).hash.replace('#key=', '');
  const [before, link] = [server.uiLink(), server.uiLink()];
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/ui\/#key=[\w-]{32}$/);
  const exchange = async (key: string) => {
    const answer = await ask('/api/ui/token', { ...options, body: JSON.stringify({ key }) });
    return [answer.status, (await answer.json()).token];
  };
  expect(await exchange(keyOf(before))).toEqual([401, undefined]);
  expect(await exchange('')).toEqual([401, undefined]);
  expect(await exchange(keyOf(link))).toEqual([200, server.token]);
  expect(await exchange(keyOf(link))).toEqual([401, undefined]);
});

test('other hosts and origins are refused', async () => {
  expect(await asHost('rebound.example:80')).toBe(403);
  expect(await asHost('localhost')).toBe(200);
  expect((await ask('/api/runs', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
});

test('wrong options are a problem that names them', async () => {
  const answer = await act('/api/runs', { domains: ['book'], maxPages: -3 });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    type: 'urn:fieldfare:options',
    title: expect.stringContaining('maxPages'),
  });
});

test('a harvest is begun, followed by its events, and its forms are read', async () => {
  const begun = await act('/api/runs', {
    domains: ['book'],
    web: 'practice:sites=12',
    maxPages: 12,
    submit: false,
  });
  expect(begun.status).toBe(202);
  const job = await begun.json();
  const events = await (await ask(`/api/jobs/${job.id}/events`)).text();
  const types = [...events.matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
  expect(types[0]).toBe('start');
  expect(types.at(-1)).toBe('end');
  const [run] = (await (await ask('/api/runs')).json()).items;
  expect(run).toMatchObject({ domains: ['book'], status: 'budget', pages: 12, job: null });
  const last = [...events.matchAll(/^id: (\d+)$/gm)].at(-1)![1]!;
  const again = await ask(`/api/jobs/${job.id}/events`, {
    headers: { 'last-event-id': String(Number(last) - 1) },
  });
  expect((await again.text()).match(/^event: /gm)).toHaveLength(1);
  const first = await (await ask(`/api/runs/${run.id}/forms?limit=2`)).json();
  const second = await (await ask(`/api/runs/${run.id}/forms?limit=2&after=${first.next}`)).json();
  expect(first.items).toHaveLength(2);
  const lines = await (
    await ask(`/api/runs/${run.id}/forms`, { headers: { accept: 'application/x-ndjson' } })
  ).text();
  const ids = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).formId);
  expect([...first.items, ...second.items].map(({ formId }: { formId: string }) => formId)).toEqual(
    ids.slice(0, 4),
  );
  expect((await ask(`/api/runs/${run.id}`)).status).toBe(200);
  expect((await ask('/api/runs/99')).status).toBe(404);
  expect((await act(`/api/runs/${run.id}`, undefined, 'DELETE')).status).toBe(204);
  expect((await ask(`/api/runs/${run.id}`)).status).toBe(404);
}, 60_000);
