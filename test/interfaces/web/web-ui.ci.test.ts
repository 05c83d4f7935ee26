import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import { loadRegion } from '../../../src/foundation/domain/index.ts';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { airQuality } from '../../../src/wings/air-quality/collect-region.ts';
import { openPort } from '../../open-port.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { seriousFindings, testBrowser } from '../../test-browser.ts';

const WAIT = { timeout: 120_000 };
const PHONE = { width: 390, height: 844 };

const folder = temporaryFolder('web-ui-');
const errors: unknown[] = [];
let server: RunningServer;
let browser: Browser;
const servers: RunningServer[] = [];

beforeAll(async () => {
  browser = await testBrowser();
  const storage = join(folder, 'storage');
  server = await startServer({ storage, port: 0, host: '127.0.0.1', log: (error) => errors.push(error) });
  servers.push(server);
});
afterAll(async () => {
  await browser?.close();
  for (const one of servers) await one.close();
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
  page.on('console', (message) => {
    // Pictures of a stored page are not loaded, by the policy of its frame.
    const isStored = message.text().includes('directive: "img-src data:"');
    if (message.type() === 'error' && !isStored) faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(url)) faults.push(request.url());
  });
  const asked = servers.find((one) => one.url === url);
  if (asked === undefined) throw new Error(`no server at ${url}`);
  await page.goto(asked.uiLink());
  await expect.poll(() => page.evaluate('localStorage.length'), WAIT).toBe(1);
  expect(page.url()).toBe(`${url}/ui/`);
  await page.goto(`${url}${path}`);
  return { page, faults };
}

const status = (page: Page) => page.locator('.facts [role=status]');

test('a harvest is begun, watched, paused, stopped, resumed and finished; what it found is read', async () => {
  const { page, faults } = await open('/');
  await page.getByText('No runs yet').waitFor();
  await page.getByRole('link', { name: 'New harvest', exact: true }).click();
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
  // Paused before anything else is looked at: a run that goes on may end before a slow view is read.
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('No new page is requested until you resume the run.').waitFor();
  await expect.poll(() => status(page).textContent(), WAIT).toBe('paused');
  await page.getByLabel('Pattern of addresses').fill('*/nothing/*');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Never request: */nothing/*' }).waitFor();
  await page
    .getByRole('progressbar', { name: /^\d+ % of the known (pages read|forms queried) \(\d+ of \d+\)/ })
    .waitFor();
  const pages = async () => Number(await page.locator('.figures dd').first().textContent());
  // What was under way has ended when no page comes any more.
  let before = -1;
  const isQuiet = async () => {
    const last = before;
    before = await pages();
    return before === last;
  };
  await expect.poll(isQuiet, { ...WAIT, interval: 2_000 }).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => status(page).textContent(), WAIT).toBe('running');
  await expect.poll(pages, WAIT).toBeGreaterThan(before);

  const hosts = page.getByRole('table', { name: 'Hosts' });
  await hosts.getByText('crawling').first().waitFor();
  const denied = (await hosts.locator('tbody td').first().textContent())!;
  await hosts.getByRole('button', { name: 'Block this site' }).first().click();
  await page.getByText('The run continues with the change').waitFor();
  await page.getByText('You can resume the run').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => status(page).textContent(), WAIT).toBe('interrupted');

  const read = Number(await page.locator('.figures dd').first().textContent());
  expect(read).toBeGreaterThan(8);
  expect(denied).toMatch(/\.test$/);
  await page.getByLabel('Page limit').fill(String(read + 12));
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await hosts
    .getByText(/^quer(?:ying|ied)$/)
    .first()
    .waitFor({ timeout: 200_000 });
  expect(await page.locator('.events').textContent()).not.toMatch(/\b1 (?:forms|records)\b/);
  // Its forms are asked before it ends.
  await expect.poll(() => status(page).textContent(), { timeout: 400_000 }).toMatch(/^(?:budget|complete)$/);
  const ended = (await status(page).textContent()) === 'budget' ? [read + 12] : [read, read + 12];
  expect(await pages()).toBeGreaterThanOrEqual(ended[0]!);
  expect(await pages()).toBeLessThanOrEqual(ended.at(-1)!);

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
  const areFiltered = async () => (await rows.allTextContents()).every((row) => row.includes('verified'));
  await expect.poll(areFiltered, WAIT).toBe(true);
  await rows.first().getByRole('link').click();
  await page.getByRole('table', { name: 'Queries' }).getByText('hits', { exact: true }).first().waitFor();
  await page.getByText('Support vector machine').waitFor();
  await page
    .getByText(/^Speaks for a search form: .+\.$/)
    .first()
    .waitFor();
  await page.getByRole('table', { name: 'Nearest labelled forms' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await openedForm(page);

  await page.getByRole('link', { name: 'Records of this form' }).click();
  await rows.first().waitFor();
  await rows.first().getByRole('link', { name: 'Provenance' }).click();
  await page.getByRole('heading', { name: 'Where it comes from' }).waitFor();
  await page.getByText(/^exchanges\.warc\.gz$/).waitFor();
  await page.getByRole('table', { name: 'Query' }).getByText('hits').waitFor();
  await page.getByRole('button', { name: 'Show the stored answer' }).click();
  await page.frameLocator('iframe[title="Stored answer"]').locator('a').first().waitFor();
  await page.keyboard.press('Escape');
  expect(await seriousFindings(page)).toEqual([]);
  await page.goBack();
  await rows.first().waitFor();
  const word = /\w{4,}/.exec((await rows.first().locator('td').first().textContent()) ?? '')![0];
  await page.getByLabel('Find').fill(word);
  await page.waitForURL(/q=/);
  const found = page.locator('.tools [role=status]');
  await expect.poll(async () => (await rows.allTextContents()).every((row) => row.includes(word))).toBe(true);
  await expect.poll(() => found.textContent()).toMatch(/^[\d,]+ found$/);
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
}, 900_000);

/** The form of the view is seen in its page, its answers are read, it is queried by hand and labelled. */
async function openedForm(page: Page): Promise<void> {
  const picture = page.getByRole('img', { name: 'The archived page, the form outlined' });
  await picture.waitFor();
  // Green of the outline of a searchable form, somewhere in the picture.
  const outlined = await picture.evaluate((image) => {
    const drawn = image as unknown as { naturalWidth: number; naturalHeight: number };
    const canvas = new OffscreenCanvas(drawn.naturalWidth, drawn.naturalHeight);
    const context = canvas.getContext('2d')!;
    context.drawImage(image as never, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let green = 0;
    for (let i = 0; i < data.length; i += 4)
      if (data[i] === 10 && data[i + 1] === 125 && data[i + 2] === 51) green++;
    return { width: canvas.width, green };
  });
  expect(outlined.width).toBe(1280);
  expect(outlined.green).toBeGreaterThan(500);

  const queries = page.getByRole('table', { name: 'Queries' });
  const hit = queries
    .locator('tbody tr')
    .filter({ hasText: /hits/ })
    .filter({ hasNotText: /no hits/ })
    .first();
  await hit.getByRole('button', { name: 'Show' }).click();
  const frame = page.locator('iframe[title="Stored answer"]');
  expect(await frame.getAttribute('sandbox')).toBe('');
  await page.frameLocator('iframe[title="Stored answer"]').locator('a').first().waitFor();
  const answer = await page.request.get(new URL((await frame.getAttribute('src'))!, page.url()).href);
  expect(answer.headers()['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await frame.waitFor({ state: 'detached' });

  await fillAsBefore(page);
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  await page.getByRole('table', { name: 'Answer' }).locator('tbody tr').first().waitFor();
  await page.getByText(/^hits: \d+ records/).waitFor();

  await page.getByRole('button', { name: 'search', exact: true }).click();
  await page.getByText('Saved: search.').waitFor();

  const meaning = page.getByRole('table', { name: 'Fields' }).getByRole('combobox').first();
  const judged = await meaning.inputValue();
  await meaning.selectOption('publisher');
  await page.getByText('corrected by you').waitFor();
  await page.reload();
  await page.getByText('corrected by you').waitFor();
  expect(await meaning.inputValue()).toBe('publisher');
  await page.getByRole('table', { name: 'Fields' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByText('corrected by you').waitFor({ state: 'detached' });
  expect(await meaning.inputValue()).toBe(judged);
}

/** Fills the form of the view with what brought hits in the run. */
async function fillAsBefore(page: Page): Promise<void> {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const queries = new URL(`/api/runs/1/submissions?is=formId:${id}&is=verdict:hits`, page.url());
  const { items } = (await (await page.request.get(queries.href)).json()) as {
    items: { controls: { label: string; values: string[] }[] }[];
  };
  for (const { label, values } of items[0]!.controls) {
    const labelled = page.locator('form.asked label').filter({ has: page.getByText(label, { exact: true }) });
    const control = labelled.locator('input, select').first();
    // What every query leaves as it is has no parameter.
    if ((await control.count()) === 0) continue;
    const isList = (await control.evaluate((element) => element.nodeName)) === 'SELECT';
    if (!isList) await control.fill(values[0]!);
    else {
      // An option of the form that means any value is called "any" in every list.
      const options = await control.locator('option').allTextContents();
      await control.selectOption({ label: options.includes(values[0]!) ? values[0]! : 'any' });
    }
  }
}

test('the judge of forms is trained, its mistakes are opened, forms are labelled by keys, and it is rolled back', async () => {
  const { page, faults } = await open('/ui/models');
  await page.getByText('None was trained in this storage folder yet.').waitFor();
  await page.getByRole('button', { name: 'Retrain' }).click();
  await page.getByRole('progressbar', { name: 'Training' }).waitFor();
  const matrix = page.getByRole('region', { name: 'Confusion matrix' });
  await matrix.waitFor();
  const cell = matrix.getByRole('link').first();
  const count = Number(await cell.textContent());
  await cell.click();
  await page.waitForURL(/cell=/);
  await expect
    .poll(() => page.getByRole('table', { name: 'Misjudged forms' }).locator('tbody tr').count())
    .toBe(count);
  await page.getByText('0 labelled').waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  const labels = () => {
    const file = join(folder, 'storage', 'labels', 'rows.jsonl');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    // A label that is taken back has its line struck out.
    return lines.filter((line) => line.startsWith('{'));
  };
  const before = labels().length;
  await page.locator('main').focus();
  await page.keyboard.press('n');
  await page.getByText('1 labelled').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('2 labelled').waitFor();
  // The file of labels begins with a line that names the features.
  const kept = labels().filter((line) => 'type' in JSON.parse(line));
  expect(labels().length - before).toBeGreaterThanOrEqual(2);
  expect(JSON.parse(kept.at(-2)!).type).toBe('other');
  await page.getByRole('button', { name: 'Undo the last label' }).click();
  await page.getByText('1 labelled').waitFor();
  const left = labels().filter((line) => 'type' in JSON.parse(line));
  // The form may stand on two pages of the queue; its label is that of both.
  const copyOf = (line: string): string => JSON.parse(line).copy;
  expect(left).toEqual(kept.filter((line) => copyOf(line) !== copyOf(kept.at(-1)!)));

  await page.getByRole('button', { name: 'Use the previous model' }).click();
  await page.getByText('rolled back').waitFor();
  expect(faults).toEqual([]);
}, 240_000);

test('a domain is made from words, kept, and tried on five pages', async () => {
  const { page, faults } = await open('/ui/new');
  await page.getByLabel('Sites', { exact: true }).fill('10');
  await page
    .getByText(/at least 50 s if they are spread over 10 sites, and 9 min if one site has them all/)
    .waitFor();
  await page.getByLabel('Name', { exact: true }).fill('tea');
  await page.getByLabel(/About ten words/).fill('green tea, oolong\nteapot, infusion, leaves');
  await page.getByRole('button', { name: 'Draft' }).click();
  const file = page.getByLabel('Domain file');
  await file.waitFor();
  expect(await file.inputValue()).toContain('oolong');
  const drafted = await file.inputValue();
  await file.fill(`${drafted}\nnonsense: 1\n`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/Not saved: line \d+/).waitFor();
  await file.fill(drafted);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('tea is saved').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('checkbox', { name: /^tea/ }).check();
  await page.getByRole('radio', { name: /practice web/ }).check();
  await page.getByRole('button', { name: 'Dry run on 5 pages' }).click();
  await page.waitForURL('**/ui/runs/2');
  await expect.poll(() => status(page).textContent(), WAIT).toBe('budget');
  expect(Number(await page.locator('.figures dd').first().textContent())).toBe(5);
  expect(faults).toEqual([]);
}, 240_000);

test('the air of a region is the map of its report, beside its table', async () => {
  await airQuality({
    ...{
      region: loadRegion('punjab'),
      web: 'practice:portals=punjab,sites=12',
      sources: [],
      period: { from: '2026-02-01' },
      robots: true,
    },
    ...{ render: 'never', maxPages: 30, signal: new AbortController().signal, emit: () => undefined },
    ...{ storage: join(folder, 'storage'), pictures: false },
  });
  const { page, faults } = await open('/ui/air');
  const divisions = page.getByRole('table', { name: 'Divisions' });
  await divisions.waitFor();
  const drawing = await fetch(`${server.url}/api/ui/air/punjab/pm25`);
  expect(drawing.headers.get('content-type')).toBe('image/svg+xml');
  expect(await drawing.text()).toContain('25 km');
  // One source of figures: what the report was made from, over its days.
  const file = join(folder, 'storage/regions/punjab/report/divisions.json');
  const report = JSON.parse(readFileSync(file, 'utf8'));
  expect(await (await fetch(`${server.url}/api/air-quality/punjab`)).json()).toEqual(report);
  const { name, pm25 } = report.divisions[0];
  const row = divisions.getByRole('row').filter({ hasText: name }).first();
  expect(await row.textContent()).toContain(pm25.value.toFixed(1));
  expect(await row.textContent()).toContain(`${pm25.days} of ${report.period.days} days`);
  expect(report.period.days).not.toBe(90);
  await page.getByLabel('Pollutant').selectOption('PM10');
  await page.waitForURL(/of=pm10/);
  const map = page.getByRole('img', { name: 'Map of PM10' });
  await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await seriousFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
}, 240_000);

test('every view fits a phone and keeps its contrast in the dark', async () => {
  const { page, faults } = await open('/ui/runs/1/forms', { viewport: PHONE, colorScheme: 'dark' });
  const form = (await page.locator('tbody a').first().getAttribute('href'))!.replace('/ui/', '');
  await page.goto(`${server.url}/ui/runs/1/records`);
  const record = (await page.getByRole('link', { name: 'Provenance' }).first().getAttribute('href'))!;
  for (const path of [
    '',
    'new',
    record.replace('/ui/', ''),
    'runs/1',
    'runs/1/forms',
    'runs/1/records',
    'runs/1/sites',
    'runs/1/pages',
    'runs/1/records?fold=yes',
    'models',
    'air',
    form,
  ]) {
    await page.goto(`${server.url}/ui/${path}`);
    await page.locator('tbody tr, .choices label').first().waitFor();
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, PHONE.width]);
    expect([path, await seriousFindings(page)]).toEqual([path, []]);
    // The links are one row, whatever their number, and that of the view is seen.
    for (const nav of await page.locator('header nav').all())
      expect((await nav.boundingBox())!.height).toBeLessThan(50);
    const current = page.locator('header [aria-current]').last();
    if ((await current.count()) > 0) {
      const { x, width } = (await current.boundingBox())!;
      expect([path, x >= 0 && x + width <= PHONE.width]).toEqual([path, true]);
    }
  }
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(20, 24, 27)');
  await page.goto(`${server.url}/docs`);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  expect(faults).toEqual([]);
}, 300_000);

test('an answer that comes later than the next refresh is waited for', async () => {
  const { page } = await open('/ui/new');
  await page.route('**/api/runs/1', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await route.continue();
  });
  await page.goto(`${server.url}/ui/runs/1`);
  // What takes no time is there meanwhile.
  await page.locator('.figures').waitFor({ timeout: 3_500 });
  await page.getByText('Loading …').waitFor();
  await page.getByRole('table', { name: 'Links' }).waitFor({ timeout: 30_000 });
});

test('all can be reached by keys', async () => {
  const { page } = await open('/ui/runs');
  await page.locator('tbody tr').first().waitFor();
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  const order: string[] = [];
  for (let step = 0; step < 10; step++) {
    await page.keyboard.press('Tab');
    order.push(await focused());
  }
  expect(order).toEqual([
    ...['To the content', 'Home', 'Runs', 'Search', 'New harvest', 'Schedules', 'Models', 'Air'],
    ...['2 · tea', '1 · book'],
  ]);
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
  const port = await openPort(hostile);
  try {
    const seed = `http://127.0.0.1:${port}/`;
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

test('a browser without the token reads and is asked for it where it acts; a report runs its own script', async () => {
  const page = await (await browser.newContext()).newPage();
  const faults: string[] = [];
  await page.goto(`${server.url}/ui/models`);
  await page.getByRole('button', { name: 'Train' }).first().click();
  await page.getByLabel('Token of the server').first().waitFor();
  // A page of its own: the refusal of the other one is an error on its console.
  const report = await (await browser.newContext()).newPage();
  report.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await report.goto(`${server.url}/api/runs/1/report.html`);
  await report.locator('input[type=search]').first().waitFor();
  expect(faults).toEqual([]);
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
    expect((await fetch(`${at}/api/domains`)).status).toBe(401);
    const page = await (await browser.newContext()).newPage();
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    for (const path of ['/ui/models', '/']) {
      await page.goto(at + path);
      await page.getByLabel('Token of the server').waitFor();
    }
    expect(faults).toEqual([]);
    await page.getByLabel('Token of the server').fill('secret');
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByText('No runs yet').waitFor();
  } finally {
    await open.close();
  }
  expect(errors).toEqual([]);
});
