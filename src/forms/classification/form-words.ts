import { wordLine } from '../../foundation/text/index.ts';
import type { Form, FormContext, FormControl } from '../form.ts';
import {
  LEXICON_NAMES,
  type LexiconName,
  lexiconHits,
  lexiconNumber,
  lexiconTerm,
} from '../lexicon/index.ts';
import { addressWords } from './address-words.ts';

/** Places of a word in a form. */
export const WORD_SOURCES = [
  'form', // id, name, class, role and label of the form element
  'around', // ids and classes of the elements around it
  'action',
  'submit', // what the buttons say
  'submit-markup', // names, classes and pictures of the buttons
  'box-names', // names and ids of what is typed into
  'box-labels',
  'choice-names', // names and labels of selects, radio buttons and checkboxes
  'options',
  'hidden-names',
  'text',
  'heading',
  'page', // path and title of the page
] as const;
type WordSource = (typeof WORD_SOURCES)[number];
/** The places within the form. */
export type FormWordSource = Exclude<WordSource, 'page'>;

/** The words of a form by source, with the hits of every word list, read once for rules and features alike. */
export interface FormWords {
  readonly lines: Readonly<Record<WordSource, string>>;
  readonly hits: Readonly<Record<WordSource, Uint16Array>>;
}

const MAX_LINE = 600;
/** What the form and its own controls are called, in markup and on screen. */
export const OWN_SOURCES: readonly FormWordSource[] = [
  'form',
  'around',
  'action',
  'submit',
  'submit-markup',
  'box-names',
  'box-labels',
];
const NO_HITS = new Uint16Array(LEXICON_NAMES.length);

export const isTyped = (control: FormControl): boolean =>
  control.domain === 'open' && control.type !== 'range' && control.type !== 'color';
export const isChosen = (control: FormControl): boolean => control.domain === 'finite';

export function wordsOf(form: Form, context: FormContext | undefined): FormWords {
  const typed = form.controls.filter(isTyped);
  const chosen = form.controls.filter(isChosen);
  const raw: Record<WordSource, readonly string[]> = {
    form: [form.htmlId, form.name, form.classes, form.role, form.ariaLabel],
    around: [form.container],
    action: form.actionKind === 'address' ? [addressWords(form.action)] : [],
    submit: form.submits.map(({ label }) => label),
    'submit-markup': form.submits.flatMap(({ name, id, classes, marker }) => [name, id, classes, marker]),
    'box-names': typed.flatMap(({ name, id }) => [name, id === name ? '' : id]),
    'box-labels': typed.flatMap(boxLabels),
    'choice-names': chosen.slice(0, 40).flatMap(({ name, label }) => [name, label]),
    options: chosen.slice(0, 10).flatMap(({ options }) => options.slice(0, 12).map(({ label }) => label)),
    'hidden-names': form.controls.filter(({ type }) => type === 'hidden').map(({ name }) => name),
    text: [form.text],
    heading: [form.heading],
    page: context === undefined ? [] : ofPage(context),
  };
  const lines = {} as Record<WordSource, string>;
  const hits = {} as Record<WordSource, Uint16Array>;
  for (const source of WORD_SOURCES) {
    lines[source] = lineOf(raw[source]);
    hits[source] = lines[source] === ' ' ? NO_HITS : lexiconHits(lines[source]);
  }
  return { lines, hits };
}

const lineOf = (parts: readonly string[]): string => wordLine(parts.join(' . ').slice(0, MAX_LINE));
const ofPage = ({ url, title }: FormContext): readonly string[] => [addressWords(url), title];

/** Numbers of the lists whose words stand in path or title of a page. */
export const pageListsOf = (context: FormContext): number[] =>
  [...lexiconHits(lineOf(ofPage(context)))].flatMap((count, list) => (count > 0 ? [list] : []));

/** A name that is also the label adds nothing. */
function boxLabels({ label, labelSource, placeholder, value, type }: FormControl): string[] {
  const start = /^(?:text|search)$/.test(type) ? value.slice(0, 60) : '';
  return [
    labelSource === 'name' ? '' : label,
    placeholder === label ? '' : placeholder,
    start === label ? '' : start,
  ];
}

const hitsOf = (words: FormWords, list: LexiconName, source: WordSource): number =>
  words.hits[source][lexiconNumber(list)] ?? 0;

/** Finds the first word of a list in the sources, as `“word” (source)`. */
export function evidenceOf(
  words: FormWords,
  list: LexiconName,
  sources: readonly FormWordSource[],
): string | undefined {
  const source = sources.find((at) => hitsOf(words, list, at) > 0);
  if (source === undefined) return undefined;
  return `“${lexiconTerm(list, words.lines[source])?.replaceAll('*', '')}” (${source})`;
}
