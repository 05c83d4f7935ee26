import type { Catalog } from './catalog.ts';
import { noun } from './nouns.ts';
import { person } from './people.ts';

const GENRES = [
  'Ambient',
  'Bhangra',
  'Blues',
  'Chamber music',
  'Choral',
  'Country',
  'Electronic',
  'Folk',
  'Hip hop',
  'Jazz',
  'Metal',
  'Opera',
  'Pop',
  'Punk',
  'Reggae',
  'Rock',
  'Soul',
  'Symphonic',
];
const LABELS = [
  'Aurora',
  'Blackwood',
  'Coral',
  'Deep Channel',
  'Electra',
  'Fieldnotes',
  'Groove Street',
  'Halcyon',
  'Ironbark',
  'Juno',
];

export const music: Catalog = {
  subject: 'music',
  plural: {
    en: ['recordings', 'albums', 'records'],
    de: ['Alben', 'Tonträger'],
    fr: ['disques', 'albums'],
    es: ['discos'],
  },
  fields: [
    {
      column: 'title',
      kind: 'text',
      labels: {
        en: ['Album', 'Title', 'Album or song'],
        de: ['Album', 'Titel'],
        fr: ['Album', 'Titre'],
        es: ['Álbum'],
      },
      names: ['album', 'title', 'release', 'song', 'titel'],
      make: (random) =>
        random.pick([
          () =>
            `${random.pick(['Electric', 'Velvet', 'Slow', 'Neon', 'Blue', 'Acoustic', 'Midnight', 'Stereo', 'Desert', 'Glass'])} ${random.pick(['Hearts', 'Nocturne', 'Avenue', 'Sessions', 'Tides', 'Machine', 'Serenade', 'Horizon', 'Echoes', 'Parade'])}`,
          () => `${noun(random)} and ${noun(random)}`,
          () => `Live in ${random.pick(['Berlin', 'Amritsar', 'Montreux', 'Chicago', 'Lisbon', 'Osaka'])}`,
          () =>
            `${random.pick(['Sonatas', 'String Quartets', 'Preludes', 'Songs', 'Symphony'])} No. ${random.int(1, 12)}`,
        ])(),
    },
    {
      column: 'artist',
      kind: 'text',
      labels: {
        en: ['Artist', 'Band or artist', 'Performer'],
        de: ['Künstler', 'Interpret'],
        fr: ['Artiste', 'Interprète'],
        es: ['Artista', 'Intérprete'],
      },
      names: ['artist', 'band', 'performer', 'interpret', 'ar'],
      make: (random) =>
        random.chance(0.5)
          ? person(random)
          : `The ${random.pick(['Paper', 'Velvet', 'Northern', 'Copper', 'Lazy', 'Electric', 'Wandering'])} ${random.pick(['Kites', 'Foxes', 'Lanterns', 'Engines', 'Sparrows', 'Quartet', 'Orchestra'])}`,
    },
    {
      column: 'genre',
      kind: 'choice',
      values: GENRES,
      labels: {
        en: ['Genre', 'Style'],
        de: ['Genre', 'Musikrichtung'],
        fr: ['Genre', 'Style'],
        es: ['Género', 'Estilo'],
      },
      names: ['genre', 'style', 'g'],
      make: (random) => random.pick(GENRES),
    },
    {
      column: 'medium',
      kind: 'choice',
      values: ['Vinyl', 'CD', 'Cassette', 'Download'],
      labels: { en: ['Format', 'Medium', 'Media'], de: ['Tonträger'], fr: ['Support'], es: ['Formato'] },
      names: ['format', 'medium', 'media'],
      make: (random) => random.pick(['Vinyl', 'CD', 'CD', 'Cassette', 'Download']),
    },
    {
      column: 'label',
      kind: 'choice',
      values: LABELS,
      labels: { en: ['Label', 'Record label'], de: ['Label'], fr: ['Label'], es: ['Sello'] },
      names: ['label', 'lbl', 'company'],
      make: (random) => random.pick(LABELS),
    },
    {
      column: 'year',
      kind: 'number',
      steps: [1960, 1970, 1980, 1990, 2000, 2010, 2020],
      labels: { en: ['Year', 'Released'], de: ['Jahr'], fr: ['Année'], es: ['Año'] },
      names: ['year', 'released', 'y'],
      make: (random, _row, now) => now.getUTCFullYear() - random.int(0, 65),
    },
    {
      column: 'price',
      kind: 'number',
      unit: '€',
      steps: [5, 10, 20, 40, 80],
      labels: { en: ['Price'], de: ['Preis'], fr: ['Prix'], es: ['Precio'] },
      names: ['price', 'cost', 'pr'],
      make: (random) => random.int(3, 95),
    },
  ],
  sentences: [
    'The band recorded the album in {days} days, mostly live, with {instrument} and two guitars.',
    'Vinyl lovers will find original pressings, reissues and picture discs in our racks.',
    'Listen to thirty seconds of every track before you buy the record.',
    'The singer returns with {number} new songs and a tour that ends in {city}.',
    'Our music shop stocks jazz, folk, classical recordings and a wall of electronic twelve-inches.',
    'The orchestra plays the symphony with period instruments and brisk tempi.',
    'A limited edition comes with lyrics, a poster and a bonus disc of remixes.',
    'Search by artist, album, genre or label to see every release we have.',
    'Critics compared the melody of the opening track to early soul records.',
    'Concert tickets go on sale on Friday for members of the fan club.',
    'The solo on {instrument} in the second song has been sampled a dozen times.',
  ],
  pools: {
    days: ['five', 'nine', 'twelve'],
    instrument: ['a borrowed piano', 'a tabla', 'a cello', 'an old synthesizer', 'a trumpet'],
    number: ['eleven', 'nine', 'fourteen'],
    city: ['Leipzig', 'Manchester', 'Kyoto', 'Ludhiana'],
  },
  taglines: ['Records, CDs and more', 'Music for every room', 'Vinyl is not dead', 'Sounds worth keeping'],
};
