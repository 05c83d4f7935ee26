import type { Catalog } from './catalog.ts';

const DISTRICTS: Readonly<Record<string, readonly string[]>> = {
  Amritsar: ['Ranjit Avenue', 'Lawrence Road', 'Green Avenue', 'Putlighar', 'Chheharta'],
  Jalandhar: ['Model Town', 'Urban Estate', 'Adarsh Nagar', 'Cantonment', 'Basti Sheikh'],
  Ludhiana: ['Sarabha Nagar', 'Dugri', 'Civil Lines', 'Pakhowal Road', 'Gill Road'],
  London: ['Camden', 'Hackney', 'Islington', 'Lambeth', 'Southwark'],
  Berlin: ['Kreuzberg', 'Mitte', 'Neukölln', 'Pankow', 'Wedding'],
  Lisbon: ['Alfama', 'Alvalade', 'Belém', 'Chiado', 'Graça'],
};
const TOWNS = Object.keys(DISTRICTS);
const KINDS = ['Apartment', 'Bungalow', 'Farmhouse', 'House', 'Office', 'Plot', 'Shop', 'Studio', 'Villa'];

export const property: Catalog = {
  subject: 'property',
  plural: {
    en: ['properties', 'listings', 'homes'],
    de: ['Immobilien', 'Objekte'],
    fr: ['biens', 'annonces'],
    es: ['inmuebles', 'anuncios'],
  },
  fields: [
    {
      column: 'title',
      kind: 'text',
      labels: {
        en: ['Street or area', 'Address', 'Location'],
        de: ['Straße oder Viertel'],
        fr: ['Rue ou quartier'],
        es: ['Calle o zona'],
      },
      names: ['where', 'address', 'street', 'loc', 'area_text'],
      make: (random) =>
        `${random.int(1, 240)} ${random.pick(['Canal', 'Church', 'College', 'Garden', 'Hill', 'Lake', 'Mall', 'Market', 'Mill', 'Orchard', 'Park', 'School', 'Station', 'Temple'])} ${random.pick(['Road', 'Street', 'Lane', 'Avenue', 'Square'])}`,
    },
    {
      column: 'offer',
      kind: 'choice',
      values: ['For sale', 'To rent'],
      labels: {
        en: ['I want to', 'Buy or rent', 'Offer'],
        de: ['Kaufen oder mieten'],
        fr: ['Acheter ou louer'],
        es: ['Comprar o alquilar'],
      },
      names: ['offer', 'deal', 'tenure', 'buyrent'],
      make: (random) => random.pick(['For sale', 'To rent']),
    },
    {
      column: 'kind',
      kind: 'choice',
      values: KINDS,
      labels: {
        en: ['Property type', 'Type'],
        de: ['Objektart'],
        fr: ['Type de bien'],
        es: ['Tipo de inmueble'],
      },
      names: ['ptype', 'type', 'kind', 'category'],
      make: (random) => random.pick(KINDS),
    },
    {
      column: 'town',
      kind: 'choice',
      values: TOWNS,
      labels: { en: ['City', 'Town'], de: ['Stadt'], fr: ['Ville'], es: ['Ciudad'] },
      names: ['city', 'town', 'region'],
      make: (random) => random.pick(TOWNS),
    },
    {
      column: 'district',
      kind: 'choice',
      within: { column: 'town', values: DISTRICTS },
      labels: {
        en: ['District', 'Neighbourhood', 'Area'],
        de: ['Stadtteil'],
        fr: ['Quartier'],
        es: ['Barrio'],
      },
      names: ['district', 'area', 'hood', 'locality'],
      make: (random, row) => random.pick(DISTRICTS[String(row.town)] ?? ['Mitte']),
    },
    {
      column: 'bedrooms',
      kind: 'number',
      steps: [1, 2, 3, 4],
      labels: { en: ['Bedrooms', 'Beds'], de: ['Schlafzimmer'], fr: ['Chambres'], es: ['Dormitorios'] },
      names: ['beds', 'bedrooms', 'rooms', 'br'],
      make: (random) => random.int(1, 6),
    },
    {
      column: 'area',
      kind: 'number',
      unit: 'm²',
      steps: [40, 60, 80, 120, 200],
      labels: { en: ['Floor area', 'Size'], de: ['Wohnfläche'], fr: ['Surface'], es: ['Superficie'] },
      names: ['area', 'size', 'sqm'],
      make: (random, row) => 22 * Number(row.bedrooms) + random.int(10, 70),
    },
    {
      column: 'price',
      kind: 'number',
      unit: '€',
      steps: [50_000, 100_000, 200_000, 350_000, 500_000],
      labels: { en: ['Price', 'Budget'], de: ['Preis'], fr: ['Prix', 'Budget'], es: ['Precio'] },
      names: ['price', 'budget', 'amount'],
      make: (random, row) => (row.offer === 'To rent' ? random.int(4, 32) * 100 : random.int(45, 700) * 1000),
    },
  ],
  sentences: [
    'This {adj} {kind} has {rooms} bedrooms, a fitted kitchen and a {extra}.',
    'Viewings are by appointment with our agent; the keys are at the office.',
    'Tenants pay the first month and a deposit of two rents when they sign the lease.',
    'The plot lies {near} and may be built on up to three floors.',
    'Houses and apartments for sale or to rent, with floor plans and photographs.',
    'The landlord has renewed the roof, the wiring and the heating.',
    'Mortgage advice is free for buyers who register their search with us.',
    'The estate agency was founded in {year} and manages over four hundred homes.',
    'Narrow the listings by district, bedrooms, floor area and price.',
    'The asking price includes one parking space and a share of the garden.',
    'New apartments in the second phase are ready for possession in spring.',
  ],
  pools: {
    adj: ['bright', 'spacious', 'newly renovated', 'quiet'],
    kind: ['apartment', 'house', 'villa', 'bungalow'],
    rooms: ['two', 'three', 'four'],
    extra: ['balcony', 'garden', 'garage', 'roof terrace'],
    near: ['near the station', 'close to schools', 'beside the park', 'at the edge of town'],
    year: ['1962', '1978', '1991'],
  },
  taglines: [
    'Homes for sale and to rent',
    'Find your next home',
    'Estate agents since long ago',
    'Property made simple',
  ],
};
