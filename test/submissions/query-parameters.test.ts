import { expect, test } from 'vitest';
import { extractForms } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { callableForm } from '../../src/submissions/index.ts';

const PAGE = `<form action="/find" method="get">
  <label>Title <input name="t"></label>
  <label>Author <input name="a"></label>
  <label>Binding <select name="b"><option value="">any</option><option value="h">Hardcover</option><option value="p">Paperback</option></select></label>
  <label>Price from <input type="number" name="lo" min="0" max="90" step="10"></label>
  <label>Price to <input type="number" name="hi" min="0" max="90" step="10"></label>
  <input type="submit" value="Search"></form>`;
const [form] = extractForms(parseTree(PAGE, 'http://books.test/'));
const callable = callableForm(form!, new Date(0))!;
const sent = (values: Record<string, string>) =>
  callable
    .fill(values)
    .filled.controls.filter(({ source }) => source === 'given' || source === 'option')
    .map(({ name, values: given }) => [name, ...given]);

test('parameters are named by what their controls ask for, and “any” is no option', () => {
  expect(callable.parameters.map(({ name, type, options }) => [name, type, options])).toEqual([
    ['title', 'string', undefined],
    ['author', 'string', undefined],
    ['category', 'string', ['Hardcover', 'Paperback']],
    ['price-min', 'number', undefined],
    ['price-max', 'number', undefined],
  ]);
});

test('values go by the name of the parameter, the name of the control, or its label', () => {
  expect(sent({ title: 'garden', b: 'paperback' })).toEqual([
    ['t', 'garden'],
    ['b', 'p'],
  ]);
  expect(sent({ 'Price to': '30', author: 'Austen' })).toEqual([
    ['a', 'Austen'],
    ['hi', '30'],
  ]);
});

test('what a form does not take is refused, and the error says what it takes', () => {
  const refused = (values: Record<string, string>) => {
    try {
      callable.fill(values);
    } catch (error) {
      return error;
    }
    return undefined;
  };
  expect(refused({ colour: 'red' })).toMatchObject({
    code: 'parameter',
    hint: 'it has title, author, category, price-min, price-max',
  });
  expect(refused({ binding: 'leather' })).toMatchObject({ hint: 'one of Hardcover, Paperback' });
  expect(refused({ 'price-min': 'ten' })).toMatchObject({ code: 'parameter' });
});

test('a form that acts cannot be called', () => {
  const page = '<form method="post" action="/login"><input name="u"><input type="password" name="p"></form>';
  const [login] = extractForms(parseTree(page, 'http://books.test/'));
  expect(callableForm(login!, new Date(0))).toBeUndefined();
});
