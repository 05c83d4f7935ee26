import { expect, test } from 'vitest';
import { outlookText, timeLeft, timeLeftText } from '../../../src/crawl/events/index.ts';

const pace = { done: 100, ms: 100_000 };

test('what is known takes its time at the better pace, and at the worse one with what comes to light', () => {
  expect(timeLeft({ done: 0, ms: 0, left: 5 })).toBeNull();
  expect(timeLeft({ ...pace, left: 0 })).toEqual({ leastMs: 0, mostMs: 0 });
  expect(timeLeft({ ...pace, left: 50 })).toEqual({ leastMs: 50_000, mostMs: 50_000 });
  const slower = { done: 10, ms: 20_000 };
  expect(timeLeft({ ...pace, left: 50, lately: slower })).toEqual({ leastMs: 50_000, mostMs: 100_000 });
  expect(timeLeft({ ...pace, left: 50, growth: 0.5 })).toEqual({ leastMs: 50_000, mostMs: 100_000 });
});

test('a budget ends it, however many links each page brings', () => {
  expect(timeLeft({ ...pace, left: 50, growth: 3, allowed: 200 })).toEqual({
    leastMs: 50_000,
    mostMs: 200_000,
  });
  expect(timeLeft({ ...pace, left: 500, growth: 3, allowed: 200 })).toEqual({
    ...{ leastMs: 200_000, mostMs: 200_000 },
  });
});

test('the last host alone may take longer than all at the pace of many', () => {
  const line = { gapMs: 5_000, left: 40 };
  expect(timeLeft({ ...pace, left: 50, line })).toEqual({ leastMs: 200_000, mostMs: 200_000 });
});

test('a range is written in the units that fit', () => {
  const text = (leastMs: number, mostMs: number) => timeLeftText({ leastMs, mostMs });
  expect([text(4_000, 4_100), text(180_000, 700_000), text(40_000, 120_000)]).toEqual([
    ...['4–5 s', '3–12 min', '40 s – 2 min'],
  ]);
  expect([text(7_200_000, 7_200_000), text(5_400_000, 400_000_000)]).toEqual(['2 h', '1.5 h – 5 days']);
});

test('querying is told by queries and records, whatever forms are done', () => {
  const outlook = { stage: 'querying', done: 2, left: 1, share: 0.99, timeLeft: null, slow: [] } as const;
  expect(outlookText({ ...outlook, queries: 1_210, records: 300, size: 420 })).toEqual([
    '1,210 queries and result pages, 300 of about 420 records, 1 of 3 forms left',
  ]);
  expect(outlookText({ ...outlook, queries: 3, records: 0, size: null })[0]).toContain(', 0 records, ');
});
