import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { extractForms } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { createHttpClient, liveTransport, type Transport } from '../../src/foundation/http/index.ts';
import { openExchangeLog } from '../../src/foundation/warc/index.ts';
import {
  askedForms,
  type HarvestedRecord,
  type HarvestedSubmission,
  harvestedRecords,
  harvestedSubmissions,
} from '../../src/library/index.ts';
import { type Ledger, READING, storeLedger, submitForm } from '../../src/submissions/index.ts';
import { smallHarvest } from '../crawl/run/small-harvest.ts';
import { type Answer, page } from '../crawl/run/small-web.ts';
import { hangUp, openPort } from '../open-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { askedSite } from './asked-site.ts';
import { seeded } from './killed-submissions.ts';

class Death extends Error {}

/** A ledger whose process dies after so many steps: before a request leaves, or when its answer is in and not written down. */
function dying(ledger: Ledger, steps: number): Ledger {
  let left = steps;
  const step = () => {
    left--;
    if (left < 0) throw new Death();
  };
  return {
    ...ledger,
    begin: async (entry) => {
      await ledger.begin(entry);
      step();
    },
    settle: async (entry, settlement) => {
      step();
      await ledger.settle(entry, settlement);
    },
  };
}

/** One process: asks every form, in order, until it is done or dead. @returns whether it got to the end */
async function ask(web: Transport, url: string, storage: string, steps: number): Promise<boolean> {
  const store = await openStore(storage, { mode: 'write' });
  const log = await openExchangeLog(store.runFolder(1), { acknowledged: undefined });
  const egress = createHttpClient({ transport: web, log, userAgent: 'Fieldfare' });
  const out = { egress, permit: async () => undefined, ended: () => undefined, pause: () => undefined };
  const options = {
    maxSubmissions: 30,
    maxAnswerPages: 10,
    detailPages: 2,
    text: false,
    maxRetries: 0,
    now: new Date(0),
  };
  try {
    const page = await egress.fetch({ url });
    for (const form of extractForms(parseTree(page.body.toString(), url))) {
      const ledger = await storeLedger({
        store,
        runId: 1,
        site: 'shop',
        formId: form.id,
        now: () => 0,
        archive: () => log.flush(),
        archiveDetail: () => log.flush(),
        acknowledge: async () => undefined,
        retryUnknown: false,
      });
      const { signal } = new AbortController();
      const task = { form, page: url, domain: 'book' };
      for await (const _ of submitForm(task, out, dying(ledger, steps), READING, { ...options, signal }));
    }
    return true;
  } catch (error) {
    if (error instanceof Death) return false;
    throw error;
  } finally {
    await log.close();
    await store.close();
  }
}

async function told(storage: string): Promise<string> {
  const store = await openStore(storage, { mode: 'read' });
  const rows: unknown[] = await Array.fromAsync(harvestedSubmissions(store, 1));
  for await (const row of harvestedRecords(store, 1)) rows.push(row);
  await store.close();
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

test('submissions and records are the same bytes after any number of deaths', async () => {
  const site = await askedSite(0, false);
  const web = liveTransport({ allowPrivate: true });
  const folder = temporaryFolder('resumed-');
  try {
    const [whole, torn] = [join(folder, 'whole'), join(folder, 'torn')];
    expect(await ask(web, site.url, whole, Number.POSITIVE_INFINITY)).toBe(true);
    const asked = site.gets.length;
    const random = seeded(3);
    let deaths = 0;
    while (!(await ask(web, site.url, torn, 4 + Math.floor(random() * 14)))) deaths++;
    expect(deaths).toBeGreaterThan(2);
    const undisturbed = await told(whole);
    expect(undisturbed.split('\n').length).toBeGreaterThan(40);
    expect(await told(torn)).toBe(undisturbed);
    // What was under way when the process died is asked again, and nothing else.
    expect(site.gets.length - asked).toBeLessThanOrEqual(asked + deaths);
  } finally {
    await web.close();
    await site.close();
  }
}, 60_000);

test('a run that died counts on how often second forms have led to no answer', async () => {
  const seconds: string[] = [];
  const select = (name: string, values: readonly string[]) =>
    `<label>${name} <select name="${name}"><option value="">Any</option>${values.map((value) => `<option>${value}</option>`).join('')}</select></label>`;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.test');
    if (pathname === '/more') seconds.push(request.url ?? '');
    const genres = ['Crime', 'Poetry', 'History', 'Travel', 'Science', 'Cooking', 'Drama', 'Essays'];
    const second = `<p>One more question</p><form action="/more"><input type="hidden" name="genre" value="${searchParams.get('genre')}">${select('place', ['North', 'South'])}<button>On</button></form>`;
    response.setHeader('content-type', 'text/html');
    response.end(
      page(
        pathname === '/'
          ? `<form action="/find">${select('genre', genres)}<button>Search</button></form>`
          : pathname === '/find'
            ? second
            : '<p>Thank you</p>',
      ),
    );
  });
  const url = `http://127.0.0.1:${await openPort(server)}/`;
  const web = liveTransport({ allowPrivate: true });
  const folder = temporaryFolder('resumed-steps-');
  try {
    expect(await ask(web, url, join(folder, 'whole'), Number.POSITIVE_INFINITY)).toBe(true);
    const whole = [...seconds];
    expect(whole).toHaveLength(4);
    let deaths = 0;
    while (!(await ask(web, url, join(folder, 'torn'), 4))) deaths++;
    expect(deaths).toBeGreaterThan(0);
    expect(new Set(seconds)).toEqual(new Set(whole));
    expect(seconds.length).toBeLessThanOrEqual(2 * whole.length + deaths);
    expect(await told(join(folder, 'torn'))).toBe(await told(join(folder, 'whole')));
  } finally {
    await web.close();
    await hangUp(server);
  }
}, 60_000);

const GENRES = ['Crime', 'Poetry', 'History', 'Travel'];
const BOOKS = Array.from({ length: 30 }, (_, i) => ({
  title: `${['Quiet', 'Golden', 'Hidden'][i % 3]} ${['River', 'Garden', 'Harbour', 'Winter'][i % 4]} ${i}`,
  genre: GENRES[i % 4] ?? '',
}));
/** The first form searches all but the last six, the second one the last eighteen. */
const SHELVES: Readonly<Record<string, typeof BOOKS>> = {
  '/find': BOOKS.slice(0, 24),
  '/rare': BOOKS.slice(-18),
};
const OPTIONS = GENRES.map((genre) => `<option>${genre}</option>`).join('');
const genreForm = (action: string): string =>
  `<form action="${action}"><label>Genre of the book <select name="genre"><option value="">Any</option>${OPTIONS}</select></label><button>Search books</button></form>`;

/** A site whose page has two forms. */
const shopOf = (second: string): Readonly<Record<string, Answer>> => ({
  '*books.test': (request, response) => {
    const { pathname, searchParams: asked } = new URL(request.url ?? '/', 'http://books.test');
    const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(page(body));
    if (pathname === '/') return html(`<h2>Books</h2>${genreForm('/find')}<h2>More books</h2>${second}`);
    const found = SHELVES[pathname]?.filter(({ genre }) => (asked.get('genre') || genre) === genre);
    if (found === undefined) return response.writeHead(404).end();
    const list = found.map(
      ({ title, genre }) =>
        `<li><a href="/book/${title.replaceAll(' ', '-')}">${title}</a> <span>Genre: ${genre}</span></li>`,
    );
    return html(`<h1>${found.length} books found</h1><ol>${list.join('')}</ol>`);
  },
});

async function kept(storage: string, run: number) {
  const store = await openStore(storage, { mode: 'read' });
  const [records, submissions]: [HarvestedRecord[], HarvestedSubmission[]] = [[], []];
  try {
    for await (const row of harvestedRecords(store, run)) records.push(row);
    for await (const row of harvestedSubmissions(store, run)) submissions.push(row);
    return { records, submissions, asked: await askedForms(store, run) };
  } finally {
    await store.close();
  }
}

const HARVEST = {
  submit: true,
  submitTo: 'all',
  text: false,
  maxSubmissions: 12,
  detailPages: 0,
  maxPages: 1,
} as const;

/** What two forms brought, by the last part of the address they were asked at. */
async function harvested(second: string) {
  const { run, storage } = await smallHarvest(shopOf(second), ['http://books.test/']);
  const { runId } = await run(HARVEST);
  const { records, submissions, asked } = await kept(storage, runId);
  expect(new Set(records.map(({ key }) => key)).size).toBe(records.length);
  const forms = asked.map(({ formId, records: seen }) => ({
    seen,
    exported: records.filter(({ forms }) => forms.includes(formId)).length,
    first: records.filter((record) => record.formId === formId).length,
    asked: submissions.filter((one) => one.formId === formId).length,
    fresh: submissions.reduce((sum, one) => sum + (one.formId === formId ? one.newRecords : 0), 0),
  }));
  return { records: records.length, forms: forms.sort((a, b) => b.first - a.first) };
}

test('a form keeps the records that it shows though another one showed them before', async () => {
  const { records, forms } = await harvested(genreForm('/rare'));
  expect(records).toBe(30);
  const alike = (shown: number) => ({ seen: shown, exported: shown, fresh: shown });
  expect(forms).toMatchObject([
    { ...alike(24), first: 24 },
    { ...alike(18), first: 6 },
  ]);
});

test('a form whose question was spared, since another one had asked the same, shows the same records', async () => {
  const more = genreForm('/find').replace('</select>', '<option>Drama</option></select>');
  const { records, forms } = await harvested(more);
  expect(records).toBe(24);
  expect(forms).toMatchObject([
    { seen: 24, exported: 24, first: 24, asked: 1 },
    { seen: 24, exported: 24, first: 0, asked: 0 },
  ]);
});

const PLACES = ['Inland', 'Coast', 'Island'];
const WALKS = Array.from({ length: 24 }, (_, i) => ({
  title: `${['Chalk', 'Heather', 'Juniper', 'Otter'][i % 4]} ${['Path', 'Ridge', 'Loop', 'Way', 'Trail', 'Round'][i >> 2]}`,
  places: [PLACES[i % 3] ?? '', PLACES[(i + 1) % 3] ?? ''],
  miles: 3 + i,
}));

/** A site whose answers link each walk with its position and the number of the question. */
function walks(): Readonly<Record<string, Answer>> {
  let asked = 0;
  return {
    '*walks.test': (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://walks.test');
      const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(page(body));
      const options = PLACES.map((place) => `<option>${place}</option>`).join('');
      const form = `<form action="/find"><label>Region of the walk <select name="region"><option value="">Any</option>${options}</select></label><button>Search walks</button></form>`;
      if (pathname === '/') return html(`<h2>Walks</h2>${form}`);
      if (pathname !== '/find') return response.writeHead(404).end();
      asked++;
      const region = searchParams.get('region') ?? '';
      if (region === '') return html(`<p>Please choose a region.</p>${form}`);
      const found = WALKS.filter(({ places }) => places.includes(region));
      const items = found.map(
        ({ title, places, miles }, i) =>
          `<li><h3><a href="/hit/${i + 1}/walk/${WALKS.findIndex((one) => one.title === title)}?ask=${1700 + asked}">${title}</a></h3><p>Regions: ${places.join(' and ')}</p><p>Miles: ${miles}</p></li>`,
      );
      return html(`<h1>${found.length} walks found</h1><ol>${items.join('')}</ol>`);
    },
  };
}

test('a run counts each record once, though its link is another one in each answer', async () => {
  const { run, storage } = await smallHarvest(walks(), ['http://walks.test/']);
  const options = {
    submit: true,
    submitTo: 'all',
    text: false,
    maxSubmissions: 8,
    detailPages: 0,
    maxPages: 1,
  } as const;
  const { runId } = await run(options);
  const store = await openStore(storage, { mode: 'read' });
  const records: HarvestedRecord[] = [];
  try {
    for await (const record of harvestedRecords(store, runId)) records.push(record);
    const [form] = await askedForms(store, runId);
    expect(form?.records).toBe(24);
    expect(form?.submissions).toBeGreaterThan(1);
  } finally {
    await store.close();
  }
  expect(new Set(records.map(({ title }) => title)).size).toBe(24);
  expect(records).toHaveLength(24);
});

const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu'];
const NAMES = SYLLABLES.flatMap((one) => SYLLABLES.map((two) => `${one}${two}rn`));
const PATHS = NAMES.flatMap((first) => NAMES.map((second) => `${first} ${second}`));

/** An open box whose empty query shows all walks; each link carries a way back that tells answers apart. */
const listed: Readonly<Record<string, Answer>> = {
  '*paths.test': (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://paths.test');
    const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(page(body));
    const form = '<form action="/find"><input type="search" name="q"><button>Search walks</button></form>';
    if (pathname === '/') return html(`<h2>Walks</h2>${form}`);
    if (pathname !== '/find') return response.writeHead(404).end();
    const asked = searchParams.get('q') ?? '';
    const found = PATHS.filter((title) => title.includes(asked.toLowerCase()));
    const from = Number(searchParams.get('from') ?? 0);
    const items = found
      .slice(from, from + 125)
      .map(
        (title) =>
          `<li><h3><a href="/walk?id=${PATHS.indexOf(title)}&via=${encodeURIComponent(`/list?found=${search.length}&of=${found.length}`)}">${title}</a></h3><p>Miles: ${PATHS.indexOf(title) % 9}</p></li>`,
      );
    return html(
      found.length === 0
        ? `<p>No walks found.</p>${form}`
        : `<h1>Walks</h1><ol>${items.join('')}</ol>${from + 125 < found.length ? `<a href="/find?q=${asked}&from=${from + 125}">Next</a>` : ''}`,
    );
  },
};

test('a form that shows all and then a few again counts each record once', async () => {
  const { run, storage } = await smallHarvest(listed, ['http://paths.test/']);
  const { runId } = await run({
    submit: true,
    submitTo: 'all',
    maxSubmissions: 8,
    detailPages: 0,
    maxPages: 1,
  });
  const store = await openStore(storage, { mode: 'read' });
  try {
    const [form] = await askedForms(store, runId);
    expect(form).toMatchObject({ records: 625, low: 625 });
  } finally {
    await store.close();
  }
});
