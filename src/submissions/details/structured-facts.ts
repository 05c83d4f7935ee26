/** What the page of a record says of it for machines, under the names that fields of records have. */

import {
  itemsWithin,
  type LinkedItem,
  type LinkedValue,
  linkedDataOf,
  type TreeDocument,
} from '../../foundation/dom/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import type { Fields } from '../types/detail.ts';

interface StructuredFacts {
  /** What the thing is called there; empty where nothing is described. */
  readonly name: string;
  readonly fields: Fields;
}

/** Things that are about the page, the site or its owner, not about a record. */
const NOT_A_RECORD =
  /^(?:WebSite|WebPage|CollectionPage|SearchResultsPage|ItemPage|AboutPage|ContactPage|BreadcrumbList|ListItem|ItemList|SiteNavigationElement|WP\w+|Organization|Corporation|LocalBusiness|OnlineStore|SearchAction|ReadAction|EntryPoint|ImageObject|Offer|AggregateOffer|AggregateRating|Rating|Review|PostalAddress|GeoCoordinates|ContactPoint|QuantitativeValue|Brand|Question|Answer|FAQPage)$/;

/** Properties of schema.org, and what records call them; the first that has a value counts. */
const PROPERTIES: readonly (readonly [field: string, properties: readonly string[]])[] = [
  ['author', ['author', 'creator']],
  ['artist', ['byArtist', 'performer']],
  ['director', ['director']],
  ['publisher', ['publisher']],
  ['label', ['recordLabel']],
  ['brand', ['brand', 'manufacturer']],
  ['isbn', ['isbn', 'gtin13']],
  ['identifier', ['sku', 'mpn', 'productID', 'gtin', 'serialNumber', 'issn', 'flightNumber']],
  ['category', ['genre', 'category', 'applicationCategory', 'recipeCategory', 'articleSection']],
  ['date', ['datePublished', 'releaseDate', 'startDate', 'dateCreated', 'uploadDate', 'departureTime']],
  ['place', ['address', 'location', 'contentLocation']],
  ['origin', ['departureAirport', 'departureStation']],
  ['destination', ['arrivalAirport', 'arrivalStation']],
  ['rooms', ['numberOfRooms', 'numberOfBedrooms']],
  ['area', ['floorSize']],
  ['duration', ['duration', 'timeRequired', 'totalTime']],
  ['language', ['inLanguage']],
  ['pages', ['numberOfPages']],
  ['version', ['softwareVersion', 'version']],
  ['licence', ['license']],
  ['keywords', ['keywords']],
  ['description', ['description']],
];

/** The same of meta elements, where nothing better is said. */
const META: readonly (readonly [field: string, properties: readonly string[]])[] = [
  ['author', ['book:author', 'article:author']],
  ['isbn', ['book:isbn']],
  ['date', ['book:release_date', 'music:release_date', 'video:release_date', 'article:published_time']],
  ['artist', ['music:musician']],
  ['director', ['video:director']],
  ['brand', ['product:brand', 'og:brand']],
  ['category', ['product:category', 'article:section']],
  ['identifier', ['product:retailer_item_id']],
];

const MAX_VALUE = 500;
const MAX_JOINED = 5;
const MAX_LOOKED_AT = 500;

/**
 * Fields of the one thing that a page describes: the one called as the record is, or the only one.
 * @param title of the record, as the list has it
 */
export function structuredFacts(tree: TreeDocument, title: string): StructuredFacts {
  const { items, meta } = linkedDataOf(tree);
  const metaOf = (properties: readonly string[]) =>
    properties.map((property) => meta.get(property)?.[0] ?? '').find((text) => text !== '');
  const thing = recordAmong(items, tree.url, title);
  const fields: Record<string, string | number> = Object.create(null);
  const set = (field: string, text: string | undefined) => {
    const value = cut(text ?? '');
    if (value !== '' && !(field in fields)) fields[field] = numberOr(field, value);
  };
  if (thing !== undefined) {
    for (const [field, properties] of PROPERTIES)
      for (const property of properties) set(field, textOfAll(thing.properties.get(property)));
    set('price', priceOf(thing));
    set('rating', ratingOf(thing));
  }
  for (const [field, properties] of META) set(field, metaOf(properties));
  const amount = metaOf(['product:price:amount', 'og:price:amount']);
  if (amount !== undefined)
    set('price', withCurrency(amount, metaOf(['product:price:currency', 'og:price:currency'])));
  return {
    name:
      (thing && textOfAll(thing.properties.get('name') ?? thing.properties.get('headline'))) ??
      metaOf(['og:title']) ??
      '',
    fields: withYear(fields),
  };
}

/** A page of one record may describe others, which are like it: they are called otherwise. */
function recordAmong(items: readonly LinkedItem[], url: string, title: string): LinkedItem | undefined {
  const things: LinkedItem[] = [];
  let looked = 0;
  for (const item of itemsWithin(items)) {
    if (++looked > MAX_LOOKED_AT) break;
    if (item.types.length > 0 && !item.types.some((type) => NOT_A_RECORD.test(type))) things.push(item);
  }
  const wanted = fold(title);
  const called = (item: LinkedItem) =>
    fold(textOfAll(item.properties.get('name') ?? item.properties.get('headline')) ?? '');
  const same = things.find((item) => wanted !== '' && called(item) === wanted);
  if (same !== undefined) return same;
  const here = things.find((item) => textOfAll(item.properties.get('url')) === url);
  const alone = items.filter((item) => things.includes(item));
  const [only] = alone;
  return here ?? (alone.length === 1 ? only : undefined);
}

const fold = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function textOfAll(values: readonly LinkedValue[] | undefined): string | undefined {
  const texts = (values ?? []).slice(0, MAX_JOINED).flatMap((value) => textOfOne(value) ?? []);
  return texts.length === 0 ? undefined : [...new Set(texts)].join(', ');
}

/** A name, an address on one line, a quantity with its unit. */
function textOfOne(value: LinkedValue): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  const { properties } = value;
  const own = (...names: readonly string[]) =>
    names
      .flatMap((name) => properties.get(name)?.find((one) => typeof one === 'string') ?? [])
      .map((text) => text.trim())
      .filter((text) => text !== '');
  const [name] = own('name', 'legalName', 'iataCode');
  if (name !== undefined) return name;
  const [amount] = own('value', 'minValue');
  if (amount !== undefined) return [amount, ...own('unitText', 'unitCode').slice(0, 1)].join(' ');
  const address = own('streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry');
  if (address.length > 0) return address.join(', ');
  return textOfAll(properties.get('address'));
}

function priceOf(thing: LinkedItem): string | undefined {
  const offers = [thing, ...(thing.properties.get('offers') ?? [])];
  for (const offer of offers) {
    if (typeof offer === 'string') continue;
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
    if (value !== undefined)
      return said('bestRating') === undefined ? value : `${value} / ${said('bestRating')}`;
  }
  return undefined;
}

/** A date that is a mere year is called so. */
function withYear({ date, ...fields }: Record<string, string | number>): Fields {
  if (date === undefined) return fields;
  return /^\d{4}$/.test(String(date)) && fields.year === undefined
    ? { ...fields, year: Number(date) }
    : { ...fields, date };
}

const NUMERIC = new Set(['rooms', 'pages']);

const numberOr = (field: string, value: string): string | number =>
  NUMERIC.has(field) && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;

const cut = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_VALUE);
