import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf } from '../../../src/foundation/csv/index.ts';

test('rows become lines of RFC 4180, with cells of every kind', () => {
  expect(csvOf([['a b', 1, -1.5, true, false, null, undefined, '', { x: 'y' }, ['z']]])).toBe(
    'a b,1,-1.5,true,false,,,,"{""x"":""y""}","[""z""]"\r\n',
  );
  expect(csvOf([['a,b', 'c"d', 'e\nf', 'g\rh', ' i ']])).toBe('"a,b","c""d","e\nf","g\rh", i \r\n');
});

test('what a spreadsheet would take for a formula gets an apostrophe; numbers do not', () => {
  expect(csvOf([['=1+1', '+1', '-1', '@a', '\tb', '＝c', -1]])).toBe("'=1+1,'+1,'-1,'@a,'\tb,'＝c,-1\r\n");
});

test('any texts come back as they were, but for the apostrophe', () => {
  const row = fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(row, (cells) => {
      const [back] = parse(csvOf([cells]), { skip_records_with_empty_values: false }) as string[][];
      expect(back?.map((cell) => cell.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, ''))).toEqual(cells);
    }),
  );
});
