/** What the rows of a run hold in the columns that lists are filtered by. */

import { describe, expect, test } from 'vitest';
import { countedRows } from '../../src/library/exports/facets.ts';
import type { AnswerRecordRow, FacetKind, SiteRow } from '../../src/storage/index.ts';
import { add, document, judge, verdict } from './document-rows.ts';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, linkRow, pageRow, sightingRow, variantRow } from './rows.ts';

const record = (key: string, fields: object, site = 'a.test'): AnswerRecordRow => ({
  ...{ run_id: 1, site, key, form_id: 'f', submission: 'q #1', title: key, url: null, text: '' },
  fields: JSON.stringify(fields),
});

describe.each(DRIVERS)('facets on %s', (...driver) => {
  const groupsOf = (of: Parameters<typeof withStore<readonly string[]>>[1]) => withStore(driver, of);
  const texts = async (store: Parameters<Parameters<typeof withStore>[1]>[0], kind: FacetKind) =>
    (await store.figures.facets(1, kind)).map(({ values, count }) => `${values.join('|')} ${count}`);

  test('a form counts once, as its canonical page shows it; one that does not search is about what its site is', async () => {
    const groups = await groupsOf(async (store) => {
      await fill(store, {
        link: [
          linkRow(1, { depth: 0 }),
          linkRow(2, { depth: 2 }),
          linkRow(3, { depth: 1 }),
          linkRow(4, { depth: 0, kind: 'answer' }),
        ],
        page: [pageRow(1, { domain: 'job', similarity: 0.9 }), pageRow(2), pageRow(3), pageRow(4)],
        form: ['f', 'g', 'h'].map((form_id) => ({ run_id: 1, form_id, site: 'a.test' })),
        form_variant: [
          variantRow('f', 'deep', 0, { type: 'login', searchable: 0, rule: 'password', domain: null }),
          variantRow('f', 'near'),
          variantRow('g', 'only', 0, { type: 'login', searchable: 0, rule: 'password', domain: null }),
          variantRow('h', 'answer', 0, { type: 'login', searchable: 0, rule: 'password', domain: null }),
          variantRow('h', 'page', 0, { domain: null }),
        ].map(({ controls: _, ...row }) => row),
        sighting: [
          sightingRow('f', 2, 'deep'),
          sightingRow('f', 3, 'near'),
          sightingRow('g', 2, 'only'),
          sightingRow('h', 4, 'answer'),
          sightingRow('h', 2, 'page'),
        ],
      });
      return texts(store, 'forms');
    });
    expect(groups).toEqual([
      'false|not-queried|job|login|password|a.test 1',
      'true|not-queried||search||a.test 1',
      'true|not-queried|book|search||a.test 1',
    ]);
  });

  test('years and prices of records are counted where they are surely such', async () => {
    const groups = await groupsOf(async (store) => {
      await store.transaction((trx) =>
        trx.records.add([
          record('1', { year: '1999', price: '€ 12.50' }),
          record('2', { year: 1999, price: '99,00 EUR' }),
          record('3', { year: 'c. 1999', price: 'ask' }),
          record('4', { price: '$1,250.00' }),
          record('5', {}, 'b.test'),
        ]),
      );
      return texts(store, 'records');
    });
    expect(groups).toEqual(['a.test|| 1', 'a.test||1000-9999 1', 'a.test|1999|10-99 2', 'b.test|| 1']);
  });

  test('addresses, sites and documents are counted by their states', async () => {
    const site: SiteRow = {
      ...{ run_id: 1, site: 'a.test', home_url: 'http://a.test/', seed: 1, state: 'exploring' },
      ...{ domain: 'book', similarity: 0.5, reason_code: 'seed', reason_detail: null },
    };
    await groupsOf(async (store) => {
      await fill(store, {
        site: [site],
        link: [
          linkRow(1),
          linkRow(2, { state: 'failed', reason_code: 'http-status' }),
          linkRow(3, { run_id: 2 }),
        ],
        page: [pageRow(1)],
      });
      await add(store, document('p', { run_id: 1 }));
      await judge(store, verdict(1));
      expect(await texts(store, 'pages')).toEqual(['done||http|a.test 1', 'failed|http-status||a.test 1']);
      expect(await texts(store, 'sites')).toEqual(['exploring|seed|book 1']);
      expect(await texts(store, 'submissions')).toEqual([]);
      expect((await store.figures.facets(1, 'documents')).map(({ count }) => count)).toEqual([1]);
      return [];
    });
  });
});

test('a column counts what the filters of the others leave', () => {
  const groups = [
    { values: ['seed', 'r', 'book'], count: 4 },
    { values: ['seed', 's', 'job'], count: 3 },
    { values: ['left', 'r', 'book'], count: 2 },
    { values: ['left', 's', ''], count: 1 },
  ];
  expect(countedRows(groups, 'sites', { state: ['seed'], domain: ['book', ''] })).toEqual({
    total: 4,
    facets: [
      {
        column: 'state',
        values: [
          { value: 'seed', count: 4 },
          { value: 'left', count: 3 },
        ],
      },
      { column: 'reasonCode', values: [{ value: 'r', count: 4 }] },
      {
        column: 'domain',
        values: [
          { value: 'book', count: 4 },
          { value: 'job', count: 3 },
        ],
      },
    ],
  });
});
