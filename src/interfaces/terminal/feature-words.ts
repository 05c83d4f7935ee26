import type { FormVerdict, WeightedFeature } from '../../forms/index.ts';

/** Says for people where a word of a list stands; what only markup shows is called that. */
const PLACES: Readonly<Record<string, string>> = {
  anywhere: 'in its markup',
  'in form': 'in its markup',
  'in around': 'in its markup',
  'in submit-markup': 'in its markup',
  'in action': 'in its address',
  'in submit': 'on its button',
  'in box-names': 'in the name of a field',
  'in box-labels': 'in a label',
  'in choice-names': 'in the name of a choice',
  'in options': 'among its options',
  'in hidden-names': 'in a hidden field',
  'in text': 'in its text',
  'in heading': 'in a heading',
  'in page': 'on the page',
};
const WORD_FEATURE = /^(\S+) (anywhere|in [\w-]+)$/;
const MOST = 3;

type Classified = Extract<FormVerdict, { kind: 'classified' }>;

/** Names what weighed most for the verdict of the classifier: `search words on its button and in a label, one text box`. */
export function reasonsInWords({ searchable, weightiest }: Classified): string {
  const forIt = weightiest.filter(({ weight }) => weight > 0 === searchable);
  const reasons = new Map<string, Set<string>>();
  for (const { feature } of forIt.filter(isThere)) {
    const [, list, place = ''] = WORD_FEATURE.exec(feature) ?? [];
    const known = list !== undefined && PLACES[place] !== undefined;
    const name = known ? `${spaced(list)} words` : feature;
    const places = reasons.get(name) ?? new Set();
    if (known) places.add(PLACES[place] ?? '');
    reasons.set(name, places);
  }
  return [...reasons]
    .slice(0, MOST)
    .map(([name, places]) => [name, listed(named(places))].filter(Boolean).join(' '))
    .join(', ');
}

/** Leaves out what is not on the form: no reader could look it up. */
const isThere = ({ value }: WeightedFeature): boolean => value > 0;

/** Its markup is named only where nothing else is. */
const named = (places: ReadonlySet<string>): readonly string[] => {
  const seen = [...places].filter((place) => place !== PLACES.anywhere);
  return seen.length > 0 ? seen : [...places];
};

const listed = (places: readonly string[]): string =>
  places.length < 2 ? (places[0] ?? '') : `${places.slice(0, -1).join(', ')} and ${places.at(-1)}`;

/** `queryCode` as `query code`. */
const spaced = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
