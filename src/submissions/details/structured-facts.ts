/** What the page of a record says of it for machines, under the names that fields of records have. */

import {
  type LinkedItem,
  type LinkedValue,
  linkedDataOf,
  type TreeDocument,
} from '../../foundation/dom/index.ts';
import { minutesIn, readableDuration } from '../../foundation/text/index.ts';
import type { DetailFields, DetailValue, Fields } from '../types/detail.ts';
import { descriptionsOf, NAMES, nameOf } from './described-thing.ts';
import { isPlumbing, nestedOf, plainName, textOfAll } from './linked-values.ts';

interface StructuredFacts {
  /** What the thing is called there; empty where nothing is described. */
  readonly name: string;
  readonly fields: Fields;
  /** Lists and groups: ingredients, offers, nutrients. */
  readonly nested: Readonly<Record<string, DetailValue>>;
}

/** Properties of schema.org, and what records call them; the first that has a value counts. */
const PROPERTIES: readonly (readonly [field: string, properties: readonly string[]])[] = [
  ['author', ['author', 'creator']],
  ['artist', ['byArtist', 'performer']],
  ['director', ['director']],
  ['publisher', ['publisher']],
  ['employer', ['hiringOrganization']],
  ['salary', ['baseSalary', 'estimatedSalary']],
  ['label', ['recordLabel']],
  ['brand', ['brand', 'manufacturer']],
  ['isbn', ['isbn']],
  ['gtin', ['gtin13', 'gtin', 'gtin14', 'gtin12', 'gtin8']],
  ['mpn', ['mpn']],
  ['identifier', ['sku', 'productID', 'serialNumber', 'issn', 'flightNumber']],
  [
    'category',
    ['genre', 'category', 'applicationCategory', 'recipeCategory', 'occupationalCategory', 'articleSection'],
  ],
  ['cuisine', ['recipeCuisine', 'servesCuisine']],
  ['yields', ['recipeYield', 'yield']],
  ['date', ['datePublished', 'releaseDate', 'startDate', 'dateCreated', 'uploadDate', 'departureTime']],
  ['place', ['address', 'location', 'jobLocation', 'contentLocation']],
  ['origin', ['departureAirport', 'departureStation']],
  ['destination', ['arrivalAirport', 'arrivalStation']],
  ['rooms', ['numberOfRooms', 'numberOfBedrooms']],
  ['area', ['floorSize']],
  ['total time', ['totalTime']],
  ['prep time', ['prepTime']],
  ['cook time', ['cookTime', 'performTime']],
  ['duration', ['duration', 'timeRequired']],
  ['language', ['inLanguage']],
  ['pages', ['numberOfPages']],
  ['version', ['softwareVersion', 'version']],
  ['licence', ['license']],
  ['keywords', ['keywords']],
  ['description', ['description']],
];

/** What a text on a thing says of itself too, and may say of the thing. */
const OF_WRITINGS = new Set('author publisher date language keywords description category'.split(' '));

/** The same of meta elements, where nothing better is said. */
const META: readonly (readonly [field: string, properties: readonly string[]])[] = [
  [
    'author',
    'book:author citation_author dc.creator dcterms.creator article:author parsely-author author'.split(' '),
  ],
  ['isbn', ['book:isbn', 'citation_isbn']],
  [
    'date',
    [
      ...['book:release_date', 'music:release_date', 'video:release_date', 'citation_publication_date'],
      ...['citation_date', 'dcterms.issued', 'dc.date', 'article:published_time'],
    ],
  ],
  ['artist', ['music:musician']],
  ['director', ['video:director']],
  ['publisher', ['citation_publisher', 'dc.publisher', 'dcterms.publisher']],
  ['brand', ['product:brand', 'og:brand']],
  ['category', ['product:category', 'article:section']],
  ['identifier', ['product:retailer_item_id', 'citation_doi', 'dc.identifier']],
];

const MAX_VALUE = 500;
/** Longer ones are prose, but for a description. */
const MAX_SHORT = 120;
const MAX_FURTHER = 20;
const MAX_NESTED = 600;
/** Lists even where they are short. */
const NESTED_NAMES: ReadonlyMap<string, string> = new Map([
  ['recipeIngredient', 'ingredients'],
  ['recipeInstructions', 'instructions'],
  ['review', 'reviews'],
  ['image', 'image'],
]);
const PERSONS = new Set(['author', 'artist', 'director']);
const TIMES = ['prep time', 'cook time'];

/**
 * Fields of the one thing that a page describes: the one called as the record is, or the only one.
 * @param title of the record, as the list has it
 */
export function structuredFacts(tree: TreeDocument, title: string, heading = ''): StructuredFacts {
  const { items, meta } = linkedDataOf(tree);
  const [thing, ...others] = descriptionsOf(items, tree.url, [title, heading]);
  const facts = new Facts();
  if (thing !== undefined) {
    facts.addKnown(thing, () => true);
    facts.addFurther(thing);
    for (const other of others) {
      const same = other.types.some((type) => thing.types.includes(type));
      facts.addKnown(other, (field) => same || OF_WRITINGS.has(field));
      if (same) facts.addFurther(other);
    }
  }
  facts.addMeta(meta);
  return {
    name: (thing && nameOf(thing)) || meta.get('og:title')?.[0] || '',
    fields: withYear(withTotal(Object.fromEntries(facts.fields))),
    nested: Object.fromEntries(facts.nested),
  };
}

class Facts {
  readonly fields = new Map<string, string>();
  readonly nested = new Map<string, DetailValue>();
  private readonly room = { left: MAX_NESTED };
  private further = 0;

  /** Sets a field that has no value yet. */
  private set(field: string, text: string | undefined): void {
    const value = (text ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_VALUE);
    if (value === '' || this.fields.has(field) || (PERSONS.has(field) && /^https?:/.test(value))) return;
    this.fields.set(field, value);
  }

  addKnown(thing: LinkedItem, isWanted: (field: string) => boolean): void {
    for (const [field, properties] of PROPERTIES)
      for (const property of isWanted(field) ? properties : []) {
        const values = thing.properties.get(property);
        this.set(field, field === 'yields' ? fullestOf(values) : textOfAll(values));
      }
    if (isWanted('price')) this.set('price', priceOf(thing));
    if (isWanted('identifier'))
      this.set('identifier', offersOf(thing).flatMap((one) => textOfAll(one.properties.get('sku')) ?? [])[0]);
    const { gtin } = Object.fromEntries(this.fields);
    if (/^97[89]/.test(String(gtin))) this.set('isbn', String(gtin));
    if (isWanted('rating')) this.set('rating', ratingOf(thing));
  }

  /** What else is said: a short value under the name of its property, anything else as a list or a group. */
  addFurther({ properties }: LinkedItem): void {
    for (const [property, values] of properties) {
      if (NAMES.has(property) || isPlumbing(property)) continue;
      const isShown = KNOWN.has(property);
      const items = values.filter((value) => typeof value !== 'string');
      const features = items.map(featureOf).filter((one) => one !== undefined);
      const short = isShown || NESTED_NAMES.has(property) ? undefined : shortText(values);
      if (features.length > 0 && features.length === items.length)
        for (const [name, value] of features) this.setFurther(name, value);
      else if (short !== undefined) this.setFurther(plainName(property), short);
      else if (!isShown || items.some(isRich)) {
        const name = NESTED_NAMES.get(property) ?? plainName(property);
        const nested =
          this.nested.has(name) || this.fields.has(name) ? undefined : nestedOf(values, this.room);
        if (nested !== undefined) this.nested.set(name, typeof nested === 'object' ? nested : [nested]);
      }
    }
  }

  private setFurther(name: string, value: string): void {
    if (!this.fields.has(name) && this.further++ < MAX_FURTHER) this.set(name, value);
  }

  addMeta(meta: ReadonlyMap<string, readonly string[]>): void {
    const said = (properties: readonly string[]): string | undefined =>
      properties
        .map((property) => meta.get(property)?.join(', ') ?? '')
        .find((text) => text !== '' && !/^https?:/.test(text));
    for (const [field, properties] of META) this.set(field, said(properties));
    const amount = said(['product:price:amount', 'og:price:amount']);
    if (amount !== undefined)
      this.set('price', withCurrency(amount, said(['product:price:currency', 'og:price:currency'])));
  }
}

/** Properties whose whole value a field shows, unless it is an item with more to say. */
const KNOWN = new Set(PROPERTIES.flatMap(([, properties]) => properties));

/** An item that says more than its name and where it is found. */
const isRich = ({ properties }: LinkedItem): boolean =>
  [...properties].some(([, values]) => values.some((value) => typeof value !== 'string'));

/** A property that the thing has by a name of its own: `{name: Material, value: oak}`. */
function featureOf(item: LinkedItem): readonly [name: string, value: string] | undefined {
  const name = textOfAll(item.properties.get('name'));
  const value = textOfAll(item.properties.get('value'));
  if (!item.types.includes('PropertyValue') || name === undefined || value === undefined) return undefined;
  return value.length > MAX_SHORT ? undefined : [plainName(name), value];
}

function shortText(values: readonly LinkedValue[]): string | undefined {
  if (
    values.some(
      (value) => typeof value !== 'string' && (isRich(value) || value.properties.has('ratingValue')),
    )
  )
    return undefined;
  if (values.length > 1 && values.some((value) => typeof value !== 'string' || value.length > 40))
    return undefined;
  const text = textOfAll(values);
  return text === undefined || text.length > MAX_SHORT || /^https?:/.test(text) ? undefined : text;
}

/** Of `6` and `6 servings`, the one that says more. */
const fullestOf = (values: readonly LinkedValue[] | undefined): string | undefined =>
  (values ?? [])
    .flatMap((value) => textOfAll([value]) ?? [])
    .sort((a, b) => b.length - a.length)
    .find((text) => text.length <= MAX_SHORT);

/** The whole time is what the parts that are stated take, where no other is stated. */
export function withTotal<T extends DetailFields>(fields: T): T | (T & { readonly 'total time': string }) {
  if (fields['total time'] !== undefined) return fields;
  const minutes = TIMES.flatMap((name) => minutesIn(String(fields[name] ?? '')) ?? []);
  const total = minutes.reduce((sum, one) => sum + one, 0);
  return total === 0 ? fields : { ...fields, 'total time': readableDuration(total * 60) };
}
/** Offers of a thing, and those within them. */
function offersOf(thing: LinkedItem, depth = 0): LinkedItem[] {
  const own = (thing.properties.get('offers') ?? []).filter((one) => typeof one !== 'string');
  return depth > 2 ? [] : own.flatMap((one) => [one, ...offersOf(one, depth + 1)]);
}

function priceOf(thing: LinkedItem): string | undefined {
  for (const offer of [thing, ...offersOf(thing)]) {
    const specified = offer.properties.get('priceSpecification')?.find((one) => typeof one !== 'string');
    const of = [offer, ...(specified === undefined ? [] : [specified])];
    for (const { properties } of of) {
      const said = (name: string) => properties.get(name)?.find((one) => typeof one === 'string');
      const price = said('price') ?? said('lowPrice') ?? said('priceRange');
      if (price !== undefined && price.trim() !== '') return withCurrency(price, said('priceCurrency'));
    }
  }
  return undefined;
}

function withCurrency(price: string, currency = ''): string {
  // JSON drops the last zero of 12.50.
  const amount = price.trim().replace(/^(\d+\.\d)$/, '$10');
  return currency === '' || amount.includes(currency) ? amount : `${amount} ${currency.trim()}`;
}

function ratingOf(thing: LinkedItem): string | undefined {
  for (const name of ['aggregateRating', 'starRating', 'contentRating', 'reviewRating']) {
    const [rating] = thing.properties.get(name) ?? [];
    if (rating === undefined || typeof rating === 'string') continue;
    const said = (property: string) =>
      rating.properties.get(property)?.find((one): one is string => typeof one === 'string');
    const value = said('ratingValue');
    if (value === undefined || value.trim() === '') continue;
    const rounded = value.replace(/^(\d+\.\d\d)\d+$/, (long) => `${Math.round(Number(long) * 100) / 100}`);
    return said('bestRating') === undefined ? rounded : `${rounded} / ${said('bestRating')}`;
  }
  return undefined;
}

/** A date that is a mere year is called so. */
function withYear({ date, ...fields }: Fields): Fields {
  if (date === undefined) return fields;
  return /^\d{4}$/.test(String(date)) && fields.year === undefined
    ? { ...fields, year: String(date) }
    : { ...fields, date };
}
