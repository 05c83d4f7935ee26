import type { Form, FormControl } from '../form.ts';
import { FACETS, type FieldMeaning } from '../semantics/field-meaning.ts';
import { meaningsOf } from '../semantics/form-meanings.ts';
import { isChosen, isTyped } from './form-words.ts';

/** What the meanings of a form's visible controls add up to. */
interface Fields {
  readonly form: Form;
  readonly visible: readonly FormControl[];
  readonly meanings: readonly FieldMeaning[];
  readonly facets: number;
  readonly personal: number;
  readonly arranging: number;
}

const ARRANGING: ReadonlySet<FieldMeaning> = new Set([
  'sort',
  'page-size',
  'page-number',
  'language',
  'currency',
  'style',
  'navigation',
  'timezone',
]);
const OF_THINGS: ReadonlySet<FieldMeaning> = new Set([
  'title',
  'person',
  'publisher',
  'identifier',
  'category',
]);
const PERSONAL: ReadonlySet<FieldMeaning> = new Set([
  'password',
  'password-again',
  'email',
  'email-again',
  'username',
  'first-name',
  'middle-name',
  'last-name',
  'full-name',
  'phone',
  'fax',
  'street',
  'organization',
  'birth',
  'gender',
  'message',
  'subject',
  'card',
  'coupon',
  'captcha',
  'consent',
  'remember',
  'subscribe',
  'quantity',
  'security-question',
  'security-answer',
  'file',
]);

const log = (count: number): number => Math.log2(1 + count) / 4;
const flag = (truth: boolean): number => (truth ? 1 : 0);
const both = ({ meanings }: Fields, low: FieldMeaning, high: FieldMeaning): boolean =>
  meanings.includes(low) && meanings.includes(high);
const offersAny = ({ options }: FormControl): boolean => options.some(({ any }) => any === true);
const queries = ({ meanings }: Fields): boolean => meanings.includes('query') || meanings.includes('keyword');

/** What searching by fields looks like, whatever its words: facets, ranges, “any”, nothing personal. */
const MEASURES_BY_NAME: Readonly<Record<string, (fields: Fields) => number>> = {
  'fields narrowing': ({ facets }) => log(facets),
  'one field narrows': ({ facets, visible }) => flag(facets === 1 && visible.length === 1),
  'two fields narrow': ({ facets }) => flag(facets >= 2),
  'fields only narrow': ({ facets, visible }) => flag(facets >= 2 && facets === visible.length),
  'narrowing share': ({ facets, visible }) => (visible.length === 0 ? 0 : facets / visible.length),
  'narrowing beside a query': (fields) => flag(queries(fields) && fields.facets > 0),
  'narrowing and nothing personal': ({ facets, personal }) => flag(facets >= 2 && personal === 0),
  'narrowing by get': ({ facets, personal, form }) =>
    flag(facets >= 2 && personal === 0 && form.method === 'get'),
  'query field': (fields) => flag(queries(fields)),
  'number range': (fields) =>
    flag(both(fields, 'number-min', 'number-max') || both(fields, 'price-min', 'price-max')),
  'date range': (fields) => flag(both(fields, 'date-start', 'date-end')),
  journey: (fields) => flag(both(fields, 'origin', 'destination')),
  'fields of a thing': ({ meanings }) => log(meanings.filter((meaning) => OF_THINGS.has(meaning)).length),
  'choices with any': ({ visible }) => {
    const chosen = visible.filter(isChosen);
    return chosen.length === 0 ? 0 : chosen.filter(offersAny).length / chosen.length;
  },
  'choices by get': ({ visible, form }) =>
    flag(form.method === 'get' && visible.length > 1 && visible.every(isChosen)),
  'fields arranging': ({ arranging }) => log(arranging),
  'only arranging': ({ arranging, visible }) => flag(arranging > 0 && arranging === visible.length),
  'one set of radio buttons': ({ visible }) =>
    flag(visible.length === 1 && visible[0]?.type === 'radio' && visible[0].options.length > 1),
  'personal fields': ({ personal }) => log(personal),
  'nothing personal': ({ personal }) => flag(personal === 0),
  'typed field of a thing': ({ visible, meanings }) =>
    flag(visible.some((control, i) => isTyped(control) && OF_THINGS.has(meanings[i] as FieldMeaning))),
};

export const FIELD_FEATURES: readonly string[] = Object.keys(MEASURES_BY_NAME);
const MEASURES = Object.values(MEASURES_BY_NAME);

/** Numbers near 0–1, in the order of `FIELD_FEATURES`. */
export function fieldFeaturesOf(form: Form): number[] {
  const all = meaningsOf(form);
  const shown = form.controls.map(({ visible, domain }) => visible && domain !== 'none');
  const meanings = all.filter((_, i) => shown[i]);
  const count = (set: ReadonlySet<FieldMeaning>): number =>
    meanings.filter((meaning) => set.has(meaning)).length;
  const fields: Fields = {
    form,
    visible: form.controls.filter((_, i) => shown[i]),
    meanings,
    facets: count(FACETS),
    personal: count(PERSONAL),
    arranging: count(ARRANGING),
  };
  return MEASURES.map((measure) => measure(fields));
}
