import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Basque',
  words: {
    'form/search': 'bilatu',
    'answer/no-results': 'ez da emaitzarik',
    'list/next': 'hurrengoa',
  },
} satisfies LanguagePack;
