import { premiere } from '../catalogs/premiere.ts';
import { bookingForm, pollForm } from '../forms/other-forms.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const cinema = deepKind({
  name: 'cinema',
  summary: 'premieres by city, cinema and date on the home page, a fuller search one step away, a poll',
  domain: 'premiere',
  catalog: premiere,
  nouns: ['cinemas', 'premieres', 'screens', 'filmhouse'],
  records: [80, 1200],
  texts: ['Tickets', 'Our houses'],
  textsFrom: 'nav',
  newsletter: true,
  home: ['programme', 'poll'],
  detailForms: ['booking'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'programme',
      kind: 'bounded-only',
      catalog: premiere,
      action: draft.random.pick(['/programme', '/whatson.php', '/premieres']),
      fields: [
        ['city', 'select'],
        ['venue', 'select'],
        ['genre', 'select'],
      ],
    }),
    fieldedForm(draft, {
      key: 'films',
      kind: 'mixed-get',
      catalog: premiere,
      action: '/films',
      fields: [
        ['title', 'text'],
        ['director', 'text'],
        ['opens', 'date'],
        ['version', 'radio'],
      ],
      title: 'Find a film',
    }),
    bookingForm(draft),
    pollForm(draft),
  ],
  pages: () => [{ path: '/find-a-film', title: 'Find a film', linkedFrom: 'nav', forms: ['films'] }],
});
