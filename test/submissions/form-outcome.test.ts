import { expect, test } from 'vitest';
import { formOutcome, type QueryOutcome } from '../../src/submissions/outcomes/form-outcome.ts';

const probe = (verdict: QueryOutcome['verdict'], fingerprint = 'nothing'): QueryOutcome => ({
  purpose: 'nonsense-probe',
  typed: 'qzxvwkjp',
  chosen: false,
  verdict,
  fingerprint,
  records: verdict === 'hits' ? 5 : 0,
});
const word = (typed: string, verdict: QueryOutcome['verdict'], fingerprint = typed): QueryOutcome => ({
  purpose: 'query',
  typed,
  chosen: false,
  verdict,
  fingerprint,
  records: verdict === 'hits' ? 5 : 0,
});
const choice = (verdict: QueryOutcome['verdict']): QueryOutcome => ({
  purpose: 'query',
  chosen: true,
  verdict,
  fingerprint: 'chosen',
  records: 3,
});

test('a form is verified by a denial of nonsense and hits of two different words', () => {
  expect(formOutcome([probe('no-hits'), word('river', 'hits'), word('garden', 'hits')], true)).toBe(
    'verified',
  );
  expect(formOutcome([probe('no-hits'), word('river', 'hits'), word('River', 'hits')], true)).toBe(
    'inconclusive',
  );
  expect(formOutcome([probe('no-hits'), word('river', 'hits'), choice('hits')], true)).toBe('inconclusive');
  expect(formOutcome([probe('hits'), word('river', 'hits'), word('garden', 'hits')], true)).toBe(
    'inconclusive',
  );
});

test('where nothing is typed, one choice that brings hits is enough', () => {
  expect(formOutcome([choice('hits')], false)).toBe('verified');
  expect(formOutcome([choice('no-hits')], false)).toBe('inconclusive');
});

test('a form that shows known words what it shows nonsense ignores what is typed', () => {
  const same = [
    probe('hits', 'front page'),
    word('river', 'hits', 'front page'),
    word('lantern', 'hits', 'front page'),
  ];
  expect(formOutcome(same, true)).toBe('ignores-input');
  expect(formOutcome([...same, word('garden', 'hits')], true)).toBe('inconclusive');
});

test('answers without records are told apart: unreadable, no search, nothing to say', () => {
  expect(
    formOutcome([probe('no-hits'), word('river', 'not-a-result'), word('garden', 'not-a-result')], true),
  ).toBe('results-unreadable');
  const mute = ['river', 'garden', 'letter'].map((typed) => word(typed, 'same-form'));
  expect(formOutcome([probe('same-form'), ...mute], true)).toBe('non-searchable');
  expect(formOutcome([probe('no-hits'), word('river', 'no-hits')], true)).toBe('inconclusive');
  expect(formOutcome([word('river', undefined)], true)).toBe('inconclusive');
  expect(formOutcome([], true)).toBe('not-queried');
});
