import { type Catalog, day } from './catalog.ts';
import { CITIES, COUNTRIES } from './places.ts';

const KINDS = ['Apartment', 'Bed and breakfast', 'Guest house', 'Hostel', 'Hotel', 'Inn', 'Resort'];

export const hotel: Catalog = {
  subject: 'hotel',
  plural: {
    en: ['hotels', 'places to stay'],
    de: ['Hotels', 'Unterkünfte'],
    fr: ['hôtels'],
    es: ['hoteles'],
  },
  fields: [
    {
      column: 'title',
      kind: 'text',
      labels: {
        en: ['Hotel name', 'Name of hotel'],
        de: ['Hotelname'],
        fr: ["Nom de l'hôtel"],
        es: ['Nombre del hotel'],
      },
      names: ['hotel', 'hotelname', 'name', 'property_name'],
      make: (random) =>
        `${random.pick(['Hotel', 'Grand Hotel', 'The', 'Park Hotel', 'Residence', 'Villa'])} ${random.pick(['Astoria', 'Belvedere', 'Bristol', 'Central', 'Continental', 'Europa', 'Excelsior', 'Golden Lion', 'Harbour View', 'Imperial', 'Linden', 'Metropol', 'Old Mill', 'Royal', 'Savoy', 'Splendid', 'Terminus', 'White Horse'])}`,
    },
    {
      column: 'country',
      kind: 'choice',
      values: COUNTRIES,
      labels: { en: ['Country'], de: ['Land'], fr: ['Pays'], es: ['País'] },
      names: ['country', 'land', 'ctry'],
      make: (random) => random.pick(COUNTRIES),
    },
    {
      column: 'city',
      kind: 'choice',
      within: { column: 'country', values: CITIES },
      labels: {
        en: ['City', 'Where to?', 'Town'],
        de: ['Ort', 'Stadt'],
        fr: ['Ville'],
        es: ['Ciudad', 'Destino'],
      },
      names: ['city', 'dest', 'town', 'place', 'location'],
      make: (random, row) => random.pick(CITIES[String(row.country)] ?? ['Vienna']),
    },
    {
      column: 'kind',
      kind: 'choice',
      values: KINDS,
      labels: {
        en: ['Type of accommodation', 'Accommodation'],
        de: ['Unterkunftsart'],
        fr: ["Type d'hébergement"],
        es: ['Tipo de alojamiento'],
      },
      names: ['type', 'accommodation', 'kind'],
      make: (random) => random.pick([...KINDS, 'Hotel', 'Hotel', 'Hotel']),
    },
    {
      column: 'stars',
      kind: 'choice',
      values: ['2', '3', '4', '5'],
      labels: { en: ['Stars', 'Hotel class'], de: ['Sterne'], fr: ['Étoiles'], es: ['Estrellas'] },
      names: ['stars', 'class', 'rating'],
      make: (random) => String(random.int(2, 5)),
    },
    {
      column: 'board',
      kind: 'choice',
      values: ['Room only', 'Breakfast', 'Half board', 'Full board'],
      labels: { en: ['Board', 'Meals'], de: ['Verpflegung'], fr: ['Pension'], es: ['Régimen'] },
      names: ['board', 'meals', 'mealplan'],
      make: (random) => random.pick(['Room only', 'Breakfast', 'Breakfast', 'Half board', 'Full board']),
    },
    {
      column: 'free',
      kind: 'date',
      labels: {
        en: ['Check-in', 'Arrival', 'Arrival date'],
        de: ['Anreise'],
        fr: ["Date d'arrivée"],
        es: ['Entrada'],
      },
      names: ['checkin', 'arrival', 'arr', 'date_in'],
      make: (random, _row, now) => day(now, random.int(0, 45)),
    },
    {
      column: 'price',
      kind: 'number',
      unit: '€',
      steps: [40, 60, 80, 120, 180, 250],
      labels: {
        en: ['Price per night', 'Room rate'],
        de: ['Preis pro Nacht'],
        fr: ['Prix par nuit'],
        es: ['Precio por noche'],
      },
      names: ['price', 'rate', 'ppn'],
      make: (random) => random.int(28, 320),
    },
  ],
  sentences: [
    'Every room has its own bathroom, free wireless internet and a view of {view}.',
    'Breakfast is served from seven to ten, and the bar stays open late.',
    'Check-in is from three in the afternoon; early arrival can be arranged with reception.',
    'The hotel lies {far} from the station, with parking behind the building.',
    'Guests praise the quiet rooms, the friendly staff and the generous breakfast.',
    'Double rooms, family rooms and suites can be booked with free cancellation up to two days before arrival.',
    'Compare room rates of {many} hotels, inns and guest houses and pay at the property.',
    'Half board includes a three-course dinner in the restaurant on the terrace.',
    'Pets are welcome for a small fee, and cots are free of charge.',
    'Choose a destination, your nights and the number of guests to see vacancies.',
    'The spa, the sauna and the indoor pool are open to all guests until ten.',
  ],
  pools: {
    view: ['the harbour', 'the old town', 'the gardens', 'the mountains', 'the river'],
    far: ['five minutes', 'a short walk', 'two stops', 'ten minutes by bus'],
    many: ['three hundred', 'two thousand', 'eight hundred'],
  },
  taglines: ['Hotels and rooms', 'A good night starts here', 'Stay somewhere nice', 'Rooms at fair rates'],
};
