import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Words of no one language, or of an unknown one',
  words: {
    'form/filter': 'filtr*, *filtr*',
    'form/go': 'start',
    'form/keyword': 'isbn',
    'form/queryCode': `
      q, qs, qq, s, sq, qry, kw, kwd, k, wd, w, ntt, sw, stext, st, substring, crit, criteria, txt, str, what
      key, search for, w 1, text
    `,
    'form/personal': 'tel, *telefon*, telephone, gsm',
    'form/user': 'شם משתמש',
    'form/captcha': 'antibot',
    'form/subscribe': `
      *mailchimp*, *mc embed*, mce, *list manage*, *createsend*, *feedburner*, *aweber*, *icontact*
      *constantcontact*, *mailpoet*
    `,
    'field/captcha': 'kaptcha, bot',
    'field/subscribe': 'abonn*',
    'field/phone': 'tel, telefon*, *telefon*, gsm',
    'field/price': 'ppn, usd, eur, gbp',
    'field/measure': 'len',
    'field/isbn': 'isbn, issn, ean, sku, upc, asin',
    'field/full-name': 'адиниз',
    'field/query-code': `
      q, qs, qq, s, sq, qry, kw, kwd, k, wd, w, ntt, sw, st, crit, criteria, txt, what, key, str, p, t, words
      text, sbox
    `,
    'control/lone-word': `
      ad, an, ar, art, born, barn, by, cap, den, ev, first, gun, il, in, kind, last, local, log, mes, mi, nap
      nem, oda, rum, tag, via, zi, luna, ay, human, opera, ceg
    `,
    'answer/no-results': 'נתיجهای',
    'record/isbn': 'isbn, isbn 13, isbn 10, ean, asin',
    'answer/none-found': [
      String.raw`(?:inga|inget|ingen) (?:\p{L}+ ){1,4}(?:hittade?s?|funnet|funnen|fundet)`,
      String.raw`zadn\p{L}+ (?:\p{L}+ ){1,4}(?:nenalezen|znalezion|nenajden)\p{L}*`,
    ],
    'list/to': ['се'],
    'list/about': [String.raw`ca\.`],
    'control/month': [
      'jan',
      'feb',
      'm[aä]r',
      'apr',
      'ma[iy]',
      'jun',
      'jul',
      'ao?[uû]',
      'sep',
      'o[ck]t',
      'nov',
      'd[ei][cz]',
    ],
    'control/low': ['1'],
    'control/high': ['2'],
  },
} satisfies LanguagePack;
