import { expect, test } from 'vitest';
import { formOrder, queryBudget } from '../../../src/crawl/run/form-order.ts';
import { extractForms } from '../../../src/forms/index.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';
import type { HarvestedForm } from '../../../src/library/index.ts';

function found(
  formId: string,
  action: string,
  field: string,
  sightings: number,
  depth: number,
): HarvestedForm {
  const page = 'http://a.test/';
  const [form] = extractForms(
    parseTree(`<form action="${action}"><input name="${field}"><button>Search</button></form>`, page),
  );
  if (form === undefined) throw new Error('no form');
  const { controls, formKey: _, ...rest } = form;
  return {
    formId,
    site: 'a.test',
    page,
    depth,
    renderedBy: 'http',
    searchable: true,
    type: 'search',
    domain: null,
    domainScore: 0,
    sightings,
    metOn: 'front',
    form: rest,
    controls,
    verdict: { kind: 'classified', searchable: true, type: 'search', score: 1 } as HarvestedForm['verdict'],
  };
}

test('the box of most pages comes first, filters of single pages next, copies of one box last', () => {
  const forms = [
    found('a-filter', '/special/log', 'user', 1, 2),
    found('b-copy', '/projects/one/search', 'within', 5, 2),
    found('c-copy', '/projects/two/search', 'within', 4, 2),
    found('d-main', '/search', 'q', 40, 0),
    found('e-copy', '/projects/three/search', 'within', 6, 2),
  ];
  const order = formOrder(forms);
  expect(order.map(({ form, main }) => `${form.formId}${main ? '*' : ''}`)).toEqual([
    'd-main*',
    'e-copy*',
    'a-filter',
    'b-copy',
    'c-copy',
  ]);
  expect(formOrder(forms.toReversed())).toEqual(order);
});

const MAIN = { main: true, refines: false };
const OTHER = { main: false, refines: false };

test('what is main may use all that is left, the others share it, and a share too small to tell anything is none', () => {
  expect(queryBudget(MAIN, 25, 120, 9)).toBe(25);
  expect(queryBudget(OTHER, 25, 40, 4)).toBe(10);
  expect(queryBudget(OTHER, 25, 20, 10)).toBe(6);
  expect(queryBudget(OTHER, 25, 4, 10)).toBe(0);
  expect(queryBudget(MAIN, 2, 120, 1)).toBe(2);
});

test('a form met on an answer that asks what the first one asked gets a few questions', () => {
  const first = found('a', '/search', 'q', 9, 0);
  const [same] = formOrder([found('b', '/search?sort=date', 'q', 1, 1)], [first]);
  const [other] = formOrder([found('c', '/advanced', 'author', 1, 1)], [first]);
  expect([same?.refines, other?.refines]).toEqual([true, false]);
  expect(queryBudget({ main: true, refines: true }, 25, 120, 1)).toBe(10);
});

test('a box with the fields of another one and other hidden values is tried before it is asked through', () => {
  const scoped = found('b', '/search', 'q', 1, 1);
  const hidden = { ...scoped.controls[0]!, name: 'area', type: 'hidden' as const, value: 'docs' };
  const forms = [
    found('a', '/search', 'q', 5, 0),
    { ...scoped, controls: [...scoped.controls, hidden] },
    found('c', '/advanced', 'author', 1, 1),
  ];
  const told = formOrder(forms).map(({ form, refines, repeats }) => [form.formId, refines, repeats]);
  expect(told).toEqual([
    ['a', false, false],
    ['c', false, false],
    ['b', false, true],
  ]);
});
