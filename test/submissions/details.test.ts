import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { harvest } from '../../src/app/index.ts';
import type { HarvestEvent } from '../../src/crawl/events/index.ts';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { replayTransport } from '../../src/foundation/http/index.ts';
import { type HarvestedRecord, harvestedRecords } from '../../src/library/index.ts';
import { compile } from '../../src/practice-web/compiled.ts';
import { planSites } from '../../src/practice-web/plan.ts';
import { createWorld } from '../../src/practice-web/world.ts';
import { readDetail } from '../../src/submissions/details/read-detail.ts';
import { RecordSample } from '../../src/submissions/details/record-sample.ts';
import { webOf } from '../crawl/run/small-harvest.ts';
import { page } from '../crawl/run/small-web.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NOW = new Date('2026-11-01T00:00:00Z');

test('the page of a record tells what the practice web has of it, in every design and language', () => {
  const world = createWorld({ seed: '5', sites: 40, now: NOW, clock: () => 0 });
  const ask = (host: string, target: string) => {
    const url = new URL(target, `http://${host}`);
    const { pathname: path, searchParams: query } = url;
    const body = new URLSearchParams();
    const request = { host, method: 'GET', path, target: path + url.search, query, body, acceptsGzip: false };
    return parseTree(String(world.answer(request).body), url.href);
  };
  let told = 0;
  let right = 0;
  let wrong = 0;
  const sites = planSites('5', 40, NOW).map((one) => compile(one.kind, one.identity, one.traps));
  for (const { identity, databases } of sites) {
    for (const { spec, get } of databases) {
      const row = get(1_003);
      if (row === undefined) continue;
      const tree = ask(identity.host, spec.detail(row));
      const formPage = ask(identity.host, '/');
      const facts = spec.catalog.fields.slice(1).map((field) => `${row[field.column]}`);
      const [first = ''] = facts;
      const read = (fields: Record<string, string>) =>
        readDetail(tree, { title: row.title, fields }, { domain: spec.domain, formPage });
      const { named, fields, added } = read({});
      expect(named).toBe(true);
      const values = Object.values(fields).map(String);
      for (const fact of facts) {
        told++;
        if (values.some((value) => value === fact || value.startsWith(`${fact} `))) right++;
      }
      wrong += values.length - facts.length;
      const name = added.find((one) => String(fields[one]).startsWith(first)) ?? '';
      expect(read({ [name]: first }).confirmed, `${identity.host} ${name}`).toEqual([name]);
      expect(read({ [name]: 'zzyzx', 'text 2': 'zzyzx' })).toMatchObject({
        confirmed: [],
        differing: [name],
      });
    }
  }
  world.close();
  expect(told).toBeGreaterThan(100);
  expect(right / told).toBeGreaterThan(0.98);
  expect(wrong / told).toBeLessThan(0.05);
});

test('a sample is the same whatever the order, and a small one begins a larger one', () => {
  const records = Array.from({ length: 50 }, (_, i) => ({
    record: { key: `r${i}`, title: `${i}`, url: `http://a.test/${i}`, fields: {}, text: '' },
    from: 'http://a.test/',
  }));
  const keys = (size: number, all: typeof records) => {
    const sample = new RecordSample(size, 'form');
    for (const one of [...all, ...all]) sample.offer(one);
    return sample.records.map(({ record }) => record.key);
  };
  expect(keys(5, records)).toHaveLength(5);
  expect(keys(5, records.toReversed())).toEqual(keys(5, records));
  expect(keys(8, records).slice(0, 5)).toEqual(keys(5, records));
  expect(keys(0, records)).toEqual([]);
});

let storage: string;

beforeEach(async () => {
  storage = temporaryFolder('details-');
});

const FORM =
  '<form action="/find" role="search"><label>Genre <select name="genre"><option value="">Any genre</option><option>Crime</option><option>Poetry</option></select></label><button>Search books</button></form>';
const BOOKS = [1, 2, 3, 4, 5, 6, 7].map((id) => ({
  id,
  title: `The Quiet River ${id}`,
  author: `Ann Writer ${id}`,
}));
const LIST = page(
  `<h1>7 books found</h1><ul>${BOOKS.map(({ id, title, author }) => `<li><a href="/book/${id}">${title}</a> <span>Author: ${author}</span></li>`).join('')}</ul>`,
);
const own = ({ title, author, id }: (typeof BOOKS)[number]) =>
  page(
    `<h1>${title}</h1><table><tr><th>Author</th><td>${id === 2 ? 'Somebody Else' : author}</td></tr><tr><th>ISBN</th><td>97801234567${id}0</td></tr></table>`,
  );

async function submitted() {
  const small = await webOf(
    {
      'a.test/': page(FORM),
      'a.test/robots.txt': (_, response) => void response.end('User-agent: *\nDisallow: /book/7\n'),
      ...Object.fromEntries(['', 'Crime', 'Poetry'].map((genre) => [`a.test/find?genre=${genre}`, LIST])),
      ...Object.fromEntries(BOOKS.map((book) => [`a.test/book/${book.id}`, own(book)])),
    },
    'http://a.test/',
  );
  const events: HarvestEvent[] = [];
  for await (const event of harvest({
    domains: ['book'],
    web: small.web,
    storage,
    render: 'never',
    submitTo: 'all',
    strategy: 'breadth-first',
    maxPages: 1,
    maxDepth: 0,
    detailPages: 'all',
  }))
    events.push(event);
  return {
    asked: small.requests.filter((request) => request.includes('/book/')),
    told: events.flatMap((event) => (event.type === 'detail' ? [event] : [])),
  };
}

async function records(): Promise<HarvestedRecord[]> {
  const store = await openStore(storage, { mode: 'read' });
  const rows: HarvestedRecord[] = [];
  try {
    for await (const row of harvestedRecords(store, 1)) rows.push(row);
    return rows;
  } finally {
    await store.close();
  }
}

test('pages of single records complete and check what the list showed, and are kept; none that robots.txt forbids', async () => {
  const { asked, told } = await submitted();
  expect(told).toHaveLength(7);
  expect(asked.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((id) => `GET http://a.test/book/${id}`));
  const rows = await records();
  expect(rows).toHaveLength(7);
  for (const { url, fields, detail } of rows) {
    const id = String(url).at(-1);
    const wrong = id === '2';
    const author = `Ann Writer ${id}`;
    expect(fields).toEqual(id === '7' ? { author } : { author, isbn: `97801234567${id}0` });
    expect(detail).toMatchObject(
      id === '7'
        ? { state: 'refused', added: [] }
        : {
            state: 'read',
            confirmed: wrong ? [] : ['author'],
            differing: wrong ? ['author'] : [],
            added: ['isbn'],
          },
    );
  }
  const archive = await replayTransport(join(storage, 'runs', '1'));
  for (const request of asked) expect(archive.holds(request.slice('GET '.length))).toBe(true);
  await archive.close();
});
