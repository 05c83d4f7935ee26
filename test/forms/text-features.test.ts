import { describe, expect, it } from 'vitest';
import { judgeFeatures } from '../../src/forms/classification/judge.ts';
import { textVector } from '../../src/forms/classification/text-features.ts';
import { contextOf, extractForms, judgeForm, loadModel, modelFrom } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { formatRows, parseRows, rowOf } from '../../src/wings/laboratory/forms/rows.ts';
import { requireTerms, withTerms } from '../../src/wings/laboratory/forms/term-choice.ts';
import { SEARCH_SETTINGS, trainModel, workbench } from '../../src/wings/laboratory/forms/training.ts';
import { corpusPages } from './mutated-pages.ts';

const URL_ = 'http://site.test/page';
const found = corpusPages().flatMap((html) => {
  const tree = parseTree(html, URL_);
  const forms = extractForms(tree);
  return forms.slice(0, 5).map((form) => ({ form, context: contextOf(tree, forms) }));
});
const shipped = loadModel();
const isSearch = ({ form, context }: (typeof found)[number]): boolean =>
  judgeForm(form, shipped, { context }).searchable;
const rows = found.map((at, i) =>
  rowOf(at.form, at.context, isSearch(at) ? 'search' : i % 2 ? 'login' : 'contact', `site${i}`, `${i}`),
);
const bench = workbench(rows, SEARCH_SETTINGS);
const members = rows.map((_, i) => i);

describe('text features', () => {
  it('are tf · idf · information gain over the length of the tf · idf vector (paper 004, eq. 8)', () => {
    const terms = [
      { term: 'search', idf: 2, gain: 1 },
      { term: 'book', idf: 3, gain: 0.5 },
      { term: 'login', idf: 1, gain: 0.25 },
    ];
    const vector = textVector(
      terms,
      new Map([
        ['search', 2],
        ['book', 1],
        ['other', 9],
      ]),
    );
    expect([...vector]).toEqual([4 / 5, (3 * 0.5) / 5, 0].map((value) => expect.closeTo(value, 12)));
    expect([...textVector(terms, new Map())]).toEqual([0, 0, 0]);
  });

  it('are chosen and weighted on the members alone', () => {
    const some = members.slice(0, 40);
    const turned = rows.map((row, i) => (i < 40 ? row : { ...row, terms: new Map([['xyzzy', 1]]) }));
    const chosen = withTerms(bench, some, 5).terms!;
    expect(chosen).toHaveLength(5);
    expect(chosen[0]!.gain).toBe(1);
    expect(withTerms(workbench(turned, SEARCH_SETTINGS), some, 5).terms).toEqual(chosen);
    expect(withTerms(bench, some, 0)).toBe(bench);
  });

  it('go into the model, and are seen where forms are judged', () => {
    const text = JSON.stringify(trainModel(withTerms(bench, members, 12), 1));
    const model = modelFrom(text, 'test');
    expect(model.terms).toHaveLength(12);
    let byText = 0;
    found.forEach(({ form, context }, i) => {
      const verdict = judgeForm(form, model, { context });
      if (verdict.kind !== 'classified') return;
      const { features, terms } = rows[i]!;
      expect(verdict.score).toBe(judgeFeatures(model, features, terms).score);
      if (judgeFeatures(model, features).score !== verdict.score) byText++;
    });
    expect(byText).toBeGreaterThan(5);
    const named = found.flatMap(({ form, context }) => {
      const verdict = judgeForm(form, model, { context });
      return verdict.kind === 'classified' ? verdict.weightiest.map(({ feature }) => feature) : [];
    });
    expect(named.some((feature) => feature.startsWith('text “'))).toBe(true);
  });

  it('are written to rows when asked for, and missed with a word on what to do', () => {
    const again = parseRows(formatRows(rows, { terms: true }), 'again');
    expect(again[0]!.terms).toEqual(rows[0]!.terms);
    const bare = parseRows(formatRows(rows), 'again');
    expect(bare[0]!.terms).toBeUndefined();
    expect(() => requireTerms(bare, undefined)).toThrow(/--text-features needs the pages themselves/);
  });
});
