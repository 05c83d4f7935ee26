/** Finds what a page is drawn with: pictures, style sheets, scripts, media. */

import { elementsOf, type TreeDocument, type TreeElement } from './tree.ts';

/** Elements whose address is loaded with the page, by attribute. */
const LOADED: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  input: ['src'],
  script: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  embed: ['src'],
  object: ['data'],
  body: ['background'],
  table: ['background'],
  td: ['background'],
};
const LINKED = /(?:^|\s)(?:stylesheet|icon|apple-touch-icon|mask-icon|preload|modulepreload)(?:\s|$)/i;

/** The absolute http(s) addresses of everything that is loaded with a page, frames left out, each once. */
export function subresourcesOf({ root, baseUrl }: TreeDocument): string[] {
  const found = new Set<string>();
  const add = (addresses: readonly string[]) => {
    for (const address of addresses) {
      const absolute = absoluteOf(address, baseUrl);
      if (absolute !== undefined) found.add(absolute);
    }
  };
  for (const element of elementsOf(root, false)) {
    add(addressesOf(element));
    if (element.attributes.style !== undefined) add(cssAddresses(element.attributes.style));
    if (element.tag === 'style')
      add(cssAddresses(element.children.filter((child) => typeof child === 'string').join('')));
  }
  return [...found];
}

function addressesOf({ tag, attributes }: TreeElement): string[] {
  if (tag === 'link') return LINKED.test(attributes.rel ?? '') ? [attributes.href ?? ''] : [];
  if (tag === 'input' && attributes.type?.toLowerCase() !== 'image') return [];
  return (LOADED[tag] ?? []).flatMap((name) => {
    const value = attributes[name] ?? '';
    return name === 'srcset'
      ? value.split(/,\s+/).map((part) => part.trim().split(/\s/, 1)[0] ?? '')
      : [value];
  });
}

/** Addresses in a style sheet, as they stand: `url(…)` and `@import "…"`. */
export const cssAddresses = (css: string): string[] =>
  [
    ...css.matchAll(
      /url\(\s{0,9}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^'")\s]{1,2000}))\s{0,9}\)|@import\s{1,9}(?:"([^"]{0,2000})"|'([^']{0,2000})')/gi,
    ),
  ].map(([, ...groups]) => groups.find((group) => group !== undefined) ?? '');

/** An http(s) address without its fragment; undefined for what is none. */
export function absoluteOf(address: string, base: string): string | undefined {
  const url = address.trim() === '' ? null : URL.parse(address.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href;
}
