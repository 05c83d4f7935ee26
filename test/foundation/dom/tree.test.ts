import { expect, test } from 'vitest';
import { foldSpaces } from '../../../src/foundation/dom/tree.ts';

test('white space of every kind is folded to single spaces, and nothing else is', () => {
  const wrong: number[] = [];
  for (let code = 0; code <= 0xffff; code++) {
    const text = `a${String.fromCharCode(code)}b`;
    if (foldSpaces(text) !== text.replace(/\s+/g, ' ')) wrong.push(code);
  }
  expect(wrong).toEqual([]);
  expect(foldSpaces('two  spaces, one \n\t line break, and  a no-break space\u00a0'.repeat(2))).toBe(
    'two spaces, one line break, and a no-break space '.repeat(2),
  );
  expect(foldSpaces(' as it is ')).toBe(' as it is ');
});
