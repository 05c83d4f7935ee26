/** Subjects of hard kinds whose words are rare, or in another script. */

import type { Catalog, Field } from '../catalogs/catalog.ts';
import { day } from '../catalogs/catalog.ts';
import { noun } from '../catalogs/nouns.ts';
import { person } from '../catalogs/people.ts';
import type { Random } from '../seeded.ts';

const same = (label: string): Field['labels'] => ({ en: [label], de: [label], fr: [label], es: [label] });

const field = (column: string, label: string, make: Field['make'], more: Partial<Field> = {}): Field => ({
  column,
  kind: 'text',
  labels: same(label),
  names: [column],
  make,
  ...more,
});

const SYLLABLES = 'ba cor del fo gra hel is ju ka lo mi nar os pe qui ro sa ti ul ve xa zo'.split(' ');
const latin = (random: Random, ending: string): string =>
  `${random.pick(SYLLABLES)}${random.pick(SYLLABLES)}${random.pick(SYLLABLES)}${ending}`;
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The same subject with a word in each title that few others have, as texts have in the long tail of their words. */
export const tailed = (catalog: Catalog): Catalog => ({
  ...catalog,
  fields: catalog.fields.map((one, at) =>
    at === 0
      ? { ...one, make: (random, row, now) => `${one.make(random, row, now)}, ${noun(random).toLowerCase()}` }
      : one,
  ),
});

/** A herbarium: no two names are alike, so an answer has a row or two. */
export const plants: Catalog = {
  subject: 'plant',
  plural: { en: ['specimens', 'sheets'], de: ['Belege'], fr: ['planches'], es: ['pliegos'] },
  fields: [
    field(
      'title',
      'Name',
      (random) => `${capital(latin(random, random.pick(['a', 'um', 'us'])))} ${latin(random, 'is')}`,
    ),
    field('collector', 'Collected by', (random) => person(random)),
    field('habitat', 'Habitat', (random) => random.pick(['Bog', 'Dune', 'Hedge', 'Meadow', 'Scree']), {
      kind: 'choice',
      values: ['Bog', 'Dune', 'Hedge', 'Meadow', 'Scree'],
    }),
    field('date', 'Date', (random, _row, now) => day(now, -random.int(9000, 40_000)), { kind: 'date' }),
  ],
  sentences: [
    'Each sheet carries a pressed plant, its name and the place where it was taken.',
    'The oldest specimens came by sea and were mounted again in the last century.',
    'Visitors may see sheets on two mornings of the week, by arrangement.',
    'Names follow the register; older names are kept in pencil.',
    'The drying room is closed in {month}.',
  ],
  pools: { month: ['March', 'July', 'November'] },
  taglines: ['Forty cabinets of pressed plants', 'The herbarium'],
};

const WHO = ['Оксана', 'Тарас', 'Марія', 'Степан', 'Леся', 'Богдан', 'Ганна', 'Остап'];
const WHERE = ['Полтава', 'Чернівці', 'Одеса', 'Харків', 'Ужгород', 'Луцьк', 'Канів', 'Ромни'];
const WHAT =
  'весна ярмарок дорога хліб сніг свято школа ліс пароплав вишня млин сад річка хата музика полин горіх церква човен зірка мед вогонь сорочка колодязь калина вітер поле бджоли листопад віз'.split(
    ' ',
  );

/** Letters in Ukrainian. */
export const letters: Catalog = {
  subject: 'letter',
  plural: { en: ['листів'], de: ['листів'], fr: ['листів'], es: ['листів'] },
  fields: [
    field('title', 'Тема', (random) => `Лист про ${random.pick(WHAT)} і ${random.pick(WHAT)}`),
    field('writer', 'Автор', (random) => random.pick(WHO)),
    field('place', 'Місце', (random) => random.pick(WHERE)),
    field('date', 'Дата', (random, _row, now) => day(now, -random.int(9000, 40_000)), { kind: 'date' }),
  ],
  sentences: [
    'Збірка містить листування кількох родин за пів століття.',
    'Усі тексти переписано з рукописів без змін.',
    'Читальна зала відчинена щодня, крім неділі.',
    'Передруки дозволено з посиланням на збірку.',
    'Дякуємо всім, хто передав нам {what}.',
  ],
  pools: { what: ['листи', 'світлини', 'щоденники'] },
  taglines: ['Родинне листування', 'Збірка листів'],
};

const PEAKS = [
  'Áigle',
  'Brünn',
  'Çeşme',
  'Łódź',
  'Öland',
  'Příbram',
  'Sète',
  'Tromsø',
  'Úbeda',
  'Žilina',
  'Åmål',
  'Évora',
];
const VIEWS = [
  'clocher',
  'Brücke',
  'puerto',
  'rynek',
  'fyr',
  'zámek',
  'église',
  'Schloß',
  'peñón',
  'kościół',
];

/** Postcards whose words have signs above and below their letters, and are found only when these are written. */
export const postcards: Catalog = {
  subject: 'postcard',
  plural: { en: ['postcards'], de: ['Ansichtskarten'], fr: ['cartes'], es: ['postales'] },
  fields: [
    field('title', 'View', (random) => `${random.pick(PEAKS)}, ${random.pick(VIEWS)}`),
    field('publisher', 'Publisher', (random) => person(random)),
    field('date', 'Sent', (random, _row, now) => day(now, -random.int(15_000, 45_000)), { kind: 'date' }),
  ],
  sentences: [
    'The cards were collected at fairs between the wars.',
    'Names are given as they are printed on the card.',
    'Backs are shown where somebody wrote on them.',
    'Most cards travelled; the stamps were cut off long ago.',
    'The album of {kind} cards is being restored.',
  ],
  pools: { kind: ['tinted', 'embossed', 'folding'] },
  taglines: ['Places as they were sent home', 'Picture postcards'],
};
