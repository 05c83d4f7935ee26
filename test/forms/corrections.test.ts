import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  contextOf,
  correctedControls,
  correctionsFile,
  extractForms,
  judgeForm,
  loadModel,
  readCorrections,
} from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { keepFieldLabel } from '../../src/wings/laboratory/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it('what a person called a form wins over rules and model, the later word over the earlier', () => {
  const folder = temporaryFolder('fieldfare-labels-');
  const tree = parseTree(
    '<form action=/find><input name=q><button>Search</button></form>',
    'http://a.example/',
  );
  const forms = extractForms(tree);
  const form = forms[0]!;
  const entry = (type: 'login' | 'other') =>
    `${JSON.stringify({ formId: form.id, type, url: tree.url, date: '2026-11-20' })}\n`;
  const file = join(folder, 'forms.jsonl');
  writeFileSync(file, entry('login') + entry('other'));
  const corrections = readCorrections(file);
  const context = contextOf(tree, forms);
  expect(judgeForm(form, loadModel(), { context }).searchable).toBe(true);
  expect(judgeForm(form, loadModel(), { context, corrections })).toMatchObject({
    searchable: false,
    type: 'other',
    rule: 'correction',
  });
  writeFileSync(file, '{"formId":"short"}\n');
  expect(() => readCorrections(file)).toThrow(/forms\.jsonl:1: not a label/);
  expect(readCorrections(join(folder, 'none')).size).toBe(0);
});

it('boxes that share a label or a name are corrected one by one', () => {
  const storage = temporaryFolder('fieldfare-fields-');
  const box = (name: string, label: string) => `<label>${label} <input name="${name}"></label>`;
  const boxes = [
    box('f_1234567', 'Price'),
    box('f_7654321', 'Price'),
    box('to', 'Year'),
    box('from', 'Year'),
  ];
  const page = `<form action=/find>${boxes.join('')}<button>Search</button></form>`;
  const [form] = extractForms(parseTree(page, 'http://a.example/'));
  const correct = (field: string, meaning: 'title' | 'person' | null) =>
    keepFieldLabel(
      { form: form!, context: { url: 'http://a.example/', title: '', forms: 1 } },
      { field, meaning },
      { storage, date: '2026-11-20' },
    ).field;
  const corrected = () =>
    correctedControls(form!, readCorrections(correctionsFile(storage))).map((one) => one.corrected);
  expect(() => correct('Year', 'title')).toThrow(
    'Several fields of the form are called “Year”: name one of to, from.',
  );
  expect(['Price', 'Price 2', 'from'].map((field) => correct(field, 'title'))).toEqual([
    'Price',
    'Price 2',
    'from',
  ]);
  expect(corrected()).toEqual(['title', 'title', undefined, 'title']);
  correct('Price', null);
  correct('f_7654321', 'person');
  expect(corrected()).toEqual([undefined, 'person', undefined, 'title']);
});
