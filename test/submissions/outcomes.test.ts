import { describe, expect, test } from 'vitest';
import { countsAsFound } from '../../src/crawl/in-site-exploring/learn.ts';
import type { SqliteStore } from '../../src/drivers/sqlite/index.ts';
import { extractForms, type Form } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { whileOpen } from '../../src/foundation/errors/index.ts';
import { earlierAnswers } from '../../src/library/index.ts';
import { postQueryOf } from '../../src/submissions/index.ts';
import { formOutcome, type QueryOutcome } from '../../src/submissions/outcomes/form-outcome.ts';
import { type FormFields, readFields } from '../../src/submissions/planning/read-fields.ts';
import type { Limits } from '../../src/submissions/planning/record-words.ts';
import { enoughWithoutNews, TextPlan } from '../../src/submissions/planning/text-plan.ts';
import { ExpansionPace } from '../../src/submissions/sending/live-answer.ts';
import { comparisonTables } from '../../src/wings/laboratory/forms/paper-tables.ts';
import { compareOutcomes, OutcomeDataError } from '../../src/wings/laboratory/outcomes/compare-outcomes.ts';
import {
  OUTCOME_FEATURES,
  type OutcomeFacts,
  outcomeFeatures,
} from '../../src/wings/laboratory/outcomes/outcome-features.ts';
import { shelfStore } from '../library/shelf.ts';

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
const choice = (verdict: QueryOutcome['verdict'], fingerprint = 'chosen'): QueryOutcome => ({
  purpose: 'query',
  chosen: true,
  verdict,
  fingerprint,
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

test('where nothing is typed, a form is verified by a choice that brings other records than no choice or another one', () => {
  const unfilled = { ...choice('hits', 'all'), purpose: 'empty-probe', chosen: false } as const;
  expect(formOutcome([choice('hits', 'villas'), choice('hits', 'flats')], false)).toBe('verified');
  expect(formOutcome([unfilled, choice('hits', 'flats')], false)).toBe('verified');
  expect(formOutcome([choice('no-hits', 'none'), choice('hits', 'flats')], false)).toBe('verified');
  expect(formOutcome([unfilled, choice('hits', 'all'), choice('hits', 'all')], false)).toBe('inconclusive');
  expect(formOutcome([unfilled], false)).toBe('inconclusive');
  expect(formOutcome([choice('hits')], false)).toBe('inconclusive');
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
    expect(() => compareOutcomes([], 'status', OPTIONS)).toThrow(/^no outcome came \d+ times in 0 queries/);
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

const records = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ key: String(from + i) }));

test('a list that grows is made longer by 1, 2, 4, 8 and 8 at once', () => {
  const pace = new ExpansionPace();
  const lengths = [5, 10, 20, 40, 80];
  expect(lengths.map((length) => pace.timesFor(records(0, length)))).toEqual([1, 2, 4, 8, 8]);
});

test('a list whose page is turned is turned by one page', () => {
  const pace = new ExpansionPace();
  const pages = [0, 5, 10].map((from) => pace.timesFor(records(from, from + 5)));
  expect(pages).toEqual([1, 1, 1]);
});

test.each([
  // 45 / 3, 45 / 4 = 11.25, 45 / 5, and 45 / 8 = 5.6, which is below the least.
  [0, 15],
  [100, 12],
  [200, 9],
  [500, 9],
])('with %i records known %i words without a new one are enough', (records, words) => {
  expect(enoughWithoutNews(records)).toBe(words);
});

const [form] = extractForms(
  parseTree(
    '<form action="/s"><input type="search" name="q"><button>Search</button></form>',
    'http://a.test/',
  ),
);

/** Types words until the field is done; all of them bring hits, the first one all records but those of every third word. */
function wordsTyped(records: number, limits: Limits, everyThird = 0): number {
  const { fields } = readFields(form!, new Date(0)) as FormFields;
  const siteWords = ['first'];
  const plan = new TextPlan(fields, { siteWords });
  let typed = 0;
  for (let query = plan.next(limits); query !== undefined; query = plan.next(limits)) {
    if (++typed === 1)
      plan.words.learn(
        Array.from({ length: records }, (_, i) => {
          const title = `${'abcdefghij'[i % 10]}${'klmnopqrst'[Math.floor(i / 10) % 10]}word chapter`;
          return { key: String(i), title, text: title, fields: {} };
        }),
      );
    const newRecords = typed === 1 ? records : typed % 3 === 0 ? everyThird : 0;
    const outcome = { hits: true, complete: true, records, newRecords };
    plan.settled({ ...outcome, requests: 1, fingerprint: '' });
  }
  return typed;
}

test('a field of a large database is done sooner than one of a small one', () => {
  expect(wordsTyped(20, {})).toBe(1 + 15);
  expect(wordsTyped(100, {})).toBe(1 + 12);
  expect(wordsTyped(300, {})).toBe(1 + 9);
});

test('words that bring fewer than one in a hundred of the records known end a field as words that bring none', () => {
  // Nine words bring three times 0, 1 or 2 records; one in a hundred of 300 is 3, of 600 it is 6.
  expect(wordsTyped(301, {}, 1)).toBe(1 + 9);
  expect(wordsTyped(300, {}, 1)).toBeGreaterThan(30);
  expect(wordsTyped(601, {}, 2)).toBe(1 + 9);
  expect(wordsTyped(600, {}, 2)).toBeGreaterThan(30);
  // Where lists are cut, one record is news.
  expect(wordsTyped(301, { cap: 50 }, 1)).toBeGreaterThan(30);
});

test('where lists are cut, a field is not done sooner', () => {
  expect(wordsTyped(300, { cap: 50 })).toBe(1 + 15);
});

/** Words typed in order, where the first brings three records, other words of the site one, and those of records none. */
function wordsAfter(siteWords: readonly string[], count: number): string[] {
  const { fields } = readFields(form!, new Date(0)) as FormFields;
  const plan = new TextPlan(fields, { siteWords });
  const typed: string[] = [];
  for (let query = plan.next({}); query !== undefined && typed.length < count; query = plan.next({})) {
    typed.push(query.bound[0]?.choice.label ?? '');
    const titles = typed.length === 1 ? ['walrus hymn', 'copper fjord', 'velvet anchor'] : [];
    plan.words.learn(titles.map((title) => ({ key: title, title, text: title, fields: {} })));
    const hits = siteWords.includes(typed.at(-1) ?? '');
    const outcome = { hits, complete: true, records: titles.length, newRecords: hits ? 1 : 0 };
    plan.settled({ ...outcome, requests: 1, fingerprint: '' });
  }
  return typed;
}

test('names on the pages of a site that no record has come before words of one record', () => {
  expect(wordsAfter(['first'], 3)).toEqual(['first', 'anchor', 'copper']);
  // Once a word of a record has brought nothing, names come first.
  expect(wordsAfter(['first', 'walrus', 'seville'], 3)).toEqual(['first', 'anchor', 'seville']);
});

/** Three questions to a form in a run, answered so. */
async function asked(store: SqliteStore, runId: number, formId: string, verdict: string): Promise<void> {
  for (let position = 1; position <= 3; position++)
    await store.db
      .insertInto('submission')
      .values({
        run_id: runId,
        form_id: formId,
        key: `query ${position} #1`,
        site: 'shop.example',
        position,
        page: 1,
        purpose: 'query',
        binding: '[]',
        controls: '[]',
        why: '',
        sent_by: 'http',
        method: 'GET',
        url: 'http://shop.example/find',
        digest: `${runId} ${formId} ${position}`,
        request: '{}',
        state: 'settled',
        verdict,
        requests: 1,
        records: 0,
        new_records: 0,
        sent_at: 0,
      })
      .execute();
}

test('what forms answered in earlier runs decides whether rankers are rewarded for them', async () => {
  await whileOpen(shelfStore(3), async (store) => {
    await asked(store, 1, 'mute', 'same-form');
    await asked(store, 1, 'late', 'same-form');
    await asked(store, 1, 'found', 'hits');
    await asked(store, 1, 'shut', 'login-wall');
    await asked(store, 2, 'late', 'hits');
    await asked(store, 3, 'found', 'same-form');
    const told = await earlierAnswers(store, 3);
    expect([...told].sort()).toEqual([
      ['found', 'confirmed'],
      ['late', 'confirmed'],
      ['mute', 'no-answer'],
    ]);
    const counts = (searchable: boolean, formId: string) => countsAsFound(searchable, told.get(formId));
    expect(counts(true, 'mute')).toBe(false);
    expect(counts(false, 'late')).toBe(true);
    expect(counts(true, 'shut')).toBe(true);
    expect(counts(false, 'never met')).toBe(false);
  });
});
