/** What the markup of a page names: by `rel`, by classes (`recipe-author`, `total-time`), by the trail of its categories. */

import { minutesIn } from '../../foundation/text/index.ts';
import { type Outline, type Part, textsBetween } from '../answers/outline.ts';
import { nameOfLabel } from '../answers/typed-fields.ts';
import type { LabelledFact } from './labelled-facts.ts';
import { isIn, joined } from './record-part.ts';
import { fits, isShortValue } from './short-value.ts';

/** Last words of class names that developers write whatever the language of the page. */
const BY_CLASS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    author:
      'author, author name, byline, by line, posted by, written by, author link, contributors, contributor',
    category: 'category, categories, course, genre, cat links, cat link',
    cuisine: 'cuisine',
    yields: 'yield, yields, servings, serves, portions',
    'prep time': 'prep time, preparation time',
    'cook time': 'cook time, cooking time',
    'total time': 'total time, ready in',
    price: 'price, current price, sale price',
    rating: 'rating value, rating average, average rating, rating count value, rating, star rating, score',
    publisher: 'publisher',
    brand: 'brand, manufacturer',
    isbn: 'isbn',
    identifier: 'sku',
  }).flatMap(([name, words]) => words.split(', ').map((word) => [word, name] as const)),
);
const BY_REL: readonly (readonly [rel: RegExp, name: string])[] = [
  [/(?:^|\s)author(?:\s|$)/, 'author'],
  [/(?:^|\s)category(?:\s|$)/, 'category'],
];
/** Classes of what a site shows on any page: `widget_categories`, `menu-categories`. */
const ELSEWHERE = new Set('all bar filter filters header menu nav navigation sitemap widget'.split(' '));
/** Amounts that are not what the thing costs now. */
const NO_PRICE = new Set(
  'old was list regular full before former crossed strike striked retail rrp msrp competitor cart tax vat shipping delivery saving savings discount'.split(
    ' ',
  ),
);
const SEVERAL = new Set(['category', 'cuisine', 'author']);
const MAX_CLASSES = 12;
const MAX_PARTS = 400;
const MAX_VALUES = 20;
const MAX_TRAIL = 80;

/** The first that each name has, in the order of the page; several beside each other are joined. Linear time. */
export function markedFacts(outline: Outline, isOff: (at: number) => boolean, title: string): LabelledFact[] {
  const facts = new Map<string, { at: number; values: string[]; around: Part | undefined }>();
  for (const { part, name } of innermost(namedParts(outline, isOff))) {
    const before = facts.get(name);
    const around = groupOf(part);
    if (before !== undefined && !(SEVERAL.has(name) && before.around === around)) continue;
    if (before !== undefined && before.values.length >= MAX_VALUES) continue;
    const value = saidBy(outline, part, name);
    if (value === '') continue;
    if (before === undefined) facts.set(name, { at: part.start, values: [value], around });
    else if (!before.values.includes(value)) before.values.push(value);
  }
  const marked = [...facts].map(([name, { at, values }]) => namedFact(name, values.join(', '), at));
  return facts.has('category') ? marked : [...marked, ...trailOf(outline, title)];
}

const namedFact = (name: string, value: string, at: number): LabelledFact => ({
  at,
  label: name,
  value,
  kind: 'text',
  name,
});

interface NamedPart {
  readonly part: Part;
  readonly name: string;
}

const namedParts = ({ parts }: Outline, isOff: (at: number) => boolean): NamedPart[] =>
  parts.flatMap((part) => {
    if (part.hidden || part.end - part.start > MAX_PARTS || isOff(part.start)) return [];
    const name = nameByMarkup(part);
    return name === undefined ? [] : [{ part, name }];
  });

/** What is named within is named more closely: the next of the same name begins within it. */
function innermost(named: readonly NamedPart[]): NamedPart[] {
  const next = new Map<string, number>();
  return named
    .toReversed()
    .filter(({ part: { start, end }, name }) => {
      const isInnermost = (next.get(name) ?? end) >= end;
      next.set(name, start);
      return isInnermost;
    })
    .reverse();
}

/** Inline elements around it belong to it. */
const groupOf = ({ parent }: Part): Part | undefined =>
  parent?.element.tag === 'li' || parent?.element.tag === 'span' ? parent.parent : parent;

function nameByMarkup({ element }: Part): string | undefined {
  const { rel = '', class: classes = '' } = element.attributes;
  const byRel = element.tag === 'a' ? BY_REL.find(([pattern]) => pattern.test(rel)) : undefined;
  if (byRel !== undefined) return byRel[1];
  for (const one of classes.split(/\s+/, MAX_CLASSES)) {
    const words = one
      .slice(0, 80)
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
    if (words.some((word) => ELSEWHERE.has(word))) continue;
    const last = words.at(-1) ?? '';
    const name = BY_CLASS.get(words.slice(-2).join(' ')) ?? BY_CLASS.get(last);
    if (name === 'price' && words.some((word) => NO_PRICE.has(word))) continue;
    if (name !== undefined) return name;
  }
  return undefined;
}

function saidBy(outline: Outline, part: Part, name: string): string {
  const pieces = textsBetween(outline, part.start, part.end);
  const said = pieces.filter(
    ({ text, parent }) =>
      /[\p{L}\p{N}]/u.test(text) && !isLabelOf(text, name) && !isIn(parent, /^(?:button|label)$/),
  );
  const text = withoutLabel(joined(isFirst(name) ? said.slice(0, 1) : said), name);
  const value = name === 'author' ? (text.split(/ ?[|•·] /u)[0] ?? '') : text;
  const words = value.split(' ').length;
  if (!isShortValue(value, name) || !fits(name, value)) return '';
  if (name === 'author' && /\d/.test(value)) return '';
  if (name === 'rating' && !/^\d(?:[.,]\d+)?(?:\s?\/\s?\d+)?$/.test(value)) return '';
  return (name === 'category' || name === 'cuisine') && words > 8 ? '' : value;
}

/** What stands beside a name or a mean says when, or how many there are. */
const isFirst = (name: string): boolean => name === 'author' || name === 'rating';

const isLabelOf = (text: string, name: string): boolean => nameOfLabel(text, null) === name;

/** “Recipe by Ann” is by Ann. */
function withoutLabel(text: string, name: string): string {
  const words = text.split(' ');
  for (let length = 1; length <= Math.min(3, words.length - 1); length++)
    if (isLabelOf(words.slice(0, length).join(' '), name))
      return words.slice(length).join(' ').replace(/^:\s*/, '');
  return text;
}

/** The only time that stands alone on the page, without a label. */
export function loneDuration({ texts }: Outline, isOff: (at: number) => boolean): LabelledFact[] {
  const times = new Map<number, LabelledFact>();
  for (const [i, { at, text, parent }] of texts.entries()) {
    const minutes = text.length > 20 || isOff(at) ? undefined : minutesIn(text);
    if (minutes === undefined || isIn(parent, /^(?:p|a|button)$/)) continue;
    if (texts[i - 1]?.parent === parent.parent || texts[i + 1]?.parent === parent.parent) continue;
    times.set(minutes, namedFact('duration', text, at));
  }
  return times.size === 1 ? [...times.values()] : [];
}

/** Where the page stands in its site: the last category of the trail that leads to it. */
function trailOf(outline: Outline, title: string): LabelledFact[] {
  const trail = outline.parts.find(({ element, hidden, start, end }) => {
    const { class: classes = '', id = '', 'aria-label': label = '' } = element.attributes;
    return !hidden && end - start < MAX_TRAIL && /bread-?crumb/i.test(`${classes} ${id} ${label}`);
  });
  if (trail === undefined) return [];
  const links = outline.parts.filter(
    ({ element, start }) => element.tag === 'a' && start > trail.start && start < trail.end,
  );
  const [, ...said] = links.map(({ start, end }) => joined(textsBetween(outline, start, end)));
  const value = said.filter((text) => text !== '' && text.length <= 60 && text !== title).at(-1);
  return value === undefined ? [] : [namedFact('category', value, trail.start)];
}
