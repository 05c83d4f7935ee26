import { expect, test } from 'vitest';
import { analysePage, loadClassifiers } from '../../../src/crawl/analysis/index.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';

const formOn = (page: string, strategy: 'ache' | 'two-stage') => {
  const tree = parseTree(page, 'http://a.test/');
  return analysePage(tree, loadClassifiers(['book'], { strategy }), 'never').forms[0]?.verdict;
};

const box = (label: string, name: string, button: string): string =>
  `<title>Books</title><form action="/x"><label>${label} <input name="${name}"></label><button>${button}</button></form>`;

test('the baselines judge forms by counts alone: what a form calls its box is nothing to them', () => {
  const named = box('Your email', 'email', 'Send');
  const other = box('Your titel', 'titel', 'Send');
  expect(formOn(named, 'two-stage')).toMatchObject({ kind: 'rejected', rule: expect.any(String) });
  // No rejection rules, and the same counts give the same score.
  expect(formOn(named, 'ache')).toMatchObject({ kind: 'classified' });
  expect(formOn(named, 'ache')).toMatchObject({ score: (formOn(other, 'ache') as { score: number }).score });
});

test('a word of searching is one of the counts', () => {
  expect(formOn(box('Search books', 'q', 'Search'), 'ache')?.searchable).toBe(true);
  expect(formOn(box('Your name', 'name', 'Send'), 'ache')?.searchable).toBe(false);
});
