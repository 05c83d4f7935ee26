import { expect, test } from 'vitest';
import { FEATURE_NAMES, REJECTION_RULES } from '../../src/forms/index.ts';
import { evidenceText, observationText } from '../../src/reports/evidence-text.ts';

test('every feature that a verdict may rest on is said in words, not by its name', () => {
  const bare = FEATURE_NAMES.filter(
    (name) => observationText(name) === name || !/ /.test(observationText(name)),
  );
  expect(bare).toEqual([]);
  expect(new Set(FEATURE_NAMES.map(observationText)).size).toBeGreaterThan(FEATURE_NAMES.length * 0.9);
});

test('a verdict of the classifier is told by what the form has, for and against, each once', () => {
  const weightiest = [
    { feature: 'role search', value: 1, weight: 0.4 },
    { feature: 'search anywhere', value: 1, weight: 0.2 },
    { feature: 'search in form', value: 1, weight: 0.2 },
    { feature: 'passwords', value: 0, weight: 0.15 },
    { feature: 'method post', value: 1, weight: -0.1 },
    { feature: 'text “librari”', value: 0.3, weight: 0.05 },
  ];
  const verdict = { kind: 'classified', searchable: true, type: 'search', score: 0.9, model: 'm' } as const;
  expect(evidenceText({ ...verdict, weightiest })).toEqual([
    'Speaks for a search form: its markup calls it a search.',
    'Speaks for a search form: words of searching in its markup.',
    'Speaks against a search form: it is sent by POST.',
    'Speaks for a search form: its text has words that begin with “librari”.',
  ]);
});

test('a rejection is told by its rule and by what the rule saw', () => {
  const verdict = { kind: 'rejected', searchable: false, type: 'other' } as const;
  const told = (rule: string, evidence: string) => evidenceText({ ...verdict, rule, evidence });
  expect(told('password', 'password “pwd”')).toEqual(['It has a password control: password “pwd”.']);
  expect(told('login', '“sign in” (submit-markup)')).toEqual([
    'Its button, action or name speaks of logging in: “sign in” in the markup of its button.',
  ]);
  for (const { name } of REJECTION_RULES) expect(told(name, '')[0]).toMatch(/^It\w* .+\.$/);
});
