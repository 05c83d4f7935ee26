/** Values of linked data as people write them: texts on one line, amounts with their unit, lists and groups. */

import type { LinkedItem, LinkedValue } from '../../foundation/dom/index.ts';
import { isoSeconds, readableDuration } from '../../foundation/text/index.ts';
import type { DetailValue } from '../types/detail.ts';

const MAX_JOINED = 20;
const MAX_TEXT = 500;
const MAX_LIST = 50;
const MAX_NESTING = 4;
/** Places whose address is a place. */
const MAX_PLACES = 2;

const ADDRESS = /^(?:https?:)?\/\//i;
const TERM = /^https?:\/\/(?:www\.)?schema\.org\//i;

/** Durations as `1 h 30 min`; terms of schema.org by their names: `InStock`. */
function readable(text: string): string {
  const value = text.trim().replace(/\s+/g, ' ');
  const seconds = isoSeconds(value);
  if (seconds !== undefined) return readableDuration(seconds);
  return TERM.test(value) ? value.replace(TERM, '') : value;
}

/** Texts of a property on one line, each once; addresses of pages say nothing to people. */
export function textOfAll(values: readonly LinkedValue[] | undefined, depth = 0): string | undefined {
  const texts = (values ?? []).slice(0, MAX_JOINED).flatMap((value) => textOfOne(value, depth) ?? []);
  const said = texts.filter((text) => !ADDRESS.test(text));
  return texts.length === 0 ? undefined : [...new Set(said.length > 0 ? said : texts)].join(', ');
}

/** A name, an address on one line, an amount with its unit. */
function textOfOne(value: LinkedValue, depth: number): string | undefined {
  if (typeof value === 'string') return readable(value) || undefined;
  const { properties } = value;
  const own = (...names: readonly string[]): readonly string[] =>
    names
      .flatMap((name) => properties.get(name)?.find((one) => typeof one === 'string') ?? [])
      .map((text) => text.trim())
      .filter((text) => text !== '');
  const [name] = own('name', 'legalName', 'iataCode');
  if (name !== undefined) return name;
  const amount = amountOf(value);
  if (amount !== undefined) return amount;
  const address = own('streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry');
  if (address.length > 0) return address.join(', ');
  // A place may refer to itself.
  return depth < MAX_PLACES ? textOfAll(properties.get('address'), depth + 1) : undefined;
}

/** `85 m²`; `40000–55000 EUR YEAR`, whose amount is an item of its own. */
function amountOf({ properties }: LinkedItem, currencyAround = '', depth = 0): string | undefined {
  const one = (name: string) => properties.get(name)?.[0];
  const said = (name: string): string => {
    const value = one(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const inner = one('value');
  const range = [...new Set([said('minValue'), said('maxValue')].filter((text) => text !== ''))].join('–');
  const amount = said('value') || range;
  const currency = said('currency') || currencyAround;
  if (amount === '')
    return typeof inner === 'object' && depth < MAX_NESTING
      ? amountOf(inner, currency, depth + 1)
      : undefined;
  const unit = said('unitText') || said('unitCode');
  return [amount, currency, unit].filter((text) => text !== '').join(' ');
}

/** `recipeCuisine` is called `recipe cuisine`. */
export const plainName = (property: string): string =>
  property
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .slice(0, 40)
    .trim();

const PLUMBING =
  /^(?:url|thumbnailUrl|mainEntityOfPage|potentialAction|isPartOf|breadcrumb|primaryImageOfPage|sameAs|logo|speakable|comment|hasPart|subjectOf|isAccessibleForFree|interactionStatistic|articleBody)$/;

export const isPlumbing = (property: string): boolean => PLUMBING.test(property);

/** How many values a page may nest; what refers to itself would never end. */
export interface Room {
  left: number;
}

/** The values of a property as a list, or the one that there is; undefined where they say nothing. */
export function nestedOf(values: readonly LinkedValue[], room: Room, depth = 0): DetailValue | undefined {
  const nested = values.slice(0, MAX_LIST).flatMap((value) => nestedValue(value, room, depth) ?? []);
  return nested.length > 1 ? nested : nested[0];
}

/** Of an image, its address is what says something. */
const addressOf = ({ properties }: LinkedItem): string | undefined =>
  ['contentUrl', 'url', 'thumbnailUrl']
    .flatMap((name) => properties.get(name) ?? [])
    .find((one) => typeof one === 'string');

function nestedValue(value: LinkedValue, room: Room, depth: number): DetailValue | undefined {
  if (room.left-- <= 0) return undefined;
  if (typeof value === 'string') return readable(value).slice(0, MAX_TEXT) || undefined;
  if (value.types.includes('ImageObject')) return addressOf(value);
  if (depth >= MAX_NESTING) return textOfAll([value])?.slice(0, MAX_TEXT);
  const entries = [...value.properties].flatMap(([property, inner]) => {
    const said = isPlumbing(property) ? undefined : nestedOf(inner, room, depth + 1);
    return said === undefined ? [] : [[plainName(property), said] as const];
  });
  const [[name, only] = [], second] = entries;
  if (second === undefined && (name === 'name' || name === 'text')) return only;
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
