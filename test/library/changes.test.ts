import { expect, onTestFinished, test } from 'vitest';
import { openStore, type SqliteStore } from '../../src/drivers/sqlite/index.ts';
import { changesText } from '../../src/interfaces/cli/changes.ts';
import { compareRuns } from '../../src/library/index.ts';
import { harvestWith } from '../crawl/run/faulty-store.ts';
import { webOf } from '../crawl/run/small-harvest.ts';
import { type Answer, links, page, SEARCH } from '../crawl/run/small-web.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { shelfStore } from './shelf.ts';

/** Every sight of a form has another token, which must not make it another form. */
let sights = 0;
const form = (action: string, cities: readonly string[], extra = '') =>
  `<form action="${action}"><label>Author <input name="author"></label><label>City <select name="city">${cities
    .map((city) => `<option>${city}</option>`)
    .join(
      '',
    )}</select></label><input type="hidden" name="token" value="token-${++sights}">${extra}<button>Search</button></form>`;

test('two runs of a web that changed: what is new, gone and changed', { timeout: 30_000 }, async () => {
  const storage = temporaryFolder('changes-');
  const pages: Record<string, Answer> = {
    'a.test/': page(SEARCH + links('/kept', '/gone', '/changed', '/lost', '/dead')),
    'a.test/dead': page('a page that will be taken away'),
    'a.test/kept': page(form('/kept/find', ['Oslo', 'Bergen'])),
    'a.test/changed': page(form('/changed/find', ['Oslo', 'Bergen'])),
    'a.test/gone': page(form('/gone/find', ['Oslo'])),
    'a.test/lost': page(form('/lost/find', ['Oslo'])),
  };
  const small = await webOf(pages, 'http://a.test/');
  await harvestWith(small.web, storage, {});
  // The next day: a form of the front page is new, a page has lost its form, another is not linked any more.
  pages['a.test/'] = page(
    SEARCH + form('/new/find', ['Oslo']) + links('/kept', '/gone', '/changed', '/fresh', '/dead'),
  );
  pages['a.test/kept'] = page(form('/kept/find', ['Oslo', 'Bergen']));
  pages['a.test/changed'] = page(form('/changed/find', ['Oslo', 'Paris'], '<input name="isbn">'));
  pages['a.test/gone'] = page('no form any more');
  delete pages['a.test/dead'];
  pages['a.test/fresh'] = page('a page that was not there');
  await harvestWith(small.web, storage, {});
  const store = await openStore(storage, { mode: 'read' });
  onTestFinished(() => store.close());
  const { forms, pages: seen, records, run, since } = await compareRuns(store);
  expect([run, since]).toEqual([2, 1]);
  const actions = (of: { examples: readonly { action: string }[] }) =>
    of.examples.map(({ action }) => action.replace('http://a.test', ''));
  expect(actions(forms.new)).toEqual(['/new/find']);
  expect(actions(forms.gone)).toEqual(['/gone/find']);
  expect(forms.notSeenAgain).toBe(1);
  expect(forms.same).toBe(2);
  expect(actions(forms.changed)).toEqual(['/changed/find']);
  expect(forms.changed.examples[0]?.how).toBe(
    'city (select-one) offers Paris; city (select-one) no longer offers Bergen; control isbn (text) added',
  );
  expect(seen.new).toEqual({ count: 1, examples: ['http://a.test/fresh'] });
  expect(seen.gone).toEqual({ count: 1, examples: ['http://a.test/dead'] });
  // Nothing links to it any more: nobody asked whether it is still there.
  expect(seen.notRevisited).toBe(1);
  expect(records).toMatchObject({ new: { count: 0 }, gone: { count: 0 } });
  await expect(compareRuns(store, 1)).rejects.toThrow(/run 1 is the first of book/);
  await expect(compareRuns(store, 2, 9)).rejects.toThrow(/there is no run 9/);
});

/** A page of the answer to a question, and the records it shows. */
async function asked(
  { db }: SqliteStore,
  run: number,
  {
    query,
    page: at = 1,
    more = false,
    form = 'f',
    records,
  }: { query: string; page?: number; more?: boolean; form?: string; records: (string | Shown)[] },
): Promise<void> {
  const about = { run_id: run, site: 'a.test', form_id: form };
  const key = `${query} #${at}`;
  await db
    .insertInto('submission')
    .values({
      ...{ ...about, key, position: 1, page: at, purpose: 'query', binding: '[]', controls: '[]', why: '' },
      ...{ sent_by: 'http', method: 'GET', url: 'http://a.test/', digest: key, request: '{}', requests: 1 },
      ...{ state: 'settled', status: 200, final_url: null, verdict: 'hits', reason: null, records: 1 },
      ...{ new_records: 1, stated_total: null, fingerprint: null, answer: null, next: more ? '{}' : null },
      ...{ way: null, exchange_offset: null, exchange_length: null, sent_at: 0, settled_at: 0 },
    })
    .execute();
  for (const record of records) {
    const [name, fields] = typeof record === 'string' ? [record, {}] : record;
    await db
      .insertInto('answer_record')
      .values({
        ...{ ...about, key: name, submission: key, title: name, url: null, text: '' },
        fields: JSON.stringify(fields),
      })
      .execute();
  }
}
type Shown = [name: string, fields: Record<string, string | number>];

test('a record is gone where its question was asked again and its list read as far; else it was not revisited', async () => {
  const store = await shelfStore(2);
  onTestFinished(() => store.close());
  await asked(store, 1, { query: 'read whole', records: ['kept', 'sold'] });
  await asked(store, 1, { query: 'never again', records: ['unknown'] });
  await asked(store, 1, { query: 'cut', more: true, records: [] });
  await asked(store, 1, { query: 'cut', page: 2, records: ['on page two'] });
  await asked(store, 2, { query: 'read whole', records: ['kept', 'fresh'] });
  await asked(store, 2, { query: 'cut', more: true, records: [] });
  const changes = await compareRuns(store, 2, 1);
  expect(changes.records).toEqual({
    new: { count: 1, examples: ['a.test fresh'] },
    gone: { count: 1, examples: ['a.test sold'] },
    changed: { count: 0, examples: [] },
    notRevisited: 2,
    notSeen: 0,
  });
  expect(changesText(changes)).toContain('records  1 new, 1 gone, 2 not revisited');
});

/** What a comparison says of each record that changed. */
async function changesOf(store: SqliteStore): Promise<Record<string, string[]>> {
  const { records } = await compareRuns(store, 2, 1);
  return Object.fromEntries(
    records.changed.examples.map(({ key, values }) => [
      key,
      values.map(({ field, before, now }) => `${field}: ${before} → ${now}`),
    ]),
  );
}

test('a change is a value that both runs saw and that differs', async () => {
  const store = await shelfStore(2);
  onTestFinished(() => store.close());
  await asked(store, 1, {
    query: 'same',
    records: [
      ['dearer', { author: 'A. Wren', price: '11 €' }],
      ['written otherwise', { price: '€ 11', seats: '4' }],
      ['sold out', { seats: '4' }],
      ['no category', { price: '11 €', category: 'Essays' }],
      ['moved text', { text: 'Essays', 'text 2': 'by A. Wren' }],
      ['fewer texts', { text: 'Essays', 'text 2': 'by A. Wren' }],
      ['new text', { text: 'Essays', 'text 2': 'in print' }],
      ['furniture', { text: 'Price 11 € with post', price: '11 €' }],
      ['number of an earlier version', { lot: 7, weight: 2.5 }],
      ['while ago', { 'last seen': '62 minutes ago' }],
      ['vor einer Weile', { 'last seen': 'vor 62 Minuten' }],
    ],
  });
  await asked(store, 2, {
    query: 'same',
    records: [
      ['dearer', { author: 'A. Wren', price: '12 €' }],
      ['written otherwise', { price: '11.00 €', seats: '4' }],
      ['sold out', { seats: '0' }],
      ['no category', { price: '11 €', text: 'Essays' }],
      ['moved text', { text: 'by A. Wren', 'text 2': 'Essays' }],
      ['fewer texts', { text: 'by A. Wren' }],
      ['new text', { text: 'Essays', 'text 2': 'out of print' }],
      ['furniture', { text: 'Price 12 € with post', price: '12 €' }],
      ['number of an earlier version', { lot: '0007', weight: '2.50' }],
      ['while ago', { 'last seen': '7 days ago' }],
      ['vor einer Weile', { 'last seen': 'vor 7 Tagen' }],
    ],
  });
  expect(await changesOf(store)).toEqual({
    dearer: ['price: 11 € → 12 €'],
    furniture: ['price: 11 € → 12 €'],
    'sold out': ['seats: 4 → 0'],
    'new text': ['text 2: in print → out of print'],
  });
  const changes = await compareRuns(store, 2, 1);
  expect(changes.records.notSeen).toBe(7);
  expect(changesText(changes)).toContain('changed record: a.test dearer: price 11 € → 12 €');
});

test('what another form shows, or another question ranks, is no change', async () => {
  const store = await shelfStore(2);
  onTestFinished(() => store.close());
  await asked(store, 1, { query: 'a', records: [['ranked', { hits: '3 of 9', price: '1 €', text: 'x' }]] });
  await asked(store, 2, { query: 'b', records: [['ranked', { hits: '1 of 9', price: '2 €', text: 'y' }]] });
  await asked(store, 1, { query: 'c', form: 'g', records: [['other list', { price: 'from 3 €' }]] });
  await asked(store, 2, { query: 'c', records: [['other list', { price: '4 €' }]] });
  expect(await changesOf(store)).toEqual({ ranked: ['price: 1 € → 2 €'] });
});

test('what the page of a record says is compared with what its page said', async () => {
  const store = await shelfStore(2);
  onTestFinished(() => store.close());
  for (const [run, stock] of [
    [1, '7'],
    [2, '6'],
  ] as const) {
    await asked(store, run, { query: 'a', form: `form ${run}`, records: [['book', { price: '1 €' }]] });
    await store.db
      .insertInto('record_detail')
      .values({
        ...{
          run_id: run,
          site: 'a.test',
          key: 'book',
          form_id: 'f',
          url: 'http://a.test/book',
          state: 'read',
        },
        ...{ reason: null, status: 200, final_url: null, exchange_offset: null, exchange_length: null },
        reading: JSON.stringify({ fields: { stock, tags: ['a'] }, confirmed: [], differing: [], added: [] }),
        read_at: run,
      })
      .execute();
  }
  expect(await changesOf(store)).toEqual({ book: ['stock: 7 → 6'] });
});
