import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { seriousFindings, testBrowser } from '../../test-browser.ts';

const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

const folder = temporaryFolder('lists-ui-');
let server: RunningServer;
let browser: Browser;
const faults: string[] = [];

beforeAll(async () => {
  browser = await testBrowser();
  server = await startServer({ storage: join(folder, 'storage'), port: 0, host: '127.0.0.1' });
  const begun = await fetch(`${server.url}/api/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      domains: ['book'],
      web: 'practice:sites=12',
      maxPages: 25,
      maxSubmissions: 6,
      novelty: 'page',
    }),
  });
  await (await fetch(`${server.url}/api/jobs/${(await begun.json()).id}/events`)).text();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function open(path: string, viewport = SIZES[0]!): Promise<Page> {
  const colorScheme = viewport === SIZES[0] ? 'light' : 'dark';
  const page = await (await browser.newContext({ viewport, colorScheme })).newPage();
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(`${server.url}${path}`);
  return page;
}

/** What axe finds that is serious or critical, where the page is no wider than the screen. */
async function findingsOf(page: Page): Promise<string[]> {
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width);
  return seriousFindings(page);
}

/** A screenshot for who looks at the views. */
const picture = (page: Page, name: string) =>
  process.env.FIELDFARE_PICTURES === undefined
    ? undefined
    : page.screenshot({
        path: join(process.env.FIELDFARE_PICTURES, `${name}-${page.viewportSize()?.width}.png`),
      });

const cells = async (page: Page, head: string) =>
  (await page.locator(`tbody td[data-head="${head}"]`).allTextContents()).map((text) => text.trim());

test('a list is sorted by keys, a column is hidden, and its address shows the same list again', async () => {
  const page = await open('/ui/runs/1/forms');
  const score = page.getByRole('columnheader', { name: 'Score' });
  await score.waitFor();
  const before = await cells(page, 'Score');
  expect(new Set(before).size).toBeGreaterThan(2);
  await score.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/forms?sort=score');
  const ascends = await expectOrder(page, 1);
  expect(await score.getAttribute('aria-sort')).toBe('ascending');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/forms?sort=-score');
  const descends = await expectOrder(page, -1);
  expect(await score.getAttribute('aria-sort')).toBe('descending');
  // Forms that a rule rejected have no score: they come last whichever way.
  expect(ascends.at(-1)).toBe('–');
  expect(descends.at(-1)).toBe('–');

  await page.getByText('Columns', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Type', exact: true }).uncheck();
  await page.waitForURL('**/forms?sort=-score&hide=type');
  await page.getByRole('columnheader', { name: 'Type' }).waitFor({ state: 'detached' });
  expect(await findingsOf(page)).toEqual([]);
  await picture(page, 'columns');
  await page.getByRole('group', { name: 'searchable' }).getByLabel('no').check();
  await page.waitForURL('**/forms?is=searchable%3Afalse&sort=-score&hide=type');

  const heads = () => page.getByRole('columnheader').allTextContents();
  await expect.poll(async () => (await cells(page, 'Score')).length).toBeLessThan(before.length);
  const rows = await expectOrder(page, -1);
  const shown = await heads();
  await page.reload();
  await score.waitFor();
  expect(await heads()).toEqual(shown);
  expect(await cells(page, 'Score')).toEqual(rows);
  expect(await score.getAttribute('aria-sort')).toBe('descending');

  await page.getByRole('button', { name: 'Clear filter' }).click();
  await page.waitForURL('**/forms?sort=-score&hide=type');
  await score.getByRole('button').click();
  await page.waitForURL('**/forms?hide=type');
  await expect.poll(() => cells(page, 'Score')).toEqual(before);
  expect(await score.getAttribute('aria-sort')).toBeNull();
  expect(faults).toEqual([]);
}, 120_000);

async function expectOrder(page: Page, way: 1 | -1): Promise<readonly string[]> {
  const isSorted = async () => {
    const scores = (await cells(page, 'Score')).filter((text) => text !== '–').map(Number);
    return scores.length > 0 && String(scores) === String(scores.toSorted((a, b) => way * (a - b)));
  };
  await expect.poll(isSorted).toBe(true);
  return cells(page, 'Score');
}

test.each(SIZES)(
  'every list sorts by every head that says so, at $width pixels',
  async (size) => {
    for (const kind of ['forms', 'queries', 'records', 'sites', 'pages', 'records?fold=yes']) {
      const page = await open(`/ui/runs/1/${kind}`, size);
      await page.locator('tbody tr').first().waitFor();
      await picture(page, kind.replace(/\W/g, '-'));
      expect([kind, await findingsOf(page)]).toEqual([kind, []]);
      await page.getByText('Columns', { exact: true }).click();
      const order = page.getByLabel('Sort by');
      const values = await order
        .locator('option')
        .evaluateAll((all) => all.map((one) => (one as never as { value: string }).value));
      expect(values.length).toBeGreaterThan(2);
      for (const value of values.slice(1)) {
        const path = kind === 'queries' ? 'submissions' : kind.includes('fold') ? 'things' : kind;
        const answer = await fetch(`${server.url}/api/runs/1/${path}?limit=1&sort=${value}`);
        expect([kind, value, answer.status]).toEqual([kind, value, 200]);
      }
      await order.selectOption(values[2]!);
      await page.waitForURL(`**sort=${values[2]}*`);
      await expect.poll(() => page.locator('[aria-sort=descending]').count()).toBe(1);
      expect(await page.locator('[role=alert]').count()).toBe(0);
      await page.context().close();
    }
    expect(faults).toEqual([]);
  },
  240_000,
);

test.each(SIZES)(
  'the library is searched, an excerpt marks the words, a stored page opens, at $width pixels',
  async (size) => {
    const page = await open('/ui/search', size);
    await page.getByLabel(/^Words to find/).fill('garden');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/ui/search?q=garden');
    const results = page.locator('.results > li');
    await results.first().waitFor();
    for (const mark of await page.locator('.results mark').allTextContents())
      expect(mark).toMatch(/^garden/i);
    expect(await page.locator('.results mark').count()).toBeGreaterThan(0);
    expect(await findingsOf(page)).toEqual([]);
    await picture(page, 'search');

    const titles = async () => (await results.locator('h2').allTextContents()).join();
    await page.getByLabel(/^Words to find/).fill('kind:page book');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('kind');
    await results.first().waitFor();
    const found = await titles();
    await page.reload();
    await expect.poll(titles).toBe(found);
    await results.first().getByRole('link').first().click();
    await page.waitForURL('**/ui/documents/*');
    await page.getByRole('heading', { name: 'Text' }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await picture(page, 'document');
    await page.getByRole('button', { name: 'Show the stored page' }).click();
    await page.frameLocator('iframe[title="Stored page"]').locator('a').first().waitFor();
    expect(await page.locator('iframe[title="Stored page"]').getAttribute('sandbox')).toBe('');
    await picture(page, 'stored');
    expect(faults).toEqual([]);
  },
  120_000,
);

test('a document of every kind has its stored page, and a search that means nothing says why', async () => {
  for (const kind of ['page', 'hidden', 'record']) {
    const found = await fetch(`${server.url}/api/search?q=kind:${kind}&known=true`);
    const [first] = ((await found.json()) as { results: { id: number; title: string }[] }).results;
    const stored = await fetch(`${server.url}/api/ui/documents/${first!.id}/page`);
    expect([kind, stored.status]).toEqual([kind, 200]);
    expect(stored.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    if (kind === 'record') expect(await stored.text()).toContain(first!.title.slice(0, 12));
  }
  expect((await fetch(`${server.url}/api/ui/documents/999999/page`)).status).toBe(404);
  const page = await open(`/ui/search?q=${encodeURIComponent('"open')}`);
  await page.getByRole('alert').getByText('is not closed').waitFor();
  await page.goto(`${server.url}/ui/search?q=xyzzyplugh`);
  await page.getByText(/^Nothing found/).waitFor();
  await page.goto(`${server.url}/ui/runs/1/forms?sort=colour`);
  await page.getByRole('alert').getByText('forms are not sorted by "colour"').waitFor();
}, 60_000);

test('addresses that no web has are text, their stored pages open, and duplicates are folded and unfolded', async () => {
  faults.length = 0;
  const page = await open('/ui/runs/1/pages?is=status:200');
  const first = page.locator('tbody tr').first();
  await first.waitFor();
  expect(await page.locator('a[href$=".test/"]').count()).toBe(0);
  await first.getByRole('button', { name: 'Stored page' }).click();
  const body = page.frameLocator('dialog iframe').locator('body');
  await expect.poll(async () => (await body.textContent())?.trim().length).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Close' }).click();

  await page.goto(`${server.url}/ui/runs/1/records`);
  const fold = page.getByRole('checkbox', { name: 'Fold duplicates' });
  await first.waitFor();
  await fold.check();
  await page.getByRole('table', { name: 'things' }).waitFor();
  await fold.uncheck();
  await page.getByRole('table', { name: 'records' }).waitFor();
  await page.goto(`${server.url}/ui/runs/1/records?q=nothing-is-called-so`);
  await page.getByText(/^(?:0|none) found$/).waitFor();
  expect(faults).toEqual([]);
}, 120_000);
