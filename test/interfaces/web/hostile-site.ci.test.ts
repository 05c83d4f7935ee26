/** What a hostile site says is harvested and shown everywhere, and nothing of it runs, loads, or breaks the layout. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { testBrowser } from '../../test-browser.ts';
import { type HostileSite, startHostileSite } from './hostile-site.ts';

const KINDS = [
  ...['forms', 'pages', 'sites', 'submissions', 'records', 'things', 'details', 'documents'],
] as const;
const WIDTHS = [1_280, 390];

const folder = temporaryFolder('hostile-');
const errors: unknown[] = [];
let site: HostileSite;
let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  browser = await testBrowser();
  site = await startHostileSite();
  server = await startServer({
    ...{ storage: join(folder, 'storage'), port: 0, host: '127.0.0.1', allowPrivate: true },
    log: (error) => errors.push(error),
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
});

const headers = () => ({ authorization: `Bearer ${server.token}` });
const get = (path: string, accept = 'application/json') =>
  fetch(`${server.url}${path}`, { headers: { ...headers(), accept } });

/** Rows of a run, all of them. */
async function rowsOf<Row>(run: number, kind: string, query = ''): Promise<Row[]> {
  const text = await (await get(`/api/runs/${run}/${kind}?${query}`, 'application/x-ndjson')).text();
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]));
}

interface Watched {
  readonly page: Page;
  /** Signs that something of the site ran or loaded, and complaints of our own pages: all stay empty. */
  readonly faults: string[];
}

async function watched(width: number, own = server.url): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  // A frame without an origin has no storage.
  await context.addInitScript(
    `if (window.top === window) try { localStorage.setItem('fieldfare-token', '${server.token}') } catch {}`,
  );
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', ({ message }) => faults.push(`error: ${message}`));
  page.on('popup', (popup) => faults.push(`popup: ${popup.url()}`));
  page.on('request', (request) => {
    if (!/^(?:data|blob|about):/.test(request.url()) && !request.url().startsWith(own))
      faults.push(`request: ${request.url()}`);
  });
  await page.addInitScript(`addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.top === window && console.error('policy', violatedDirective, blockedURI))`);
  page.on('console', (message) => {
    if (message.text().startsWith('policy')) faults.push(message.text());
  });
  return { page, faults };
}

async function hasRun(page: Page): Promise<boolean> {
  const hits = await Promise.all(page.frames().map((frame) => frame.evaluate('window.hit !== undefined')));
  return hits.includes(true);
}

/** Opens a view at each width, once it holds what it is to show. */
async function shown(path: string, holds: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of WIDTHS) {
    const { page, faults } = await watched(width);
    await page.goto(`${server.url}${path}`);
    await page.locator(holds).first().waitFor({ timeout: 150_000 });
    // A pointer and the keyboard go over what is there, as handlers of the site would want it.
    for (const row of (await page.locator('tbody td').all()).slice(0, 5)) await row.hover({ force: true });
    await page.keyboard.press('Tab');
    if (await hasRun(page)) faults.push('a script of the site ran');
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (wide > width) faults.push(`layout: ${wide} pixels`);
    for (const fault of faults) wrong.push(`${path} at ${width}: ${fault}`);
    await page.context().close();
  }
  return wrong;
}

test.each(['never', 'always'])(
  'a harvest of the site that renders %s is watched',
  async (render) => {
    const { page, faults } = await watched(390);
    const options = { domains: ['book'], seeds: [site.url], allowPrivate: true, render, maxSubmissions: 12 };
    const begun = await fetch(`${server.url}/api/runs`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify({ ...options, maxPages: 30, delayMs: 50, novelty: 'page' }),
    });
    const { id } = (await begun.json()) as { id: number };
    await page.goto(`${server.url}/ui/jobs/${id}`);
    await page.waitForURL('**/ui/runs/*');
    await page.locator('.events li').first().waitFor({ timeout: 60_000 });
    const status = page.locator('.facts [role=status]');
    await expect.poll(() => status.textContent(), { timeout: 120_000 }).toMatch(/^(?:complete|budget)$/);
    expect(await hasRun(page)).toBe(false);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(faults).toEqual([]);
    const run = render === 'never' ? 1 : 2;
    const forms = await rowsOf<{ outcome: string }>(run, 'forms');
    expect(forms.filter(({ outcome }) => outcome === 'verified')).toHaveLength(1);
    expect((await rowsOf(run, 'records')).length).toBeGreaterThan(20);
  },
  240_000,
);

test('every view of both runs shows it as text', async () => {
  site.called.length = 0;
  const wrong = [
    ...(await shown('/ui/', 'tbody tr')),
    ...(await shown('/ui/models', 'section')),
    ...(await shown('/ui/new', 'form')),
    ...(await shown('/ui/air', '.empty')),
    ...(await shown('/ui/search?q=book&duplicates=yes', '.results li')),
  ];
  const { results } = (await (await get('/api/search?q=book')).json()) as { results: { id: number }[] };
  expect(results.length).toBeGreaterThan(0);
  for (const { id } of results.slice(0, 5)) wrong.push(...(await shown(`/ui/documents/${id}`, '.document')));
  for (const run of [1, 2]) {
    wrong.push(...(await shown(`/ui/runs/${run}`, '.figures')));
    for (const list of [
      ...['forms', 'queries', 'records', 'records?fold=yes', 'sites', 'pages', 'pages?q=script'],
    ])
      wrong.push(...(await shown(`/ui/runs/${run}/${list}`, 'tbody tr')));
    const forms = await rowsOf<{ formId: string; outcome: string }>(run, 'forms');
    forms.sort((a, b) => Number(b.outcome === 'verified') - Number(a.outcome === 'verified'));
    for (const { formId } of forms.slice(0, 3))
      wrong.push(...(await shown(`/ui/runs/${run}/forms/${formId}`, 'img')));
    for (const { site: of, key } of (await rowsOf<{ site: string; key: string }>(run, 'records')).slice(
      0,
      10,
    )) {
      const record = new URLSearchParams({ site: of, key });
      wrong.push(...(await shown(`/ui/runs/${run}/record?${record}`, '.words')));
    }
  }
  expect(wrong).toEqual([]);
  expect(site.called).toEqual([]);
}, 600_000);

test('stored answers are framed without an origin, and nothing of them runs or loads', async () => {
  // Where reading needs the token, which a frame cannot send, its markup is handed over.
  for (const run of [1, 2])
    for (const readingNeedsToken of [false, true]) {
      const { page, faults } = await watched(390);
      page.on('requestfailed', (request) => {
        // Our own requests fail where a page is left before they are answered.
        const isTheirs = !request.url().startsWith(server.url);
        if (isTheirs && request.failure()?.errorText !== 'csp') faults.push(`loaded: ${request.url()}`);
      });
      const [form] = await rowsOf<{ formId: string }>(run, 'forms', 'outcome=verified');
      await page.goto(`${server.url}/ui/runs/${run}/forms/${form!.formId}`);
      const buttons = page.getByRole('button', { name: 'Show', exact: true });
      await buttons.first().waitFor();
      if (readingNeedsToken) await page.evaluate(`document.documentElement.dataset.reading = 'token'`);
      let framed = 0;
      for (const button of await buttons.all()) {
        await button.click();
        const answer = page.frameLocator('iframe[title="Stored answer"]').locator('h1');
        // The archive does not hold all that a browser was shown.
        const isSettled = async () => (await answer.count()) + (await page.getByRole('alert').count());
        await expect.poll(isSettled, { timeout: 30_000 }).toBe(1);
        framed += await answer.count();
        await page.waitForTimeout(200);
        expect(await hasRun(page)).toBe(false);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        await page.keyboard.press('Escape');
      }
      expect(framed).toBeGreaterThan(6);
      // What the frame may not load is asked for and refused in the browser.
      expect(faults.filter((fault) => !fault.startsWith('request: '))).toEqual([]);
      await page.context().close();
    }
  expect(site.called).toEqual([]);
}, 240_000);

test('reports, documents and lists that a browser opens by their address run nothing', async () => {
  const paths = ['/docs', '/openapi.json', '/api/search?q=book', '/api/labels?run=1'];
  const { results } = (await (await get('/api/search?q=book')).json()) as { results: { id: number }[] };
  for (const { id } of results.slice(0, 3))
    paths.push(`/api/documents/${id}`, `/api/ui/documents/${id}/page`);
  for (const run of [1, 2]) paths.push(`/api/runs/${run}/report.html`);
  for (const kind of KINDS) paths.push(`/api/runs/1/${kind}?limit=200`);
  const wrong: string[] = [];
  for (const path of paths) {
    const { page, faults } = await watched(1_280);
    const answer = await page.goto(`${server.url}${path}`);
    expect([path, answer?.status()]).toEqual([path, 200]);
    await page.waitForTimeout(300);
    if (await hasRun(page)) faults.push('a script of the site ran');
    // The report is sandboxed: its own script is refused as well.
    if (!path.endsWith('report.html')) wrong.push(...faults.map((fault) => `${path}: ${fault}`));
    else
      wrong.push(
        ...faults.filter((fault) => !fault.startsWith('policy')).map((fault) => `${path}: ${fault}`),
      );
    await page.context().close();
  }
  expect(wrong).toEqual([]);
  expect(site.called).toEqual([]);
}, 240_000);

test('a report that is opened from the disk runs its own script alone', async () => {
  for (const run of [1, 2]) {
    const file = join(folder, `report-${run}.html`);
    writeFileSync(file, await (await get(`/api/runs/${run}/report.html`)).text());
    for (const width of WIDTHS) {
      const { page, faults } = await watched(width, 'file:');
      await page.goto(pathToFileURL(file).href);
      await page.locator('input[type=search]').first().waitFor();
      const forms = page.locator('a[href^="#form"]');
      for (let at = 0; at < (await forms.count()); at++) {
        await forms.nth(at).click();
        await page.getByRole('table', { name: 'Fields' }).waitFor();
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        );
        await page.getByRole('link', { name: 'All forms' }).click();
        await forms.first().waitFor();
      }
      expect(await hasRun(page)).toBe(false);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  }
  expect(site.called).toEqual([]);
}, 120_000);

test('downloads hold every row, no cell that a spreadsheet runs, and no header of the site', async () => {
  for (const kind of KINDS) {
    const rows = await rowsOf(1, kind);
    for (const path of [`/api/runs/1/${kind}`, `/api/runs/1/${kind}?format=csv`]) {
      const answer = await get(path, 'text/csv');
      const cells = parse(await answer.text()) as string[][];
      expect([path, cells.length]).toEqual([path, rows.length + 1]);
      expect(
        cells.flat().filter((cell) => /^[\s\p{Cf}]*[=+@\t\r-]/u.test(cell) && !/^-?[\d.]+$/.test(cell)),
      ).toEqual([]);
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="run-1-[a-z]+\.(?:csv|jsonl)"$/,
      );
      expect([answer.headers.has('set-cookie'), answer.headers.has('hit')]).toEqual([false, false]);
    }
  }
}, 60_000);

test('a form is described, and called, under the names that the site gives its fields', async () => {
  const [form] = await rowsOf<{ formId: string }>(1, 'forms', 'outcome=verified');
  for (const part of ['', '/openapi.json', '/schema.json']) {
    const answer = await get(`/forms/${form!.formId}${part}`);
    expect([part, answer.status, answer.headers.get('content-type')]).toEqual([
      part,
      200,
      'application/json',
    ]);
    expect(Object.getPrototypeOf(await answer.json())).toBe(Object.prototype);
  }
  const { parameters } = (await (await get(`/forms/${form!.formId}`)).json()) as {
    parameters: { name: string }[];
  };
  expect(parameters.map(({ name }) => name)).toContain('query');
  const answer = await get(`/forms/${form!.formId}/query?query=garden&limit=50`);
  const { records } = (await answer.json()) as { records: { title: string }[] };
  expect(records.length).toBeGreaterThan(3);
  for (const { title } of records) expect(title).toMatch(/garden/);
  expect((await get(`/forms/${form!.formId}/query?nope=x`)).status).toBe(400);
}, 60_000);

test('a language model is told what the site says between marks that the site cannot close', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const url = new URL(`${server.url}/mcp`);
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: headers() } }) as Transport,
  );
  const [form] = await rowsOf<{ formId: string }>(1, 'forms', 'outcome=verified');
  const calls = [
    ['describe_form', { form: form!.formId }],
    ['query_form', { form: form!.formId, values: { query: 'winter' } }],
    ['search_library', { query: 'book' }],
  ] as const;
  for (const [name, given] of calls) {
    const { content, isError } = (await client.callTool({ name, arguments: given })) as {
      content: { text: string }[];
      isError?: boolean;
    };
    const text = content[0]!.text;
    expect([name, isError ?? false, isError === true ? text : '']).toEqual([name, false, '']);
    const [mark] = /UNTRUSTED [A-Z]{12}/.exec(text)!;
    const lines = text.split('\n');
    // What stands between the marks is one line: no line of the site can pass for one of ours.
    expect([name, lines.length, lines[1], lines[3]]).toEqual([name, 4, mark, mark]);
    expect(() => JSON.parse(lines[2]!)).not.toThrow();
  }
  await client.close();
  expect(errors).toEqual([]);
}, 60_000);
