/** What a verdict on a form rests on, in sentences: each rule and each feature by what a person sees on the page. */

import { type FormVerdict, REJECTION_RULES, type WeightedFeature } from '../forms/index.ts';

const MOST_SENTENCES = 6;

/** Sentences that say why a form was judged as it was, the strongest reason first. */
export function evidenceText(verdict: FormVerdict): readonly string[] {
  if (verdict.kind === 'rejected') return [rejectionText(verdict.rule, verdict.evidence)];
  const sentences = verdict.weightiest
    .map((feature) => featureText(feature))
    .filter((sentence) => sentence !== undefined);
  return [...new Set(sentences)].slice(0, MOST_SENTENCES);
}

const RULES: ReadonlyMap<string, string> = new Map(REJECTION_RULES.map(({ name, says }) => [name, says]));

function rejectionText(rule: string, evidence: string): string {
  const says = RULES.get(rule) ?? `was rejected by the rule ${rule.replaceAll('-', ' ')}`;
  const begun = says.startsWith('its ') ? `Its ${says.slice(4)}` : `It ${says}`;
  const found = evidence.replace(/ \(([a-z-]+)\)$/, (_, source: string) =>
    Object.hasOwn(PLACES, source) ? ` ${PLACES[source as keyof typeof PLACES]}` : '',
  );
  return found === '' ? `${begun}.` : `${begun}: ${found}.`;
}

/** A feature as a sentence; undefined where the form does not have it. */
function featureText({ feature, value, weight }: WeightedFeature): string | undefined {
  if (value <= 0) return undefined;
  return `${weight > 0 ? 'Speaks for a search form' : 'Speaks against a search form'}: ${observationText(feature)}.`;
}

const WORDS_AT = /^(\S+) (?:in ([\w-]+)|anywhere)$/;
const STEM = /^text “(.+)”$/;

/** Returns what a person sees on the page where a feature holds. */
export function observationText(feature: string): string {
  const [, list = '', place = 'form'] = WORDS_AT.exec(feature) ?? [];
  if (Object.hasOwn(LISTS, list) && Object.hasOwn(PLACES, place))
    return `words of ${LISTS[list as keyof typeof LISTS]} ${PLACES[place as keyof typeof PLACES]}`;
  const stem = STEM.exec(feature)?.[1];
  if (stem !== undefined) return `its text has words that begin with “${stem}”`;
  return Object.hasOwn(OBSERVATIONS, feature) ? (OBSERVATIONS[feature] ?? feature) : feature;
}

/** Says where words stand. */
const PLACES = {
  form: 'in its markup',
  around: 'in the markup around it',
  action: 'in the address that it sends to',
  submit: 'on its button',
  'submit-markup': 'in the markup of its button',
  'box-names': 'in the name of a field',
  'box-labels': 'in the label of a field',
  'choice-names': 'in the name of a choice',
  options: 'among its options',
  'hidden-names': 'in the name of a hidden field',
  text: 'in its text',
  heading: 'in the heading above it',
  page: 'in the title or address of its page',
} as const;

/** Says what the words of each list speak of. */
const LISTS = {
  advanced: 'advanced searching',
  agree: 'agreeing to terms',
  browse: 'browsing',
  captcha: 'captchas',
  cart: 'shopping carts',
  category: 'categories',
  comment: 'commenting',
  confirm: 'confirming',
  contact: 'contacting somebody',
  dates: 'dates',
  display: 'how results are shown',
  email: 'e-mail addresses',
  filter: 'filtering',
  find: 'finding',
  go: 'going on',
  keyword: 'keywords',
  login: 'logging in',
  logout: 'logging out',
  navigation: 'navigation',
  password: 'passwords',
  payment: 'paying',
  personal: 'personal facts',
  place: 'places',
  poll: 'polls',
  price: 'prices',
  queryCode: 'queries',
  recovery: 'forgotten passwords',
  register: 'registering',
  remember: 'being remembered',
  search: 'searching',
  share: 'sharing',
  sort: 'sorting',
  subscribe: 'newsletters',
  upload: 'uploading',
  user: 'user names',
} as const;

const OBSERVATIONS: Readonly<Record<string, string>> = {
  'declared a search by its page': 'its page declares it to be a search',
  'method post': 'it is sent by POST',
  'action empty': 'it names no address to send to',
  'action script': 'a script sends it',
  'action has query': 'the address that it sends to has a query part',
  'action is page': 'it sends to its own page',
  'action is root': 'it sends to the front page of the site',
  'action elsewhere': 'it sends to another host',
  multipart: 'it is encoded for files',
  'no form tag': 'its fields stand in no <form> element',
  'role search': 'its markup calls it a search',
  'has id or name': 'it has a name in the markup',
  'form visible': 'it is visible',
  'captcha inside': 'it holds a captcha',
  'hidden fields': 'it has hidden fields',
  'text boxes': 'it has text boxes',
  'search boxes': 'it has a box of the type “search”',
  'email boxes': 'it has a box for an e-mail address',
  passwords: 'it asks for a password',
  'text areas': 'it has a large text area',
  selects: 'it has drop-down lists',
  checkboxes: 'it has check boxes',
  'radio groups': 'it has radio buttons',
  files: 'it takes a file',
  numbers: 'it has boxes for numbers',
  phones: 'it has boxes for telephone numbers or addresses of the web',
  dates: 'it has boxes for dates',
  'one password': 'it asks for one password',
  'two passwords': 'it asks for a password twice',
  'submit buttons': 'it has submit buttons',
  'picture buttons': 'it has a picture as its button',
  'script buttons': 'it has buttons that scripts handle',
  'no button': 'it has no button',
  'named button': 'its button has a name',
  'button without words': 'its button shows no words',
  'button words': 'its button is labelled with words',
  controls: 'it has visible fields',
  'no control': 'it has no visible field',
  'one control': 'it has exactly one field',
  'two controls': 'it has exactly two fields',
  'three to five controls': 'it has three to five fields',
  'many controls': 'it has more than five fields',
  'one text box': 'it has exactly one text box',
  'one text box alone': 'one text box is its only field',
  'one text box and choices': 'it has one text box beside choices',
  'two text boxes': 'it has exactly two text boxes',
  'many text boxes': 'it has more than three text boxes',
  'choices only': 'it has choices and nothing to type',
  'several choices only': 'it has several choices and nothing to type',
  'one select only': 'one choice is its only field',
  'invisible controls': 'it has fields that are not visible',
  options: 'its choices have many options',
  'any options': 'its choices offer “any”',
  'address options': 'its options are addresses',
  'number options': 'its options are numbers',
  'sends on change': 'it is sent when a choice changes',
  'required controls': 'it has required fields',
  'limited length': 'its text boxes limit the length',
  'length limit': 'its first text box has a length limit',
  'has placeholder': 'a text box shows a hint inside',
  'has start text': 'a text box holds text from the start',
  'no autocomplete': 'a text box forbids completion',
  'real label': 'a text box has a label of its own',
  'no label': 'a text box has no label in the markup',
  'short name': 'a text box has a name of one or two letters',
  'text length': 'it holds text of its own',
  'no text': 'it holds no text',
  links: 'it holds links',
  images: 'it holds pictures',
  'first on page': 'it is the first form of its page',
  'last on page': 'it is the last form of its page',
  'only form of page': 'it is the only form of its page',
  'forms on page': 'its page has several forms',
  'fields narrowing': 'it has fields that narrow a search down',
  'one field narrows': 'its only field narrows a search down',
  'two fields narrow': 'two fields or more narrow a search down',
  'fields only narrow': 'all of its fields narrow a search down',
  'narrowing share': 'a part of its fields narrows a search down',
  'narrowing beside a query': 'beside a query field others narrow the search down',
  'narrowing and nothing personal': 'its fields narrow a search down, and none is personal',
  'narrowing by get': 'its fields narrow a search down, and it is sent by GET',
  'query field': 'it has a query field',
  'number range': 'it asks for a range of numbers or prices',
  'date range': 'it asks for a first and a last date',
  journey: 'it asks for an origin and a destination',
  'fields of a thing': 'its fields describe a thing, such as its title or publisher',
  'choices with any': 'its choices can be left open',
  'choices by get': 'it has choices alone and is sent by GET',
  'fields arranging': 'it has fields that arrange what is shown',
  'only arranging': 'all of its fields arrange what is shown',
  'one set of radio buttons': 'one set of radio buttons is its only field',
  'personal fields': 'it asks for personal facts',
  'nothing personal': 'it asks for nothing personal',
  'typed field of a thing': 'a text box asks for a property of a thing, such as its title',
};
