/** A property portal of one city: offers in a database of its own, made up, with good and bad deals among them. */

import type { Answer, PracticeRequest } from '../answer.ts';
import { element, escapeHtml, link } from '../html.ts';
import { seeded } from '../seeded.ts';
import { choose, form, madeUp, paragraph, portalPage, table } from './page.ts';

const MADE_UP = 'Practice offers: every property and price here was made up. Nothing is for sale.';
const PAGE_SIZE = 15;
const OFFERS = 120;

export interface Offer {
  readonly id: number;
  readonly city: string;
  readonly locality: string;
  readonly deal: 'sale' | 'rent';
  readonly kind: 'flat' | 'house' | 'plot' | 'shop';
  /** Rupees, as reckoned before it is written out. */
  readonly price: number;
  readonly squareFeet: number;
  readonly bedrooms: number | null;
  /** How its price lies to what the place and size would make of it. */
  readonly quality: 'good' | 'usual' | 'bad';
}

export interface PropertyPortal {
  readonly host: string;
  readonly name: string;
  readonly city: string;
  readonly method: 'get' | 'post';
  /** Localities and rupees a square foot for sale there. */
  readonly localities: readonly (readonly [string, number])[];
}

/** Price of a kind against that of a flat, and rooms and sizes that occur. */
const KINDS = {
  flat: { factor: 1, areas: [600, 1_800] },
  house: { factor: 1.25, areas: [900, 4_000] },
  plot: { factor: 0.7, areas: [900, 5_400] },
  shop: { factor: 2.2, areas: [150, 1_500] },
} as const;
/** A month's rent as a share of the price. */
const RENT_SHARE = 0.0028;

export function offersOf(portal: PropertyPortal, seed: string): Offer[] {
  return Array.from({ length: OFFERS }, (_, i) => {
    const random = seeded(seed, 'offer', portal.host, i);
    const [locality, rate] = portal.localities[i % portal.localities.length] ?? ['', 0];
    const deal = random.chance(0.6) ? 'sale' : 'rent';
    const kind = random.pick(
      deal === 'rent' ? (['flat', 'house', 'shop'] as const) : (['flat', 'house', 'plot', 'shop'] as const),
    );
    const [least, most] = KINDS[kind].areas;
    const squareFeet = 50 * Math.round((least + random.next() * (most - least)) / 50);
    const quality = random.chance(0.1) ? 'good' : random.chance(0.11) ? 'bad' : 'usual';
    const luck = { good: 0.5, usual: 0.9 + 0.2 * random.next(), bad: 2 }[quality];
    const whole = rate * KINDS[kind].factor * squareFeet * luck;
    const rooms = kind === 'flat' || kind === 'house' ? Math.max(1, Math.round(squareFeet / 450)) : null;
    return {
      id: i + 1,
      city: portal.city,
      locality,
      deal,
      kind,
      price: roundPrice(deal === 'rent' ? whole * RENT_SHARE : whole),
      squareFeet,
      bedrooms: rooms,
      quality,
    };
  });
}

/** To three figures, as people write prices. */
function roundPrice(rupees: number): number {
  const unit = 10 ** Math.max(2, Math.floor(Math.log10(rupees)) - 2);
  return Math.round(rupees / unit) * unit;
}

export function answerProperty(
  portal: PropertyPortal,
  request: PracticeRequest,
  offers: readonly Offer[],
): Answer | null {
  const links = [
    ['/search', 'Search property'],
    ['/about', 'About'],
  ] as const;
  if (request.path === '/')
    return portalPage(portal.name, {
      title: `Property in ${portal.city}`,
      links,
      body:
        paragraph(`Houses, flats, plots and shops for sale and rent in ${portal.city}, by locality.`) +
        madeUp(MADE_UP),
    });
  if (request.path === '/about')
    return portalPage(portal.name, { title: 'About', links, body: madeUp(MADE_UP) });
  if (request.path === '/search')
    return portalPage(portal.name, { title: 'Search property', links, body: searchForm(portal) });
  if (request.path === '/search/results')
    return portalPage(portal.name, { title: 'Offers', links, body: results(portal, request, offers) });
  const [, id] = /^\/offer\/(\d{1,4})$/.exec(request.path) ?? [];
  const offer = offers.find((one) => String(one.id) === id);
  return offer ? portalPage(portal.name, { title: headline(offer), links, body: detail(offer) }) : null;
}

function searchForm({ method, localities }: PropertyPortal): string {
  return form(
    '/search/results',
    method,
    choose({
      name: 'locality',
      label: 'Locality',
      choices: [['', 'All localities'], ...localities.map(([name]) => [name, name] as const)],
    }) +
      choose({
        name: 'purpose',
        label: 'For',
        choices: [
          ['', 'Any'],
          ['sale', 'Sale'],
          ['rent', 'Rent'],
        ],
      }) +
      choose({
        name: 'kind',
        label: 'Property type',
        choices: [['', 'Any type'], ...Object.keys(KINDS).map((kind) => [kind, kind] as const)],
      }),
    'Search',
  );
}

function results(
  { city, method }: PropertyPortal,
  request: PracticeRequest,
  offers: readonly Offer[],
): string {
  const given = new URLSearchParams([...request.query, ...request.body]);
  const asked = (name: string, value: string) => ['', value].includes(given.get(name) ?? '');
  const found = offers.filter(
    ({ locality, deal, kind }) =>
      asked('locality', locality) && asked('purpose', deal) && asked('kind', kind),
  );
  if (found.length === 0) return paragraph('No property found. Please change your search.');
  const page = Math.max(1, Number(given.get('page') ?? 1) || 1);
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const cards = shown
    .map((offer) =>
      element(
        'article',
        { class: 'offer' },
        `<h2>${link(`/offer/${offer.id}`, headline(offer))}</h2>` +
          `<p class="price">${escapeHtml(priceText(offer))}</p><p class="size">${escapeHtml(sizeText(offer))}</p>` +
          `<p class="place">${escapeHtml(`${offer.locality}, ${city}`)}</p>`,
      ),
    )
    .join('');
  const next = new URLSearchParams(given);
  next.set('page', String(page + 1));
  const more =
    page * PAGE_SIZE < found.length
      ? `<p class="pages">${link(`/search/results?${next}`, 'Next page', { rel: 'next' })}</p>`
      : '';
  // A list that was asked for by POST goes on by GET: its pages can be linked to.
  return madeUp(MADE_UP) + paragraph(`${found.length} offers (${method}).`) + cards + more;
}

const headline = ({ kind, deal, locality, city, bedrooms }: Offer): string =>
  `${bedrooms === null ? '' : `${bedrooms} BHK `}${kind} for ${deal} in ${locality}, ${city}`;

/** Prices and sizes as Indian portals write them, by turns. */
function priceText({ id, price, deal }: Offer): string {
  const month = deal === 'rent' ? ' per month' : '';
  if (price >= 10_000_000) return `₹ ${price / 10_000_000} Crore${month}`;
  if (price >= 100_000)
    return id % 2 === 0 ? `₹ ${price / 100_000} Lakh${month}` : `₹ ${price / 100_000} Lac(s)${month}`;
  return `₹ ${price.toLocaleString('en-IN')}${month}`;
}

function sizeText({ id, squareFeet, kind }: Offer): string {
  if (kind === 'plot' && id % 3 === 0) return `${squareFeet / 9} Sq-yrd`;
  if (kind === 'plot' && id % 3 === 1) return `${squareFeet / 272.25} Marla`;
  return `${squareFeet} Sq-ft`;
}

function detail(offer: Offer): string {
  return (
    madeUp(MADE_UP) +
    table(
      'Offer',
      ['Price', 'Area', 'Locality', 'City', 'For', 'Type'],
      [[priceText(offer), sizeText(offer), offer.locality, offer.city, offer.deal, offer.kind]],
    )
  );
}
