import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Slovak',
  words: {
    'form/search': 'hladat, hladaj, *vyhlad*',
    'field/query-word': 'hladat',
    'answer/no-results': 'neboli najdene, nenasli sa, ziadne vysledky, nenaslo sa, nenasli sme',
    'answer/invalid': 'zadajte aspon, vyplnte aspon, povinny udaj',
    'list/next': 'dalsie, dalsia, nasledujuca',
    'list/more': 'nacitat dalsie, zobrazit viac',
    'record/category': 'kategoria',
    'option/any': [String.raw`vsetk\w+`],
  },
} satisfies LanguagePack;
