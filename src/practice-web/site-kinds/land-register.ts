import { property } from '../catalogs/property.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const landRegister = deepKind({
  name: 'land-register',
  summary:
    'a register of homes: a list whose every third choice is too much for the server, a street that must be given',
  domain: 'property',
  catalog: property,
  nouns: ['register', 'parcels', 'estates', 'cadastre'],
  records: [300, 5000],
  texts: ['Fees', 'How to read an entry'],
  home: [],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'entries',
      kind: 'failing-choices',
      catalog: property,
      action: '/entries',
      fields: [
        ['kind', 'select'],
        ['town', 'select'],
        ['bedrooms', 'select'],
      ],
      any: 'first',
      more: { overloaded: true },
    }),
    fieldedForm(draft, {
      key: 'street',
      kind: 'required-text',
      catalog: property,
      action: '/by-street',
      method: 'POST',
      fields: [
        ['title', 'text'],
        ['offer', 'radio'],
      ],
      required: ['title'],
      requiredBy: 'server',
    }),
  ],
  pages: () => [
    { path: '/search', title: 'Search the register', linkedFrom: 'nav', forms: ['entries'] },
    { path: '/search/street', title: 'Search by street', linkedFrom: '/search', forms: ['street'] },
  ],
});
