import { expect, test } from 'vitest';
import { extractForms } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import type { FormFields } from '../../src/submissions/planning/read-fields.ts';
import { readFields } from '../../src/submissions/planning/read-fields.ts';
import type { Limits } from '../../src/submissions/planning/record-words.ts';
import { enoughWithoutNews, TextPlan } from '../../src/submissions/planning/text-plan.ts';

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
