import { music } from '../catalogs/music.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const recordFair = deepKind({
  name: 'record-fair',
  summary: 'a market of records: boxes that suggest, "any" at the end, only the first forty of any search',
  domain: 'music',
  catalog: music,
  nouns: ['recordfair', 'grooves', 'crates', 'turntable'],
  records: [400, 6000],
  answers: { cap: 40 },
  texts: ['Sell your records', 'Grading'],
  home: ['suggest'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'suggest',
      kind: 'datalist-boxes',
      catalog: music,
      action: '/crates',
      fields: [
        ['genre', 'datalist'],
        ['label', 'datalist'],
        ['artist', 'text'],
      ],
    }),
    fieldedForm(draft, {
      key: 'format',
      kind: 'any-last',
      catalog: music,
      action: '/formats',
      fields: [
        ['medium', 'select'],
        ['genre', 'select'],
        ['year', 'range-select'],
      ],
      any: 'last',
    }),
  ],
  pages: () => [{ path: '/by-format', title: 'By format', linkedFrom: 'nav', forms: ['format'] }],
});
