import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Bulgarian',
  words: {
    'form/find': 'намери',
    'form/search': 'търсене, търси',
    'answer/no-results': 'няма резултати, не са намерени, нищо не е намерено, няма намерени',
    'answer/invalid': 'моля въведете, моля попълнете, задължително поле, невалид*',
    'list/next': 'следваща, напред',
    'list/more': 'покажи още',
    'list/found': 'намерени',
    'list/of': ['от'],
  },
} satisfies LanguagePack;
