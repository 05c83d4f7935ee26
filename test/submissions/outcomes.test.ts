import { describe, expect, test } from 'vitest';
import { extractForms, type Form } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { postQueryOf } from '../../src/submissions/index.ts';
import { comparisonTables } from '../../src/wings/laboratory/forms/paper-tables.ts';
import { compareOutcomes, OutcomeDataError } from '../../src/wings/laboratory/outcomes/compare-outcomes.ts';
import {
  OUTCOME_FEATURES,
  type OutcomeFacts,
  outcomeFeatures,
} from '../../src/wings/laboratory/outcomes/outcome-features.ts';

const formOf = (markup: string): Form =>
  extractForms(parseTree(`<form action="/s">${markup}</form>`, 'http://a.test/'))[0] as Form;
const PLAIN = formOf('<input name="q"><button>Search</button>');
const STRICT = formOf(
  '<input name="q" required><select name="m" required><option>1<option>2</select><button>Go</button>',
);

/** Sites whose strict forms answer 400 where nothing is asked. */
const facts = (sites: number): OutcomeFacts[] =>
  Array.from({ length: sites * 4 }, (_, i) => {
    const strict = i % 2 === 0;
    const empty = i % 4 < 2;
    return {
      site: `s${Math.floor(i / 4)}.test`,
      form: strict ? STRICT : PLAIN,
      method: 'GET',
      url: `http://a.test/s?q=${'x'.repeat(i)}`,
      purpose: 'query',
      sentBy: 'http',
      controls: empty ? [] : [{ values: ['river'], source: 'given' }],
      status: strict && empty ? 400 : 200,
      verdict: strict && empty ? 'error-message' : 'hits',
    };
  });
const OPTIONS = { k: [2, 5], kernels: ['linear', 'poly'], splits: [20, 50], folds: 4, seed: 1 } as const;

describe('the classifiers of paper 004 on submission status', () => {
  test('learn what can be learnt, on sites they have not seen', () => {
    const comparison = compareOutcomes(facts(20), 'status', OPTIONS);
    expect(comparison.classes).toEqual({ 200: 60, 400: 20 });
    expect(comparison.crossValidated.map(({ learner }) => learner)).toEqual([
      'KNN, k = 2',
      'KNN, k = 5',
      'SVM, linear',
      'SVM, poly',
    ]);
    for (const { scores } of comparison.crossValidated.slice(1))
      expect(scores.accuracy).toBeGreaterThan(0.95);
    const titles = comparisonTables(comparison, 'submissions').map(({ title }) => title);
    for (const n of ['table 7', 'table 8', 'tables 9 and 10', 'table 11'])
      expect(titles.some((title) => title.includes(n))).toBe(true);
  });
  test('leave out an outcome too rare to learn, and say so', () => {
    const [first] = facts(1);
    const rare = { ...(first as OutcomeFacts), status: 524 };
    expect(compareOutcomes([...facts(20), rare], 'status', OPTIONS).leftOut).toEqual({ 524: 1 });
  });
  test('have nothing to learn from one outcome', () => {
    const same = facts(5).map((one) => ({ ...one, status: 200 }));
    expect(() => compareOutcomes(same, 'status', OPTIONS)).toThrow(OutcomeDataError);
  });
  test('need as many sites as there are tenths, and say so', () => {
    const few = facts(5);
    expect(() => compareOutcomes(few, 'status', { ...OPTIONS, folds: 2 })).toThrow(
      `The queries went to ${new Set(few.map(({ site }) => site)).size} sites; 10 are needed`,
    );
  });
  test('know nothing of the answer beforehand', () => {
    const [one] = facts(1);
    const before = outcomeFeatures(one as OutcomeFacts);
    expect(before).toHaveLength(OUTCOME_FEATURES.length);
    expect(outcomeFeatures({ ...(one as OutcomeFacts), status: 500, verdict: 'server-error' })).toEqual(
      before,
    );
    expect(before.every((value) => value >= 0 && value <= 2)).toBe(true);
  });
});

describe('pre-query and post-query together', () => {
  test.each([
    [{ hits: 1, 'no-hits': 9 }, 0.4, 'confirmed', true],
    [{ 'no-hits': 2 }, 0.4, 'answers', true],
    [{ 'same-form': 2, 'not-a-result': 1 }, 0.9, 'no-answer', false],
    [{ 'same-form': 2 }, 0.9, 'not-queried', true],
    [{ 'login-wall': 5 }, 0.9, 'blocked', true],
    [{}, 0.2, 'not-queried', false],
    [{ hits: 3 }, undefined, 'confirmed', true],
  ] as const)('%j with a score of %s', (answers, score, kind, searchable) => {
    const together = postQueryOf(answers, score);
    expect(together.kind).toBe(kind);
    expect(together.searchable > 0.5).toBe(searchable);
  });
});
