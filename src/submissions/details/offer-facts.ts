/** What the page of a thing for sale shows of its offer outside of what is told to machines: whether it is to be had, and its number. */

import { wordsFor } from '../../foundation/language/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import { type Outline, type Part, textsBetween } from '../answers/outline.ts';
import type { DetailValue } from '../types/detail.ts';
import { isBuying, joined } from './record-part.ts';

type Availability = 'InStock' | 'OutOfStock';

const OUT_CODE = /^(?:outofstock|soldout|discontinued|unavailable|notsold)$/;
const IN_CODE =
  /^(?:instock|limitedavailability|onlineonly|preorder|presale|instoreonly|available|backorder|madetoorder)$/;

/** A value of schema.org, whatever its writing: `http://schema.org/InStock`, `in stock`. */
function coded(value: string): Availability | undefined {
  const code = (value.split('/').at(-1) ?? '').toLowerCase().replace(/[^a-z]/g, '');
  return IN_CODE.test(code) ? 'InStock' : OUT_CODE.test(code) ? 'OutOfStock' : undefined;
}

/** Where developers say it; what is called “unavailable” waits hidden on many a page. */
const STOCK_NAME = /(?<!un)avail|(?<![a-z])stock|out-?of-?stock|in-?stock|sold-?out|dispon|lager|verfueg/i;
/** What it says there is said of a shop or a way to get it. */
const OF_A_SHOP = /deliver|store|shop|pick-?up|ship/i;
const terms = (concept: 'offer/in stock' | 'offer/out of stock'): RegExp =>
  new RegExp(
    wordsFor(concept)
      .map((word) => `(?<![\\p{L}\\p{M}])${foldText(word).replaceAll('*', '\\p{L}*')}(?![\\p{L}\\p{M}])`)
      .join('|'),
    'u',
  );
const IN = terms('offer/in stock');
const OUT = terms('offer/out of stock');
const MAX_SAID = 160;

/** Words of both kinds speak of the first of them: “in stock, not available in shops”. */
function said(text: string): Availability | undefined {
  const folded = foldText(text.slice(0, MAX_SAID));
  return OUT.test(folded) ? 'OutOfStock' : IN.test(folded) ? 'InStock' : undefined;
}

/** @param told values of the thing's offers, at any depth */
export function availabilityOf(
  outline: Outline,
  isOff: (at: number) => boolean,
  told: DetailValue | undefined,
): Availability | undefined {
  const codes = codesIn(told).flatMap((value) => coded(value) ?? []);
  if (codes.length > 0) return codes.includes('InStock') ? 'InStock' : codes[0];
  let buys = false;
  let shown: Availability | undefined;
  for (const part of outline.parts) {
    const { tag, attributes } = part.element;
    if (attributes.itemprop === 'availability') {
      const code = coded(attributes.href ?? attributes.content ?? '');
      if (code !== undefined) return code;
    }
    if (part.hidden) continue;
    const names = `${attributes.class ?? ''} ${attributes.id ?? ''}`.slice(0, 300);
    if (shown === undefined && STOCK_NAME.test(names) && !OF_A_SHOP.test(names) && !isOff(part.start))
      shown = said(textOfPart(outline, part));
    if (!buys && (tag === 'button' || tag === 'input' || tag === 'a'))
      buys = isBuying(textOfPart(outline, part) || attributes.value || attributes.title || '');
  }
  return shown ?? (buys ? 'InStock' : undefined);
}

const textOfPart = (outline: Outline, { start, end }: Part): string =>
  end - start > 60 ? '' : joined(textsBetween(outline, start, end)).slice(0, MAX_SAID);

function codesIn(value: DetailValue | undefined, name = ''): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((one: DetailValue) => codesIn(one, name));
  if (typeof value === 'object') return Object.entries(value).flatMap(([key, one]) => codesIn(one, key));
  return name === 'availability' ? [String(value)] : [];
}

/** Names that shops give to the number of a thing, in attributes and hidden fields. */
const NUMBER_NAME =
  /^(?:data-)?(?:[a-z]+-)?(?:sku|asin|ad-?no|(?:product|item|article|goods|offer|ad|deal|listing)-?(?:id|no|number|code|sku))$/;
const NUMBER = /^(?=.*\d)[\p{L}\d][\w.-]{3,29}$/u;
/** A number in an address: digits, or a code of ten letters and digits. */
const IN_ADDRESS = /(?<![A-Za-z\d])[A-Z\d]{10}(?![A-Za-z\d])|\d{5,}/g;

/** The number of the thing: the one in the address that the page repeats, or the one that a field or an attribute is named for. */
export function numberOf(outline: Outline, url: string): string | undefined {
  const named: string[] = [];
  const values = new Set<string>();
  for (const { element } of outline.parts) {
    const { name = '', value = '' } = element.attributes;
    for (const [key, own] of Object.entries({ ...element.attributes, [kebab(name)]: value })) {
      if (typeof own !== 'string' || own.length > 30) continue;
      values.add(own);
      if (NUMBER_NAME.test(key.toLowerCase()) && NUMBER.test(own)) named.push(own);
    }
  }
  const { pathname = '', search = '' } = URL.parse(url) ?? {};
  const address = [...`${pathname}${search}`.matchAll(IN_ADDRESS)]
    .map(([text]) => text)
    .filter((text) => /\d/.test(text));
  const repeated = address.findLast(
    (text) =>
      values.has(text) || outline.texts.some((piece) => piece.text.length < 300 && piece.text.includes(text)),
  );
  return repeated ?? named[0];
}

const kebab = (name: string): string =>
  name
    .slice(0, 40)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2')
    .replaceAll('_', '-');
