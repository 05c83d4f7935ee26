import { foldText } from '../../../foundation/text/index.ts';
import type { Deal, Listing, PropertyKind } from './listing.ts';
import type { Gazetteer } from './places.ts';
import { rupeesOf, squareFeetOf } from './quantities.ts';

/** An offer as a page, a table or a file has it. */
interface RawListing {
  readonly text: string;
  /** Cells or pairs that the source tells apart, by its own names: "Locality", "price", … */
  readonly fields?: Readonly<Record<string, string>>;
  /** Address of the offer itself. */
  readonly link?: string;
  readonly source: string;
  readonly request?: string | null;
  readonly synthetic?: boolean;
}

const KIND_WORDS: readonly (readonly [RegExp, PropertyKind])[] = [
  [/\b(?:agricultur\w*|farm\s?(?:house|land)?)\b/, 'farm land'],
  [/\b(?:warehouse|godown|industrial|factory|shed)\b/, 'industrial'],
  [/\b(?:office|co-?working)\b/, 'office'],
  [/\b(?:shops?|showrooms?|retail|commercial)\b/, 'shop'],
  [/\b(?:plot|residential land|land)\b/, 'plot'],
  [/\b(?:flat|apartment|builder floor|studio)\b/, 'flat'],
  [/\b(?:house|kothi|villa|bungalow|bhk|bedroom)\b/, 'house'],
];

/** Parses an offer: price, area, rooms, sale or rent, and the division of its place. */
export function parseListing(raw: RawListing, gazetteer: Gazetteer, city?: string): Listing {
  const fields = new Map(
    Object.entries(raw.fields ?? {}).map(([name, value]) => [foldText(name).trim(), value]),
  );
  const field = (pattern: RegExp) => [...fields].find(([name]) => pattern.test(name))?.[1];
  const text = raw.text.replace(/\s+/g, ' ').trim().slice(0, 2_000);
  const all = [text, ...fields.values()].join(' · ');
  const locality = field(/locality|location|area name|sector/) ?? localityOf(text);
  const home = gazetteer.cityNamed(field(/^city|town/) ?? city ?? text)?.name;
  const place =
    home === undefined ? null : gazetteer.find(field(/division|tehsil/) ?? locality ?? text, undefined, home);
  const priceText = field(/price|rent|amount|cost/);
  const areaText = field(/^area$|size|built|plot area|sq/);
  return {
    key: raw.link ?? `${raw.source}#${foldText(text).slice(0, 300)}`,
    city: home ?? null,
    locality: locality ?? null,
    division: place?.division ?? null,
    deal: dealOf(field(/deal|purpose|offer|for$/) ?? text, priceText ?? ''),
    kind: kindOf(field(/type|kind/) ?? text) ?? kindOf(all),
    price: rupeesOf(priceText ?? text),
    area: squareFeetOf(areaText ?? text),
    bedrooms: bedroomsOf(field(/bed|rooms|bhk/), all),
    text,
    source: raw.source,
    request: raw.request ?? null,
    synthetic: raw.synthetic ?? false,
  };
}

function localityOf(text: string): string | undefined {
  // "… for Rent in Mall Road, Amritsar for 95,000": the last such place, between "in" and the comma.
  const found = [...text.matchAll(/\b(?:in|at|near)\s([^,]{2,60}),/gi)].at(-1)?.[1]?.trim();
  return found === '' ? undefined : found;
}

function dealOf(text: string, price: string): Deal | null {
  const plain = foldText(text);
  const rent =
    /\b(?:rent|rental|lease|leaserent|let|monthly|pg)\b/.test(plain) || /month|p\.?m\.?\b/i.test(price);
  const sale = /\b(?:sale|sell|resale|buy|purchase)\b/.test(plain);
  if (rent !== sale) return rent ? 'rent' : 'sale';
  // Both words: the sentence that names the price decides.
  const said = /available for (rent|sale)/.exec(plain)?.[1];
  return said === 'rent' || said === 'sale' ? said : null;
}

const kindOf = (text: string): PropertyKind | null => {
  const plain = foldText(text);
  return KIND_WORDS.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
};

function bedroomsOf(field: string | undefined, text: string): number | null {
  const said =
    /(\d{1,2})/.exec(field ?? '')?.[1] ??
    /\b(\d{1,2})\s{0,9}-?\s{0,9}(?:bhk|bed\s?rooms?)\b/i.exec(text)?.[1];
  const count = said === undefined ? Number.NaN : Number(said);
  return count >= 1 && count <= 20 ? count : null;
}
