import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Persian',
  words: {
    'form/search': 'جستجو',
    'answer/no-results': 'نتیجه ای یافت نشد, یافت نشد, موردی یافت',
    'answer/invalid': 'لطفا وارد, الزامی است',
    'list/next': 'بعدی, صفحه بعد',
    'list/more': 'بیشتر',
  },
} satisfies LanguagePack;
