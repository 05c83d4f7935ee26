import { expect, test } from 'vitest';
import { type Asked, type Harvested, unexplainedDifferences } from './unexplained-differences.ts';

const SITE = 'a.test';
type Row = Readonly<Record<string, unknown>>;

const query = (formId: string, position: number, isUnknown = false): Asked => {
  return { formId, position, page: 1, key: `q${position}`, isUnknown };
};
const line = (row: Row): string => JSON.stringify({ site: SITE, ...row });
const submission = ({ formId, position, page }: Asked, row: Row = {}): string =>
  line({ formId, position, page, url: '/find', state: 'settled', ...row });

interface Parts {
  readonly asked: readonly Asked[];
  readonly submissions?: readonly string[];
  readonly forms?: readonly string[];
  readonly pages?: readonly string[];
  readonly records?: readonly { readonly key: string; readonly by: Asked; readonly row?: Row }[];
}

function harvested({ asked, submissions, forms = [], pages = [], records = [] }: Parts): Harvested {
  return {
    exports: {
      forms,
      pages,
      sites: [],
      submissions: submissions ?? asked.map((one) => submission(one)),
      records: records.map(({ key, by, row }) => line({ key, formId: by.formId, title: key, ...row })),
    },
    asked: new Map([[SITE, asked]]),
    shownBy: new Map(records.map(({ key, by }) => [`${SITE} ${key}`, by])),
  };
}

const first = [query('f1', 1), query('f1', 2), query('f2', 1), query('f2', 2)];
const killed = [query('f1', 1), query('f1', 2), query('f2', 1, true), query('f2', 2)];

test('without a POST of unknown fate every line and their order count', () => {
  const one = harvested({ asked: first, pages: [line({ url: '/1' }), line({ url: '/2' })] });
  expect(unexplainedDifferences(one, one)).toEqual([]);
  const turned = harvested({ asked: first, pages: [line({ url: '/2' }), line({ url: '/1' })] });
  expect(unexplainedDifferences(one, turned)).toEqual(['pages: the order']);
  const lacking = harvested({ asked: first, pages: [line({ url: '/1' })] });
  expect(unexplainedDifferences(one, lacking)).toEqual([`pages - ${line({ url: '/2' })}`]);
});

test('of the POST what its answer decides may differ, and not what it sent', () => {
  const calm = harvested({ asked: first });
  const rows = (row: Row) => killed.map((one) => submission(one, one.isUnknown ? row : {}));
  const parked = harvested({ asked: killed, submissions: rows({ state: 'parked' }) });
  expect(unexplainedDifferences(calm, parked)).toEqual([]);
  const elsewhere = harvested({ asked: killed, submissions: rows({ state: 'parked', url: '/other' }) });
  expect(unexplainedDifferences(calm, elsewhere)).toHaveLength(2);
});

test('what a site was asked before counts, and what it was asked after does not', () => {
  const calm = harvested({ asked: first });
  const rows = (at: number) =>
    killed.map((one, i) => submission(one, i === at ? { verdict: 'no-hits' } : {}));
  expect(unexplainedDifferences(calm, harvested({ asked: killed, submissions: rows(3) }))).toEqual([]);
  const before = unexplainedDifferences(calm, harvested({ asked: killed, submissions: rows(1) }));
  expect(before).toEqual([
    `submissions - ${submission(query('f1', 2))}`,
    `submissions + ${submission(query('f1', 2), { verdict: 'no-hits' })}`,
  ]);
  const other = [query('f1', 1), query('f1', 3), query('f2', 1, true)];
  expect(unexplainedDifferences(calm, harvested({ asked: other }))).toContain(
    'a.test was asked f1 3 1 instead of f1 2 1',
  );
});

test('a form that was asked to its end before counts; of the others what their answers decide does not', () => {
  const forms = (f1: Row, f2: Row) => [
    line({ formId: 'f1', outcome: 'verified', ...f1 }),
    line({ formId: 'f2', outcome: 'verified', method: 'post', ...f2 }),
  ];
  const calm = harvested({ asked: first, forms: forms({}, {}) });
  const with2 = (f1: Row, f2: Row) => harvested({ asked: killed, forms: forms(f1, f2) });
  expect(unexplainedDifferences(calm, with2({}, { outcome: 'inconclusive' }))).toEqual([]);
  expect(unexplainedDifferences(calm, with2({}, { method: 'get' }))).toHaveLength(2);
  expect(unexplainedDifferences(calm, with2({ outcome: 'inconclusive' }, {}))).toHaveLength(2);
});

test('records that were shown before count, but for what later queries add to them', () => {
  const [q1, , q3] = first as [Asked, Asked, Asked];
  const calm = harvested({
    asked: first,
    records: [
      { key: 'r1', by: q1 },
      { key: 'r2', by: q3 },
    ],
  });
  const found = (records: Parts['records'] & object) => harvested({ asked: killed, records });
  expect(unexplainedDifferences(calm, found([{ key: 'r1', by: q1, row: { forms: ['f1'] } }]))).toEqual([]);
  expect(unexplainedDifferences(calm, found([{ key: 'r2', by: q3 }]))).toHaveLength(1);
  expect(unexplainedDifferences(calm, found([{ key: 'r1', by: q1, row: { title: 'x' } }]))).toHaveLength(2);
});
