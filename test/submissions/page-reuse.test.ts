import { expect, test } from 'vitest';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { PageReuse } from '../../src/submissions/sending/page-reuse.ts';

const page = (text: string) => parseTree(`<p>${text}</p>`, 'http://site.test/');
const filled = { controls: [] };
const delivery = (text: string) =>
  ({
    page: { tree: page(text) },
    formPage: page('Search'),
    sends: { by: 'typing' },
    observed: { kind: 'nothing' },
  }) as unknown as Parameters<PageReuse['keep']>[0];

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
