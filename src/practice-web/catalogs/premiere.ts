import { type Catalog, day } from './catalog.ts';
import { noun } from './nouns.ts';
import { person } from './people.ts';
import { ALL_CITIES } from './places.ts';

const GENRES = [
  'Action',
  'Animation',
  'Comedy',
  'Crime',
  'Documentary',
  'Drama',
  'Family',
  'Fantasy',
  'Horror',
  'Musical',
  'Romance',
  'Thriller',
];
const VENUES = [
  'Apollo',
  'Astra',
  'Capitol',
  'Cinema Paradiso',
  'Gloria',
  'Kino International',
  'Lichtspiel',
  'Odeon',
  'Orpheum',
  'Rialto',
  'Roxy',
  'Scala',
  'Tivoli',
];

export const premiere: Catalog = {
  subject: 'premiere',
  plural: {
    en: ['premieres', 'films', 'movies'],
    de: ['Premieren', 'Filme'],
    fr: ['avant-premières', 'films'],
    es: ['estrenos', 'películas'],
  },
  fields: [
    {
      column: 'title',
      kind: 'text',
      labels: {
        en: ['Film', 'Movie title', 'Title'],
        de: ['Film', 'Filmtitel'],
        fr: ['Film', 'Titre du film'],
        es: ['Película', 'Título'],
      },
      names: ['film', 'movie', 'title', 'mv'],
      make: (random) =>
        random.pick([
          () =>
            `${random.pick(['Return to', 'Escape from', 'Nights in', 'The Road to', 'Farewell'])} ${random.pick(ALL_CITIES)}`,
          () =>
            `${random.pick(['Iron', 'Silver', 'Lonely', 'Electric', 'Secret', 'Final', 'Perfect'])} ${random.pick(['Verdict', 'Planet', 'Detective', 'Stranger', 'Wedding', 'Frontier', 'Heist'])}`,
          () =>
            `The ${noun(random)} ${random.pick(['Affair', 'Conspiracy', 'Tapes', 'Inheritance', 'Murders'])}`,
          () =>
            `The ${random.pick(['Astronaut', 'Conductor', 'Witness', 'Gambler', 'Puppeteer', 'Surgeon'])}'s ${random.pick(['Secret', 'Daughter', 'Game', 'Return', 'Oath'])}`,
        ])(),
    },
    {
      column: 'director',
      kind: 'text',
      labels: { en: ['Director', 'Directed by'], de: ['Regie'], fr: ['Réalisateur'], es: ['Director'] },
      names: ['director', 'dir', 'regie'],
      make: (random) => person(random),
    },
    {
      column: 'genre',
      kind: 'choice',
      values: GENRES,
      labels: { en: ['Genre', 'Kind of film'], de: ['Genre'], fr: ['Genre'], es: ['Género'] },
      names: ['genre', 'g', 'gnr'],
      make: (random) => random.pick(GENRES),
    },
    {
      column: 'city',
      kind: 'choice',
      values: [
        'Amritsar',
        'Berlin',
        'Chicago',
        'Dublin',
        'London',
        'Lyon',
        'Madrid',
        'Milan',
        'Toronto',
        'Vienna',
      ],
      labels: { en: ['City', 'Town'], de: ['Stadt'], fr: ['Ville'], es: ['Ciudad'] },
      names: ['city', 'town', 'ort', 'loc'],
      make: (random) =>
        random.pick([
          'Amritsar',
          'Berlin',
          'Chicago',
          'Dublin',
          'London',
          'Lyon',
          'Madrid',
          'Milan',
          'Toronto',
          'Vienna',
        ]),
    },
    {
      column: 'venue',
      kind: 'choice',
      values: VENUES,
      labels: {
        en: ['Cinema', 'Theatre', 'Venue'],
        de: ['Kino'],
        fr: ['Cinéma', 'Salle'],
        es: ['Cine', 'Sala'],
      },
      names: ['cinema', 'venue', 'theatre', 'kino'],
      make: (random) => random.pick(VENUES),
    },
    {
      column: 'opens',
      kind: 'date',
      labels: {
        en: ['Premiere date', 'Opening', 'In cinemas from', 'Date'],
        de: ['Premierendatum', 'Kinostart'],
        fr: ['Date de sortie'],
        es: ['Fecha de estreno'],
      },
      names: ['date', 'opening', 'premiere', 'day'],
      make: (random, _row, now) => day(now, random.int(0, 90)),
    },
    {
      column: 'version',
      kind: 'choice',
      values: ['Original', 'Dubbed', 'Subtitled'],
      labels: { en: ['Version', 'Language version'], de: ['Fassung'], fr: ['Version'], es: ['Versión'] },
      names: ['version', 'lv', 'fassung'],
      make: (random) => random.pick(['Original', 'Dubbed', 'Subtitled']),
    },
    {
      column: 'minutes',
      kind: 'number',
      unit: 'min',
      steps: [75, 90, 105, 120, 150],
      labels: { en: ['Running time', 'Length'], de: ['Laufzeit'], fr: ['Durée'], es: ['Duración'] },
      names: ['minutes', 'runtime', 'len'],
      make: (random) => random.int(64, 190),
    },
  ],
  sentences: [
    'The premiere takes place on the red carpet of the {venue}, with the director and the leading actors.',
    'The film opens in cinemas this {weekday}, in the original version with subtitles.',
    'A {mood} {genre} about {plot}, shot on location in one summer.',
    'Tickets for opening night can be reserved at the box office of each theatre.',
    'The trailer was seen a million times in its first week, and the screening sold out in an hour.',
    'Our calendar lists every premiere, preview and sneak show in your city.',
    'The screenplay won a prize at the festival before a single scene was filmed.',
    'Critics praised the cast, the camera work and an ending nobody saw coming.',
    'Late screenings start at eleven, matinées on Sunday mornings.',
    'The sequel arrives four years after the first movie, with a new cast.',
  ],
  pools: {
    venue: VENUES,
    weekday: ['Thursday', 'Friday', 'weekend'],
    mood: ['tense', 'warm-hearted', 'absurd', 'lavish'],
    genre: ['thriller', 'comedy', 'drama', 'documentary'],
    plot: [
      'a vanished conductor',
      'two rival magicians',
      'a heist that goes wrong',
      'the last cinema of a small town',
    ],
  },
  taglines: [
    'Film premieres near you',
    'What opens this week',
    'Opening nights and previews',
    'Cinema, first',
  ],
};
