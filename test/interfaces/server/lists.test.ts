import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { makeLargeStore } from './large-store.ts';

const folder = temporaryFolder('ui-rows-');
let server: RunningServer;

interface FormRow {
  readonly formId: string;
  readonly site: string;
  readonly searchable: boolean;
  readonly type: string;
}

beforeAll(async () => {
  server = await startServer({ storage: join(folder, 'storage'), port: 0, host: '127.0.0.1' });
  const begun = await fetch(`${server.url}/api/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ domains: ['book'], web: 'practice:sites=12', maxPages: 12, submit: false }),
  });
  await (await fetch(`${server.url}/api/jobs/${(await begun.json()).id}/events`)).text();
}, 120_000);
afterAll(() => server.close());

const ask = (path: string) => fetch(`${server.url}${path}`);
const rows = async (query: string) =>
  (await (await ask(`/api/runs/1/forms?facets=true&${query}`)).json()) as {
    items: FormRow[];
    total: number;
    next: string;
    facets: { column: string; values: { value: string; count: number }[] }[];
  };

test('a filter leaves the rows that meet it, and a facet counts what else could be chosen', async () => {
  const { items: all, total } = await rows('limit=200');
  expect(total).toBe(all.length);
  const rejected = all.filter(({ searchable }) => !searchable);
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected.length).toBeLessThan(all.length);
  const filtered = await rows('limit=200&is=searchable:false');
  expect(filtered.items).toEqual(rejected);
  const counts = (column: string) =>
    Object.fromEntries(
      filtered.facets
        .find((facet) => facet.column === column)!
        .values.map(({ value, count }) => [value, count]),
    );
  expect(counts('searchable')).toEqual({
    true: all.length - rejected.length,
    false: rejected.length,
  });
  expect(counts('type')).toEqual(
    Object.fromEntries(
      Object.entries(Object.groupBy(rejected, ({ type }) => type)).map(([type, of]) => [type, of!.length]),
    ),
  );
  expect((await rows('is=searchable:false&is=searchable:true')).total).toBe(all.length);
  const [{ site }] = all as [FormRow];
  expect((await rows(`limit=200&text=${site.toUpperCase()}`)).items.map(({ formId }) => formId)).toEqual(
    expect.arrayContaining(all.filter((form) => form.site === site).map(({ formId }) => formId)),
  );
  expect((await rows('text=no+form+says+this')).total).toBe(0);
  const { next } = await rows('limit=1');
  expect((await rows(`limit=2&after=${next}`)).items).toEqual(all.slice(1, 3));
});

test('a list too long to be counted is paged behind its last row, each row once', async () => {
  const storage = join(folder, 'long');
  await makeLargeStore(storage, { forms: 3_000, records: 3_000, sites: 20 });
  const long = await startServer({ storage, port: 0, host: '127.0.0.1' });
  const page = async (query: string) =>
    (await (await fetch(`${long.url}/api/runs/1/${query}`)).json()) as {
      items: { key: string; site: string }[];
      next: string | null;
      total?: number;
      facets?: { column: string; values: { value: string; count: number }[] }[];
    };
  try {
    for (const kind of ['forms', 'records']) {
      const first = await page(`${kind}?limit=200`);
      expect(first.items).toHaveLength(200);
      const second = await page(`${kind}?limit=200&after=${first.next}`);
      const rows = [...first.items, ...second.items].map((row) => JSON.stringify(row));
      expect(new Set(rows).size).toBe(400);
    }
    // 150 of 3,000 are of this site.
    const ofSite = await page('records?limit=200&is=site:s0007.test');
    expect([ofSite.items.length, ofSite.next]).toEqual([150, null]);
    expect(new Set(ofSite.items.map(({ site }) => site))).toEqual(new Set(['s0007.test']));
    // They are few enough to be counted by every other column: i = 7, 27, 47 … has seven years, 1957, 1967 … 2017.
    const counted = await page('records?facets=true&limit=20&is=site:s0007.test');
    expect([counted.items.length, counted.total, typeof counted.next]).toEqual([20, 150, 'string']);
    const columns = Object.fromEntries(counted.facets!.map(({ column, values }) => [column, values]));
    expect(Object.keys(columns)).toEqual([
      ...['site', 'year', 'price'],
      ...['formId', 'typed.year', 'typed.category', 'typed.language'],
    ]);
    expect(columns['typed.year']!.map(({ value }) => value).sort()).toEqual(
      [1957, 1967, 1977, 1987, 1997, 2007, 2017].map(String),
    );
    expect(columns['typed.year']!.reduce((sum, { count }) => sum + count, 0)).toBe(150);
    // One is called so, ten begin so.
    const named: string[] = [];
    let next: string | null = '';
    // A busy machine looks for rare rows over several pages.
    while (next !== null) {
      const found = await page(`records?limit=200&text=RECORD+299${next && `&after=${next}`}`);
      named.push(...found.items.map(({ key }) => key));
      next = found.next;
    }
    expect(named.sort()).toEqual(['k299', ...Array.from({ length: 10 }, (_, i) => `k299${i}`)].sort());
    const ofForm = await page('records?limit=200&is=formId:form77');
    expect(ofForm.items.map(({ key }) => key)).toEqual(['k77']);
  } finally {
    await long.close();
  }
}, 60_000);

interface Counted {
  readonly column: string;
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** How many rows a filter leaves, page after page; an empty page is the last. */
async function countOf(url: string, kind: string, filter: string): Promise<number> {
  let count = 0;
  for (let next: string | null = ''; next !== null; ) {
    const page: { items: object[]; next: string | null } = await (
      await fetch(`${url}/api/runs/1/${kind}?limit=200&${filter}${next && `&after=${next}`}`)
    ).json();
    if (page.items.length === 0) expect([filter, page.next]).toEqual([filter, null]);
    count += page.items.length;
    next = page.next;
  }
  return count;
}

/** The least frequent value of each column that tells rows apart. */
const rarest = (facets: readonly Counted[]) =>
  facets.flatMap(({ column, values }) =>
    column !== 'site' && values.length > 1 ? values.slice(-1).map((one) => ({ column, ...one })) : [],
  );

test.each([
  ['short', { forms: 40, records: 60, sites: 5 }],
  ['long', { forms: 2_500, records: 2_500, sites: 5 }],
])(
  'in a %s list a value that a facet counts leaves as many rows, and a text the same ones',
  async (name, size) => {
    const storage = join(folder, `facets-${name}`);
    await makeLargeStore(storage, size);
    const { url, close } = await startServer({ storage, port: 0, host: '127.0.0.1' });
    try {
      for (const kind of ['forms', 'records']) {
        const site = 'is=site:s0001.test';
        const counted = async (filter: string): Promise<readonly Counted[]> =>
          (await (await fetch(`${url}/api/runs/1/${kind}?limit=1&facets=true&${filter}`)).json()).facets;
        const filters = [
          ...rarest(await counted('')).map((one) => ({ ...one, beside: '' })),
          ...rarest(await counted(site)).map((one) => ({ ...one, beside: `${site}&` })),
        ];
        for (const { column, value, count, beside } of filters) {
          const filter = `${beside}is=${column}:${value}`;
          expect([kind, filter, await countOf(url, kind, filter)]).toEqual([kind, filter, count]);
        }
      }
      // One of five sites; a site is found by its name, an id of no text that is shown is not.
      expect(await countOf(url, 'records', 'text=S0002')).toBe(size.records / 5);
      expect(await countOf(url, 'records', 'text=form7')).toBe(0);
      // None has it, and it is the end.
      expect(await countOf(url, 'forms', 'is=outcome:verified')).toBe(0);
      expect(await countOf(url, 'forms', 'is=rule:password')).toBe(0);
    } finally {
      await close();
    }
  },
  120_000,
);

test.each(['__proto__:x', 'constructor:x', 'year:1', 'typed.nothing:1', ':x'])(
  'a column that forms do not have, as in %s, is refused',
  async (is) => {
    expect((await ask(`/api/runs/1/forms?is=${is}`)).status).toBe(400);
  },
);

test('a download holds what the filter leaves', async () => {
  const { total } = await rows('is=searchable:false');
  const lines = await ask('/api/runs/1/forms?is=searchable:false&format=jsonl');
  expect(lines.headers.get('content-disposition')).toBe('attachment; filename="run-1-forms.jsonl"');
  const read = (await lines.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FormRow);
  expect([read.length, read.some(({ searchable }) => searchable)]).toEqual([total, false]);
  const csv = await ask('/api/runs/1/forms?is=searchable:false&format=csv');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await csv.text()).toMatch(/^formId,site,page,/);
});

test('what is not there or not understood is a problem', async () => {
  expect((await ask('/api/runs/7/forms')).status).toBe(404);
  expect((await ask('/api/runs/1/forms?limit=1000')).status).toBe(400);
});

test('every address of the UI gives its document, under a policy without inline scripts', async () => {
  for (const path of ['/', '/ui/', '/ui/new', '/ui/runs/1/forms']) {
    const answer = await ask(path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/html; charset=UTF-8',
    ]);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(await answer.text()).not.toMatch(/<script(?![^>]*\bsrc=)|\bon\w+=|https?:\/\//);
  }
  expect((await ask('/ui/app.js')).headers.get('content-type')).toContain('text/javascript');
  const { items } = await (await ask('/api/domains')).json();
  expect(items.map(({ name }: { name: string }) => name)).toContain('book');
});
