import { book } from '../catalogs/book.ts';
import type { Catalog } from '../catalogs/catalog.ts';
import { languageForm } from '../forms/other-forms.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

const BEGINNINGS =
  'Alt,Am,Bar,Bel,Bran,Burg,Cal,Car,Dal,Der,Ebers,Eck,Fal,Frei,Gal,Grun,Hal,Harz,Ilm,Isen,Kal,Klein,Lan,Lind,Mar,Mol,Nord,Nieder,Ober,Ost,Pal,Rams,Ros,Sal,Schon,Stein,Sul,Tal,Tor,Ul,Val,Wald,Wein,West,Win,Zell,Bad,Hoch,Mittel,Neu'.split(
    ',',
  );
const ENDINGS =
  'bach,berg,bridge,burg,bury,by,court,dale,dorf,feld,ford,gate,ham,hausen,heim,hof,holm,kirchen,land,leben,ley,mar,mark,mere,minster,mouth,munster,ness,pool,port,rode,rup,sea,sex,stadt,stead,stein,stoke,stow,sted,thal,thorpe,ton,vale,villa,ville,wick,wold,worth,zell,au,eck,ach,ow,itz,ing,en,er,by-Sea,am-Main,an-der-Saar,sur-Loire,on-Avon,in-Elmet,under-Lyne,le-Grand,la-Ville,Abbas,Magna,Parva,Regis,Superior,Inferior,Novo,Vecchio,Alto,Basso,Nord,Sud,Est,Ouest,Ost,West,Mitte,Dorf,Stadt,Markt,Hafen,Bruck,Furt,Weiler,Kreuz,Kapell,Brunn,Quell,Wasser,Moor,Heide,Busch,Forst,Hain'.split(
    ',',
  );

const PLACES = BEGINNINGS.flatMap((start) => ENDINGS.map((end) => start + end));

/** Books with their place of print, of which there are five thousand to choose from. */
const rareBook: Catalog = {
  ...book,
  fields: [
    ...book.fields,
    {
      column: 'place',
      kind: 'choice',
      values: PLACES,
      labels: {
        en: ['Place of print'],
        de: ['Druckort'],
        fr: ["Lieu d'impression"],
        es: ['Lugar de impresión'],
      },
      names: ['place', 'printed_at', 'pl'],
      make: (random) => random.pick(PLACES),
    },
  ],
};

export const antiquarian = deepKind({
  name: 'antiquarian',
  summary:
    'rare books: a search box with no form element, a script-built finder, a select of 5,000 options three steps away',
  domain: 'book',
  catalog: book,
  nouns: ['rarebooks', 'antiquariat', 'folios', 'firsteditions'],
  tagline: 'Rare books, maps and prints',
  holds: rareBook,
  records: [60, 900],
  texts: ['We buy books', 'Fairs'],
  home: ['box'],
  footer: ['language'],
  forms: (draft) => [
    keywordForm(draft, {
      key: 'box',
      kind: 'keyword-formless',
      catalog: book,
      action: '/stock',
      appears: 'formless',
    }),
    fieldedForm(draft, {
      key: 'finder',
      kind: 'mixed-script',
      catalog: book,
      action: '/stock/find',
      appears: 'script',
      fields: [
        ['author', 'text'],
        ['genre', 'select'],
        ['price', 'range-text'],
      ],
    }),
    fieldedForm(draft, {
      key: 'place',
      kind: 'huge-select',
      catalog: rareBook,
      action: '/stock/by-place',
      fields: [
        ['title', 'text'],
        ['year', 'range-select'],
        ['place', 'select'],
      ],
    }),
    languageForm(draft),
  ],
  pages: () => [
    { path: '/finder', title: 'Book finder', linkedFrom: 'nav', forms: ['finder'] },
    { path: '/collectors', title: 'For collectors', linkedFrom: 'nav' },
    { path: '/collectors/tools', title: 'Tools', linkedFrom: '/collectors' },
    {
      path: '/collectors/tools/places',
      title: 'Search by place of print',
      linkedFrom: '/collectors/tools',
      forms: ['place'],
    },
  ],
});
