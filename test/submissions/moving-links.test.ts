import { expect, test } from 'vitest';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { askedForms, type HarvestedRecord, harvestedRecords } from '../../src/library/index.ts';
import { smallHarvest } from '../crawl/run/small-harvest.ts';
import { type Answer, page } from '../crawl/run/small-web.ts';

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
