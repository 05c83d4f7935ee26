import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import { findBrowser, launchOptions } from '../../../src/foundation/browser/index.ts';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';

const AXE = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const WAIT = { timeout: 120_000 };
const PHONE = { width: 390, height: 844 };

const folder = mkdtempSync(join(tmpdir(), 'web-ui-'));
const errors: unknown[] = [];
let server: RunningServer;
let browser: Browser;
const servers: RunningServer[] = [];

beforeAll(async () => {
  const { found } = await findBrowser();
  if (found === undefined) throw new Error('this test needs a browser');
  browser = await chromium.launch(launchOptions(found));
  const storage = join(folder, 'storage');
  server = await startServer({ storage, port: 0, host: '127.0.0.1', log: (error) => errors.push(error) });
  servers.push(server);
});
afterAll(async () => {
  await browser?.close();
  for (const one of servers) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Opened {
  readonly page: Page;
  /** What the page complained of, and requests that left the server: both stay empty. */
  readonly faults: string[];
}

async function open(
  path: string,
  options: BrowserContextOptions = {},
  url: string = server.url,
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(url)) faults.push(request.url());
  });
  await page.goto(`${url}${path}`);
  return { page, faults };
}

/** What axe finds that is serious or critical. */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

const status = (page: Page) => page.locator('.facts [role=status]');

test('a harvest is begun, watched, stopped, resumed and finished; what it found is read', async () => {
  const { page, faults } = await open('/');
  await page.getByText('No runs yet').waitFor();
  await page.getByRole('link', { name: 'New harvest' }).click();
  await page.getByRole('checkbox', { name: /^book/ }).check();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('radio', { name: /practice web/ }).check();
  await page.getByLabel('Pages', { exact: true }).fill('-3');
  await page.getByRole('button', { name: 'Begin' }).click();
  expect(new URL(page.url()).pathname).toBe('/ui/new');
  await page.getByLabel('Pages', { exact: true }).fill('500');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.waitForURL('**/ui/runs/1');

  await page.locator('.events li', { hasText: '.test' }).first().waitFor();
  await page.getByLabel('Kind').selectOption('page');
  await expect.poll(() => page.locator('.events li').count(), WAIT).toBeGreaterThan(8);
  expect(new Set(await page.locator('.events .tag').allTextContents())).toEqual(new Set(['page']));
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => status(page).textContent(), WAIT).toBe('interrupted');

  const read = Number(await page.locator('.tiles dd').first().textContent());
  expect(read).toBeGreaterThan(8);
  await page.getByLabel('Pages in all').fill(String(read + 12));
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await expect.poll(() => status(page).textContent(), WAIT).toBe('budget');
  expect(Number(await page.locator('.tiles dd').first().textContent())).toBe(read + 12);

  await page.getByRole('link', { name: 'Forms' }).click();
  const rows = page.locator('tbody tr');
  await rows.first().waitFor();
  const all = await rows.count();
  await page.getByRole('group', { name: 'searchable' }).getByLabel('no').check();
  await page.waitForURL('**/forms?is=searchable%3Afalse');
  await expect.poll(() => rows.count(), WAIT).toBeLessThan(all);
  expect(await seriousFindings(page)).toEqual([]);
  await page.goBack();
  await page.getByRole('group', { name: 'outcome' }).getByLabel('verified').check();
  await page.waitForURL('**/forms?is=outcome%3Averified');
  await rows.first().getByRole('link').click();
  await page.getByRole('table', { name: 'Queries' }).getByText('hits', { exact: true }).first().waitFor();
  await page.getByText('Support vector machine').waitFor();
  await page.getByRole('table', { name: 'Nearest labelled forms' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('link', { name: 'Records of this form' }).click();
  await rows.first().waitFor();
  const word = /\w{4,}/.exec((await rows.first().getByRole('link').first().textContent()) ?? '')![0];
  await page.getByLabel('Filter').fill(word);
  await page.waitForURL(/q=/);
  const found = page.locator('.tools [role=status]');
  await expect.poll(async () => (await rows.allTextContents()).every((row) => row.includes(word))).toBe(true);
  const count = Number((await found.textContent())!.replace(/\D/g, ''));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download NDJSON' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(count);
  for (const line of lines) expect(line.toLowerCase()).toContain(word.toLowerCase());
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe('run-1-records.csv');
  expect(readFileSync(await csv.path(), 'utf8')).toMatch(/^site,key,formId,/);
  expect(faults).toEqual([]);
}, 300_000);

test('every view fits a phone and keeps its contrast in the dark', async () => {
  const { page, faults } = await open('/ui/', { viewport: PHONE, colorScheme: 'dark' });
  for (const path of [
    '',
    'new',
    'runs/1',
    'runs/1/forms',
    'runs/1/records',
    'runs/1/sites',
    'runs/1/pages',
  ]) {
    await page.goto(`${server.url}/ui/${path}`);
    await page.locator('tbody tr, .choices label').first().waitFor();
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, PHONE.width]);
    expect([path, await seriousFindings(page)]).toEqual([path, []]);
  }
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(20, 24, 27)');
  expect(faults).toEqual([]);
}, 120_000);

test('all can be reached by keys', async () => {
  const { page } = await open('/ui/');
  await page.locator('tbody tr').first().waitFor();
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  const order: string[] = [];
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press('Tab');
    order.push(await focused());
  }
  expect(order).toEqual(['To the content', 'Runs', 'New harvest', '1 · book']);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ui/runs/1');
  expect(await page.evaluate('document.activeElement.id')).toBe('main');
});

test('what pages say is text, and links lead to the web alone', async () => {
  const hostile = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>&lt;img src=x onerror="window.hit=1"&gt;</title><h1>Book search</h1>
      <form action="/search"><label>&lt;script&gt;window.hit=3&lt;/script&gt; Author
      <input name="author"></label><button>Search books</button></form>`);
  });
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  try {
    const seed = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}/`;
    const storage = join(folder, 'hostile');
    const options = { domains: ['book'], seeds: [seed], allowPrivate: true, maxPages: 2, submit: false };
    for await (const event of harvest({ ...options, storage })) expect(event.type).not.toBe('warning');
    const other = await startServer({ storage, port: 0, host: '127.0.0.1' });
    servers.push(other);
    const { page, faults } = await open('/ui/runs/1/pages', {}, other.url);
    await page.getByText('<img src=x onerror="window.hit=1">').waitFor();
    const link = page.locator('tbody a').first();
    expect([await link.getAttribute('rel'), await link.getAttribute('target')]).toEqual([
      'noopener noreferrer',
      '_blank',
    ]);
    await page.getByRole('link', { name: 'Forms' }).click();
    await page.locator('tbody a').first().click();
    await page.getByText('<script>window.hit=3</script>').first().waitFor();
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(faults).toEqual([]);
  } finally {
    hostile.close();
  }
}, 120_000);

test('the files of the UI need no token where data do', async () => {
  const open = await startServer({
    storage: join(folder, 'other'),
    port: 0,
    host: '0.0.0.0',
    token: 'secret',
  });
  const at = open.url.replace('0.0.0.0', '127.0.0.1');
  try {
    expect((await fetch(`${at}/ui/new`)).status).toBe(200);
    expect((await fetch(`${at}/api/ui/domains`)).status).toBe(401);
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${at}/`);
    await page.getByLabel('Token of the server').fill('secret');
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByText('No runs yet').waitFor();
  } finally {
    await open.close();
  }
  expect(errors).toEqual([]);
});
