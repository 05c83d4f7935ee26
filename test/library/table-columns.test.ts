import { expect, test } from 'vitest';
import { tableColumns } from '../../src/library/exports/table-columns.ts';

async function* rowsOf(rows: readonly object[]): AsyncGenerator<object> {
  yield* rows;
}

const columnsOf = (rows: readonly object[]) => tableColumns('records', false, rowsOf(rows));

test('typed fields come first, then fields by how many records have them', async () => {
  const columns = await columnsOf([
    { fields: { rare: 'a', often: 'b' }, typed: { rating: { value: 4, best: 5 } } },
    { fields: { often: 'c' }, typed: { author: ['Ann Lee', 'Bo Ek'] } },
  ]);
  const names = columns.map(({ name }) => name);
  expect(names.slice(6, -2)).toEqual(['author', 'rating', 'ratingBest', 'often', 'rare']);
  const [author, rating] = columns.slice(6);
  expect(author?.of({ typed: { author: ['Ann Lee', 'Bo Ek'] } })).toBe('Ann Lee; Bo Ek');
  expect(rating).toMatchObject({ type: 'number' });
});

test('a value that some record has as text alone keeps a column of its own', async () => {
  const columns = await columnsOf([
    { fields: { price: '£5', year: '1990' }, typed: { price: { amount: 5, currency: 'GBP' }, year: 1990 } },
    { fields: { price: 'on request' }, typed: {} },
  ]);
  const names = columns.map(({ name }) => name);
  expect(names).toContain('priceShown');
  expect(names).not.toContain('yearShown');
  const shown = columns.find(({ name }) => name === 'priceShown');
  expect(shown?.of({ fields: { price: 'on request' } })).toBe('on request');
});

test('names of a column that stands already, in any case, are told apart', async () => {
  const columns = await columnsOf([{ fields: { Title: 'a', title: 'b', URL: 'c' }, typed: {} }]);
  const names = columns.map(({ name }) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
});

test('of a page that makes up names, the rarest share one column', async () => {
  const made = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`name ${i}`, String(i)]));
  const columns = await columnsOf([
    { fields: made, typed: {} },
    { fields: { real: 'x' } },
    { fields: { real: 'y' } },
  ]);
  expect(columns.length).toBeLessThan(220);
  expect(columns.map(({ name }) => name)).toContain('real');
  const others = columns.find(({ name }) => name === 'otherFields')?.of({ fields: made });
  expect(Object.keys(others as object).length).toBeGreaterThan(290);
});
