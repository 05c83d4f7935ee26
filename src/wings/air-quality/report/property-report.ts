import { basename } from 'node:path';
import { csvOf } from '../../../foundation/csv/index.ts';
import {
  counted,
  cutText,
  draw,
  frame,
  html,
  htmlPage,
  type Markup,
  tableSection,
  wholeNumber,
} from '../../../reports/index.ts';
import type { DivisionAir, ListingReason, PriceFigure } from '../property/index.ts';
import {
  EXCLUDED,
  FAIRNESS,
  type JudgedOffer,
  type PropertyOverview,
  rupeesText,
} from '../property-overview.ts';
import { SYNTHETIC_NOTE } from '../summary.ts';
import { aloneSvg } from './alone.ts';
import { LEGEND, referenceLayers, referenceLines } from './charts.ts';
import { labelled, PLOT, type PlotSpan } from './cluster-chart.ts';
import { fileWriter, linkList, mark, OWN_STYLES } from './file-writer.ts';

const TITLE = 120;
const SHOWN = 20;
const OFFICIAL = 'official';
const SYNTHETIC = 'synthetic';

/** A division with both a price and a value of PM2.5. */
interface PricedAir extends DivisionAir {
  readonly price: number;
  readonly offers: number;
}

/**
 * Writes report, drawing and tables of asking prices into a folder.
 * @returns their paths, the report first
 */
export async function writePropertyFiles(overview: PropertyOverview, folder: string): Promise<string[]> {
  const { written, write } = fileWriter(folder);
  const priced = pricedAir(overview);
  const chart = await priceChart(priced, overview.wholeYear);
  if (chart !== undefined) write('price-pm25.svg', aloneSvg(chart, priced.some(isSynthetic)));
  write('prices.csv', csvOf([PRICE_COLUMNS, ...overview.figures.map((one) => priceRow(overview, one))]));
  write('listings.csv', csvOf([LISTING_COLUMNS, ...overview.judged.map(listingRow)]));
  write('property.json', `${JSON.stringify(overview, null, 2)}\n`);
  write(
    'report.html',
    propertyReportHtml(
      overview,
      chart,
      written.map((file) => basename(file)),
    ),
  );
  return [written.at(-1) ?? '', ...written.slice(0, -1)];
}

const isSynthetic = ({ synthetic }: { readonly synthetic: boolean }): boolean => synthetic;

const airOf = ({ air }: PropertyOverview, { city, division }: PriceFigure): DivisionAir | undefined =>
  air.find((one) => one.city === city && one.division === division);

const pricedAir = (overview: PropertyOverview): PricedAir[] =>
  overview.figures.flatMap((figure) => {
    const air = airOf(overview, figure);
    return air === undefined || figure.medianRate === null
      ? []
      : [
          {
            ...air,
            price: figure.medianRate,
            offers: figure.offers,
            synthetic: air.synthetic || figure.synthetic,
          },
        ];
  });

const PRICE_COLUMNS = [
  ...['city', 'division', 'deal', 'kind', 'listings', 'median_price', 'median_rupees_per_square_foot'],
  ...['pm25', 'pm25_low', 'pm25_high', 'pm25_mark', 'synthetic'],
];

function priceRow(overview: PropertyOverview, figure: PriceFigure): unknown[] {
  const { city, division, deal, kind, offers, medianPrice, medianRate, synthetic } = figure;
  const air = airOf(overview, figure);
  return [
    ...[city, division ?? '', deal, kind, offers, Math.round(medianPrice)],
    medianRate === null ? '' : Number(medianRate.toFixed(1)),
    ...[air?.pm25.toFixed(1) ?? '', air?.low?.toFixed(1) ?? '', air?.high?.toFixed(1) ?? ''],
    air?.mark ?? '',
    synthetic || (air?.synthetic ?? false),
  ];
}

const LISTING_COLUMNS = [
  ...['city', 'division', 'deal', 'kind', 'price', 'area_square_feet', 'bedrooms'],
  ...['expected_price', 'judgement', 'text', 'source', 'synthetic'],
];

const listingRow = ({ listing, worth, fairness }: JudgedOffer): unknown[] => [
  ...[listing.city, listing.division ?? '', listing.deal, listing.kind, listing.price, listing.area ?? ''],
  ...[listing.bedrooms ?? '', Math.round(worth), FAIRNESS[fairness], listing.text, listing.source],
  listing.synthetic,
];

/** Median asking prices over PM2.5, a named point a division. Undefined for fewer than two. */
async function priceChart(priced: readonly PricedAir[], wholeYear: boolean): Promise<Markup | undefined> {
  if (priced.length < 2) return undefined;
  const kinds = [OFFICIAL, SYNTHETIC].filter((kind) =>
    priced.some(({ synthetic }) => synthetic === (kind === SYNTHETIC)),
  );
  const values = priced.map(({ division, pm25, low, high, price, synthetic }) => ({
    ...{ label: division, x: pm25, y: price, low: low ?? pm25, high: high ?? pm25 },
    kind: synthetic ? SYNTHETIC : OFFICIAL,
  }));
  const span = (least: number, most: number): PlotSpan => {
    const room = 0.12 * (most - least || 1);
    return [least - room, most + room];
  };
  const across = span(Math.min(...values.map(({ low }) => low)), Math.max(...values.map(({ high }) => high)));
  const up = span(Math.min(...values.map(({ y }) => y)), Math.max(...values.map(({ y }) => y)));
  const top = PLOT.top + 17 * kinds.length;
  const inner = PLOT.height - top - PLOT.bottom;
  const labels = labelled(values, { across, up, log: false }, inner);
  const limits = referenceLines('PM2.5', 'year').filter(
    ({ limit }) => wholeYear && limit > across[0] && limit < across[1],
  );
  const color = {
    field: 'kind',
    type: 'nominal' as const,
    scale: { domain: kinds, range: kinds.map((kind) => (kind === OFFICIAL ? '#0072b2' : '#d55e00')) },
    legend: LEGEND,
  };
  const x = {
    field: 'x',
    type: 'quantitative' as const,
    title: 'PM2.5 of the division, µg/m³',
    scale: { domain: across, nice: false },
    axis: { tickCount: 5 },
  };
  const y = {
    field: 'y',
    type: 'quantitative' as const,
    title: 'Median asking price, ₹ per square foot',
    scale: { domain: up, nice: false },
    axis: { tickCount: 4, format: ',d' },
  };
  return draw({
    ...frame(PLOT.height, { ...PLOT, top }),
    layer: [
      {
        data: { values },
        mark: { type: 'rule', strokeWidth: 1, opacity: 0.5 },
        encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, color },
      },
      {
        data: { values },
        mark: { type: 'point', filled: true, size: 60, opacity: 1 },
        encoding: { x, y, color },
      },
      {
        data: { values: labels },
        mark: { type: 'text', align: 'left', baseline: 'middle', fontSize: 11, color: 'var(--ink)' },
        encoding: { x, y, text: { field: 'label' } },
      },
      ...referenceLayers(limits, { axis: 'x', end: inner, most: across[1] }),
    ],
  });
}

/** The report as one HTML file. Texts that came from pages are escaped. */
function propertyReportHtml(
  overview: PropertyOverview,
  chart: Markup | undefined,
  downloads: readonly string[],
): string {
  const { regionTitle, deal, kind, offers, cheap, dear, fair } = overview;
  const excluded = Object.values(overview.leftOut).reduce((sum, count) => sum + count, 0);
  const tables = downloads.filter((name) => !name.endsWith('.svg'));
  const body = html`<header>
<p class="eyebrow">Fieldfare, property</p>
<h1>${regionTitle}: ${counted(offers, `${kind} listing`)} for ${deal}</h1>
<ul class="facts">
<li>Fair <b>${wholeNumber(fair)}</b></li>
<li>Below market <b>${wholeNumber(cheap.length)}</b></li>
<li>Overpriced <b>${wholeNumber(dear.length)}</b></li>
<li>Excluded <b>${wholeNumber(excluded)}</b> of all kinds</li>
</ul>
${overview.synthetic && html`<p class="made-up"><strong>Synthetic figures.</strong> ${SYNTHETIC_NOTE}</p>`}
</header>
<main>
${overview.notes.map((note) => html`<p class="note">${note.replace(/^./, (letter) => letter.toUpperCase())}.</p>`)}
<p class="note">Download: ${linkList(tables)}</p>
${chart === undefined ? NO_CHART : chartSection(chart)}
${ownSection(overview)}
${priceTable(overview)}
${judgedTable('Below market', 'Listings that ask less than the 80 % prediction interval of the others, cheapest first.', cheap, deal)}
${judgedTable('Overpriced', 'Listings that ask more than the 80 % prediction interval of the others, dearest first.', dear, deal)}
${excludedTable(overview)}
</main>
<footer><dl>
<dt>Prices</dt><dd>Asking prices of listings, not prices of sales.</dd>
<dt>Expected price</dt><dd>By kind and place, learned from the other listings (median polish of the logarithms of ₹ per square foot). The interval holds 80 % of listings when each is left out.</dd>
<dt>PM2.5</dt><dd>Mean of the division over the period of the air quality report; the horizontal line is its 95 % interval. Divisions whose estimate is no better than the mean of the city are left out.</dd>
<dt>Limits</dt><dd>Of the annual mean, drawn where the values are means of a year without a missing season. NAAQS: National Ambient Air Quality Standards, India, 2009. WHO: global air quality guidelines, 2021.</dd>
</dl></footer>`;
  return htmlPage({ title: `Fieldfare: property, ${regionTitle}`, styles: OWN_STYLES, body });
}

const NO_CHART = html`<p class="note">No chart of price and PM2.5: fewer than two divisions have both.</p>`;

const intervalText = ({ low, high }: DivisionAir): string =>
  low === null || high === null ? '' : ` (${low.toFixed(0)}–${high.toFixed(0)})`;

const chartSection = (chart: Markup): Markup =>
  html`<section aria-label="Charts"><div class="charts"><figure><figcaption><h3>Price and PM2.5 by division</h3><p class="about">Each point is a division. The table below has the same figures. ${linkList(['price-pm25.svg'])}</p></figcaption>${chart}</figure></div></section>`;

function priceTable(overview: PropertyOverview): Markup | undefined {
  const rows = overview.figures.map((figure) => {
    const { city, division, offers, medianPrice, medianRate, synthetic } = figure;
    const air = airOf(overview, figure);
    const words = air && mark(`${air.mark}${air.synthetic ? ', synthetic' : ''}`, air.synthetic);
    const cells = [
      ...[city, html`${division ?? 'whole city'}${synthetic && mark('synthetic listings', true)}`, offers],
      ...[rupeesText(medianPrice), medianRate === null ? '–' : wholeNumber(medianRate)],
      air === undefined ? '–' : html`${air.pm25.toFixed(1)}${intervalText(air)}${words}`,
    ];
    return division === null ? { kind: 'city', cells } : cells;
  });
  const heads = ['City', 'Division', 'Listings', 'Median price', '₹/sq ft', 'PM2.5, µg/m³ (95 %)'];
  return tableSection({ title: 'Prices by division', unit: ['place', 'places'], heads, rows });
}

function judgedTable(
  title: string,
  note: string,
  offers: readonly JudgedOffer[],
  deal: string,
): Markup | undefined {
  const month = deal === 'rent' ? ' a month' : '';
  const rows = offers
    .slice(0, SHOWN)
    .map(({ listing, worth }) => [
      html`${cutText(listing.text, TITLE)}${listing.synthetic && mark('synthetic', true)}`,
      `${listing.city}${listing.division === null ? '' : `, ${listing.division}`}`,
      ...[listing.price, worth].map((price) => rupeesText(price) + month),
    ]);
  const more = offers.length > SHOWN ? ` ${SHOWN} of ${offers.length} shown; listings.csv has all.` : '';
  const heads = ['Listing', 'Place', 'Asked', 'Expected'];
  return tableSection({ title, unit: ['listing', 'listings'], note: note + more, heads, rows });
}

function ownSection({ own, betterAir }: PropertyOverview): Markup | undefined {
  if (own === null) return undefined;
  const { subject, valuation, fairness } = own;
  const rows = betterAir
    .slice(0, SHOWN)
    .map(({ listing, air, less, sure }) => [
      ...[cutText(listing.text, TITLE), `${air.city}, ${air.division}`, rupeesText(listing.price)],
      ...[air.pm25.toFixed(1), html`${less.toFixed(1)}${!sure && mark('intervals overlap')}`],
    ]);
  const title = 'Comparable homes with cleaner air';
  const heads = ['Listing', 'Place', 'Asked', 'PM2.5, µg/m³', 'Lower by, µg/m³'];
  return html`<section><h2>Your property</h2><p class="note">${subject.kind.replace(/^./, (letter) => letter.toUpperCase())} of ${wholeNumber(subject.area)} sq ft in ${subject.division ?? subject.city}: ${rupeesText(valuation.value)}, 80 % prediction interval ${rupeesText(valuation.low)} to ${rupeesText(valuation.high)}, from ${counted(valuation.learnedFrom, 'listing')}${fairness !== null && `; the price asked is ${FAIRNESS[fairness]}`}.</p></section>
${tableSection({ title, unit: ['home', 'homes'], heads, rows })}`;
}

const excludedTable = ({ leftOut }: PropertyOverview): Markup | undefined => {
  const rows = Object.entries(leftOut).map(([reason, count]) => [EXCLUDED[reason as ListingReason], count]);
  return tableSection({
    title: 'Excluded',
    unit: ['reason', 'reasons'],
    heads: ['Reason', 'Listings'],
    rows,
  });
};
