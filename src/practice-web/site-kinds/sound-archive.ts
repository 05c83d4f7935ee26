import { music } from '../catalogs/music.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import type { SiteKind } from '../site.ts';
import { aboutPage, contactPage, database, homePage, linksPages, parts, sidePages } from './assemble.ts';

export const soundArchive: SiteKind = {
  name: 'sound-archive',
  summary: 'an archive of recordings: a keyword box by POST, and a browser by genre and label',
  domain: 'music',
  nouns: ['soundarchive', 'audio', 'discography', 'tracks'],
  describe: (draft) => {
    const shared = parts(contactPage(draft));
    return {
      tagline: 'A public archive of recorded music',
      databases: [database(draft, music, 'music', [100, 2500])],
      forms: [
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
        ...shared.forms,
      ],
      pages: [
        homePage(draft, music, ['text']),
        { path: '/collections', title: 'Collections', linkedFrom: 'nav' },
        {
          path: '/collections/holdings',
          title: 'Browse the holdings',
          linkedFrom: '/collections',
          forms: ['browse'],
        },
        ...sidePages(draft, music, ['Listening room', 'Digitisation'], '/collections'),
        aboutPage(draft, music),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
