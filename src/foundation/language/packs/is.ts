import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Icelandic',
  words: {
    'form/search': 'leita, leit',
    'answer/no-results': 'ekki fannst, engar nidurstodur',
    'list/next': 'naesta',
  },
} satisfies LanguagePack;
