/** Search forms of the practice web: keyword boxes and fielded forms on a site's database. */

import { type Catalog, fieldOf, labelsOf, pluralOf } from '../catalogs/catalog.ts';
import { token } from '../seeded.ts';
import type { Choice, ControlSpec, Drafting, FormSpec, SubmitSpec } from '../site.ts';
import type { Appearance } from '../truth.ts';
import { type AnyPlace, controlsFor, type Showing, withUniqueNames } from './controls.ts';

interface KeywordForm {
  readonly key: string;
  readonly kind: string;
  readonly catalog: Catalog;
  readonly action: string;
  readonly database?: number;
  readonly method?: 'GET' | 'POST';
  readonly appears?: Appearance;
  readonly results?: 'page' | 'redirect' | 'xhr';
  /** A select beside the box that narrows by this column. */
  readonly within?: string;
  readonly submit?: SubmitSpec['how'];
  readonly omitAction?: boolean;
}

const QUERY_NAMES = [
  'q',
  's',
  'query',
  'keywords',
  'search',
  'term',
  'kw',
  'searchword',
  'text',
  'find',
] as const;

export function submitOf(draft: Drafting, label: string, how?: SubmitSpec['how']): SubmitSpec {
  const chosen = how ?? draft.random.pick(['input', 'button', 'button', 'input', 'image', 'icon', 'anchor']);
  const named = draft.random.chance(0.25);
  return {
    how: chosen,
    label,
    ...(named ? { name: draft.random.pick(['submit', 'go', 'btn', 'op', 'x']) } : {}),
  };
}

/** One text box that looks into all texts of a record, as four in five search forms of the real web are. */
export function keywordForm(draft: Drafting, form: KeywordForm): FormSpec {
  const { random, words } = draft;
  const columns = form.catalog.fields.filter((field) => field.kind !== 'number').map((field) => field.column);
  const placeholder = random.pick([
    words.search,
    `${words.search}…`,
    `${words.keyword}`,
    `${words.search} ${random.pick(pluralOf(form.catalog, draft.language))}`,
  ]);
  // Before placeholders there were values that a script takes away; many such pages are still up.
  const prompted = form.appears !== 'formless' && random.chance(0.2);
  const box: ControlSpec = {
    name: random.pick(QUERY_NAMES),
    type: random.pick(['text', 'text', 'search']),
    label: words.keyword,
    ...(prompted ? { value: placeholder, prompt: true } : { placeholder }),
    match: { how: 'words', columns },
  };
  const narrowing = form.within ? controlsFor(draft, fieldOf(form.catalog, form.within), 'select') : [];
  const hidden: ControlSpec[] = random.chance(0.3)
    ? [
        {
          name: random.pick(['lang', 'src', 'mode', 'form_id']),
          type: 'hidden',
          label: '',
          value: random.pick([draft.language, 'quick', '1']),
        },
      ]
    : [];
  return {
    key: form.key,
    kind: form.kind,
    type: 'search',
    method: form.method ?? 'GET',
    action: form.action,
    controls: withUniqueNames([box, ...narrowing, ...hidden]),
    // One form in six of the real web has no submit control: Enter sends it.
    submit: submitOf(draft, words.search, form.submit ?? (random.chance(0.15) ? 'none' : undefined)),
    appears: form.appears ?? 'static',
    results: form.results ?? 'page',
    database: form.database ?? 0,
    ...(form.omitAction ? { omitAction: true } : {}),
  };
}

interface FieldedForm {
  readonly key: string;
  readonly kind: string;
  readonly catalog: Catalog;
  readonly action: string;
  readonly fields: readonly (readonly [column: string, showing: Showing])[];
  readonly database?: number;
  readonly method?: 'GET' | 'POST';
  readonly multipart?: boolean;
  readonly appears?: Appearance;
  readonly results?: 'page' | 'redirect' | 'xhr';
  readonly title?: string;
  readonly submit?: SubmitSpec['how'];
  /** Adds a CSRF token, as frameworks do. */
  readonly csrf?: boolean;
  readonly honeypot?: boolean;
  /** Place of "any" in its selects; left to chance when left out. */
  readonly any?: AnyPlace;
  /** The server refuses a submission without the token it gave, and wants its page state back. */
  readonly checked?: boolean;
  /** Adds boxes for the order and the length of the result list. */
  readonly ordered?: boolean;
  /** Columns whose controls must be filled; `server` where the markup does not say so. */
  readonly required?: readonly string[];
  readonly requiredBy?: 'markup' | 'server';
  /** Columns of days that must not lie in the past. */
  readonly future?: readonly string[];
  readonly more?: Pick<FormSpec, 'app' | 'posts' | 'paging' | 'dependents' | 'denies' | 'overloaded'>;
}

/** A hidden token that must come back, and page state as long as some servers make it. */
const checkedState = (draft: Drafting, key: string): ControlSpec[] => [
  {
    name: draft.random.pick(['_token', '__RequestVerificationToken', 'form_token']),
    type: 'hidden',
    label: '',
    value: token(`${draft.seed}:${key}:token`, 40),
    expected: true,
  },
  {
    name: '__VIEWSTATE',
    type: 'hidden',
    label: '',
    value: Buffer.from(token(`${draft.seed}:${key}:state`, 600), 'hex').toString('base64'),
    expected: true,
  },
];

const listControls = (draft: Drafting, catalog: Catalog): ControlSpec[] => [
  {
    name: draft.random.pick(['sort', 'order', 'sortby']),
    type: 'select',
    label: draft.words.sort,
    role: 'sort',
    choices: catalog.fields
      .slice(0, 5)
      .map((field) => ({ value: field.column, label: labelsOf(field, draft.language)[0] ?? field.column })),
  },
  {
    name: draft.random.pick(['per_page', 'limit', 'show', 'n']),
    type: 'select',
    label: draft.words.perPage,
    role: 'per-page',
    choices: ['10', '25', '50'].map((value) => ({ value, label: value })),
  },
];

/** A list that must be chosen from begins with "please choose". */
function demanding(draft: Drafting, form: FieldedForm, column: string, control: ControlSpec): ControlSpec {
  const future = form.future?.includes(column) ? { future: true } : {};
  if (!form.required?.includes(column)) return { ...control, ...future };
  const first: Choice = { value: '', label: draft.words.choose, any: true };
  const choices = control.choices && [first, ...control.choices.filter((choice) => !choice.any)];
  const required = form.requiredBy === 'server' ? 'server' : true;
  return { ...control, ...future, required, ...(choices ? { choices } : {}) };
}

/** A form with one control (or a range) for each field. */
export function fieldedForm(draft: Drafting, form: FieldedForm): FormSpec {
  const controls: ControlSpec[] = [];
  for (const [column, showing] of form.fields) {
    const field = fieldOf(form.catalog, column);
    const parent = showing === 'dependent' && field.within ? controls.at(-1)?.name : undefined;
    const made = controlsFor(draft, field, showing, parent, form.any);
    controls.push(...made.map((control) => demanding(draft, form, column, control)));
  }
  if (form.csrf) {
    const value = token(`${draft.seed}:${form.key}`, 32);
    controls.push({
      name: draft.random.pick(['_token', 'csrfmiddlewaretoken', 'authenticity_token']),
      type: 'hidden',
      label: '',
      value,
    });
  }
  if (form.checked) controls.push(...checkedState(draft, form.key));
  if (form.ordered) controls.push(...listControls(draft, form.catalog));
  if (form.honeypot)
    controls.push({ name: 'website', type: 'text', label: 'Leave this field empty', honeypot: true });
  return {
    key: form.key,
    kind: form.kind,
    type: 'search',
    method: form.method ?? 'GET',
    action: form.action,
    ...(form.multipart ? { multipart: true } : {}),
    title: form.title ?? draft.words.search,
    controls: withUniqueNames(controls),
    submit: submitOf(draft, draft.words.search, form.submit),
    appears: form.appears ?? 'static',
    results: form.results ?? 'page',
    database: form.database ?? 0,
    ...form.more,
  };
}
