import { property } from '../catalogs/property.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const lettingPortal = deepKind({
  name: 'letting-portal',
  summary:
    'homes to let: sliders with an endless list of results, selects without "any", a form of tabs behind a button',
  domain: 'property',
  catalog: property,
  nouns: ['lettings', 'rooms', 'rentals', 'keys'],
  records: [300, 5000],
  texts: ['For landlords', 'Deposits'],
  home: ['sliders'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'sliders',
      kind: 'slider-pairs',
      catalog: property,
      action: '/homes',
      fields: [
        ['town', 'select'],
        ['price', 'slider-range'],
        ['area', 'slider-range'],
      ],
      more: { paging: 'scroll' },
    }),
    fieldedForm(draft, {
      key: 'must-choose',
      kind: 'any-absent',
      catalog: property,
      action: '/match',
      fields: [
        ['offer', 'select'],
        ['kind', 'select'],
      ],
      any: 'absent',
    }),
    fieldedForm(draft, {
      key: 'wishes',
      kind: 'shown-after-click',
      catalog: property,
      action: '/wishes',
      appears: 'click',
      fields: [
        ['town', 'select'],
        ['kind', 'checkbox'],
        ['price', 'range-text'],
      ],
      title: draft.words.advanced,
    }),
  ],
  pages: () => [
    { path: '/quick-match', title: 'Quick match', linkedFrom: 'nav', forms: ['must-choose'] },
    { path: '/all-wishes', title: 'Tell us your wishes', linkedFrom: 'nav', forms: ['wishes'] },
  ],
});
