import { expect, test } from 'vitest';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { readPage } from '../../src/submissions/answers/read-page.ts';

/** Fields of the records of a page whose entries have a line below their title. */
const fieldsOf = (lines: readonly string[]) => {
  const items = lines.map(
    (line, i) => `<li><a href="/w/${i}">Article ${'abcd'[i]}</a><div>${line}</div></li>`,
  );
  const { lists } = readPage(parseTree(`<ul>${items.join('')}</ul>`, 'http://wiki.test/find'));
  return lists[0]?.records.map(({ fields }) => fields);
};

test('a line of parts with a date among them is read part by part, and a time of day ends no label', () => {
  expect(
    fieldsOf(['891 bytes (141 words) - 10:00, 1 March 2024', '7 bytes (1 word) - 9:30, 2 May 2023']),
  ).toEqual([
    [
      { label: '', value: '891 bytes (141 words)', kind: 'text' },
      { label: '', value: '10:00, 1 March 2024', kind: 'date' },
    ],
    [
      { label: '', value: '7 bytes (1 word)', kind: 'text' },
      { label: '', value: '9:30, 2 May 2023', kind: 'date' },
    ],
  ]);
});

test('a line without a date or a price stays whole', () => {
  expect(fieldsOf(['Salt – a history', 'Sea – an atlas'])).toEqual([
    [{ label: '', value: 'Salt – a history', kind: 'text' }],
    [{ label: '', value: 'Sea – an atlas', kind: 'text' }],
  ]);
});
