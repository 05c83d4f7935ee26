import type { Domain } from '../../foundation/domain/index.ts';
import { namesOf, wordsFor } from '../../foundation/language/index.ts';
import { termMatcher, wordLine, wordsOf } from '../../foundation/text/index.ts';
import { formDomain, modelOf, type TopicDocument, type TopicModel } from '../../foundation/topics/index.ts';
import type { Form, FormControl } from '../form.ts';
import { type LexiconName, lexiconTerms } from '../lexicon/index.ts';
import { FACETS, type FieldMeaning } from '../semantics/field-meaning.ts';
import { meaningsOf } from '../semantics/form-meanings.ts';

/** Characters of a page that its domains are judged by. */
export const PAGE_TEXT = 20_000;

/** Where words are compared with the domains: in the form, then on its page. */
const PLACES = ['names', 'options', 'form text', 'address', 'title', 'page'] as const;
type Place = (typeof PLACES)[number];

/** Meanings of fields that some domain's forms have and others' have not. */
const TELLING: readonly FieldMeaning[] = [
  'query',
  'keyword',
  ...[...FACETS].filter((meaning) => meaning !== 'country'),
  'quantity',
  'sort',
];

/** Word lists in 25 languages that separate shops from forums and newspapers. */
const PAGE_WORDS: readonly LexiconName[] = [
  'cart',
  'payment',
  'comment',
  'dates',
  'place',
  'subscribe',
  'login',
];
/**
 * What pages speak of that are about none of the domains: the commonest subjects of sites with a search box that sell, lend
 * and show nothing. A page of these may say “book”, “library”, “ticket” or “record” as often as a shop does.
 */
const SUBJECTS = namesOf('subject');
const SUBJECT_LISTS = SUBJECTS.map((subject) => wordsFor(`subject/${subject}`));
/** Word lists of pages, then those of subjects: a page's text is folded and walked once for all of them. */
const PAGE_MATCHER = termMatcher([...PAGE_WORDS.map(lexiconTerms), ...SUBJECT_LISTS]);
const SUBJECT_TERMS = SUBJECT_LISTS.map((terms) => new Set(terms));
/** Weight of terms that are hardly used elsewhere, in the domain files. */
const TELLING_WEIGHT = 3;
/** So many terms of a subject among those of a domain, and the domain is about that subject. */
const CLAIMED = 2;

/** What is known of one domain about a form. */
const OF_DOMAIN = [
  ...PLACES.map((place) => `like it in ${place}`),
  'like it by similarity',
  'most like it',
  'words of it on page',
];
const OF_FORM = [
  ...TELLING.map((meaning) => `asks for ${meaning}`),
  ...PAGE_WORDS.map((list) => `${list} on page`),
  ...SUBJECTS.map((subject) => `${subject} on page`),
  'prices on page',
];

/** Names of the numbers that say whether a form is about one domain: it, the likest of the others, the form itself, it against them. */
export const PAIR_FEATURES: readonly string[] = [
  ...OF_DOMAIN,
  ...OF_DOMAIN.map((name) => name.replace('it', 'another')),
  ...OF_FORM,
  ...OF_DOMAIN.map((name) => `${name}, more than another`),
  ...OF_DOMAIN.map((name) => `${name}, less than another`),
];

/** Names the numbers of `domainFeaturesOf` in order. */
export const domainFeatureNames = (domains: readonly string[]): readonly string[] => [
  ...domains.flatMap((domain) => OF_DOMAIN.map((name) => `${domain}: ${name}`)),
  ...OF_FORM,
];

/** Takes the numbers that matter for the domain at a place out of those of all domains (`domainFeaturesOf`). */
export function pairOf(features: Float64Array, at: number): Float64Array {
  const width = OF_DOMAIN.length;
  const domains = (features.length - OF_FORM.length) / width;
  const pair = new Float64Array(PAIR_FEATURES.length);
  for (let k = 0; k < width; k++) {
    pair[k] = features[at * width + k] as number;
    for (let other = 0; other < domains; other++)
      if (other !== at)
        pair[width + k] = Math.max(pair[width + k] as number, features[other * width + k] as number);
  }
  pair.set(features.subarray(domains * width), 2 * width);
  const against = 2 * width + OF_FORM.length;
  for (let k = 0; k < width; k++) {
    const more = (pair[k] as number) - (pair[width + k] as number);
    pair[against + k] = Math.max(0, more);
    pair[against + width + k] = Math.max(0, -more);
  }
  return pair;
}

const MAX_ITEMS = 300;
const MAX_ITEM = 200;
const MAX_TEXT = 2_000;
const MAX_PAGE = 20_000;
/** Characters of the page in which word lists and prices are counted. */
const MAX_WORD_TEXT = 6_000;
/** As many words as a place is taken to hold at least, so that one word of a domain is no proof. */
const LEAST_WORDS: Readonly<Record<Place, number>> = {
  names: 6,
  options: 12,
  'form text': 12,
  address: 4,
  title: 6,
  page: 30,
};
/** Similarity at which a place speaks half as loudly as it can. */
const HALF = 0.12;
/** Different telling words at which a page speaks half as loudly as it can. */
const HALF_TERMS = 4;

/**
 * A form and its page as numbers of 0–1: how alike the words of each place are to each domain, what the fields ask for,
 * and what kind of page it is. Words count by the domain files alone, so that no page's vocabulary is learned by heart.
 * @returns nine numbers for each of the domains given, then those of the form itself
 */
export function domainFeaturesOf(form: Form, page: TopicDocument, domains: readonly Domain[]): Float64Array {
  const model = modelOf(domains);
  const own = ownPlaces(form, model);
  const { places, terms, words: onPage, subjects, prices } = pageFacts(page, model);
  const claimed = claimedSubjects(domains);
  const whole = formDomain(form, page, domains);
  const asked = askedFor(form);
  const soft = (value: number): number => value / (value + HALF);
  return Float64Array.from([
    ...domains.flatMap(({ name }, i) => [
      ...PLACES.map((place) => soft((own[place] ?? places[place])?.[i] ?? 0)),
      soft(whole.scores[name] ?? 0),
      whole.domain === name ? 1 : 0,
      (terms[i] ?? 0) / ((terms[i] ?? 0) + HALF_TERMS),
    ]),
    ...TELLING.map((meaning) => Math.min(1, (asked.get(meaning) ?? 0) / 2)),
    ...onPage,
    ...subjects.map((count, i) => (claimed[i] === true ? 0 : count)),
    prices,
  ]);
}

const claims = new WeakMap<readonly Domain[], readonly boolean[]>();

/** Which subjects a domain of the user's own is about: words of them do not speak against it. */
function claimedSubjects(domains: readonly Domain[]): readonly boolean[] {
  const known = claims.get(domains);
  if (known !== undefined) return known;
  const said = domains.map(({ terms, synonyms }) =>
    Object.keys(terms).map((term) =>
      [term, ...(synonyms[term] ?? [])].map((spelling) => wordLine(spelling).trim()),
    ),
  );
  const claimed = SUBJECT_TERMS.map((subject) =>
    said.some(
      (terms) => terms.filter((spellings) => spellings.some((word) => subject.has(word))).length >= CLAIMED,
    ),
  );
  claims.set(domains, claimed);
  return claimed;
}

function askedFor(form: Form): ReadonlyMap<FieldMeaning, number> {
  const asked = new Map<FieldMeaning, number>();
  const meanings = meaningsOf(form);
  form.controls.forEach(({ visible, domain }, i) => {
    const meaning = meanings[i];
    if (visible && domain !== 'none' && meaning !== undefined)
      asked.set(meaning, (asked.get(meaning) ?? 0) + 1);
  });
  return asked;
}

type Similarities = Partial<Record<Place, readonly number[]>>;

function ownPlaces(form: Form, model: TopicModel): Similarities {
  const controls = form.controls.filter(({ type }) => type !== 'hidden').slice(0, MAX_ITEMS);
  const labels = [
    ...controls.flatMap(({ label, labelSource }) => (labelSource === 'name' ? [] : [label])),
    ...controls.map(placeholderOf),
    form.heading,
    ...form.submits.map(({ label }) => label),
  ];
  const names = controls.flatMap(({ name }) => model.identifierTerms(name.slice(0, MAX_ITEM)));
  const options = controls.flatMap((control) => control.options).slice(0, MAX_ITEMS);
  return {
    // Each label is a field of its own, so that no phrase begins in one and ends in the next.
    names: alike(model, 'names', [...labels.map(words), names]),
    options: alike(
      model,
      'options',
      options.map(({ label }) => words(label)),
    ),
    'form text': alike(model, 'form text', [
      wordsOf(form.text.slice(0, MAX_TEXT)),
      model.addressTerms(form.action),
    ]),
  };
}

const words = (text: string): string[] => wordsOf(text.slice(0, MAX_ITEM));
const placeholderOf = ({ placeholder, label }: FormControl): string =>
  placeholder === label ? '' : placeholder;

interface PageFacts {
  readonly places: Similarities;
  /** Different telling words of each domain. */
  readonly terms: readonly number[];
  /** As the features of `PAGE_WORDS`. */
  readonly words: readonly number[];
  /** As those of `SUBJECTS`. */
  readonly subjects: readonly number[];
  readonly prices: number;
}

let latest: { page: TopicDocument; model: TopicModel; facts: PageFacts } | undefined;

/** Reads the text of a page; cached for the other forms of the latest page. */
function pageFacts(page: TopicDocument, model: TopicModel): PageFacts {
  if (latest?.page !== page || latest.model !== model)
    latest = { page, model, facts: readFacts(page, model) };
  return latest.facts;
}

function readFacts({ url, title, text }: TopicDocument, model: TopicModel): PageFacts {
  const beginning = text.slice(0, MAX_WORD_TEXT);
  const log = (count: number): number => Math.min(1, Math.log2(1 + count) / 5);
  const counts = Array.from(PAGE_MATCHER.countText(beginning), log);
  return {
    places: {
      address: alike(model, 'address', [model.addressTerms(url)]),
      title: alike(model, 'title', [wordsOf(title.slice(0, 500))]),
      page: alike(model, 'page', [text.slice(0, MAX_PAGE)]),
    },
    terms: model.termsIn(text.slice(0, MAX_PAGE), TELLING_WEIGHT),
    words: counts.slice(0, PAGE_WORDS.length),
    subjects: counts.slice(PAGE_WORDS.length),
    // Texts without a digit cannot contain prices.
    prices: log((/\d/.test(beginning) ? beginning.match(PRICE)?.length : 0) ?? 0),
  };
}

/** An amount beside a currency's sign or code. */
const PRICE =
  /(?:[$€£¥₹₽₩]|\b(?:eur|usd|gbp|chf|inr|rs)\b\.?)\s?\d|\d(?:[.,]\d\d)?\s?(?:[€£₽₴₸₪円元원]|zł|kč|лв|руб|грн|тг|lei\b|ft\b|kr\b|din\b|eur\b|usd\b|euro\b)/giu;

/** @param said word lists and the text of the page */
const alike = (model: TopicModel, place: Place, said: readonly (string | readonly string[])[]): number[] => {
  const fields = said
    .filter(({ length }) => length > 0)
    .map((one) => (typeof one === 'string' ? { text: one, weight: 1 } : { terms: one, weight: 1 }));
  return fields.length === 0 ? [] : model.similarities(fields, Math.sqrt(LEAST_WORDS[place]));
};
