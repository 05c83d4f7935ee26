import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Slovenian',
  words: {
    'form/find': 'poisci',
    'form/search': '*iskanje*, isci, iskalnik',
    'form/password': 'geslo',
    'answer/no-results': 'ni rezultatov, ni zadetkov, nic najdeno, ni bilo najden*',
    'answer/invalid': 'vnesite vsaj, prosimo vnesite, obvezno polje, neveljav*',
    'list/next': 'naprej, naslednja',
    'list/found': 'rezultatov, najdenih',
  },
} satisfies LanguagePack;
