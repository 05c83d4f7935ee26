import { expect, test } from 'vitest';
import { ColumnNames } from '../../../src/library/records/named-columns.ts';

const PAGES = [
  { author: 'Ada Field', category: 'Crime', publisher: 'Oak Press', year: '1999' },
  { author: 'Ben Stone', category: 'Travel', publisher: 'Elm House', year: '2004' },
  { author: 'Cleo Marsh', category: 'Crime', publisher: 'Oak Press', year: '1987' },
];
const listed = (...values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map((value, i) => [i === 0 ? 'text' : `text ${i + 1}`, value]));

function learnt(): ColumnNames {
  const names = new ColumnNames();
  for (const page of PAGES) names.add('form', listed(page.author, page.category, page.publisher), page);
  return names;
}

test('columns without labels are called as the pages of records call the same values', () => {
  expect(learnt().named('form', listed('Dora Brook', 'Poetry', 'Fir Books'))).toEqual({
    ...{ author: 'Dora Brook', category: 'Poetry', publisher: 'Fir Books' },
  });
});

test('behind a missing part, values that pages have named elsewhere go to their own column', () => {
  expect(learnt().named('form', listed('Dora Brook', 'Oak Press'))).toEqual({
    ...{ author: 'Dora Brook', publisher: 'Oak Press' },
  });
});

test('nothing is named by one page, or over a field that is there; another form lends its names', () => {
  const one = new ColumnNames();
  const [page] = PAGES;
  if (page !== undefined) one.add('form', listed(page.author), page);
  expect(one.named('form', listed('Dora Brook'))).toEqual(listed('Dora Brook'));
  expect(learnt().named('other', listed('Dora Brook'))).toEqual({ author: 'Dora Brook' });
  expect(learnt().named('form', { author: 'X', text: 'Dora Brook' })).toEqual({
    author: 'X',
    text: 'Dora Brook',
  });
});
