import { music } from '../catalogs/music.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const soundArchive = deepKind({
  name: 'sound-archive',
  summary: 'an archive of recordings: a keyword box by POST, and a browser by genre and label',
  domain: 'music',
  catalog: music,
  nouns: ['soundarchive', 'audio', 'discography', 'tracks'],
  tagline: 'A public archive of recorded music',
  records: [100, 2500],
  texts: ['Listening room', 'Digitisation'],
  textsFrom: '/collections',
  home: ['text'],
  forms: (draft) => [
    keywordForm(draft, {
      key: 'text',
      kind: 'keyword-post',
      catalog: music,
      action: '/archive-search',
      method: 'POST',
    }),
    fieldedForm(draft, {
      key: 'browse',
      kind: 'bounded-only',
      catalog: music,
      action: '/holdings',
      fields: [
        ['genre', 'select'],
        ['label', 'select'],
        ['medium', 'radio'],
      ],
    }),
  ],
  pages: () => [
    { path: '/collections', title: 'Collections', linkedFrom: 'nav' },
    {
      path: '/collections/holdings',
      title: 'Browse the holdings',
      linkedFrom: '/collections',
      forms: ['browse'],
    },
  ],
});
