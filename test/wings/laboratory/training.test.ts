import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  contextOf,
  extractForms,
  FEATURE_NAMES,
  findRejection,
  loadModel,
  REJECTION_RULES,
  SHIPPED,
} from '../../../src/forms/index.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';
import { wordListFingerprint } from '../../../src/foundation/language/index.ts';
import { evaluateForms } from '../../../src/wings/laboratory/forms/evaluation.ts';
import { misjudged } from '../../../src/wings/laboratory/forms/misjudged.ts';
import {
  formatRows,
  labelledForms,
  parseRows,
  readRows,
  rowOf,
} from '../../../src/wings/laboratory/forms/rows.ts';
import { SEARCH_SETTINGS, trainModel, workbench } from '../../../src/wings/laboratory/forms/training.ts';
import { WRITTEN_FORMS, writtenRows } from '../../../src/wings/laboratory/forms/written-forms.ts';

const practice = [...(await readRows(SHIPPED.practiceRows)), ...(await writtenRows())];
const bench = workbench(await readRows(), SEARCH_SETTINGS, practice);

describe('the rows that come along', () => {
  it('hold 1,115 forms of 251 sites and this version’s features', () => {
    expect(bench.rows).toHaveLength(1_115);
    expect(new Set(bench.rows.map(({ site }) => site)).size).toBe(251);
    expect(bench.rows[0]?.features).toHaveLength(FEATURE_NAMES.length);
  });

  it('hold no words: only hashes, types and numbers', () => {
    const [, ...lines] = readFileSync(SHIPPED.rows, 'utf8').trim().split('\n');
    for (const line of lines) {
      expect(line).toMatch(
        /^\{"type":"[a-z-]+","site":"[0-9a-f]{8}","copy":"[0-9a-f]{8}",("missing":true,)?("typed":\d+,)?("chosen":\d+,)?("email":true,)?("period":true,)?"ones":\[[\d,]*\],"rest":\[[\d.,]*\]\}$/,
      );
    }
  });

  it('come back from text as they went in', () => {
    expect(parseRows(formatRows(bench.rows), 'again')).toEqual(bench.rows);
  });

  it('remember no rule: which rules fire is told by what the row holds, as it is by the form itself', async () => {
    const { rules: remembered, ...head } = JSON.parse(readFileSync(SHIPPED.rows, 'utf8').split('\n')[0]!);
    expect(remembered).toBeUndefined();
    expect(head.words).toBe(wordListFingerprint());
    const texts = readFileSync(WRITTEN_FORMS, 'utf8').trim().split('\n');
    const forms = texts.map((text) => {
      const tree = parseTree(JSON.parse(text).html, 'http://written.example/page');
      return { form: extractForms(tree)[0]!, context: contextOf(tree, extractForms(tree)) };
    });
    expect(new Set(forms.flatMap(({ form }) => findRejection(form)?.rule ?? [])).size).toBeGreaterThan(3);
    for (const { form, context } of forms) {
      const { rules } = rowOf(form, context, 'search', 'a', 'b');
      const first = findRejection(form, { enabled: REJECTION_RULES.map(({ name }) => name) });
      expect(rules[0]).toBe(first?.rule);
    }
  });

  it('of before keep the rules that they remember', () => {
    const [head, row] = formatRows(bench.rows.slice(0, 1)).trim().split('\n') as [string, string];
    const { words: _, ...bare } = JSON.parse(head);
    const before = [
      { ...bare, rules: ['login', 'poll'] },
      { ...JSON.parse(row), rules: [1] },
    ];
    expect(parseRows(before.map((entry) => JSON.stringify(entry)).join('\n'), 'before')[0]?.rules).toEqual([
      'poll',
    ]);
  });

  it('keep forms of practice webs apart: they are learned from and never scored', () => {
    expect(practice.length).toBeGreaterThan(800);
    const sites = new Set(bench.rows.map(({ site }) => site));
    expect(practice.filter(({ site }) => sites.has(site))).toEqual([]);
  });

  it('are refused with file and line where they are damaged or of another version', () => {
    const text = formatRows(bench.rows.slice(0, 2));
    expect(() => parseRows(text.replace('"site"', '"seat"'), 'rows.jsonl')).toThrow(/rows\.jsonl:2: .*site/s);
    expect(() => parseRows(`${text}{\n`, 'rows.jsonl')).toThrow('rows.jsonl:4: not JSON');
    // Without an end of line it was cut off in writing.
    expect(parseRows(`${text}{`, 'rows.jsonl')).toHaveLength(2);
    expect(() => parseRows(text.replace('"method post"', '"method patch"'), 'rows.jsonl')).toThrow(
      'other features',
    );
  });
});

describe('the judge of forms, on sites it has not seen', () => {
  const evaluation = evaluateForms(bench, { folds: 10, seeds: 2, seed: 1 });
  const [together, alone] = evaluation.arms;

  it('tells search from the rest with F1 ≥ .95, by rules and classifier and by the classifier alone', () => {
    expect(together).toMatchObject({ name: 'rules and classifier', n: 1_115 });
    expect(together?.f1).toBeGreaterThanOrEqual(0.965);
    expect(together?.accuracy).toBeGreaterThanOrEqual(0.977);
    expect(alone?.f1).toBeGreaterThanOrEqual(0.95);
  });

  it('tells eight types apart with accuracy ≥ .89 and macro F1 ≥ .85', () => {
    expect(evaluation.types.accuracy).toBeGreaterThanOrEqual(0.89);
    expect(evaluation.types.macroF1).toBeGreaterThanOrEqual(0.85);
  });

  it('lists the forms behind each cell of the confusion matrix', () => {
    const { predicted, detail } = evaluation.types;
    const confused = misjudged(bench.rows, evaluation.scores, loadModel(), [], predicted);
    for (const [row, { name: truth }] of detail.classes.entries())
      for (const [column, { name: said }] of detail.classes.entries()) {
        const listed = confused.filter((form) => form.truth === truth && form.predicted === said);
        expect(listed).toHaveLength(row === column ? 0 : detail.confusion[row]![column]!);
      }
    const ofSearch = misjudged(bench.rows, evaluation.scores, loadModel(), []);
    expect(ofSearch.length).toBeLessThan(confused.length);
  });

  it('gives probabilities that mean what they say at both ends', () => {
    expect(evaluation.calibration[0]?.searchShare).toBeLessThan(0.05);
    expect(evaluation.calibration[9]?.searchShare).toBeGreaterThan(0.95);
  });

  it('has safe rules that lose no search form', () => {
    for (const { rule, safe, lost } of evaluation.rules) if (safe) expect([rule, lost]).toEqual([rule, 0]);
    expect(evaluation.rules).toHaveLength(REJECTION_RULES.length);
  });
});

describe('training', () => {
  it('makes the shipped model again, to the byte', () => {
    expect(`${JSON.stringify(trainModel(bench, 1))}\n`).toBe(readFileSync(SHIPPED.formsModel, 'utf8'));
  });
});

const DEVELOPMENT = resolve(import.meta.dirname, '../../../../shared/datasets/forms');
const present = existsSync(DEVELOPMENT);
if (!present) console.warn(`skipped: ${DEVELOPMENT} is not here`);

describe.skipIf(!present)('the development pages', () => {
  it('go through without a crash and give the rows that come along', async () => {
    const rows = [];
    for await (const { row } of labelledForms(DEVELOPMENT)) rows.push(row);
    expect(formatRows(rows)).toBe(readFileSync(SHIPPED.rows, 'utf8'));
  }, 60_000);
});
