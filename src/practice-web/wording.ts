/** What the interface of a site says, by language. Each entry is a pool: no two sites need to say it alike. */

import { INDIC_WORDS } from './indic.ts';

type EuropeanLanguage = 'en' | 'de' | 'fr' | 'es';
export type IndicLanguage = 'hi' | 'pa';
export type Language = EuropeanLanguage | IndicLanguage;

export type Words = Readonly<Record<EuropeanLanguage, readonly string[]>>;

export const isIndic = (language: Language): language is IndicLanguage =>
  language === 'hi' || language === 'pa';

const WORDS = {
  search: {
    en: ['Search', 'Find', 'Go', 'Search now', 'Show results'],
    de: ['Suchen', 'Finden', 'Los'],
    fr: ['Rechercher', 'Chercher', 'OK'],
    es: ['Buscar', 'Ver resultados'],
  },
  advanced: {
    en: ['Advanced search', 'More search options', 'Detailed search'],
    de: ['Erweiterte Suche', 'Detailsuche'],
    fr: ['Recherche avancée'],
    es: ['Búsqueda avanzada'],
  },
  keyword: {
    en: ['Keywords', 'Search for', 'Words', 'Look for'],
    de: ['Suchbegriff', 'Stichwort'],
    fr: ['Mots clés', 'Votre recherche'],
    es: ['Palabras clave', 'Texto'],
  },
  results: {
    en: ['Search results', 'Results', 'What we found'],
    de: ['Suchergebnisse', 'Treffer'],
    fr: ['Résultats'],
    es: ['Resultados'],
  },
  found: {
    en: ['found', 'match your search', 'in our list'],
    de: ['Treffer', 'gefunden'],
    fr: ['résultats'],
    es: ['resultados'],
  },
  none: {
    en: [
      'Nothing matched your search.',
      'No results. Try fewer words.',
      'Sorry, we could not find anything.',
    ],
    de: ['Keine Treffer.', 'Leider nichts gefunden.'],
    fr: ['Aucun résultat.'],
    es: ['No hay resultados.'],
  },
  required: {
    en: ['Please fill in at least one field.', 'Please enter a search term.'],
    de: ['Bitte füllen Sie mindestens ein Feld aus.'],
    fr: ['Veuillez remplir au moins un champ.'],
    es: ['Rellene al menos un campo.'],
  },
  next: { en: ['Next', 'Next page', 'More »'], de: ['Weiter'], fr: ['Suivant'], es: ['Siguiente'] },
  previous: { en: ['Previous', 'Back'], de: ['Zurück'], fr: ['Précédent'], es: ['Anterior'] },
  home: { en: ['Home', 'Start', 'Front page'], de: ['Startseite'], fr: ['Accueil'], es: ['Inicio'] },
  about: {
    en: ['About us', 'About', 'Who we are'],
    de: ['Über uns'],
    fr: ['À propos'],
    es: ['Quiénes somos'],
  },
  contact: {
    en: ['Contact', 'Contact us', 'Write to us'],
    de: ['Kontakt'],
    fr: ['Contact'],
    es: ['Contacto'],
  },
  links: {
    en: ['Links', 'Friends', 'Elsewhere', 'Partners'],
    de: ['Links', 'Partner'],
    fr: ['Liens'],
    es: ['Enlaces'],
  },
  login: {
    en: ['Log in', 'Sign in', 'My account'],
    de: ['Anmelden'],
    fr: ['Connexion'],
    es: ['Iniciar sesión'],
  },
  register: {
    en: ['Register', 'Create account', 'Join now'],
    de: ['Registrieren'],
    fr: ['Créer un compte'],
    es: ['Crear cuenta'],
  },
  forgot: {
    en: ['Forgot your password?', 'Lost password'],
    de: ['Passwort vergessen?'],
    fr: ['Mot de passe oublié ?'],
    es: ['¿Olvidó su contraseña?'],
  },
  newsletter: {
    en: ['Newsletter', 'Get our news by mail', 'Stay in touch'],
    de: ['Newsletter'],
    fr: ["Lettre d'information"],
    es: ['Boletín'],
  },
  subscribe: {
    en: ['Subscribe', 'Sign up', 'Join'],
    de: ['Abonnieren'],
    fr: ["S'abonner"],
    es: ['Suscribirse'],
  },
  user: {
    en: ['User name', 'Username', 'Member name'],
    de: ['Benutzername'],
    fr: ["Nom d'utilisateur"],
    es: ['Usuario'],
  },
  password: { en: ['Password'], de: ['Passwort'], fr: ['Mot de passe'], es: ['Contraseña'] },
  repeat: {
    en: ['Repeat password', 'Confirm password'],
    de: ['Passwort wiederholen'],
    fr: ['Confirmer le mot de passe'],
    es: ['Repita la contraseña'],
  },
  email: {
    en: ['E-mail', 'Email address', 'Your e-mail'],
    de: ['E-Mail-Adresse'],
    fr: ['Adresse e-mail'],
    es: ['Correo electrónico'],
  },
  name: { en: ['Your name', 'Name', 'Full name'], de: ['Ihr Name'], fr: ['Votre nom'], es: ['Su nombre'] },
  message: {
    en: ['Message', 'Your message', 'Comment'],
    de: ['Nachricht'],
    fr: ['Message'],
    es: ['Mensaje'],
  },
  subject: { en: ['Subject', 'What is it about?'], de: ['Betreff'], fr: ['Sujet'], es: ['Asunto'] },
  send: { en: ['Send', 'Submit', 'Send message'], de: ['Absenden'], fr: ['Envoyer'], es: ['Enviar'] },
  order: {
    en: ['Add to cart', 'Order', 'Reserve', 'Buy now'],
    de: ['In den Warenkorb'],
    fr: ['Ajouter au panier'],
    es: ['Añadir al carrito'],
  },
  quantity: { en: ['Quantity', 'Qty'], de: ['Menge'], fr: ['Quantité'], es: ['Cantidad'] },
  sort: { en: ['Sort by', 'Order by'], de: ['Sortieren nach'], fr: ['Trier par'], es: ['Ordenar por'] },
  language: { en: ['Language'], de: ['Sprache'], fr: ['Langue'], es: ['Idioma'] },
  vote: { en: ['Vote', 'Cast your vote'], de: ['Abstimmen'], fr: ['Voter'], es: ['Votar'] },
  any: {
    en: ['Any', 'All', '-- any --', "Doesn't matter", '(all)'],
    de: ['Alle', 'Beliebig'],
    fr: ['Tous', 'Indifférent'],
    es: ['Todos', 'Cualquiera'],
  },
  choose: {
    en: ['Please choose', '-- select --', 'Select…'],
    de: ['Bitte wählen'],
    fr: ['Choisissez'],
    es: ['Elija'],
  },
  from: { en: ['from', 'min', 'at least'], de: ['von', 'ab'], fr: ['de', 'min'], es: ['desde', 'mín.'] },
  to: { en: ['to', 'max', 'up to'], de: ['bis'], fr: ['à', 'max'], es: ['hasta', 'máx.'] },
  featured: {
    en: ['New this week', 'Our choice', 'Just in', 'Popular now'],
    de: ['Neu eingetroffen'],
    fr: ['Nouveautés'],
    es: ['Novedades'],
  },
  similar: {
    en: ['You may also like', 'Similar', 'See also'],
    de: ['Ähnliche'],
    fr: ['Voir aussi'],
    es: ['Relacionados'],
  },
  thanks: {
    en: ['Thank you.', 'Thanks, we got it.'],
    de: ['Vielen Dank.'],
    fr: ['Merci.'],
    es: ['Gracias.'],
  },
  refused: {
    en: ['Wrong user name or password.', 'We do not know this combination.'],
    de: ['Benutzername oder Passwort falsch.'],
    fr: ['Identifiants incorrects.'],
    es: ['Usuario o contraseña incorrectos.'],
  },
} as const satisfies Readonly<Record<string, Words>>;

export type WordKey = keyof typeof WORDS;

/** What every site of a language says in the same way. */
const FIXED = {
  perPage: {
    en: 'Per page',
    de: 'Pro Seite',
    fr: 'Par page',
    es: 'Por página',
    hi: 'प्रति पृष्ठ',
    pa: 'ਪ੍ਰਤੀ ਪੰਨਾ',
  },
  expired: {
    en: 'Your session has expired. Please try again.',
    de: 'Ihre Sitzung ist abgelaufen. Bitte versuchen Sie es noch einmal.',
    fr: 'Votre session a expiré. Veuillez réessayer.',
    es: 'Su sesión ha caducado. Inténtelo de nuevo.',
    hi: 'आपका सत्र समाप्त हो गया है। कृपया फिर प्रयास करें।',
    pa: 'ਤੁਹਾਡਾ ਸੈਸ਼ਨ ਖਤਮ ਹੋ ਗਿਆ ਹੈ। ਕਿਰਪਾ ਕਰਕੇ ਦੁਬਾਰਾ ਕੋਸ਼ਿਸ਼ ਕਰੋ।',
  },
  missing: {
    en: 'This field is required',
    de: 'Dieses Feld muss ausgefüllt werden',
    fr: 'Ce champ est obligatoire',
    es: 'Este campo es obligatorio',
    hi: 'यह खाना भरना ज़रूरी है',
    pa: 'ਇਹ ਖਾਨਾ ਭਰਨਾ ਜ਼ਰੂਰੀ ਹੈ',
  },
  past: {
    en: 'The date must not lie in the past',
    de: 'Das Datum darf nicht in der Vergangenheit liegen',
    fr: 'La date ne doit pas être passée',
    es: 'La fecha no puede ser anterior a hoy',
    hi: 'तारीख बीती हुई नहीं हो सकती',
    pa: 'ਤਾਰੀਖ ਬੀਤੀ ਹੋਈ ਨਹੀਂ ਹੋ ਸਕਦੀ',
  },
  members: {
    en: 'Please log in to see the results of your search.',
    de: 'Bitte melden Sie sich an, um die Ergebnisse zu sehen.',
    fr: 'Veuillez vous connecter pour voir les résultats.',
    es: 'Inicie sesión para ver los resultados.',
    hi: 'परिणाम देखने के लिए कृपया लॉग इन करें।',
    pa: 'ਨਤੀਜੇ ਵੇਖਣ ਲਈ ਕਿਰਪਾ ਕਰਕੇ ਲਾਗਇਨ ਕਰੋ।',
  },
  human: {
    en: 'Unusual traffic: please confirm that you are not a robot.',
    de: 'Ungewöhnlicher Datenverkehr: Bitte bestätigen Sie, dass Sie kein Roboter sind.',
    fr: "Trafic inhabituel : veuillez confirmer que vous n'êtes pas un robot.",
    es: 'Tráfico inusual: confirme que no es un robot.',
    hi: 'असामान्य ट्रैफ़िक: कृपया पुष्टि करें कि आप रोबोट नहीं हैं।',
    pa: 'ਅਸਧਾਰਨ ਟ੍ਰੈਫਿਕ: ਕਿਰਪਾ ਕਰਕੇ ਪੁਸ਼ਟੀ ਕਰੋ ਕਿ ਤੁਸੀਂ ਰੋਬੋਟ ਨਹੀਂ ਹੋ।',
  },
  failed: {
    en: 'An internal error occurred while we were searching.',
    de: 'Bei der Suche ist ein interner Fehler aufgetreten.',
    fr: 'Une erreur interne est survenue pendant la recherche.',
    es: 'Se produjo un error interno durante la búsqueda.',
    hi: 'खोज के दौरान आंतरिक त्रुटि हुई।',
    pa: 'ਖੋਜ ਦੌਰਾਨ ਅੰਦਰੂਨੀ ਗਲਤੀ ਹੋਈ।',
  },
  of: { en: 'of', de: 'von', fr: 'sur', es: 'de', hi: '/', pa: '/' },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

export type Wording = Readonly<Record<WordKey | keyof typeof FIXED, string>>;

/** One way to say everything, the same for the whole site. */
export function wordingOf(language: Language, pick: (pool: readonly string[]) => string): Wording {
  const entries = Object.entries(WORDS).map(([key, pools]) => [
    key,
    isIndic(language) ? INDIC_WORDS[key as WordKey][language] : pick(pools[language]),
  ]);
  const fixed = Object.entries(FIXED).map(([key, texts]) => [key, texts[language]]);
  return Object.fromEntries([...entries, ...fixed]) as Wording;
}
