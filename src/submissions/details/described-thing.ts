/** Which of the things that a page describes for machines is the record. */

import { itemsWithin, type LinkedItem } from '../../foundation/dom/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import { textOfAll } from './linked-values.ts';

/** Things that are about the page, the site or its owner, not about a record. */
const NOT_A_RECORD =
  /^(?:WebSite|WebPage|WebPageElement|WebApplication|CollectionPage|SearchResultsPage|ItemPage|AboutPage|ContactPage|ProfilePage|QAPage|CheckoutPage|BreadcrumbList|ListItem|ItemList|SiteNavigationElement|WP\w+|Organization|NewsMediaOrganization|Corporation|LocalBusiness|OnlineStore|\w+Action|EntryPoint|ImageObject|ImageGallery|Blog|Offer|AggregateOffer|AggregateRating|Rating|Review|Comment|PostalAddress|GeoCoordinates|ContactPoint|QuantitativeValue|PropertyValue|MonetaryAmount|Brand|Question|Answer|FAQPage|NutritionInformation|HowToStep|HowToSection|HowToTip|HowToSupply|HowToTool|SpeakableSpecification|Country|Language|Audience|DefinedTerm\w*)$/;
/** What carries a record, or is beside it, where something more is described, too. */
const CARRIER =
  /^(?:\w*Article|BlogPosting|SocialMediaPosting|CreativeWork|MediaObject|VideoObject|AudioObject|Person|Thing|RealEstateListing)$/;
/** Texts on a record, whose author and date are the record's if it has none of its own. */
const WRITING = /^(?:\w*Article|BlogPosting|SocialMediaPosting|RealEstateListing|CreativeWork)$/;
const ABOUT = ['mainEntity', 'about', 'itemOffered', 'itemReviewed'];
const MAX_LOOKED_AT = 500;

/** What things are called; jobs have titles. */
export const NAMES: ReadonlySet<string> = new Set(['name', 'headline', 'title']);

export const nameOf = ({ properties }: LinkedItem): string =>
  [...NAMES].map((name) => textOfAll(properties.get(name))).find((text) => text !== undefined) ?? '';

const fold = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/**
 * The descriptions of the one thing that a page is of, the best first: the thing called as the record is, or the only one.
 * What is described twice (as JSON-LD and in the markup) has two, and a text on the thing is among them.
 */
export function descriptionsOf(
  items: readonly LinkedItem[],
  url: string,
  titles: readonly string[],
): readonly LinkedItem[] {
  const things: LinkedItem[] = [];
  let looked = 0;
  for (const item of itemsWithin(items)) {
    if (++looked > MAX_LOOKED_AT) break;
    if (item.types.length > 0 && !item.types.some((type) => NOT_A_RECORD.test(type))) things.push(item);
  }
  const leading = new Set([...items, ...items.flatMap((item) => ABOUT.flatMap((one) => within(item, one)))]);
  const isCarrier = ({ types }: LinkedItem): boolean => types.some((type) => CARRIER.test(type));
  const pick = (among: readonly LinkedItem[]): LinkedItem | undefined =>
    pickOne(among, { leading, url, titles: titles.map(fold) });
  const thing = pick(things.filter((item) => !isCarrier(item))) ?? pick(things.filter(isCarrier));
  if (thing === undefined) return [];
  const names = new Set([...titles, nameOf(thing)].map(fold));
  const writings = items.filter(({ types }) => types.some((type) => WRITING.test(type)));
  const same = things.filter(
    (item) =>
      item !== thing &&
      (names.has(fold(nameOf(item))) || within(item, 'mainEntity').includes(thing)) &&
      (item.types.some((type) => thing.types.includes(type)) || writings.includes(item)),
  );
  const partOf = ['isPartOf', 'mainEntityOfPage', ...ABOUT].flatMap((property) => within(thing, property));
  const around = writings.filter((item) => writings.length === 1 || partOf.includes(item));
  return [...new Set([thing, ...same, ...around])];
}

const within = (item: LinkedItem, property: string): readonly LinkedItem[] =>
  (item.properties.get(property) ?? []).filter((value) => typeof value !== 'string');

interface Wanted {
  readonly leading: ReadonlySet<LinkedItem>;
  readonly url: string;
  readonly titles: readonly string[];
}

/** A page of one record may describe others, which are like it: they are called otherwise. */
function pickOne(things: readonly LinkedItem[], { leading, url, titles }: Wanted): LinkedItem | undefined {
  for (const title of titles) {
    const named = things.filter((item) => title !== '' && fold(nameOf(item)) === title);
    if (named.length > 0) return fullest(named);
  }
  const here = things.filter((item) => textOfAll(item.properties.get('url')) === url);
  if (here.length > 0) return fullest(here);
  const alone = things.filter((item) => leading.has(item));
  return new Set(alone.map((item) => fold(nameOf(item)))).size === 1 ? fullest(alone) : undefined;
}

const fullest = (items: readonly LinkedItem[]): LinkedItem | undefined =>
  items.toSorted((a, b) => b.properties.size - a.properties.size)[0];
