import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { asyncBufferFromFile } from 'hyparquet/src/node.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { harvest } from '../../src/app/index.ts';
import { openStore, type SqliteStore } from '../../src/drivers/sqlite/index.ts';
import { EXPORT_COLUMNS, flatColumns } from '../../src/library/exports/export-columns.ts';
import { columnTable, EXPORT_KINDS, type ExportKind, exportSchema } from '../../src/library/index.ts';
import { exportLines, exportToFile } from '../../src/reports/index.ts';
import { page, smallWeb } from '../crawl/run/small-web.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const GENRES = ['Crime', 'Poetry', 'Travel'];
const NAMES =
  'Harbour Lantern Orchard Bishop Violin Glacier Carpet Senator Falcon Kettle Bridge Garden'.split(' ');
const BOOKS = NAMES.map((name, i) => ({ id: i + 1, title: `The ${name}`, genre: GENRES[i % 3] ?? '' }));
const FORM = `<form action="/find" role="search"><label>Genre of the book <select name="genre"><option value="">Any</option>${GENRES.map((genre) => `<option>${genre}</option>`).join('')}</select></label><button>Search books</button></form>`;
const OTHER =
  '<form action="/login" method="post"><input name="user"><input type="password" name="pass"><button>Log in</button></form>';

function answer(asked: URLSearchParams): string {
  const found = BOOKS.filter(({ genre }) => (asked.get('genre') || genre) === genre);
  const items = found.map(
    ({ id, title, genre }) =>
      `<li><a href="/book/${id}">${title}</a> <span>Genre: ${genre}</span> <span>Price: €${id}</span></li>`,
  );
  return page(`<h1>${found.length} books found</h1><ol>${items.join('')}</ol>`);
}

function bookPage(path: string): string {
  const book = BOOKS.find(({ id }) => path === `/book/${id}`);
  if (book === undefined) return page(path);
  return `<!doctype html><html lang="es"><title>Libros</title><body><h1>${book.title}</h1><p>Idioma: inglés</p></body></html>`;
}

const folder = temporaryFolder('columns-');
let store: SqliteStore;

beforeAll(async () => {
  const small = await smallWeb(
    {
      '*books.test': (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://books.test');
        response
          .writeHead(pathname === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
          .end(
            pathname === '/'
              ? page(FORM + OTHER)
              : pathname === '/find'
                ? answer(searchParams)
                : bookPage(pathname),
          );
      },
    },
    ['http://books.test/'],
  );
  try {
    const options = { domains: ['book'], web: small.web, storage: folder, detailPages: 1 };
    for await (const _ of harvest({ ...options, render: 'never', novelty: 'page' }));
  } finally {
    await small.close();
  }
  store = await openStore(folder, { mode: 'read' });
}, 180_000);
afterAll(() => store.close());

async function linesOf(kind: ExportKind, format: 'jsonl' | 'csv'): Promise<string[]> {
  return Array.fromAsync(exportLines(store, 1, kind, format));
}

test.each(EXPORT_KINDS)('%s have the same columns as JSON lines, CSV and Parquet', async (kind) => {
  const rows = (await linesOf(kind, 'jsonl')).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(EXPORT_COLUMNS[kind]));
  const names = flatColumns(kind).map(({ name }) => name);
  const [head = ''] = await linesOf(kind, 'csv');
  expect(head.trim().split(',')).toEqual(names);
  const file = join(folder, `${kind}.parquet`);
  await exportToFile(store, 1, kind, 'parquet', file, undefined, { fields: 'json' });
  const stored = await parquetReadObjects({ file: await asyncBufferFromFile(file) });
  expect(stored).toHaveLength(rows.length);
  for (const [i, row] of rows.entries()) {
    expect(Object.keys(stored[i] ?? {})).toEqual(names);
    for (const { name, type, of } of flatColumns(kind)) {
      const value = of(row) ?? null;
      const asText = type === 'json' && value !== null && typeof value !== 'string';
      expect([name, stored[i]?.[name] ?? null]).toEqual([name, asText ? JSON.stringify(value) : value]);
    }
  }
});

test('Parquet has a typed column for each field of the records', async () => {
  const file = join(folder, 'flat.parquet');
  await exportToFile(store, 1, 'records', 'parquet', file);
  const stored = await parquetReadObjects({ file: await asyncBufferFromFile(file) });
  const [first = {}] = stored;
  expect(Object.keys(first)).toEqual(
    'site,key,formId,forms,title,url,category,language,price,priceCurrency,text,detail'.split(','),
  );
  const shown = stored.map(({ title, category, price, priceCurrency }) => ({
    ...{ title, category, price, priceCurrency },
  }));
  const expected = BOOKS.map(({ id, title, genre }) => ({
    ...{ title, category: genre, price: id, priceCurrency: 'EUR' },
  }));
  const byPrice = (a: { price?: unknown }, b: { price?: unknown }) => Number(a.price) - Number(b.price);
  expect(shown.sort(byPrice)).toEqual(expected);
});

test('CSV for Excel begins with a byte order mark and has a column for each field', async () => {
  const style = { fields: 'columns', byteOrderMark: true } as const;
  const lines = await Array.fromAsync(exportLines(store, 1, 'records', 'csv', undefined, style));
  expect(lines[0]).toBe(
    '\uFEFFsite,key,formId,forms,title,url,category,language,price,priceCurrency,text,detail\r\n',
  );
  expect(lines).toHaveLength(BOOKS.length + 1);
});

test.each(EXPORT_KINDS)('lines of %s hold to the published schema, and no other lines do', async (kind) => {
  const file = new URL(`../../docs/schemas/${kind}.schema.json`, import.meta.url);
  const published = JSON.parse(readFileSync(file, 'utf8'));
  expect(published).toEqual(JSON.parse(JSON.stringify(exportSchema(kind))));
  const schema = z.fromJSONSchema(published);
  for (const line of await linesOf(kind, 'jsonl')) {
    expect(schema.safeParse(JSON.parse(line)).error).toBeUndefined();
    const { [Object.keys(published.properties)[0] ?? '']: _, ...rest } = JSON.parse(line);
    expect(schema.safeParse(rest).success).toBe(false);
  }
});

test('details show the pages of records as Markdown, with typed fields', async () => {
  const details = (await linesOf('details', 'jsonl')).map((line) => JSON.parse(line));
  for (const { markdown, title, typed } of details) {
    expect(markdown).toMatch(/^# The [A-Z]\w+\n\nIdioma: inglés\n$/);
    expect(typed).toEqual({ language: ['en'] });
    expect(title).toBeTypeOf('string');
  }
});

test('things of one run and of several have the same columns, and three more', async () => {
  const things = await linesOf('things', 'jsonl');
  expect(things.length).toBe(BOOKS.length);
  const over = [];
  for await (const line of exportLines(store, [1], 'things', 'jsonl')) over.push(JSON.parse(line));
  expect(over.map(({ firstSeen, lastSeen, runs, ...thing }) => thing)).toEqual(
    things.map((line) => JSON.parse(line)),
  );
  expect(over[0]?.runs).toEqual([1]);
});

test.each(EXPORT_KINDS)('docs/export.md describes %s as they are', (kind) => {
  const docs = readFileSync(new URL('../../docs/export.md', import.meta.url), 'utf8');
  expect(docs).toContain(columnTable(kind));
});

test('forms say what asking showed and how much was seen of what is behind them', async () => {
  const forms = (await linesOf('forms', 'jsonl')).map((line) => JSON.parse(line));
  const asked = forms.filter(({ outcome }) => outcome !== 'not-queried');
  expect(asked.length).toBeGreaterThan(0);
  for (const { coverage } of asked) {
    expect(['whole', 'estimated', 'unknown']).toContain(coverage.state);
    if (coverage.state === 'whole') expect(coverage.seen).toBe(coverage.total);
    if (coverage.state === 'unknown') expect(coverage.total).toBeNull();
  }
  const others = forms.filter(({ outcome }) => outcome === 'not-queried');
  for (const { coverage } of others)
    expect(coverage).toEqual({ state: 'unknown', seen: 0, total: null, low: null, high: null });
  const [head = '', first = ''] = await linesOf('forms', 'csv');
  expect(head).toContain('coverageState,coverageSeen,coverageTotal,coverageLow,coverageHigh');
  expect(first).toMatch(/,(?:whole|estimated|unknown),\d+,/);
});
