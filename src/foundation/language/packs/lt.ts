import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Lithuanian',
  words: {
    'form/find': 'rask',
    'form/search': 'paieska, ieskoti',
    'form/login': 'prisijung*',
    'form/password': 'slaptazod*',
    'form/subscribe': '*naujienlaiskis*',
    'answer/no-results': 'nerasta, nieko nerasta, rezultatu nera',
    'list/next': 'kitas, kitas puslapis',
  },
} satisfies LanguagePack;
