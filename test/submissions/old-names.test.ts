import { expect, test } from 'vitest';
import { storedAnswer, storedStopCode } from '../../src/submissions/types/old-names.ts';

test('an answer of an earlier version has the list anchor under its name of today', () => {
  const shape = { container: 'html body ul', pattern: '' };
  const earlier = { verdict: 'hits', shape: { ...shape, pillar: 'li a' } };
  expect(storedAnswer(JSON.stringify(earlier))).toEqual({
    verdict: 'hits',
    shape: { ...shape, recordAnchor: 'li a' },
  });
  const today = { verdict: 'hits', shape: { ...shape, recordAnchor: 'li a' } };
  expect(storedAnswer(JSON.stringify(today))).toEqual(today);
});

test('a stop code of an earlier version is read, and one of today stays', () => {
  expect(storedStopCode('dry')).toBe('no-new-records');
  expect(storedStopCode('all-seen')).toBe('all-seen');
});
