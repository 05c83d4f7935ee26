/**
 * What the word lists of all languages are about, by group. A concept holds terms (whole words or phrases, folded, `*` for
 * the rest of a word) unless its group says otherwise; concepts marked “pattern” hold sources of regular expressions.
 */
export const CONCEPTS = {
  // Forms: words in a form, its names and its captions. The classifiers learn from them.
  'form/search': 'verbs that offer a search',
  'form/queryCode': 'codes that programmers give to the box a query is typed into',
  'form/keyword': 'what one searches by',
  'form/find': 'verbs of finding',
  'form/browse': 'looking through what there is, and results',
  'form/go': 'a button that only sends',
  'form/filter': 'narrowing what is shown',
  'form/advanced': 'an advanced search',
  'form/category': 'kinds, makes and titles to choose by',
  'form/place': 'places to choose by',
  'form/dates': 'dates of stays and journeys, parts of dates',
  'form/price': 'prices and sizes to choose by',
  'form/login': 'logging in',
  'form/user': 'a user name',
  'form/password': 'a password',
  'form/register': 'opening an account',
  'form/recovery': 'a forgotten password',
  'form/remember': 'staying logged in',
  'form/confirm': 'the same once more',
  'form/personal': 'names, addresses and other facts of a person',
  'form/agree': 'consent to terms',
  'form/logout': 'logging out',
  'form/email': 'an e-mail address',
  'form/subscribe': 'a newsletter',
  'form/contact': 'a message to the owner of a site',
  'form/comment': 'a comment or a review',
  'form/captcha': 'a proof of being human',
  'form/poll': 'a vote',
  'form/upload': 'a file to send',
  'form/share': 'passing a page on',
  'form/cart': 'a cart and what goes into it',
  'form/payment': 'paying, donating, delivering',
  'form/sort': 'the order of a list',
  'form/display': 'how much of a list is shown, and how',
  'form/navigation': 'going elsewhere, languages, themes',

  // Fields: the name and the caption of one control. They are looked up there only, so short words do little harm.
  'field/captcha': 'a proof of being human',
  'field/honeypot': 'a trap for robots, to be left empty',
  'field/coupon': 'a code that makes something cheaper',
  'field/card': 'a payment card',
  'field/security-question': 'a security question',
  'field/security-answer': 'the answer to a security question',
  'field/consent': 'consent to terms',
  'field/subscribe': 'a newsletter or a notice',
  'field/remember': 'staying logged in',
  'field/sort': 'the order of a list',
  'field/page-size': 'records on a page',
  'field/language': 'a language',
  'field/currency': 'a currency',
  'field/style': 'the look of a site',
  'field/navigation': 'going elsewhere',
  'field/page-number': 'the number of a page',
  'field/timezone': 'a time zone',
  'field/gender': 'sex or salutation',
  'field/birth': 'a birthday or an age',
  'field/password-again': 'a password once more',
  'field/password': 'a password',
  'field/email': 'an e-mail address',
  'field/quantity': 'how many of something',
  'field/first-name': 'a first name',
  'field/middle-name': 'a middle name',
  'field/last-name': 'a family name',
  'field/organization': 'a company or an institution',
  'field/phone': 'a telephone number',
  'field/fax': 'a fax number',
  'field/postal-code': 'a postal code',
  'field/street': 'a street or an address',
  'field/city': 'a city',
  'field/state': 'a part of a country',
  'field/country': 'a country',
  'field/origin': 'where a journey begins',
  'field/destination': 'where a journey ends',
  'field/place': 'any other place',
  'field/date-start': 'the first day of a stay or a journey',
  'field/date-end': 'the last day of a stay or a journey',
  'field/date': 'any other date',
  'field/date-part': 'a day, a month or a year',
  'field/people': 'guests and passengers',
  'field/price': 'a price',
  'field/measure': 'a number of things, a size, a duration',
  'field/isbn': 'a number that identifies something',
  'field/person': 'an author, artist, director …',
  'field/publisher': 'a publisher, maker, airline …',
  'field/subject': 'the subject of a message',
  'field/title': 'a title',
  'field/category': 'a kind to choose',
  'field/url': 'an address on the web',
  'field/username': 'a user name',
  'field/full-name': 'a name',
  'field/message': 'a longer text',
  'field/about': 'facts a member tells of himself',
  'field/query-word': 'what is searched for',
  'field/query-code': 'codes of programmers for what is searched for',

  // Other words that tell something of a control.
  'control/lone-word':
    'terms of fields that count only as the whole name or caption: elsewhere they mean something else',
  'control/ordinary-word': 'words that hold a term of a field by chance: “capacity” is no city',
  'control/again': 'pattern, folded: the same once more',
  'control/search': 'pattern: part of a name or caption that speaks of searching',
  'control/travel': 'pattern: dates of a stay or a journey',
  'control/month': 'pattern: the beginning of the name of a month',
  'control/low': 'pattern, folded: the lower bound of a range',
  'control/high': 'pattern, folded: the upper bound of a range',

  // Subjects: what pages speak of that are about none of the domains.
  'subject/software': 'programs and their documentation',
  'subject/wiki': 'encyclopedias and their pages of work',
  'subject/talk': 'forums',
  'subject/press': 'news and blogs',
  'subject/institution': 'universities, health, offices, jobs',
  'subject/cooking': 'recipes',

  // Answers: what a page says when a form was sent.
  'answer/no-results': 'nothing was found',
  'answer/none-found': 'pattern, folded: “no” and “found” with a word for a record between them',
  'answer/invalid': 'what was typed will not do',
  'answer/login': 'only for members',
  'answer/blocked': 'robots are kept out',
  'answer/failure': 'the server failed',
  'answer/not-found': 'the page does not exist',
  'answer/expired': 'the session is over',

  // Lists of records.
  'list/next': 'the next page of a list, as a whole caption',
  'list/more': 'more of the same list, as a whole caption',
  'list/found': 'words beside a number that make it a count of what was found',
  'list/of': 'pattern: between a range and the whole (“1–20 of 300”)',
  'list/to': 'pattern: between the ends of a range',
  'list/about': 'pattern: the number that follows is no exact one',

  // Fields of records, as pages call them.
  'record/author': 'who wrote it',
  'record/artist': 'who performs it',
  'record/director': 'who directed it',
  'record/publisher': 'who published it',
  'record/label': 'a record label',
  'record/brand': 'who makes it',
  'record/category': 'its kind',
  'record/place': 'where it is',
  'record/origin': 'where the journey begins',
  'record/destination': 'where the journey ends',
  'record/price': 'its price',
  'record/date': 'its date',
  'record/year': 'its year',
  'record/rooms': 'how many rooms it has',
  'record/area': 'how large it is',
  'record/isbn': 'its ISBN',
  'record/identifier': 'any other number that identifies it',
  'record/rating': 'how it was rated',
  'record/stops': 'stops of a flight',
  'record/duration': 'how long it takes',
  'record/people': 'how many people it is for',

  // More fields of records, as whole labels. No classifier reads them, so they are not in the fingerprint.
  'fact/format': 'the form it comes in: a file type, a binding, a medium',
  'fact/category': 'its kind, in a phrase',
  'fact/language': 'the language it is in',
  'fact/pages': 'how many pages it has',
  'fact/version': 'its version',
  'fact/licence': 'its licence',
  'fact/keywords': 'keywords and tags',
  'fact/series': 'the series it belongs to',
  'fact/size': 'how large a file is',

  // Options, buttons and links, by pattern.
  'option/any': 'pattern, folded: first word of an option that stands for every other one',
  'option/every': 'pattern: an option that says “all”',
  'option/always': 'pattern: an option of times that says “any time”',
  'button/search': 'pattern: part of what a button says that searches',
  'button/empty': 'pattern: a button that empties or closes',
  'button/help': 'pattern: a button that explains, or opens something else',
  'button/act': 'pattern: a button that changes or saves something',
  'button/commit': 'pattern: a button that deletes, buys or logs in',
  'link/act': 'pattern: an anchor text of a link that acts',
  'banner/subject': 'pattern: what a cookie banner is about',
  'banner/refuse': 'pattern: refusing cookies',
  'banner/refused': 'pattern: what is refused',
  'banner/close': 'pattern: closing a banner',
  'banner/accept': 'pattern: accepting cookies',

  // Running text.
  'text/stop-word': 'function words that carry no topic',
  'text/negation': 'words that turn a statement into its opposite',
} as const;

export type Concept = keyof typeof CONCEPTS;

type Group = Concept extends `${infer G}/${string}` ? G : never;
/** The names of a group's concepts, without the group. */
export type NamesOf<G extends Group> = Concept extends infer C
  ? C extends `${G}/${infer N}`
    ? N
    : never
  : never;

/** The names of a group's concepts in the order of {@link CONCEPTS}. */
export const namesOf = <G extends Group>(group: G): readonly NamesOf<G>[] =>
  Object.keys(CONCEPTS).flatMap((concept) =>
    concept.startsWith(`${group}/`) ? [concept.slice(group.length + 1) as NamesOf<G>] : [],
  );
