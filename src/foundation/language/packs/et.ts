import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Estonian',
  words: {
    'form/find': 'leia',
    'form/search': 'otsi, otsing',
    'form/login': 'logi sisse',
    'form/password': 'salasona',
    'form/register': 'regist, registreeri',
    'answer/no-results': 'ei leitud, tulemusi ei',
    'list/next': 'jargmine',
  },
} satisfies LanguagePack;
