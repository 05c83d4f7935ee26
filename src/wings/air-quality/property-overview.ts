import { readFileSync } from 'node:fs';
import type { Region } from '../../foundation/domain/index.ts';
import { counted, cutText } from '../../reports/index.ts';
import { isYear } from './divisions/month-gaps.ts';
import {
  type BetterAir,
  cleanListings,
  type Deal,
  type DivisionAir,
  type Fairness,
  gazetteerOf,
  type Listing,
  type ListingReason,
  ListingsError,
  type PriceFigure,
  type PropertyKind,
  priceFigures,
  readListings,
  type SoundListing,
  similarWithBetterAir,
  type Valuation,
  type ValuedProperty,
  type Valuer,
  valuerOf,
} from './property/index.ts';
import type { RegionReport } from './result.ts';
import { SYNTHETIC_NOTE } from './summary.ts';

interface OwnProperty {
  /** Division or locality. */
  readonly place: string | undefined;
  /** Square feet. */
  readonly area: number;
  readonly bedrooms: number | null;
  /** Asking price, rupees. */
  readonly price: number | null;
}

export interface PropertyOptions {
  readonly region: Region;
  /** Holds what the last report of the region says of its air; undefined where there is none. */
  readonly report: RegionReport | undefined;
  readonly collected: readonly Listing[];
  /** Files of listings in the place of those collected. */
  readonly sources: readonly string[];
  readonly deal: Deal;
  readonly kind: PropertyKind;
  readonly city: string | undefined;
  readonly own: OwnProperty | undefined;
}

export interface JudgedOffer {
  readonly listing: SoundListing;
  readonly fairness: Fairness;
  readonly worth: number;
}

export interface PropertyOverview {
  readonly region: string;
  readonly regionTitle: string;
  readonly deal: Deal;
  readonly kind: PropertyKind;
  readonly offers: number;
  readonly leftOut: Readonly<Record<string, number>>;
  readonly figures: readonly PriceFigure[];
  /** PM2.5 of divisions, where a station or an estimate with skill says it. */
  readonly air: readonly DivisionAir[];
  /** True if these are means of a year without a missing season, to be held against annual limits. */
  readonly wholeYear: boolean;
  /** All that give an area. */
  readonly judged: readonly JudgedOffer[];
  /** Offers below what others like them ask, cheapest for what they are first; and above. */
  readonly cheap: readonly JudgedOffer[];
  readonly dear: readonly JudgedOffer[];
  readonly fair: number;
  readonly own: {
    readonly subject: ValuedProperty;
    readonly valuation: Valuation;
    readonly fairness: Fairness | null;
  } | null;
  readonly betterAir: readonly BetterAir[];
  readonly synthetic: boolean;
  readonly notes: readonly string[];
}

const NO_LISTINGS =
  'no property listings were collected here: the snapshot of official stations has none. Run "fieldfare air-quality" with --demo (synthetic listings), or with --web live and portals among the seeds of the region file, or name files of listings with --sources';

/** @throws {ListingsError} for a file that is none, a city or place that is not of the region */
export function propertyOverview(options: PropertyOptions): PropertyOverview {
  const { region, deal, kind, sources, report } = options;
  const gazetteer = gazetteerOf(region);
  const notes: string[] = [];
  if (report === undefined)
    notes.push('no air quality was collected here: run "fieldfare air-quality" for homes with cleaner air');
  const listings =
    sources.length > 0
      ? sources.flatMap((file) => readListings(read(file), file, gazetteer))
      : options.collected;
  if (listings.length === 0) notes.push(NO_LISTINGS);
  const { sound, leftOut } = cleanListings(listings);
  const city = cityOf(options);
  const wanted = sound.filter(
    (one) => one.deal === deal && one.kind === kind && (city === undefined || one.city === city),
  );
  const valuer = valuerOf(sound, deal);
  const judged = wanted.flatMap((listing): JudgedOffer[] => {
    const found = valuer.judge(listing);
    return found === null ? [] : [{ listing, ...found }];
  });
  const by = (fairness: Fairness, sign: 1 | -1) =>
    judged
      .filter((one) => one.fairness === fairness)
      .sort((a, b) => sign * (a.listing.price / a.worth - b.listing.price / b.worth));
  const air = (report?.divisions ?? []).flatMap(airOf);
  const own =
    options.own === undefined || listings.length === 0
      ? null
      : ownValue(options, options.own, city, valuer, notes);
  return {
    region: region.name,
    regionTitle: region.title,
    deal,
    kind,
    offers: wanted.length,
    leftOut: countsOf(leftOut.map(({ reason }) => reason)),
    figures: priceFigures(wanted),
    air,
    wholeYear: report !== undefined && isYear(report.period) && report.divisions.every(hasAllSeasons),
    judged,
    cheap: by('cheap', 1),
    dear: by('dear', -1),
    fair: judged.filter(({ fairness }) => fairness === 'fair').length,
    own,
    betterAir:
      own === null
        ? []
        : similarWithBetterAir(own.subject, options.own?.price ?? own.valuation.value, sound, air),
    synthetic: wanted.some(({ synthetic }) => synthetic),
    notes,
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ListingsError(
      `cannot read the listings of ${file}: ${(error as NodeJS.ErrnoException).code ?? error}`,
    );
  }
}

function cityOf({ region, city }: PropertyOptions): string | undefined {
  if (city === undefined) return undefined;
  const found = gazetteerOf(region).cityNamed(city);
  if (found === undefined)
    throw new ListingsError(
      `--city ${city} is no city of ${region.title}; there are ${region.cities.map(({ name }) => name).join(', ')}`,
    );
  return found.name;
}

function ownValue(
  { region, deal, kind }: PropertyOptions,
  own: OwnProperty,
  city: string | undefined,
  valuer: Valuer,
  notes: string[],
): PropertyOverview['own'] {
  if (city === undefined)
    throw new ListingsError('--area is about a property of your own: say with --city where it is');
  const place = own.place === undefined ? null : gazetteerOf(region).find(own.place, undefined, city);
  if (own.place !== undefined && place?.division == null)
    notes.push(`"${own.place}" is no place of ${city} that is known here; the whole city is taken`);
  const subject: ValuedProperty = {
    city,
    division: place?.division ?? null,
    deal,
    kind,
    area: own.area,
    bedrooms: own.bedrooms,
  };
  const valuation = valuer.value(subject);
  if (valuation === null) {
    notes.push(`too few listings of this kind give their area to estimate a value`);
    return null;
  }
  const { price } = own;
  const fairness =
    price === null ? null : price < valuation.low ? 'cheap' : price > valuation.high ? 'dear' : 'fair';
  return { subject, valuation, fairness };
}

type DivisionReport = RegionReport['divisions'][number];

const hasAllSeasons = ({ pm25 }: DivisionReport): boolean => !pm25.skilled || pm25.gaps.length === 0;

function airOf({ city, name, pm25 }: DivisionReport): DivisionAir[] {
  const { value, uncertainty, mark, skilled, synthetic } = pm25;
  if (value === null || !skilled) return [];
  const limits = uncertainty?.level == null ? null : uncertainty;
  const bounds = { low: limits?.low ?? null, high: limits?.high ?? null };
  return [{ city, division: name, pm25: value, ...bounds, mark, synthetic }];
}

function countsOf(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of [...words].sort()) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

const SHOWN = 8;
export const FAIRNESS = { cheap: 'below market', fair: 'fair', dear: 'overpriced' } as const;

/** "45.2 lakh", "1.2 crore", "25,000". */
export function rupeesText(rupees: number): string {
  if (rupees >= 1e7) return `₹ ${(rupees / 1e7).toFixed(2)} crore`;
  if (rupees >= 1e5) return `₹ ${(rupees / 1e5).toFixed(1)} lakh`;
  return `₹ ${Math.round(rupees).toLocaleString('en-IN')}`;
}

/** Says of listings why they are left out. */
export const EXCLUDED: Readonly<Record<ListingReason, string>> = {
  'no price': 'without a price',
  'sale or rent is not said': 'that do not say sale or rent',
  'kind is not said': 'that do not say their kind',
  'city is not of the region': 'outside the region',
  'price cannot be': 'with an impossible price',
  'area cannot be': 'with an impossible area',
  'the same offer again': 'that repeat an offer',
  'wanted, not offered': 'wanted, not offered',
};

/** The overview for a terminal. */
export function propertyText(overview: PropertyOverview): string {
  const { deal, kind, figures, own } = overview;
  const month = deal === 'rent' ? ' a month' : '';
  const offer = ({ listing, worth }: JudgedOffer) =>
    `  ${rupeesText(listing.price)}${month}, expected ${rupeesText(worth)}: ${cutText(listing.text, 90)}${listing.synthetic ? ' (synthetic)' : ''}`;
  if (overview.notes.includes(NO_LISTINGS)) return `${overview.notes.join('\n')}\n`;
  const lines = [
    ...overview.notes,
    `${counted(overview.offers, `${kind} listing`)} for ${deal}; excluded, of all kinds: ${
      Object.entries(overview.leftOut)
        .map(([reason, count]) => `${count} ${EXCLUDED[reason as ListingReason]}`)
        .join(', ') || 'none'
    }`,
    '',
    ...figures.map(
      (one) =>
        `${one.city.padEnd(10)} ${(one.division ?? 'whole city').padEnd(14)} ${counted(one.offers, 'listing').padStart(12)}, median ${rupeesText(one.medianPrice)}${month}${one.medianRate === null ? '' : `, ${one.medianRate.toFixed(deal === 'rent' ? 1 : 0)} ₹/sq ft`}${one.synthetic ? ', synthetic' : ''}`,
    ),
    '',
    `fair: ${overview.fair}; below market: ${overview.cheap.length}; overpriced: ${overview.dear.length}`,
    ...overview.cheap.slice(0, SHOWN).map(offer),
  ];
  if (own !== null) {
    const { valuation, subject } = own;
    lines.push(
      '',
      `your ${subject.kind} of ${Math.round(subject.area)} sq ft in ${subject.division ?? subject.city}: ${rupeesText(valuation.value)}${month}, 80 % prediction interval ${rupeesText(valuation.low)} to ${rupeesText(valuation.high)} (from ${counted(valuation.learnedFrom, 'listing')})${own.fairness === null ? '' : `; the price asked is ${FAIRNESS[own.fairness]}`}`,
      ...(overview.betterAir.length > 0 ? ['comparable homes with cleaner air:'] : []),
      ...overview.betterAir
        .slice(0, SHOWN)
        .map(
          ({ listing, air, less, sure }) =>
            `  ${rupeesText(listing.price)}${month}, ${air.division}: PM2.5 ${air.pm25.toFixed(1)} µg/m³ (${air.mark}${air.synthetic ? ', synthetic' : ''}), ${less.toFixed(1)} less${sure ? '' : ', though the intervals overlap'}: ${cutText(listing.text, 70)}`,
        ),
    );
  }
  return `${[...lines, ...(overview.synthetic ? ['', SYNTHETIC_NOTE.replace('stations', 'stations and listings')] : [])].join('\n')}\n`;
}
