import { expect, test } from 'vitest';
import { extractForms } from '../../src/forms/index.ts';
import { parseTree, textOf } from '../../src/foundation/dom/index.ts';

test('options send their text as browsers do: pieces between comments joined, no-break spaces kept', () => {
  const options = ['A<!-- -->4', '\n  letter \t size ', '11&nbsp;x&nbsp;17', '<span>B</span>5'];
  const html = `<form action=/find><select name=paper>${options.map((text) => `<option>${text}`).join('')}</select><button>Search</button></form>`;
  const [form] = extractForms(parseTree(html, 'http://paper.test/'));
  const paper = form?.controls.find(({ name }) => name === 'paper');
  expect(paper?.options?.map(({ value }) => value)).toEqual(['A4', 'letter size', '11\u00a0x\u00a017', 'B5']);
  expect(paper?.options?.map(({ label }) => label)).toEqual(['A4', 'letter size', '11 x 17', 'B5']);
});

test('comments part no text, elements do', () => {
  const { root } = parseTree('<p>$<!-- -->12 <!-- -->net</p><p>one</p>two<b>three</b>', 'http://paper.test/');
  expect(textOf(root)).toBe('$12 net one two three');
});
