/** A WACZ of chosen rows, by the server and by the command line, opened as a replay. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTransport } from '../../../src/foundation/http/index.ts';
import { startServer } from '../../../src/interfaces/server/index.ts';
import { smallHarvest } from '../../crawl/run/small-harvest.ts';
import { links, page, SEARCH } from '../../crawl/run/small-web.ts';
import { runHere } from '../cli/run-cli.ts';

const css = '<link rel=stylesheet href=/s.css><img src=http://cdn.test/c.png>';
const home = (other: string) => page(css + SEARCH + links('/x', other));
const shop = (host: string) => ({
  [`${host}/`]: home(host === 'a.test' ? 'http://b.test/' : 'http://a.test/'),
  [`${host}/x`]: page(`<h1>${host} x</h1>`),
  [`${host}/s.css`]: (_: unknown, answer: import('node:http').ServerResponse) =>
    void answer.writeHead(200, { 'content-type': 'text/css' }).end('b{}'),
  [`*${host}`]: (
    request: import('node:http').IncomingMessage,
    answer: import('node:http').ServerResponse,
  ) => {
    const word = new URL(request.url ?? '/', 'http://x').searchParams.get('q') ?? '';
    const books = /[xzq]{3}|^$/.test(word) ? [] : [1, 2, 3, 4, 5];
    const list = books.map(
      (i) => `<li><a href="/book/${i}">${word} ${host} volume ${i}</a> by Ann Lee, 19${i}0</li>`,
    );
    const none = list.length === 0 ? '<p>No books found.</p>' : `<p>${list.length} books found</p>`;
    answer.writeHead(200, { 'content-type': 'text/html' }).end(page(`${none}<ul>${list.join('')}</ul>`));
  },
});
const WEB = {
  ...shop('a.test'),
  ...shop('b.test'),
  'cdn.test/c.png': (_: unknown, answer: import('node:http').ServerResponse) =>
    void answer.writeHead(200, { 'content-type': 'image/png' }).end('png'),
};

async function statuses(file: string, urls: readonly string[]): Promise<string> {
  const replay = await openTransport(`replay:${file}`);
  const has = async (url: string) =>
    replay.send({ url, method: 'GET', headers: [] }).then(
      ({ status }) => status,
      () => 0,
    );
  const all = [];
  for (const url of urls) all.push(`${url.slice(7)} ${await has(url)}`);
  await replay.close();
  return all.join(', ');
}

test('a WACZ of chosen rows holds their pages, answers and what these are drawn with, and nothing of other sites', async () => {
  const { storage, run } = await smallHarvest(WEB, ['http://a.test/', 'http://b.test/']);
  await run({ submit: true, submitTo: 'all', pictures: true, maxSubmissions: 6, detailPages: 1 });
  const parts = ['http://a.test/s.css', 'http://b.test/s.css', 'http://cdn.test/c.png'];
  const pages = ['http://a.test/', 'http://a.test/x', 'http://b.test/', 'http://b.test/x'];

  const server = await startServer({ storage, port: 0, host: '127.0.0.1', token: 't' });
  const get = async (query: string, name: string) => {
    const answer = await fetch(`${server.url}/api/runs/1/${query}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/wacz']);
    const file = join(storage, name);
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
    return file;
  };
  const { items } = await (
    await fetch(`${server.url}/api/runs/1/submissions?site=a.test&verdict=hits`)
  ).json();
  const answer = items[0].url;
  const onePage = await get('pages?format=wacz&text=a.test/x', 'page.wacz');
  const ofSite = await get('sites?format=wacz&is=site:a.test', 'site.wacz');
  await server.close();
  expect(await statuses(onePage, pages)).toBe('a.test/ 0, a.test/x 200, b.test/ 0, b.test/x 0');
  expect(await statuses(ofSite, [...pages, ...parts, answer])).toBe(
    `a.test/ 200, a.test/x 200, b.test/ 0, b.test/x 0, a.test/s.css 200, b.test/s.css 0, cdn.test/c.png 200, ${answer.slice(7)} 200`,
  );

  const records = join(storage, 'records.wacz');
  const at = ['--storage', storage];
  const { code, err } = await runHere(['export', 'records', '--is', 'site:a.test', '--out', records, ...at]);
  expect([code, err]).toEqual([0, `archive → ${records}\n`]);
  expect(await statuses(records, [...pages, answer])).toBe(
    `a.test/ 0, a.test/x 0, b.test/ 0, b.test/x 0, ${answer.slice(7)} 200`,
  );
  const lines = await runHere(['export', 'records', '--is', 'site:a.test', ...at]);
  const sites = lines.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).site);
  expect(new Set(sites)).toEqual(new Set(['a.test']));
  const none = await runHere(['export', 'forms', '--is', 'site:c.test', '--out', records, ...at]);
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('the filter leaves no forms of run 1')]);
  const wrong = await runHere(['export', 'forms', '--is', 'colour:red', ...at]);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('forms are not filtered by "colour"')]);
}, 180_000);
