import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Croatian',
  words: {
    'form/find': 'nadji',
    'form/search': 'pretraga, pretrazi, trazi',
    'form/login': 'prijava, prijavi',
    'form/password': 'lozinka',
    'form/recovery': 'zaboravljen*',
    'form/register': 'registracija',
    'form/user': 'korisni*',
    'answer/no-results': 'nema rezultata, nije pronadeno, nisu pronadeni, nista nije pronadeno',
    'answer/invalid': `
      unesite, molimo unesite, molimo odaberite, obavezno polje, polje je obavezno, neispravan*
    `,
    'list/next': 'sljedeca, sledeca, iduca',
    'list/found': 'rezultata, pronadeno',
  },
} satisfies LanguagePack;
