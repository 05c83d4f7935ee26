import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import type { FormLists } from '../../src/interfaces/views/run-lists.ts';
import { findRun } from '../../src/library/index.ts';
import { collectLists, type RunReport, reportHtml } from '../../src/reports/index.ts';
import { trainingReportHtml } from '../../src/wings/laboratory/reports/training-report.ts';
import { makeLargeStore } from '../interfaces/server/large-store.ts';
import { openPort } from '../open-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { testBrowser } from '../test-browser.ts';
import { sampleForm, sampleLists, sampleReport } from './sample-report.ts';

const HOSTILE = [
  '<script>document.title="ran"</script>',
  '"><img src=/a.png onerror="document.title=\'ran\'">',
  "' onmouseover='document.title=1' x='",
  '</style></svg><iframe src="/frame"></iframe>',
  '"]; document.title="ran"; ["` + datum.x + `',
  '\u202egnp.tiolpxe\u202c\u0007\u001b[31m',
];
const EMPTY: RunReport = {
  run: { ...sampleReport().run, seconds: 0, status: 'interrupted', reason: 'no seed could be reached' },
  totals: {
    pages: 0,
    rendered: 0,
    failed: 0,
    skipped: 0,
    sites: 0,
    crawledSites: 0,
    searchableSites: 0,
    forms: 0,
    searchable: 0,
    relevant: 0,
    requests: 0,
    bytes: 0,
  },
  growth: [],
  verdicts: [],
  formTypes: [],
  formDepths: [],
  sites: [],
  searchableForms: [],
  renderReasons: [],
  failures: [],
  errors: [],
};

/** Every text of a report that a page could have chosen, replaced. */
function poisoned(text: string): RunReport {
  const report = sampleReport();
  const submissions = report.submissions!;
  return {
    ...report,
    run: { ...report.run, domains: [text], web: text, strategy: text, status: 'budget', reason: text },
    verdicts: report.verdicts.map((verdict) => ({ ...verdict, rule: text })),
    formTypes: report.formTypes.map((type) => ({ ...type, type: text })),
    sites: report.sites.map((site) => ({ ...site, site: text, domain: text, status: text })),
    searchableForms: [
      ...report.searchableForms.map((form) => ({
        ...form,
        formId: text,
        site: text,
        page: text,
        action: text,
        method: text,
        controls: text,
        domain: text,
      })),
      { ...report.searchableForms[0]!, page: `javascript:${text}`, action: `data:text/html,${text}` },
      { ...report.searchableForms[0]!, page: `http://shop.example/${text}` },
    ],
    renderReasons: [{ reason: text, count: 1 }],
    failures: [{ reason: text, count: 1 }],
    errors: [
      { url: text, reason: text },
      { url: `javascript:${text}`, reason: text },
    ],
    submissions: {
      ...submissions,
      verdicts: [{ verdict: text, count: 1 }],
      rates: [{ domain: text, submissions: 10, ok: 10, hits: 1 }],
      databases: submissions.databases.map((row) => ({ ...row, site: text, postQuery: text, reason: text })),
    },
    provenance: {
      version: '0.1.0',
      seeds: [text],
      settings: [{ name: 'web', value: text }],
      rankers: [text],
      archive: [],
    },
    practice: [{ label: text, value: text }],
  };
}

const NO_LISTS: FormLists = { run: 12, forms: { items: [], total: 0 }, answers: {}, files: {} };

/** Every text of a form, of its queries and of its records that a page could have chosen, replaced. */
function poisonedLists(text: string): FormLists {
  const { answers } = sampleLists();
  const { queries, records } = answers.c0ffee0ddba11000!;
  const poison = <T>(value: T): T =>
    typeof value === 'string'
      ? (text as T)
      : Array.isArray(value)
        ? (value.map(poison) as T)
        : typeof value === 'object' && value !== null
          ? (Object.fromEntries(Object.entries(value).map(([name, of]) => [name, poison(of)])) as T)
          : value;
  const form = { ...poison(sampleForm()), formId: 'c0ffee0ddba11000', method: 'get' as const };
  return sampleLists({
    forms: { items: [form, { ...form, formId: 'c0ffee0ddba11001', page: `javascript:${text}` }], total: 2 },
    answers: {
      c0ffee0ddba11000: {
        queries: { items: queries.items.map(poison), total: 1 },
        records: { items: records.items.map(poison), total: 1 },
      },
    },
  });
}

let browser: Browser;
let server: Server;
let origin: string;
/** What the server is asked for, and what it hands out at `/`. */
const asked: string[] = [];
let served = '';

beforeAll(async () => {
  browser = await testBrowser();
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', request.url === '/' ? 'text/html; charset=utf-8' : 'image/svg+xml');
    response.end(request.url === '/' ? served : '<svg xmlns="http://www.w3.org/2000/svg"/>');
  });
  origin = `http://127.0.0.1:${await openPort(server)}`;
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  await new Promise((done) => server?.close(done));
});

/** Opens a report as a reader would, with nothing but itself on the network; `complaints` are what the browser says. */
async function open(html: string, viewport = { width: 1280, height: 900 }) {
  served = html;
  asked.length = 0;
  const page = await browser.newPage({ viewport });
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  await page.goto(origin, { waitUntil: 'networkidle' });
  return { page, complaints };
}

describe('a report of hostile pages', () => {
  it.each(HOSTILE)('shows %j as text: nothing runs, nothing is asked for', async (text) => {
    const { page, complaints } = await open(await reportHtml(poisoned(text), poisonedLists(text)));
    await page.mouse.move(300, 300);
    expect(asked).toEqual(['/']);
    expect(complaints).toEqual([]);
    expect(await page.title()).toContain('Fieldfare: run 12');
    expect(
      await page.locator('iframe, img, object, embed, form, base, [onerror], [onmouseover]').count(),
    ).toBe(0);
    expect([await page.locator('style').count(), await page.locator('script').count()]).toEqual([1, 2]);
    for (const link of await page.locator('a').all())
      expect(await link.getAttribute('href')).toMatch(/^(?:https?:\/\/|#form-|forms\.csv$)/);
    await page.close();
  });

  it.each(HOSTILE)('shows the form of %j as text', async (text) => {
    const { page, complaints } = await open(await reportHtml(poisoned(text), poisonedLists(text)));
    await page.goto(`${origin}/#form-c0ffee0ddba11000`);
    await page.getByRole('table', { name: 'Sample records' }).waitFor();
    await page.mouse.move(300, 300);
    expect(complaints).toEqual([]);
    expect(await page.title()).toContain('Fieldfare: run 12');
    expect(await page.locator('iframe, img, object, form, base, [onerror], [onmouseover]').count()).toBe(0);
    for (const link of await page.locator('a').all())
      expect(await link.getAttribute('href')).toMatch(/^(?:https?:\/\/|#|forms\.csv$)/);
    await page.close();
  });

  it('lets no text turn the reading direction round or hide', async () => {
    const html = await reportHtml(poisoned(HOSTILE.at(-1)!), poisonedLists(HOSTILE.at(-1)!));
    expect(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.exec(html.replaceAll('\n', ''))).toBeNull();
    expect(html.includes('gnp.tiolpxe')).toBe(true);
  });

  it('would stop even markup that slipped through', async () => {
    const html = (await reportHtml(sampleReport(), sampleLists())).replace(
      '</main>',
      '<script>document.title="ran"</script><img src="/a.png"><link rel="stylesheet" href="/a.css"><iframe src="/frame"></iframe><div style="color:red">x</div></main>',
    );
    const { page } = await open(html);
    expect(await page.title()).not.toBe('ran');
    expect(asked).toEqual(['/']);
    await page.close();
  });
});

const onWeb = (web: string): RunReport => sampleReport({ run: { ...sampleReport().run, web } });

describe('the lists of a report', () => {
  const forms = (page: Page) => page.getByRole('table', { name: 'Forms' }).locator('tbody tr');

  it('are filtered by text and choices, and sorted by columns', async () => {
    const { page, complaints } = await open(await reportHtml(sampleReport(), sampleLists()));
    await page.getByLabel('Filter').first().fill('PAPERLANE');
    await expect.poll(() => forms(page).count()).toBe(3);
    await page.getByLabel('Searches').selectOption('no');
    await expect.poll(() => forms(page).count()).toBe(1);
    await page.getByLabel('Filter').first().fill('nothing has this');
    await page.getByText('None fits.').waitFor();
    await page.getByLabel('Filter').first().fill('');
    await page.getByLabel('Searches').selectOption('');
    const sort = page.getByRole('button', { name: 'Records' });
    const records = () => forms(page).locator('td[data-head=Records]').allInnerTexts();
    await sort.click();
    expect((await records()).slice(-2)).toEqual(['1,198', '2,000']);
    await sort.click();
    expect((await records()).slice(0, 2)).toEqual(['2,000', '1,198']);
    expect(await page.locator('th[aria-sort=descending]').count()).toBe(1);
    // A form without a score comes last, whichever way.
    await page.getByRole('button', { name: 'Score' }).click();
    expect(await forms(page).last().innerText()).toContain('password');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('lead to each form with its queries and sample records, in a file that is opened from the disk', async () => {
    const folder = temporaryFolder('report-');
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => asked.push(message.text()));
    try {
      const file = join(folder, 'report.html');
      writeFileSync(file, await reportHtml(onWeb('live'), sampleLists()));
      await page.goto(pathToFileURL(file).href);
      await forms(page).first().getByRole('link').first().click();
      await page.getByText('Speaks for a search form: its markup calls it a search.').waitFor();
      expect(await page.getByText('1,720 (1,198 to 4,373)').count()).toBe(1);
      expect(await page.getByRole('table', { name: 'Fields' }).innerText()).toContain('Hardback, Paperback');
      expect(await page.getByRole('table', { name: 'Queries' }).innerText()).toContain('moby dick');
      expect(await page.getByText('The first 1 of 25 queries').count()).toBe(1);
      const record = page.getByRole('link', { name: 'Moby-Dick; or, The Whale' });
      expect(await record.getAttribute('href')).toBe('http://www.paperlane.example/books/1');
      await page.goBack();
      await expect.poll(() => forms(page).count()).toBe(17);
      expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
    } finally {
      await page.close();
    }
  });

  it('are tables for a reader without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.setContent(await reportHtml(sampleReport(), sampleLists()));
    expect(await forms(page).count()).toBe(17);
    expect(await page.getByLabel('Filter').count()).toBe(0);
    expect(await page.getByRole('table', { name: 'Sites' }).innerText()).toContain('paperlane.example');
    await context.close();
  });
});

it('links the pages of the live web alone: nobody finds those of the practice web or of an archive there', async () => {
  const linksOf = async (web: string) => {
    const { page } = await open(await reportHtml(onWeb(web), sampleLists()));
    const links = await page.locator('td a[href^="http"]').count();
    await page.close();
    return links;
  };
  const [live, ...others] = [
    await linksOf('live'),
    await linksOf('practice:seed=2'),
    await linksOf('replay:storage/runs/1'),
  ];
  expect(live).toBeGreaterThan(10);
  expect(others).toEqual([0, 0]);
});

describe('a training report', () => {
  const TRAINING = {
    title: 'Form classifier: training report',
    lead: '110 forms',
    charts: [
      {
        title: 'F1 by k',
        x: 'k',
        y: 'F1',
        lines: [{ name: 'F1', points: [0.966, 0.978].map((y, x) => ({ x, y })) }],
      },
    ],
    tables: [
      {
        title: 'Scores',
        heads: ['', ...Array.from({ length: 12 }, (_, i) => `class ${i}`)],
        rows: [['weighted average', ...Array.from({ length: 12 }, () => '.975')]],
      },
    ],
    confusion: {
      title: 'Confusion',
      classes: ['search', 'login'],
      counts: [
        [90, 10],
        [0, 10],
      ],
    },
    errors: [
      {
        url: 'https://shop.example/a/page/with/a/rather/long/address/for/a/phone',
        truth: 'search',
        said: 'no search (0.12)',
      },
      { url: 'row 869', truth: 'login', said: 'search (0.71)' },
    ],
  };

  it('draws lines that lie close together on an axis cut above 0, and says so', async () => {
    const charted = async (...ys: number[]) => {
      const lines = [{ name: 'F1', points: ys.map((y, x) => ({ x, y })) }];
      const html = await trainingReportHtml({
        ...TRAINING,
        charts: [{ title: 'F1 by k', x: 'k', y: 'F1', lines }],
      });
      const { page } = await open(html);
      const words = await page.locator('figure svg text').allTextContents();
      await page.close();
      return words;
    };
    // 5 % of 0.978 are shown at least: 0.9291 to 0.978, rounded outwards to steps of 0.02.
    const close = await charted(0.966, 0.978);
    expect(close).toEqual(expect.arrayContaining(['F1 (axis from 0.92)', '≈', '0.92', '0.98']));
    expect(close).not.toContain('0.0');
    const apart = await charted(0.2, 0.9);
    expect(apart).toEqual(expect.arrayContaining(['F1', '0.0', '1.0']));
    expect(apart).not.toContain('≈');
  });

  it('shows which class was taken for which, and each misclassified form by its address', async () => {
    const { page, complaints } = await open(await trainingReportHtml(TRAINING));
    const cells = page.getByRole('region', { name: 'Confusion' }).locator('tbody tr');
    expect((await cells.allInnerTexts()).map((row) => row.split(/\s+/).join(' '))).toEqual([
      'search 90 10 100',
      'login 0 10 10',
    ]);
    const shades = await cells
      .locator('td')
      .evaluateAll((all) => all.map((cell) => getComputedStyle(cell).backgroundColor));
    // 90 %, 10 %, sum; 0 %, 100 %, sum.
    expect(shades[0]).not.toBe(shades[1]);
    expect(shades[0]).toBe(shades[4]);
    expect(shades[3]).toBe('rgba(0, 0, 0, 0)');
    const forms = page.getByRole('region', { name: 'Misclassified forms' });
    expect(await forms.getByRole('link').getAttribute('href')).toBe(TRAINING.errors[0]?.url);
    expect(await page.getByText('Rows without an address come from data that keeps none').count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('fits a phone', async () => {
    const { page } = await open(await trainingReportHtml(TRAINING), { width: 390, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.close();
  });
});

describe('a report', () => {
  it('shows the numbers of the run', async () => {
    const { page, complaints } = await open(await reportHtml(sampleReport(), sampleLists()));
    expect(await page.locator('h1').innerText()).toBe(
      '146 search forms on 31 sites (42 discovered, 40 reached), 101 of them about book.',
    );
    const tiles = await page.locator('.tile').allInnerTexts();
    const texts = tiles.map((tile) => tile.replace(/\s+/g, ' '));
    expect(texts).toEqual([
      ...['Search forms 146 101 about book', 'Records 6,668 distinct, from 10 forms'],
      ...['All forms 684 21 % searchable', 'Pages crawled 1,243 118 in a browser'],
      'Sites with search forms 31 42 discovered, 40 reached',
      ...['Harvest rate 0.117 search forms per page crawled', 'Not crawled 81 17 failed, 64 skipped'],
      ...['Time 2 min 27 s 8.5 pages per second', 'Traffic 18.4 MB 1,502 requests'],
    ]);
    const drawn = (await page.locator('svg text').allTextContents()).join('|');
    for (const label of [
      ...['684 all forms', '146 search forms', 'password', '171', '58 of 121', 'mailing-list'],
    ]) {
      expect(drawn).toContain(label);
    }
    expect(await page.locator('figure').count()).toBe(5);
    const rows = await page.getByRole('region', { name: 'Sites' }).locator('tbody tr').allInnerTexts();
    expect(rows[0]?.split(/\s+/)).toEqual(['paperlane.example', 'book', '0.31', '64', '30', '9', 'crawled']);
    expect(await page.getByText('17 of 146; all in forms.csv').count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('counts what it cuts and folds, and shows all of it on paper', async () => {
    const { page } = await open(await reportHtml(sampleReport(), sampleLists()));
    expect(await page.getByText('The first 8 of 11 databases').count()).toBe(1);
    const clipped = await page
      .locator('.scroll')
      .evaluateAll((boxes) => boxes.filter((box) => box.scrollHeight > box.clientHeight + 1).length);
    expect(clipped).toBe(0);
    const errors = Array.from({ length: 35 }, (_, i) => ({ url: `http://a.test/${i}`, reason: 'timeout' }));
    const many = sampleReport({ errors, totals: { ...sampleReport().totals, failed: 321 } });
    const { page: long } = await open(await reportHtml(many, sampleLists()));
    expect(await long.getByText('The first 35 of 321 pages').count()).toBe(1);
    expect(await long.getByText('20 of 35 pages shown; show the other 15').isVisible()).toBe(true);
    const last = long.getByText('http://a.test/34');
    expect(await last.isVisible()).toBe(false);
    await long.emulateMedia({ media: 'print' });
    expect(await last.isVisible()).toBe(true);
    await Promise.all([page.close(), long.close()]);
  });

  it('names what the run can be cited by, its errors, and the files beside it', async () => {
    const { page } = await open(await reportHtml(sampleReport(), sampleLists()));
    const body = (await page.locator('body').innerText()).replace(/\s+/g, ' ');
    expect(body).toContain(
      `Fieldfare 0.1.0, run 12, practice, 2026-11-20T20:13:04.000Z to 2026-11-20T20:15:31.000Z, archive SHA-256 ${'5f'.repeat(32)}.`,
    );
    expect(body).toContain('http://www.quillandco.example/');
    expect(body).toContain('maxPages 1243');
    expect(body).toContain('http://www.stacks.example/a-page-with-a-long-name/number-17 timeout');
    expect(await page.getByRole('link', { name: 'exchanges.warc.gz' }).getAttribute('href')).toBe(
      'exchanges.warc.gz',
    );
    expect(body).toContain('fieldfare export records --run 12');
    await page.close();
  });

  it('gives shares with their interval, or says that they rest on too little', async () => {
    const { page } = await open(await reportHtml(sampleReport(), sampleLists()));
    const rows = await page
      .getByRole('region', { name: 'Query success rate' })
      .locator('tbody tr')
      .allInnerTexts();
    // Wilson by hand: (0.9 + 1.92073/100 ± 1.96 √(0.09/100 + 0.96036/10000)) / 1.0384146.
    expect(rows[0]).toContain('90 % (83–94)');
    expect(rows[1]?.replace(/\s+/g, ' ')).toBe('music 3 n too small (3) n too small (3)');
    await page.close();
  });

  it.each([320, 375, 390, 768, 1920])('is not wider than a screen of %i pixels', async (width) => {
    const { page } = await open(await reportHtml(sampleReport(), sampleLists()), { width, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.close();
  });

  it('keeps the letters of its drawings inside them', async () => {
    const long = 'a-rule-with-a-name-as-long-as-nobody-writes';
    const report = sampleReport({ verdicts: [{ rule: long, outcome: 'rejected', count: 1_234_567 }] });
    const { page } = await open(await reportHtml(report, sampleLists()));
    const outside = await page.locator('svg').evaluateAll((drawings) =>
      drawings
        .flatMap((drawing) => {
          const frame = drawing.getBoundingClientRect();
          return [...drawing.querySelectorAll('text')].filter((text) => {
            const box = text.getBoundingClientRect();
            return (
              box.left < frame.left - 1 ||
              box.right > frame.right + 1 ||
              box.top < frame.top - 1 ||
              box.bottom > frame.bottom + 1
            );
          });
        })
        .map((text) => text.textContent),
    );
    expect(outside).toEqual([]);
    await page.close();
  });

  it('changes its colours with the reader’s setting', async () => {
    const { page } = await open(await reportHtml(sampleReport(), sampleLists()));
    const colours = () =>
      page.evaluate<string[]>(`[
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.querySelector('svg [fill="var(--series-2)"]')).fill,
      ]`);
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await colours();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await colours();
    expect(light[0]).not.toBe(dark[0]);
    expect(light[1]).not.toBe(dark[1]);
    await page.close();
  });

  it('of a run that found nothing says so, without empty drawings', async () => {
    const { page, complaints } = await open(await reportHtml(EMPTY, NO_LISTS));
    expect(await page.locator('h1').innerText()).toBe(
      'No page could be read, so no form was found for book.',
    );
    expect(await page.locator('.facts').innerText()).toContain('Interrupted: no seed could be reached');
    expect(await page.locator('figure, table').count()).toBe(0);
    expect(await page.locator('body').innerText()).not.toMatch(/NaN|undefined|Infinity/);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('of 10,000 forms stays below 5 MB and says what it leaves out', async () => {
    const folder = temporaryFolder('report-size-');
    await makeLargeStore(folder, { forms: 10_000, records: 20_000, sites: 100 });
    const store = await openStore(folder, { mode: 'read' });
    const run = await findRun(store, 1);
    const lists = await collectLists(store, run, { forms: 'forms.csv' });
    await store.close();
    const html = await reportHtml(sampleReport(), lists);
    expect(html.length).toBeLessThan(5_000_000);
    const { page } = await open(html);
    await page.getByText('1,000 of 10,000; all in forms.csv').waitFor();
    const rows = page.getByRole('table', { name: 'Forms' }).locator('tbody tr');
    await expect.poll(() => rows.count(), { timeout: 20_000 }).toBe(1_000);
    await page.close();
  });

  it('of the same run is the same, byte for byte', async () => {
    expect(await reportHtml(sampleReport(), sampleLists())).toBe(
      await reportHtml(sampleReport(), sampleLists()),
    );
  });
});
