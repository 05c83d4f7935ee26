import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Latvian',
  words: {
    'form/find': 'atrast',
    'form/search': 'meklet, meklesana',
    'form/login': 'pieslegties',
    'form/password': 'parole',
    'answer/no-results': 'netika atrast*, nekas netika',
    'list/next': 'nakama, nakamais',
  },
} satisfies LanguagePack;
