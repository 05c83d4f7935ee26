import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Bengali',
  words: {
    'answer/no-results': 'কোনো ফলাফল, পাওয়া যায়নি',
    'list/next': 'পরবর্তী',
  },
} satisfies LanguagePack;
