import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planPage } from '../../src/app/plan-page.ts';
import { extractForms, type Form, meaningsOf } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { takeCsv } from '../../src/submissions/form-elements/element-csv.ts';
import { labelSimilarity } from '../../src/submissions/form-elements/labels.ts';
import { type ElementRows, elementTable, FormElementTable, rowsOf } from '../../src/submissions/index.ts';
import type { OpenField } from '../../src/submissions/planning/field.ts';
import { readFields } from '../../src/submissions/planning/read-fields.ts';
import { TextPlan } from '../../src/submissions/planning/text-plan.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const formOf = (inner: string): Form =>
  extractForms(
    parseTree(`<form action="/find" role="search">${inner}<button>Search</button></form>`, 'http://a.test/'),
  )[0]!;
function boxOf(form: Form): OpenField {
  const fields = readFields(form, new Date(0));
  const field = fields.kind === 'fields' ? fields.fields.find(({ kind }) => kind === 'open') : undefined;
  if (field?.kind !== 'open') throw new Error('no box');
  return field;
}
const KNOWN = {
  title: ['The Lighthouse', 'Winter Road'],
  author: ['Ann Reed', 'Bo Lind'],
  isbn: ['9780140449136'],
  'sort by': ['Price'],
};
const book = (): FormElementTable => {
  const known = new FormElementTable();
  known.seed('book', KNOWN);
  return known;
};
/** Says of a value that a form was sent it, in the control of that label. */
function sent(known: FormElementTable, form: Form, label: string, text: string, records: number): void {
  const position = form.controls.findIndex((control) => control.label === label);
  const { name = '', options = [] } = form.controls[position] ?? {};
  const chosen = options.find((option) => option.label === text)?.value;
  const meaning = meaningsOf(form)[position] ?? 'text';
  const source = chosen === undefined ? 'site' : 'option';
  known.note(
    { domain: 'book', form },
    { position, name, label, meaning, values: [chosen ?? text], source },
    records,
  );
}
const valuesFor = (known: FormElementTable, label: string): string[] =>
  known
    .valuesFor('book', boxOf(formOf(`<label>${label} <input name="f"></label>`)))
    .map(({ value }) => value);

test.each([
  ['Written by', 'Ann Reed'],
  ['Author or editor', 'Ann Reed'],
  ['Book title', 'The Lighthouse'],
  ['ISBN-13', '9780140449136'],
])('a box called “%s” gets the values that it asks for', (label, value) => {
  expect(valuesFor(book(), label)[0]).toBe(value);
});

test('a box for anything gets names of each kind and nothing that arranges', () => {
  const values = valuesFor(book(), 'Search our books');
  expect(values.slice(0, 2).sort()).toEqual(['Ann Reed', 'The Lighthouse']);
  expect(values).not.toContain('Price');
});

test('a box that was met, but whose values nobody knows, takes nothing away', () => {
  const known = book();
  const form = formOf('<label>Search our books <input name="f"></label>');
  known.learn('book', form, meaningsOf(form));
  expect(known.valuesFor('book', boxOf(form)).map(({ value }) => value)).toContain('The Lighthouse');
});

test('a plan types what a harvest of that page would: values that fit, whatever the box is called', async () => {
  const folder = temporaryFolder('plan-');
  const file = join(folder, 'shop.html');
  await writeFile(
    file,
    '<!doctype html><title>Bookshop</title><h1>Books</h1><form action="/find"><label>Search our books by author or title <input name="f" type="search"></label><button>Search books</button></form>',
  );
  const { forms } = await planPage(file, { base: 'http://a.test/', domains: ['book'] });
  const [only] = forms;
  if (only?.plan.kind !== 'plan') throw new Error('no plan');
  const typed = only.plan.queries.flatMap(({ controls }) =>
    controls.filter(({ source }) => source === 'domain-file').flatMap(({ values }) => values),
  );
  expect(typed.length).toBeGreaterThan(0);
});

test('what lists of other forms offer is no word for a box for anything, unless it brought hits', () => {
  const known = new FormElementTable();
  const form = formOf(
    `<label>Type <select name="t"><option>All</option><option>Long</option><option>Painted signs</option></select></label>
     <label>Category <select name="k"><option>Tools</option><option>Lamps</option></select></label>
     <label><input type="checkbox" name="x" value="1">Author</label>
     <label>Author <select name="w"><option>Any</option><option>Cy Marsh</option><option>Di Poole</option></select></label>`,
  );
  known.learn('book', form, meaningsOf(form));
  expect(valuesFor(known, 'Type')).toEqual([]);
  expect(valuesFor(known, 'Search in category')).toEqual([]);
  expect(valuesFor(known, 'Keywords')).toEqual([]);
  expect(valuesFor(known, 'Author')).toEqual(['Cy Marsh', 'Di Poole']);
  sent(known, form, 'Category', 'Lamps', 9);
  sent(known, form, 'Type', 'Long', 9);
  expect(valuesFor(known, 'Keywords')).toEqual(['Lamps']);
});

test('captions of buttons, names of boxes to tick and languages of the page are no elements', () => {
  const known = new FormElementTable();
  const tick = (text: string) =>
    `<label><input type="checkbox" name="format" value="${text}">${text}</label>`;
  const round = (text: string) => `<label><input type="radio" name="binding" value="${text}">${text}</label>`;
  const languages = ['English', 'Deutsch', 'Français'].map((text) => `<option>${text}</option>`).join('');
  const form = formOf(
    `${['Any', 'Hard', 'Soft'].map(round).join('')}<input name="q" placeholder="Search">
     ${['Paper', 'Cloth'].map(tick).join('')}<select name="language">${languages}</select>`,
  );
  known.learn('book', form, meaningsOf(form));
  expect(known.elements('book').map(({ label, values }) => [label, values.size])).toEqual([
    ['binding', 2],
    ['q', 0],
    ['format', 2],
  ]);
});

test('a word that brought a few records is typed into boxes of its kind elsewhere, first where several forms had it', () => {
  const known = book();
  const [words, titles] = ['Find books', 'Title words'].map((label) =>
    formOf(`<label>${label} <input name="f"></label>`),
  ) as [Form, Form];
  for (const form of [words, titles]) known.learn('book', form, meaningsOf(form));
  sent(known, words, 'Find books', 'lantern', 9);
  sent(known, words, 'Find books', 'author', 1);
  sent(known, words, 'Find books', 'zebra', 0);
  const typed = () => {
    const values = known.valuesFor('book', boxOf(formOf('<label>Search for <input name="f"></label>')));
    return values.map(({ value, isProven }) => [value, isProven]);
  };
  expect(typed()[0]).toEqual(['lantern', false]);
  expect(typed().flat()).not.toContain('author');
  expect(typed().flat()).not.toContain('zebra');
  sent(known, words, 'Find books', 'lantern', 9);
  expect(typed()[0]).toEqual(['lantern', true]);
  // A box that is called by a word of another element takes its values first.
  expect(valuesFor(known, 'Title words')[0]).toBe('The Lighthouse');
});

test('labels of one meaning are one element, and values under the most similar label come first', () => {
  const known = new FormElementTable();
  known.seed('premiere', { actor: ['Cy Marsh'], director: ['Di Poole'], genre: ['Drama'], version: ['3D'] });
  expect(known.elements('premiere').map(({ key, aliases }) => [key, [...aliases]])).toEqual([
    ['person', ['actor', 'director']],
    ['label genr', ['genre']],
    ['label version', ['version']],
  ]);
  const typed = (label: string) =>
    known
      .valuesFor('premiere', boxOf(formOf(`<label>${label} <input name="f"></label><input name="q">`)))
      .map(({ value }) => value);
  expect(typed('Actor')).toEqual(['Cy Marsh', 'Di Poole']);
  expect(typed('Director')).toEqual(['Di Poole', 'Cy Marsh']);
  expect(typed('Director of the film')).toEqual(['Di Poole', 'Cy Marsh']);
});

test('how alike two labels are is the Dice coefficient of their stems, and 1 for what asks the same', () => {
  expect(labelSimilarity('Written by', 'written by')).toBe(1);
  // {author, editor} and {author}: twice 1 over 3.
  expect(labelSimilarity('Author or editor', 'Author')).toBeCloseTo(2 / 3);
  expect(labelSimilarity('Publisher', 'Author')).toBe(0);
});

const LIST = (values: readonly string[]): string =>
  `<label>Genre <select name="g"><option value="">Any</option>${values.map((text, i) => `<option value="${i + 1}">${text}</option>`).join('')}</select></label><label>Title <input name="t"></label>`;

test('a list asks first what the user named and what brought hits, last what brought none, and keeps the order of the page between', () => {
  const known = new FormElementTable();
  const elsewhere = formOf(LIST(['Crime', 'Poetry', 'Travel']));
  known.learn('book', elsewhere, meaningsOf(elsewhere));
  // (0 + 1) / (1 + 2) for Crime, (1 + 1) / (1 + 2) for Travel, 1 / 2 for what was not asked.
  sent(known, elsewhere, 'Genre', 'Crime', 0);
  sent(known, elsewhere, 'Genre', 'Travel', 9);
  takeCsv(known, 'book', 'label,value\nGenre,Zoology\n', 'mine.csv');
  const here = formOf(LIST(['Art', 'Crime', 'Poetry', 'Travel', 'Zoology']));
  const fields = readFields(here, new Date(0), known.sourcesFor('book').orderChoices);
  const list = fields.kind === 'fields' ? fields.fields.find(({ kind }) => kind === 'list') : undefined;
  if (list?.kind !== 'list') throw new Error('no list');
  expect(list.choices.map(({ label, controls: [sent] }) => [label, sent?.values[0], sent?.source])).toEqual([
    ['Zoology', '5', 'known-option'],
    ['Travel', '4', 'known-option'],
    ['Art', '1', 'option'],
    ['Poetry', '3', 'option'],
    ['Crime', '2', 'known-option'],
  ]);
  const other = known.sourcesFor('hotel').orderChoices?.(list);
  expect(other).toEqual(list);
});

test('rows of a version without meanings become elements of their meaning, and their counts are added up', () => {
  const row = (id: number, label: string) => ({
    ...{ id, domain: 'book', label, key: label, meaning: '', aliases: '[]', control: 'select' },
    ...{ value_domain: 'finite', source: 'form', status: 'active' },
  });
  const value = (element_id: number, text: string, hits: number) => ({
    ...{ element_id, value: text, label: '', source: 'form', forms: 1, asked: 2, hits },
  });
  const stored = {
    elements: [row(1, 'Author'), row(2, 'Written by')],
    values: [value(1, 'Ann Reed', 1), value(2, 'ann reed', 2), value(2, 'Bo Lind', 0)],
  } as unknown as ElementRows;
  const table = elementTable({ wanted: [], stored });
  const [only, ...others] = table.elements('book');
  expect(others).toEqual([]);
  expect([...(only?.values.values() ?? [])]).toEqual([
    { value: 'Ann Reed', label: 'Author', source: 'form', forms: 2, asked: 4, hits: 3 },
    { value: 'Bo Lind', label: 'Written by', source: 'form', forms: 1, asked: 2, hits: 0 },
  ]);
  expect(rowsOf(elementTable({ wanted: [], stored: rowsOf(table) }))).toEqual(rowsOf(table));
});

test('proven words are typed before words of the site, and on while all of them find records', () => {
  const fields = readFields(formOf('<input type="search" name="q">'), new Date(0));
  if (fields.kind !== 'fields') throw new Error(fields.reason.code);
  const typed = (missed: number): string => {
    const plan = new TextPlan(fields.fields, {
      valuesFor: () => [
        { value: 'elsewhere', source: 'element-table' },
        ...[1, 2, 3, 4, 5, 6].map(
          (n) => ({ value: `proven ${n}`, source: 'element-table', isProven: true }) as const,
        ),
      ],
      siteWords: ['site'],
    });
    const words: string[] = [];
    for (let query = plan.next({}); query !== undefined && words.length < 6; query = plan.next({})) {
      words.push(query.bound[0]?.choice.label.split(' ')[0] ?? '');
      const hits = words.length !== missed;
      const count = hits ? 5 : 0;
      plan.settled({ hits, complete: true, records: count, newRecords: count, requests: 1, fingerprint: '' });
      const key = `Lantern ${words.length}`;
      if (hits) plan.words.learn([{ key, title: key, fields: {}, text: key }]);
    }
    return words.join(' ');
  };
  expect(typed(0)).toBe('proven proven proven proven proven proven');
  expect(typed(2)).toMatch(/^(?:proven ){4}(?!proven)/);
});

test('words of the site are typed before what a list of another form offered', () => {
  const fields = readFields(formOf('<input type="search" name="q">'), new Date(0));
  if (fields.kind !== 'fields') throw new Error(fields.reason.code);
  const plan = new TextPlan(fields.fields, {
    valuesFor: () => [{ value: 'Elsewhere', source: 'element-table' }],
    siteWords: ['one', 'two', 'three'].map((word) => `word ${word}`),
  });
  const typed: string[] = [];
  for (let query = plan.next({}); query !== undefined && typed.length < 6; query = plan.next({})) {
    typed.push(query.bound[0]?.choice.label ?? '');
    plan.settled({
      hits: typed.length === 2,
      complete: true,
      records: 0,
      newRecords: 0,
      requests: 1,
      fingerprint: '',
    });
  }
  // What a box of many records may find at last, where no word is left, is no value of a form.
  expect(typed.slice(0, 4)).toEqual(['word one', 'word two', 'word three', 'Elsewhere']);
});
