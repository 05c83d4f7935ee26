import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { loadRankers, rankersText, UNTRAINED } from '../../src/crawl/strategies/index.ts';
import { judgeFeatures } from '../../src/forms/classification/judge.ts';
import { textVector } from '../../src/forms/classification/text-features.ts';
import {
  contextOf,
  extractForms,
  judgeForm,
  loadDomainModel,
  loadModel,
  modelFrom,
  SHIPPED,
} from '../../src/forms/index.ts';
import { parseTree, textOf } from '../../src/foundation/dom/index.ts';
import { wordListFingerprint } from '../../src/foundation/language/index.ts';
import { DOMAIN_ROWS } from '../../src/wings/laboratory/domains/domain-rows.ts';
import { formatRows, parseRows, rowOf } from '../../src/wings/laboratory/forms/rows.ts';
import { requireTerms, withTerms } from '../../src/wings/laboratory/forms/term-choice.ts';
import { SEARCH_SETTINGS, trainModel, workbench } from '../../src/wings/laboratory/forms/training.ts';
import { temporaryFolder } from '../temporary-folder.ts';
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

test('options send their text as browsers do: pieces between comments joined, no-break spaces kept', () => {
  const options = ['A<!-- -->4', '\n  letter \t size ', '11&nbsp;x&nbsp;17', '<span>B</span>5'];
  const html = `<form action=/find><select name=paper>${options.map((text) => `<option>${text}`).join('')}</select><button>Search</button></form>`;
  const [form] = extractForms(parseTree(html, 'http://paper.test/'));
  const paper = form?.controls.find(({ name }) => name === 'paper');
  expect(paper?.options?.map(({ value }) => value)).toEqual(['A4', 'letter size', '11\u00a0x\u00a017', 'B5']);
  expect(paper?.options?.map(({ label }) => label)).toEqual(['A4', 'letter size', '11 x 17', 'B5']);
});

test('comments part no text, elements do', () => {
  const { root } = parseTree('<p>$<!-- -->12 <!-- -->net</p><p>one</p>two<b>three</b>', 'http://paper.test/');
  expect(textOf(root)).toBe('$12 net one two three');
});

const NOW = `"words":"${wordListFingerprint()}"`;
const withOtherLists = (file: string): string =>
  readFileSync(file, 'utf8').replace(NOW, '"words":"0123456789ab"');

function stderrOf(act: () => void): string {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  act();
  return written.join('');
}
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the word lists that a file was made with', () => {
  it.each([SHIPPED.formsModel, SHIPPED.domainModel, SHIPPED.rows, SHIPPED.practiceRows, DOMAIN_ROWS])(
    'are those in use: %s',
    (file) => expect(readFileSync(file, 'utf8').slice(0, 200)).toContain(NOW),
  );

  it('are not spoken of where they are those in use', () => {
    expect(stderrOf(() => loadModel())).toBe('');
    expect(stderrOf(() => loadDomainModel())).toBe('');
  });

  it('make a model say once that it wants training, where they were others', () => {
    const text = withOtherLists(SHIPPED.formsModel);
    const told = 'word lists have changed since old.json was made: retrain with “fieldfare train forms”\n';
    expect(stderrOf(() => modelFrom(text, 'old.json'))).toBe(told);
    expect(stderrOf(() => modelFrom(text, 'old.json'))).toBe('');
  });

  it('make rows say so, too, and both are read all the same', () => {
    const text = withOtherLists(SHIPPED.rows);
    expect(stderrOf(() => expect(parseRows(text, 'old.jsonl')).toHaveLength(1_115))).toContain('old.jsonl');
  });

  it('make rankers say so, too', () => {
    const folder = temporaryFolder('rankers-');
    const file = join(folder, 'old-rankers.json');
    const text = rankersText(UNTRAINED);
    expect(text).toContain(`"wordLists":"${wordListFingerprint()}"`);
    writeFileSync(file, text.replace(wordListFingerprint(), '0123456789ab'));
    const told = `word lists have changed since ${file} was made: retrain with “fieldfare train rankers”\n`;
    expect(stderrOf(() => loadRankers(file))).toBe(told);
    writeFileSync(join(folder, 'rankers.json'), text);
    expect(stderrOf(() => loadRankers(join(folder, 'rankers.json')))).toBe('');
    rmSync(folder, { recursive: true });
  });

  it('are no part of a model’s name: they change no verdict of it', () => {
    stderrOf(() => {
      expect(modelFrom(withOtherLists(SHIPPED.formsModel), 'another.json').name).toBe(loadModel().name);
    });
  });
});
