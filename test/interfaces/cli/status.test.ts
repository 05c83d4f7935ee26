import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import { links, page, SEARCH, type SmallWeb, smallWeb } from '../../crawl/run/small-web.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runCli } from './run-cli.ts';

let folder: string;
let small: SmallWeb;

beforeEach(async () => {
  folder = temporaryFolder('status-');
});

afterEach(() => small?.close());

const CALENDAR = links('/events/2027/01', '/events/2027/02');

test('status tells of traps, of sites that keep us out and of what is left, and says how to go on', async () => {
  small = await smallWeb(
    {
      'a.test/': page(SEARCH + links('/events/2026/12', '/x', 'http://walled.test/')),
      'a.test/events/2026/12': page(CALENDAR),
      'a.test/x': page(SEARCH),
      'walled.test/': (_, response) =>
        response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>No</h1>'),
    },
    ['http://a.test/'],
  );
  const run = harvest({
    domains: ['book'],
    web: small.web,
    storage: folder,
    strategy: 'breadth-first',
    render: 'never',
    submit: false,
  });
  for await (const _ of run);
  const { code, out } = await runCli(['status', '--storage', folder, '--json']);
  expect(code).toBe(0);
  const { run: told, crawl } = JSON.parse(out);
  expect(told).toMatchObject({ id: 1, status: 'complete' });
  expect(crawl.rules).toEqual([{ rule: 'calendar', count: 2, sites: 1 }]);
  expect(crawl.blocked).toEqual([
    {
      site: 'walled.test',
      by: 'refuses us (403)',
      says: 'refuses us (403)',
      page: 'http://walled.test/',
      pages: 1,
    },
  ]);
  expect(crawl.links.waiting).toBeUndefined();
  expect(small.requests.some((request) => request.includes('2027'))).toBe(false);
}, 180_000);

test('a harvest logs every event as a line with its time', async () => {
  small = await smallWeb({ 'a.test/': page(SEARCH) }, ['http://a.test/']);
  const log = join(folder, 'run.log');
  const seeds = await small.seedFile(folder);
  const flags = ['--allow-private', '--render', 'never', '--no-submit', '--no-robots', '--log', log];
  const { code } = await runCli(['harvest', 'book', '--seeds', seeds, '--storage', folder, ...flags]);
  expect(code).toBe(0);
  const lines = (await readFile(log, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(['start', 'page', 'form', 'end']));
  for (const { time, level } of lines) {
    expect(Number.isNaN(Date.parse(time))).toBe(false);
    expect(['debug', 'info', 'warn', 'error']).toContain(level);
  }
}, 180_000);
