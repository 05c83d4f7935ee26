import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Tamil',
  words: {
    'answer/no-results': 'முடிவுகள் இல்லை',
    'list/next': 'அடுத்த',
  },
} satisfies LanguagePack;
