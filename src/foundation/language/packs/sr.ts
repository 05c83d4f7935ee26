import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Serbian',
  words: {
    'form/search': 'претрага, претражи',
    'answer/no-results': 'нема резултата, није пронађен*',
    'list/next': 'следећа',
    'list/found': 'резултата',
  },
} satisfies LanguagePack;
