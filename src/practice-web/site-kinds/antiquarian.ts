import { book } from '../catalogs/book.ts';
import { languageForm } from '../forms/other-forms.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import { slug } from '../html.ts';
import type { ControlSpec, SiteKind } from '../site.ts';
import { aboutPage, contactPage, database, homePage, linksPages, parts, sidePages } from './assemble.ts';

const BEGINNINGS =
  'Alt,Am,Bar,Bel,Bran,Burg,Cal,Car,Dal,Der,Ebers,Eck,Fal,Frei,Gal,Grun,Hal,Harz,Ilm,Isen,Kal,Klein,Lan,Lind,Mar,Mol,Nord,Nieder,Ober,Ost,Pal,Rams,Ros,Sal,Schon,Stein,Sul,Tal,Tor,Ul,Val,Wald,Wein,West,Win,Zell,Bad,Hoch,Mittel,Neu'.split(
    ',',
  );
const ENDINGS =
  'bach,berg,bridge,burg,bury,by,court,dale,dorf,feld,ford,gate,ham,hausen,heim,hof,holm,kirchen,land,leben,ley,mar,mark,mere,minster,mouth,munster,ness,pool,port,rode,rup,sea,sex,stadt,stead,stein,stoke,stow,sted,thal,thorpe,ton,vale,villa,ville,wick,wold,worth,zell,au,eck,ach,ow,itz,ing,en,er,by-Sea,am-Main,an-der-Saar,sur-Loire,on-Avon,in-Elmet,under-Lyne,le-Grand,la-Ville,Abbas,Magna,Parva,Regis,Superior,Inferior,Novo,Vecchio,Alto,Basso,Nord,Sud,Est,Ouest,Ost,West,Mitte,Dorf,Stadt,Markt,Hafen,Bruck,Furt,Weiler,Kreuz,Kapell,Brunn,Quell,Wasser,Moor,Heide,Busch,Forst,Hain'.split(
    ',',
  );

/** A select of five thousand places of print. The records do not know their place, so it narrows nothing. */
const places: ControlSpec = {
  name: 'place',
  type: 'select',
  label: 'Place of print',
  choices: [
    { value: '', label: 'any', any: true },
    ...BEGINNINGS.flatMap((start) =>
      ENDINGS.map((end) => ({ value: slug(start + end), label: start + end, any: true })),
    ),
  ],
};

export const antiquarian: SiteKind = {
  name: 'antiquarian',
  summary:
    'rare books: a search box with no form element, a script-built finder, a select of 5,000 options three steps away',
  domain: 'book',
  nouns: ['rarebooks', 'antiquariat', 'folios', 'firsteditions'],
  describe: (draft) => {
    const shared = parts(contactPage(draft));
    const huge = fieldedForm(draft, {
      key: 'place',
      kind: 'huge-select',
      catalog: book,
      action: '/stock/by-place',
      fields: [
        ['title', 'text'],
        ['year', 'range-select'],
      ],
    });
    return {
      tagline: 'Rare books, maps and prints',
      databases: [database(draft, book, 'book', [60, 900])],
      forms: [
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
        { ...huge, controls: [...huge.controls, places] },
        languageForm(draft),
        ...shared.forms,
      ],
      footer: ['language'],
      pages: [
        homePage(draft, book, ['box']),
        { path: '/finder', title: 'Book finder', linkedFrom: 'nav', forms: ['finder'] },
        { path: '/collectors', title: 'For collectors', linkedFrom: 'nav' },
        { path: '/collectors/tools', title: 'Tools', linkedFrom: '/collectors' },
        {
          path: '/collectors/tools/places',
          title: 'Search by place of print',
          linkedFrom: '/collectors/tools',
          forms: ['place'],
        },
        ...sidePages(draft, book, ['We buy books', 'Fairs'], 'footer'),
        aboutPage(draft, book),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
