import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadRegion } from '../../../../src/foundation/domain/index.ts';
import { seededRandom } from '../../../../src/foundation/learning/index.ts';
import {
  cleanListings,
  type Listing,
  ListingsError,
  parseListing,
  priceFigures,
  readListings,
  rupeesOf,
  type SoundListing,
  similarWithBetterAir,
  squareFeetOf,
  valuerOf,
} from '../../../../src/wings/air-quality/property/index.ts';
import { gazetteerOf } from '../../../../src/wings/air-quality/property/places.ts';
import type { PropertyOverview } from '../../../../src/wings/air-quality/property-overview.ts';
import { writePropertyFiles } from '../../../../src/wings/air-quality/report/property-report.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const GAZETTEER = gazetteerOf(loadRegion('punjab'));
const parse = (text: string, fields = {}) => parseListing({ text, fields, source: 'test' }, GAZETTEER);

describe('quantities', () => {
  it.each([
    ['₹ 25,000 per month', 25_000],
    ['for 95,000', 95_000],
    ['for 1.50 Lac(s)', 150_000],
    ['7.5 Crore', 75_000_000],
    ['Rs. 45 lakh only', 4_500_000],
    ['2 floors, price: 1,25,000', 125_000],
    ['1200 Sq-ft shop for 2 families', null],
    ['call 98 for details', null],
    ['4500000', 4_500_000],
  ])('reads the price of "%s"', (text, rupees) => {
    expect(rupeesOf(text)).toBe(rupees);
  });

  it.each([
    ['1200 Sq-ft', 1_200],
    ['150 sq yrd', 1_350],
    ['10 Marla', 2_722.5],
    ['2 Kanal', 10_890],
    ['4 Acre', 174_240],
    ['100 square metres', 1_076.39],
    ['17*35 plot', null],
    ['no size', null],
  ])('reads the area of "%s"', (text, feet) => {
    if (feet === null) expect(squareFeetOf(text)).toBeNull();
    else expect(squareFeetOf(text)).toBeCloseTo(feet, 2);
  });

  it('reads any price back that it could have written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 99_999_999 }), (rupees) => {
        expect(rupeesOf(`for ${rupees.toLocaleString('en-IN')}`)).toBe(rupees);
        expect(rupeesOf(`₹ ${rupees / 100_000} Lakh`)).toBe(rupees);
      }),
    );
  });
});

describe('an offer', () => {
  it('is read from a sentence', () => {
    expect(
      parse('3 BHK house is available for Sale in Model Town, Jalandhar for 75.0 Lac(s) 10 Marla'),
    ).toMatchObject({
      city: 'Jalandhar',
      locality: 'Model Town',
      division: 'Jalandhar-II',
      deal: 'sale',
      kind: 'house',
      price: 7_500_000,
      area: 2_722.5,
      bedrooms: 3,
    });
  });

  it('is read from cells', () => {
    const fields = {
      Locality: 'Khanna',
      Price: '₹ 12,500 per month',
      Area: '450 Sq-ft',
      Type: 'Shop',
      City: 'Ludhiana',
    };
    expect(parse('To let', fields)).toMatchObject({
      division: 'Khanna',
      deal: 'rent',
      kind: 'shop',
      price: 12_500,
      area: 450,
    });
  });

  it('says nothing that it does not say', () => {
    expect(parse('Nice place')).toMatchObject({
      city: null,
      deal: null,
      kind: null,
      price: null,
      area: null,
      bedrooms: null,
    });
  });
});

const sound = (changes: Partial<Listing>, i = 0): SoundListing => ({
  key: `k${i}`,
  city: 'Amritsar',
  locality: null,
  division: 'Amritsar-I',
  deal: 'sale',
  kind: 'flat',
  price: 5_000_000,
  area: 1_000,
  bedrooms: 2,
  text: `offer ${i}`,
  source: 'test',
  request: null,
  synthetic: false,
  ...(changes as object),
});

/** Offers at 5,000 a square foot in one division and 2,000 in another, shops at twice that, all with some luck. */
function market(count = 80): SoundListing[] {
  const random = seededRandom(3);
  return Array.from({ length: count }, (_, i) => {
    const [division, rate] = i % 2 === 0 ? ['Amritsar-I', 5_000] : ['Ajnala', 2_000];
    const kind = i % 4 < 2 ? 'flat' : 'shop';
    const area = 500 + Math.floor(random() * 1_500);
    const price = Math.round(rate * (kind === 'shop' ? 2 : 1) * area * (0.9 + 0.2 * random()));
    return sound({ division, kind, area, price }, i);
  });
}

describe('cleaning', () => {
  it('leaves out with a reason, and keeps the rest in order', () => {
    const rows: Partial<Listing>[] = [
      {},
      { price: null },
      { deal: null, price: 1 },
      { kind: null, price: 2 },
      { city: null, price: 3 },
      { deal: 'rent', price: 75_000_000 },
      { area: 1 },
      {},
      { text: 'Wanted: a flat' },
    ];
    const { sound: kept, leftOut } = cleanListings(rows.map((row, i) => sound(row, i)));
    expect(kept.map(({ key }) => key)).toEqual(['k0']);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      ...['no price', 'sale or rent is not said', 'kind is not said', 'city is not of the region'],
      ...['price cannot be', 'area cannot be', 'the same offer again', 'wanted, not offered'],
    ]);
  });

  it('finds a price that is far from its like', () => {
    const { leftOut } = cleanListings([...market(), sound({ price: 4_900_000_000 }, 900)]);
    expect(leftOut.map(({ listing, reason }) => [listing.key, reason])).toEqual([
      ['k900', 'price cannot be'],
    ]);
  });
});

describe('value', () => {
  it('comes from place and kind, with limits that hold most offers', () => {
    const offers = market();
    const valuer = valuerOf(offers, 'sale');
    const flat = { city: 'Amritsar', division: 'Ajnala', deal: 'sale', kind: 'flat', area: 1_200 } as const;
    const { value, low, high, learnedFrom, near } = valuer.value(flat)!;
    expect(value / (2_000 * 1_200)).toBeGreaterThan(0.85);
    expect(value / (2_000 * 1_200)).toBeLessThan(1.25);
    expect([low < value, high > value, learnedFrom, near]).toEqual([true, true, 80, 20]);
    const fair = offers.filter((one) => valuer.judge(one)!.fairness === 'fair').length;
    expect(fair / offers.length).toBeGreaterThanOrEqual(0.8);
    expect(valuer.value({ ...flat, kind: 'office' })).toBeNull();
    expect(valuerOf(offers.slice(0, 7), 'sale').value(flat)).toBeNull();
  });

  it('finds good and bad deals', () => {
    const offers = [...market(), sound({ price: 2_500_000 }, 901), sound({ price: 10_000_000 }, 902)];
    const valuer = valuerOf(offers, 'sale');
    expect(valuer.judge(offers.at(-2)!)!.fairness).toBe('cheap');
    expect(valuer.judge(offers.at(-1)!)!.fairness).toBe('dear');
    expect(valuer.judge(sound({ area: null }, 903))).toBeNull();
  });

  it('is told by division and city', () => {
    const figures = priceFigures(market());
    const ajnala = figures.find(({ division, kind }) => division === 'Ajnala' && kind === 'flat')!;
    expect(ajnala).toMatchObject({ offers: 20, synthetic: false });
    expect(ajnala.medianRate! / 2_000).toBeCloseTo(1, 1);
    expect(figures.some(({ division }) => division === null)).toBe(true);
  });
});

it('finds the like with better air, and says where it is not sure', () => {
  const air = (division: string, pm25: number, half: number) => ({
    ...{ city: 'Amritsar', division, pm25, low: pm25 - half, high: pm25 + half },
    ...{ mark: 'measured', synthetic: false },
  });
  const subject = {
    city: 'Amritsar',
    division: 'Amritsar-I',
    deal: 'sale',
    kind: 'flat',
    area: 1_000,
  } as const;
  const offers = [
    sound({ division: 'Ajnala' }, 1),
    sound({ division: 'Majitha' }, 2),
    sound({ division: 'Ajnala', price: 20_000_000 }, 3),
    sound({ division: 'Amritsar-II' }, 4),
  ];
  const found = similarWithBetterAir(subject, 5_000_000, offers, [
    ...[air('Amritsar-I', 60, 3), air('Ajnala', 30, 5), air('Majitha', 50, 20), air('Amritsar-II', 80, 2)],
  ]);
  expect(found.map(({ listing, less, sure }) => [listing.key, less, sure])).toEqual([
    ['k1', 30, true],
    ['k2', 10, false],
  ]);
});

it('refuses a table that holds no offers', () => {
  expect(() => readListings('a,b\n1,2\n', 'x.csv', GAZETTEER)).toThrow(ListingsError);
  expect(() => readListings('a,b\n1,2\n', 'x.csv', GAZETTEER)).toThrow(
    'x.csv line 1: expected a column "text" or "price"',
  );
});

const SHARED = resolve(
  import.meta.dirname,
  '../../../../../shared/datasets/real-estate/isthmus_punjab_listings.csv',
);
describe.skipIf(!existsSync(SHARED))('the shared listings', () => {
  it('are all read, nine in ten with a price, and left out with reasons', () => {
    const listings = readListings(readFileSync(SHARED, 'utf8'), 'shared', GAZETTEER);
    expect(listings).toHaveLength(621);
    expect(listings.filter(({ price }) => price !== null).length).toBeGreaterThanOrEqual(600);
    expect(listings.every(({ city, deal }) => city !== null && deal !== null)).toBe(true);
    const { sound: kept, leftOut } = cleanListings(listings);
    expect(kept.length + leftOut.length).toBe(621);
    // The implausible rent that the README names.
    expect(
      leftOut.some(({ listing, reason }) => listing.price === 75_000_000 && reason === 'price cannot be'),
    ).toBe(true);
  });
});

describe('the report', () => {
  it('sets the price of each division against its PM2.5, with names, limits, axis titles and downloads', async () => {
    const folder = temporaryFolder('property-report-');
    const offers = market();
    const air = (division: string, pm25: number) => ({
      ...{
        city: 'Amritsar',
        division,
        pm25,
        low: pm25 - 3,
        high: pm25 + 3,
        mark: 'measured',
        synthetic: false,
      },
    });
    const long = `${'A flat near the <b>golden</b> temple with a view '.repeat(4)}end`;
    const [listing] = [{ ...offers[0]!, text: long }];
    const overview: PropertyOverview = {
      ...{ region: 'punjab', regionTitle: 'Punjab', deal: 'sale', kind: 'flat', offers: offers.length },
      ...{ leftOut: { 'no price': 2 }, figures: priceFigures(offers.filter(({ kind }) => kind === 'flat')) },
      air: [air('Ajnala', 38), air('Amritsar-I', 62)],
      wholeYear: true,
      ...{
        judged: [{ listing, fairness: 'cheap', worth: 5e6 }],
        cheap: [{ listing, fairness: 'cheap', worth: 5e6 }],
      },
      ...{ dear: [], fair: 3, own: null, betterAir: [], synthetic: false, notes: [] },
    };
    const [report = '', ...files] = await writePropertyFiles(overview, folder);
    expect(files.map((file) => basename(file))).toEqual([
      ...['price-pm25.svg', 'prices.csv', 'listings.csv', 'property.json'],
    ]);
    const page = readFileSync(report, 'utf8');
    for (const text of ['PM2.5 of the division, µg/m³', 'Median asking price, ₹ per square foot', 'NAAQS 40'])
      expect(page).toContain(text);
    // The title of the axis lies within the drawing: left of the plot there are 84 pixels.
    const offset = Number(/translate\(-([\d.]+),[^>]*>Median asking price/.exec(page)?.[1]);
    expect(offset + 3 + 12).toBeLessThanOrEqual(84);
    const names = [...page.matchAll(/<text[^>]*>(Ajnala|Amritsar-I)<\/text>/g)].map(([, name]) => name);
    expect(names.sort()).toEqual(['Ajnala', 'Amritsar-I']);
    for (const file of files) expect(page).toContain(`href="${basename(file)}"`);
    // Cut behind a whole word, escaped.
    expect(page).toContain('with a view A flat near the…');
    expect(page).not.toContain('<b>golden');
    const [head = '', ...rows] = readFileSync(join(folder, 'prices.csv'), 'utf8').trim().split(/\r?\n/);
    const ajnala = rows.find((row) => row.startsWith('Amritsar,Ajnala,'))!.split(',');
    const value = (column: string) => ajnala[head.split(',').indexOf(column)];
    expect([value('listings'), value('pm25'), value('pm25_low'), value('synthetic')]).toEqual([
      ...['20', '38.0', '35.0', 'false'],
    ]);
  });
});
