import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contextOf, extractForms, judgeForm, loadModel, readCorrections } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
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
