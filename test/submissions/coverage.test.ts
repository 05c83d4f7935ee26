import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../src/foundation/learning/index.ts';
import {
  chao2,
  chapman,
  ice,
  incidenceOf,
  jackknife,
} from '../../src/submissions/answers/coverage/capture-recapture.ts';
import { type Catch, estimateSize } from '../../src/submissions/answers/coverage/estimate-size.ts';
import { openCoverage } from '../../src/submissions/answers/coverage/open-coverage.ts';
import type { Answer } from '../../src/submissions/index.ts';
import type { CoverageSample } from '../../src/submissions/types/answer.ts';
import { askedDatabase } from './simulated-database.ts';

describe('against scikit-bio 0.7 (skbio.diversity.alpha: chao1, chao1_ci without bias correction, ace)', () => {
  // `chao2` becomes Chao1 as the number of occasions grows; ICE becomes ACE where all are met equally often. scikit-bio's
  // interval has .24 for Chao's 1/4 in its variance, so the ends differ in the third digit.
  const of = (...counts: readonly number[]) => {
    const frequencies = [0, ...counts];
    const seen = counts.reduce((sum, f) => sum + f, 0);
    const meetings = frequencies.reduce((sum, f, k) => sum + k * f, 0);
    return { occasions: 1e9, seen, meetings, frequencies };
  };
  test.each([
    [of(40, 18, 9, 5, 3, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1), 123.444, 99.195, 176.814],
    [of(12, 1, 4, 0, 0, 2), 91, 30.995, 451.162],
    [of(10, 25, 30, 20, 10), 97, 95.406, 104.852],
  ])('%#', (incidence, size, low, high) => {
    const estimate = chao2(incidence);
    expect(estimate.size).toBeCloseTo(size, 3);
    expect(Math.abs(estimate.low / low - 1)).toBeLessThan(0.02);
    expect(Math.abs(estimate.high / high - 1)).toBeLessThan(0.02);
  });
  test('records met evenly', () => expect(ice(of(10, 25, 30, 20, 10))).toBeCloseTo(98.5185, 3));
});

test('counts of meetings, jackknife and two passes, by hand', () => {
  const incidence = incidenceOf([['a', 'b', 'b'], ['b', 'c'], ['b', 'd'], ['e']]);
  expect(incidence).toEqual({ occasions: 4, seen: 5, meetings: 7, frequencies: [0, 4, 0, 1] });
  expect(jackknife(incidence)).toEqual({ first: 5 + (4 * 3) / 4, second: 5 + (4 * 5) / 4 });
  expect(chapman(50, 40, 20).size).toBeCloseTo((51 * 41) / 21 - 1, 10);
});

test('of databases asked unevenly, the interval holds nine in ten, is narrow, and seldom cannot be told', () => {
  const random = seededRandom(7);
  const asked = Array.from({ length: 40 }, () => askedDatabase(random));
  const estimates = asked.map(({ size, catches, cap }) => ({
    size,
    ...estimateSize(catches, cap !== undefined),
    truth: size,
  }));
  const told = estimates.filter(({ kind }) => kind !== 'cannot-tell');
  const held = told.filter(({ truth, low = 0, high = 0 }) => low <= truth && truth <= high);
  const ratios = told.map(({ low = 1, high = 1 }) => high / low).sort((a, b) => a - b);
  expect(held.length / told.length).toBeGreaterThanOrEqual(0.9);
  expect(ratios[ratios.length >> 1]).toBeLessThanOrEqual(2);
  expect(1 - told.length / estimates.length).toBeLessThanOrEqual(0.15);
}, 30_000);

const part = (template: string, from: number, to: number, more: Partial<Catch> = {}): Catch => ({
  keys: Array.from({ length: to - from }, (_, i) => String(from + i)),
  complete: true,
  ended: true,
  failed: false,
  everything: false,
  template,
  ...more,
});

describe('what is certain comes first', () => {
  test('the total of the list that asks for nothing', () => {
    const whole = part('', 0, 10, { everything: true, stated: 4213, complete: false });
    expect(estimateSize([whole, part('1', 5, 25)], false)).toMatchObject({
      kind: 'exact',
      size: 4213,
      seen: 25,
    });
  });
  test('unless more was seen than it states', () => {
    const whole = part('', 0, 10, { everything: true, stated: 10 });
    expect(estimateSize([whole, part('1', 0, 25)], false).kind).not.toBe('exact');
  });
  test('two fields that cut the database into parts of one sum', () => {
    const catches = [part('0', 0, 60), part('0', 60, 100), part('1', 0, 30), part('1', 30, 100)];
    expect(estimateSize(catches, false)).toMatchObject({ kind: 'estimated', low: 100, size: 100 });
  });
  test('beside a box for words, a list without a total only once words found nothing else', () => {
    const whole = part('', 0, 20, { everything: true, takesWords: true });
    const word = (typedFrom: 'records' | 'elsewhere', from: number, to: number): Catch => {
      const { template: _, ...typed } = part('', from, to, { typedFrom, takesWords: true });
      return typed;
    };
    const two = [whole, word('records', 0, 5), word('records', 3, 9)];
    expect(estimateSize([whole], false).kind).not.toBe('exact');
    expect(estimateSize(two, false).kind).not.toBe('exact');
    expect(estimateSize([...two, word('elsewhere', 0, 0)], false)).toMatchObject({ kind: 'exact', size: 20 });
    expect(estimateSize([...two, word('elsewhere', 15, 25)], false).kind).not.toBe('exact');
    const silent = [whole, word('records', 0, 0), word('records', 0, 0), word('elsewhere', 0, 0)];
    expect(estimateSize(silent, false).kind).not.toBe('exact');
  });
  test('parts of one field alone tell nothing of what is in none of them', () => {
    expect(estimateSize([part('0', 0, 60), part('0', 60, 100)], false)).toMatchObject({
      kind: 'cannot-tell',
      seen: 100,
    });
  });
  test('parts with a hole in them add up to nothing', () => {
    const hole = part('0', 0, 0, { failed: true });
    const catches = [part('0', 0, 60), hole, part('1', 0, 30), part('1', 30, 60)];
    expect(estimateSize(catches, false).kind).toBe('cannot-tell');
  });
  test('lists that were not read on are no sample', () => {
    const begun = Array.from({ length: 20 }, (_, i) => {
      const { template: none, ...typed } = part('', i, i + 10, {
        complete: false,
        ended: false,
        stated: 50 * i + 100,
      });
      return typed;
    });
    expect(estimateSize(begun, false)).toMatchObject({ kind: 'cannot-tell', seen: 29, low: 1050 });
  });
  test('but words that state the same largest total bound it, and so do words that show nothing new', () => {
    const word = (from: number, to: number, stated?: number): Catch => {
      const { template: _, ...typed } = part('', from, to, { complete: false, ended: false });
      return { ...typed, ...(stated !== undefined && { stated }) };
    };
    const three = [word(0, 9, 200), word(2, 12, 500), word(3, 13, 498), word(4, 14, 500)];
    expect(estimateSize(three, false)).toMatchObject({ kind: 'estimated', low: 490, high: 1000 });
    expect(estimateSize(three.slice(0, 2), false).kind).toBe('cannot-tell');
    const known = [word(0, 90), ...Array.from({ length: 6 }, (_, i) => word(i, i + 20))];
    expect(estimateSize(known, false)).toMatchObject({ kind: 'estimated', low: 90, high: 135 });
    expect(estimateSize(known.slice(0, 5), false).kind).toBe('cannot-tell');
    expect(estimateSize([...known, word(10, 30, 400)], false).kind).toBe('cannot-tell');
  });
  test('an estimate is never below what was seen', () => {
    const keys = Array.from({ length: 245 }, (_, i) => `r${i}`);
    const word = {
      complete: true,
      ended: true,
      failed: false,
      everything: false,
      typedFrom: 'records' as const,
    };
    const catches = [
      { ...word, keys: keys.slice(0, 241), stated: 241 },
      { ...word, keys: keys.slice(4), stated: 241 },
    ];
    const { size = 245, low = 245, seen } = estimateSize(catches, false);
    expect(Math.min(size, low)).toBeGreaterThanOrEqual(seen);
  });

  test('nothing seen, nothing told', () => {
    expect(estimateSize([], false)).toMatchObject({ kind: 'cannot-tell', seen: 0 });
  });
});

describe('lists that are cut', () => {
  const answer = (from: number, count: number, more: Partial<Answer> = {}): Answer => ({
    verdict: 'hits',
    reason: '',
    records: Array.from({ length: count }, (_, i) => ({
      key: `k${from + i}`,
      title: '',
      fields: {},
      text: '',
    })),
    paging: null,
    fingerprint: String(from),
    trace: { lines: [], lists: [] },
    ...more,
  });
  const sample = (query: string, of: Answer, page = 1): CoverageSample => ({
    query,
    page,
    purpose: 'query',
    answer: of,
  });

  test('are told by totals that are never reached', () => {
    const coverage = openCoverage();
    coverage.add(sample('a', answer(0, 20, { statedTotal: 300 })));
    coverage.add(sample('b', answer(50, 7, { statedTotal: 7 })));
    expect(coverage.cap).toBe(20);
    expect([coverage.complete('a'), coverage.complete('b')]).toEqual([false, true]);
  });
  test('are told by three that end alike, without totals', () => {
    const coverage = openCoverage();
    for (const [i, query] of ['a', 'b'].entries()) coverage.add(sample(query, answer(i * 100, 20)));
    expect(coverage.cap).toBeUndefined();
    coverage.add(sample('c', answer(500, 20)));
    expect(coverage.cap).toBe(20);
    expect(coverage.complete('c')).toBe(false);
  });
  test('the latest page of a list that loads more states its total', () => {
    const coverage = openCoverage();
    for (const page of [1, 2, 3])
      coverage.add(sample('a', answer(page * 20, 20, { statedTotal: page * 20 + 1 }), page));
    expect(coverage.complete('a')).toBe(false);
    coverage.add(sample('a', answer(80, 1, { statedTotal: 61 }), 4));
    expect(coverage.complete('a')).toBe(true);
  });
  test('totals count no records where lists end below them at ever other numbers', () => {
    const coverage = openCoverage();
    const sizes = [40, 21, 33, 12, 27, 55];
    for (const [i, size] of sizes.slice(0, 5).entries())
      coverage.add(sample(`w${i}`, answer(i * 3, size, { statedTotal: size * 2 })));
    expect([coverage.cap, coverage.complete('w0')]).toEqual([40, false]);
    coverage.add(sample('w5', answer(0, 55, { statedTotal: 300 })));
    expect([coverage.cap, coverage.complete('w0')]).toEqual([undefined, true]);
    expect(coverage.estimate()).toMatchObject({ kind: 'estimated', seen: 55 });
  });
  test('a control that turned no page of three lists with news ends no list, for what words found', () => {
    const kinds = [false, true].map((turns) => {
      const coverage = openCoverage();
      const paging = { kind: 'press', text: 'More' } as const;
      for (let i = 0; i < 9; i++)
        coverage.add({ ...sample(`w${i}`, answer(i * 5, 10, { paging })), typed: true });
      if (turns) coverage.add({ ...sample('w8', answer(50, 10, { paging }), 2), typed: true });
      return coverage.estimate().kind;
    });
    expect(kinds).toEqual(['estimated', 'cannot-tell']);
  });
  test('a list that a date narrows is not the whole', () => {
    for (const narrowed of [false, true]) {
      const coverage = openCoverage();
      coverage.add({ ...sample('all', answer(0, 15)), purpose: 'empty-probe', binding: [], narrowed });
      expect(coverage.estimate().kind).toBe(narrowed ? 'cannot-tell' : 'exact');
    }
  });
  test('new records are counted once, over pages and queries', () => {
    const coverage = openCoverage();
    expect(coverage.add(sample('a', answer(0, 10, { paging: { kind: 'scroll' } })))).toHaveLength(10);
    expect(coverage.add(sample('a', answer(5, 10), 2))).toHaveLength(5);
    expect(coverage.seen).toBe(15);
    expect(coverage.growth).toEqual([
      { submissions: 1, seen: 10 },
      { submissions: 2, seen: 15 },
    ]);
  });
});

test('a list that was read whole inside a limit of the form is not the whole database, and the limit is named', () => {
  const coverage = openCoverage();
  const records = Array.from({ length: 12 }, (_, i) => ({
    key: `k${i}`,
    title: `Case ${i}`,
    text: '',
    fields: {},
  }));
  const answer = { verdict: 'hits', records, paging: null, statedTotal: 12 } as const;
  coverage.add({
    query: 'all',
    page: 1,
    purpose: 'empty-probe',
    answer,
    limit: 'Last 30 days',
    parts: 1,
    binding: [],
  });
  const { kind, seen, reason } = coverage.estimate();
  expect([kind, seen]).toEqual(['cannot-tell', 12]);
  expect(reason).toContain('“Last 30 days”');
});
