import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Catalan',
  words: {
    'form/search': 'cercar',
    'answer/no-results': 'no s han trobat, cap resultat',
    'list/next': 'seguent',
  },
} satisfies LanguagePack;
