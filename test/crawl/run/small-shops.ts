import { page, SEARCH } from './small-web.ts';

export const named = (address: string, name: string): string => `<a href="${address}">${name}</a>`;

/** Bookshops whose search lies behind one link, each with many other pages. */
export function shops(count: number, anchor = 'More search options'): Record<string, string> {
  const pages: Record<string, string> = {};
  const list = Array.from({ length: count }, (_, i) => named(`http://shop${i}.test/`, `Bookshop ${i}`)).join(
    ' ',
  );
  pages['hub.test/'] = page(list);
  for (let i = 0; i < count; i++) {
    const items = Array.from({ length: 8 }, (_, k) => named(`/item/${k}`, `Volume ${k} of ${i}`)).join(' ');
    pages[`shop${i}.test/`] = page(`${items} ${named('/more', anchor)}`);
    pages[`shop${i}.test/more`] = page(SEARCH);
    for (let k = 0; k < 8; k++) pages[`shop${i}.test/item/${k}`] = page('A volume.');
  }
  return pages;
}
