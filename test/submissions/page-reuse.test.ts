import { expect, test } from 'vitest';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { wordLine } from '../../src/foundation/text/index.ts';
import { fittingSuggestion } from '../../src/submissions/sending/live-form.ts';
import { PageReuse } from '../../src/submissions/sending/page-reuse.ts';

const page = (text: string) => parseTree(`<p>${text}</p>`, 'http://site.test/');
const typing = (word: string) =>
  ({ controls: [{ position: 0, values: [word] }] }) as unknown as Parameters<PageReuse['takeFor']>[0];
const filled = typing('Munich');
const delivery = (text: string, longer?: string) => {
  const tree = page(text);
  const first = {
    page: { tree },
    formPage: page('Search'),
    sends: { by: 'typing' },
    observed: { kind: 'nothing' },
  };
  return { first, left: longer === undefined ? tree : page(longer) } as unknown as Parameters<
    PageReuse['keep']
  >[0];
};

test.each([
  ['the same answer in both pages', 'Hotel Munich', 'Hotel Munich', true],
  ['the answer before it still above the new one', 'Hotel Munich', 'Hotel Augsburg Hotel Munich', false],
])('with %s the page that was left is typed into again: %#', (_, inNewPage, inLeftPage, again) => {
  const reuse = new PageReuse();
  reuse.keep(delivery('Hotel Augsburg'), filled);
  reuse.compare(page(inLeftPage), page(inNewPage));
  expect(reuse.isProven).toBe(again);
  expect(reuse.keep(delivery(inNewPage), filled)).toBe(again);
  expect(reuse.takeFor(filled) !== undefined).toBe(again);
});

test('a query that types nothing gets a new page, and the kept one waits for the next word', () => {
  const reuse = new PageReuse();
  reuse.keep(delivery('Hotel Augsburg'), filled);
  expect(reuse.takeFor(typing(''))).toBeUndefined();
  expect(reuse.keep(delivery('Search'), typing(''))).toBe(false);
  expect(reuse.takeFor(typing('Ulm'))).toBeDefined();
});

test('a page whose list was made longer is compared with a new one, though one with a short list was', () => {
  const reuse = new PageReuse();
  reuse.compare(page('Hotel Munich'), page('Hotel Munich'));
  const isProvenWith = (longer?: string) => {
    reuse.keep(delivery('Hotel Munich', longer), filled);
    reuse.takeFor(filled);
    return reuse.isProven;
  };
  expect([isProvenWith(), isProvenWith('Hotel Munich Hotel Ulm')]).toEqual([true, false]);
  reuse.compare(page('Hotel Ulm'), page('Hotel Ulm'));
  expect(isProvenWith('Hotel Ulm Hotel Augsburg')).toBe(true);
});

test('after ten queries in the kept page its answer is compared with that of a new page again', () => {
  const reuse = new PageReuse();
  reuse.compare(page('Hotel Munich'), page('Hotel Munich'));
  const isProven = Array.from({ length: 11 }, () => {
    reuse.keep(delivery('Hotel Munich'), filled);
    reuse.takeFor(filled);
    return reuse.isProven;
  });
  expect(isProven).toEqual([...Array<boolean>(10).fill(true), false]);
  reuse.compare(page('Hotel Ulm'), page('Hotel Ulm'));
  expect(reuse.isProven).toBe(true);
});

test.each([
  ['Olsen', ['Leo Olsen', 'Olsen', 'Olsens'], [], 1],
  ['Olsen', ['Leo Olsen', 'Olsens', 'Edith Olsen (3)'], [], 0],
  ['Olsen', ['Leo Olsen', 'Olsens', 'Edith Olsen (3)'], ['Leo Olsen'], 2],
  ['olsen', ['Leo Olsen'], ['Leo Olsen'], 0],
  ['Malmo', ['Lund', 'Malmö'], [], 1],
  ['e', ['The Pony'], [], undefined],
  ['京都', ['東京都'], [], 0],
  ['…', ['The Pony'], [], undefined],
])(
  'of the suggestions the one is chosen that fits %s, another one each time: %#',
  (typed, shown, before, at) => {
    const picked = new Set(before.map((text) => wordLine(text)));
    expect(fittingSuggestion(typed, shown, picked)?.at).toBe(at);
  },
);
