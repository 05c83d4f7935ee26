/** From an address to data: the home view of the web UI, in a real browser, and its code in a real shell. */

import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { hangUp, openPort } from '../../open-port.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { seriousFindings, testBrowser } from '../../test-browser.ts';

const WORDS =
  'Harbour Lantern Orchard Violin Glacier Carpet Senator Falcon Kettle Bridge Garden Winter'.split(' ');
const AUTHORS = ['Ann Lee', 'Bo Ek', 'Cy Dow'];
const BOOKS = WORDS.flatMap((one, i) =>
  WORDS.slice(i + 1, i + 5).map((other, j) => ({
    title: `The ${one} and the ${other}`,
    author: AUTHORS[(i + j) % 3] ?? '',
    year: 1950 + 3 * i + j,
  })),
);

const shop = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
  const asked = (searchParams.get('q') ?? '').toLowerCase();
  const found = BOOKS.filter(({ title, author }) =>
    `${title} ${author}`.toLowerCase().split(' ').includes(asked),
  );
  const rows = found.map(
    ({ title, author, year }) =>
      `<tr><td><a href="/book/${encodeURIComponent(title)}">${title}</a></td><td>${author}</td><td>${year}</td></tr>`,
  );
  const list =
    found.length === 0
      ? '<p>No books found.</p>'
      : `<h2>${found.length} books found</h2><table><tr><th>Title</th><th>Author</th><th>Year</th></tr>${rows.join('')}</table>`;
  const new4 = BOOKS.slice(0, 4).map(({ title }) => title);
  response
    .writeHead(pathname === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<title>Harbour Books</title><h1>Harbour Books</h1><form action="/find" role="search"><label>Search our books <input type="search" name="q"></label><button>Search</button></form>${pathname === '/find' ? list : `<p>New: ${new4.join(', ')}</p>`}`,
    );
});
const folder = temporaryFolder('home-');
const faults: string[] = [];
let server: RunningServer;
let browser: Browser;
let page: Page;
let address = '';

beforeAll(async () => {
  address = `http://127.0.0.1:${await openPort(shop)}/`;
  browser = await testBrowser();
  server = await startServer({
    storage: folder,
    port: 0,
    host: '127.0.0.1',
    token: 'secret',
    allowPrivate: true,
  });
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(120_000);
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(server.uiLink());
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await hangUp(shop);
});

test('an address gives its form, first records in columns, answers to queries, and code that brings the same', async () => {
  await page.getByLabel('Address of a page').fill(address);
  await page.getByRole('button', { name: 'Find forms' }).click();
  const records = page.getByRole('table', { name: 'First records' });
  await records.locator('tbody tr').first().waitFor();
  const heads = await records.locator('thead th').allTextContents();
  expect(heads.map((head) => head.trim())).toEqual(expect.arrayContaining(['Title', 'Author', 'Year']));
  await page.getByAltText('The archived page, the form outlined').waitFor();

  const codeOf = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    return (await page.getByLabel(`${name} code`).textContent()) ?? '';
  };
  const env = { ...process.env, FIELDFARE_TOKEN: 'secret' };
  const shell = async (program: string, ...args: string[]) =>
    (await promisify(execFile)(program, args, { env })).stdout;
  // The code finds records before anything is typed.
  await expect.poll(() => codeOf('curl')).toMatch(/\?query=\w+'$/);
  expect(JSON.parse(await shell('sh', '-c', `${await codeOf('curl')} -s`)).records.length).toBeGreaterThan(0);

  await page.getByLabel('Search our books').fill('kettle');
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  const answer = page.getByRole('table', { name: 'Answer' });
  await answer.locator('tbody tr').first().waitFor();
  const expected = BOOKS.filter(({ title }) => title.includes('Kettle')).map(({ title }) => title);
  const titles = await answer.locator('tbody td:first-child').allTextContents();
  expect(titles.map((title) => title.trim()).sort()).toEqual([...expected].sort());

  const answered = JSON.parse(await shell('sh', '-c', `${await codeOf('curl')} -s`));
  expect(answered.records.map(({ title }: { title: string }) => title).sort()).toEqual([...expected].sort());
  const printed = await shell('python3', '-c', await codeOf('Python'));
  for (const title of expected) expect(printed).toContain(title);
  const script = `(async () => {${await codeOf('JavaScript')}})()`;
  expect(await shell(process.execPath, '-e', script)).toContain(expected[0]);
  const line = await codeOf('Command line');
  expect(line).toMatch(/^fieldfare query [0-9a-f]{16} 'query=kettle' --storage '.*\/home-\w+'$/);

  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(faults).toEqual([]);
}, 240_000);

test('a known address is there at once, and its whole database is harvested by one button', async () => {
  await page.reload();
  await page.getByRole('table', { name: 'First records' }).waitFor({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Harvest the whole database' }).click();
  await page.waitForURL('**/ui/runs/1');
  const job = async () => (await (await fetch(`${server.url}/api/jobs/1`)).json()).state;
  await expect.poll(job, { timeout: 180_000, interval: 1_000 }).toBe('done');
  const database = page.getByRole('table', { name: 'Databases' }).locator('tbody tr').first();
  await expect.poll(() => database.textContent(), { timeout: 20_000 }).toContain('Search our books');
  const stored = await (await fetch(`${server.url}/api/runs/1/records?limit=200`)).json();
  expect(stored.items.length).toBeGreaterThan(BOOKS.length * 0.9);
}, 240_000);

test('of two quick choices of a meaning the second stays, though the first takes longer', async () => {
  const forms = async () => (await (await fetch(`${server.url}/api/runs/1/forms`)).json()).items;
  await page.route('**/fields', async (route) => {
    if (route.request().postData()?.includes('"title"')) await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  let answers = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/fields')) answers++;
  });
  await page.goto(`${server.url}/ui/runs/1/forms/${(await forms())[0].formId}`);
  const meaning = page.getByRole('table', { name: 'Fields' }).getByRole('combobox').first();
  await meaning.selectOption('title');
  await meaning.selectOption('publisher');
  await expect.poll(() => answers).toBe(2);
  expect((await forms())[0].controls[0].meaning).toBe('publisher');
}, 60_000);

test('what is no address is said so; a run of one page is called by its address', async () => {
  await page.goto(`${server.url}/ui/?address=${encodeURIComponent('not an address')}`);
  await page.getByRole('alert').getByText('expected a web address').waitFor();
  await page.goto(`${server.url}/ui/runs`);
  await page.getByRole('link', { name: `1 · ${address}` }).click({ timeout: 20_000 });
  await page.getByRole('heading', { name: 'Databases' }).waitFor();
  // There is none before it.
  expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(0);
}, 60_000);

test('a harvest is repeated by a schedule, which shows when it is due, and goes when it is deleted', async () => {
  await page.goto(`${server.url}/ui/new`);
  await page.getByLabel('Addresses to start from').fill(`${address}\nnot an address`);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByText('line 2: expected a web address, got "not an address"').waitFor();
  await page.getByLabel('Addresses to start from').fill(address);
  await page.getByLabel('Repeat').selectOption('every week');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.waitForURL('**/ui/schedules');
  const row = page.getByRole('table', { name: 'Schedules' }).locator('tbody tr').first();
  await expect.poll(() => row.textContent(), { timeout: 30_000 }).toContain('every week');
  expect(await row.textContent()).toContain(address);
  await expect
    .poll(() => row.textContent(), { timeout: 120_000, interval: 1_000 })
    .not.toContain('under way');
  page.once('dialog', (dialog) => dialog.accept());
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No schedules yet').waitFor({ timeout: 30_000 });
}, 240_000);
