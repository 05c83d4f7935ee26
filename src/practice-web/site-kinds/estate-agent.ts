import { property } from '../catalogs/property.ts';
import { uploadForm } from '../forms/other-forms.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const estateAgent = deepKind({
  name: 'estate-agent',
  summary:
    'an estate agent: buy or rent by radio buttons with ranges on the home page, a reference box in the header, an upload',
  domain: 'property',
  catalog: property,
  nouns: ['homes', 'estates', 'realty', 'property'],
  records: [150, 2500],
  texts: ['Mortgages', 'Landlords'],
  textsFrom: 'nav',
  members: true,
  home: ['homes'],
  header: ['area'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'homes',
      kind: 'mixed-ranges',
      catalog: property,
      action: draft.random.pick(['/listings', '/results.asp', '/search-homes']),
      fields: [
        ['offer', 'radio'],
        ['title', 'text'],
        ['kind', 'select'],
        ['bedrooms', 'select'],
        ['price', 'range-select'],
        ['area', 'range-text'],
      ],
    }),
    keywordForm(draft, { key: 'area', kind: 'keyword-every-page', catalog: property, action: '/area' }),
    uploadForm(draft),
  ],
  pages: () => [{ path: '/sell', title: 'Sell your home', linkedFrom: 'nav', forms: ['upload'] }],
});
