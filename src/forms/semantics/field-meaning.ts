import type { FieldWords } from '../lexicon/index.ts';

/** What a control asks its user for. */
export type FieldMeaning =
  | Exclude<FieldWords, 'query-word' | 'query-code' | 'isbn' | 'measure' | 'security-answer'>
  | 'query' // the words looked for, in a form with one box for them
  | 'keyword' // the same beside other boxes
  | 'identifier' // isbn, article number, flight number
  | 'email-again'
  | 'origin'
  | 'destination'
  | 'number'
  | 'number-min'
  | 'number-max'
  | 'price-min'
  | 'price-max'
  | 'security-answer'
  | 'choice' // chosen from options that say nothing of themselves
  | 'text' // typed, nothing known
  | 'file'
  | 'hidden'
  | 'none' // a person says that it is left as it is
  | 'submit'
  | 'reset'
  | 'button';

/** Meanings that narrow a search, besides the words looked for. */
export const FACETS: ReadonlySet<FieldMeaning> = new Set([
  'title',
  'person',
  'publisher',
  'category',
  'identifier',
  'origin',
  'destination',
  'place',
  'city',
  'state',
  'country',
  'postal-code',
  'date',
  'date-start',
  'date-end',
  'date-part',
  'people',
  'price',
  'price-min',
  'price-max',
  'number',
  'number-min',
  'number-max',
]);

/** Meanings that a person may give a field: those that searches ask for, those that arrange the answer, and none. */
export const FIELD_MEANINGS = [
  ...(['query', 'keyword', 'title', 'person', 'publisher', 'organization', 'category', 'subject'] as const),
  ...(['identifier', 'place', 'city', 'state', 'country', 'postal-code', 'street'] as const),
  ...(['origin', 'destination', 'date', 'date-start', 'date-end', 'date-part'] as const),
  ...(['price', 'price-min', 'price-max', 'number', 'number-min', 'number-max', 'people'] as const),
  ...(['quantity', 'language', 'currency', 'style', 'choice', 'text'] as const),
  ...(['sort', 'page-size', 'page-number', 'none'] as const),
] as const satisfies readonly FieldMeaning[];
