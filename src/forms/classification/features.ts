import type { Form, FormContext, FormControl } from '../form.ts';
import { LEXICON_NAMES } from '../lexicon/index.ts';
import { FIELD_FEATURES, fieldFeaturesOf } from './field-features.ts';
import {
  type FormWords,
  isChosen,
  isTyped,
  OWN_SOURCES,
  pageListsOf,
  WORD_SOURCES,
  wordsOf,
} from './form-words.ts';

type Measure = (facts: Facts) => number;

interface Facts {
  readonly form: Form;
  readonly context: FormContext | undefined;
  readonly visible: readonly FormControl[];
  readonly typed: readonly FormControl[];
  readonly chosen: readonly FormControl[];
  readonly types: ReadonlyMap<string, number>;
  readonly options: number;
}

const log = (count: number): number => Math.log2(1 + count) / 4;
const flag = (truth: boolean): number => (truth ? 1 : 0);
const typeCount =
  (...types: readonly string[]): Measure =>
  (facts) =>
    log(types.reduce((sum, type) => sum + (facts.types.get(type) ?? 0), 0));
const submitCount = (form: Form, type: string): number =>
  form.submits.filter((submit) => submit.type === type).length;
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Structure of a form as numbers near 0–1. */
const STRUCTURE: Readonly<Record<string, Measure>> = {
  'method post': ({ form }) => flag(form.method === 'post'),
  'action empty': ({ form }) => flag(form.actionKind === 'empty'),
  'action script': ({ form }) => flag(form.actionKind === 'script'),
  'action has query': ({ form }) => flag(form.actionKind === 'address' && form.action.includes('?')),
  'action is page': ({ form, context }) => flag(samePath(form.action, context?.url)),
  'action is root': ({ form }) =>
    flag(form.actionKind === 'address' && /^https?:\/\/[^/]+\/?$/.test(form.action)),
  'action elsewhere': ({ form, context }) => flag(otherHost(form.action, context?.url)),
  multipart: ({ form }) => flag(form.enctype === 'multipart/form-data'),
  'no form tag': ({ form }) => flag(!form.where.hasFormTag),
  'role search': ({ form }) => flag(form.role === 'search' || /(?:^|\s)search(?:\s|$)/.test(form.container)),
  'has id or name': ({ form }) => flag(form.htmlId !== '' || form.name !== ''),
  'form visible': ({ form }) => flag(form.visible),
  'captcha inside': ({ form }) => flag(form.captcha),
  'hidden fields': typeCount('hidden'),
  'text boxes': typeCount('text', 'search'),
  'search boxes': typeCount('search'),
  'email boxes': typeCount('email'),
  passwords: typeCount('password'),
  'text areas': typeCount('textarea'),
  selects: typeCount('select-one', 'select-multiple'),
  checkboxes: typeCount('checkbox'),
  'radio groups': typeCount('radio'),
  files: typeCount('file'),
  numbers: typeCount('number', 'range'),
  phones: typeCount('tel', 'url'),
  dates: typeCount('date', 'month', 'week', 'time', 'datetime-local'),
  'one password': ({ types }) => flag(types.get('password') === 1),
  'two passwords': ({ types }) => flag((types.get('password') ?? 0) >= 2),
  'submit buttons': ({ form }) => log(submitCount(form, 'submit')),
  'picture buttons': ({ form }) => log(submitCount(form, 'image')),
  'script buttons': ({ form }) => log(submitCount(form, 'button') + submitCount(form, 'link')),
  'no button': ({ form }) => flag(form.submits.length === 0),
  'named button': ({ form }) => flag(form.submits.some(({ name }) => name !== '')),
  'button without words': ({ form }) =>
    flag(form.submits.length > 0 && form.submits.every(({ label }) => !/\p{L}/u.test(label))),
  'button words': ({ form }) => log(form.submits[0]?.label.split(/\s+/).length ?? 0),
  controls: ({ visible }) => log(visible.length),
  'no control': ({ visible }) => flag(visible.length === 0),
  'one control': ({ visible }) => flag(visible.length === 1),
  'two controls': ({ visible }) => flag(visible.length === 2),
  'three to five controls': ({ visible }) => flag(visible.length >= 3 && visible.length <= 5),
  'many controls': ({ visible }) => flag(visible.length > 5),
  'one text box': ({ typed }) => flag(typed.length === 1),
  'one text box alone': ({ typed, visible }) => flag(typed.length === 1 && visible.length === 1),
  'one text box and choices': ({ typed, chosen }) => flag(typed.length === 1 && chosen.length > 0),
  'two text boxes': ({ typed }) => flag(typed.length === 2),
  'many text boxes': ({ typed }) => flag(typed.length > 3),
  'choices only': ({ typed, chosen }) => flag(typed.length === 0 && chosen.length > 0),
  'several choices only': ({ typed, chosen }) => flag(typed.length === 0 && chosen.length > 1),
  'one select only': ({ typed, chosen }) => flag(typed.length === 0 && chosen.length === 1),
  'invisible controls': ({ form, visible }) =>
    log(form.controls.filter(({ type }) => type !== 'hidden').length - visible.length),
  options: ({ options }) => log(options) / 2,
  'any options': ({ chosen }) =>
    log(chosen.filter(({ options }) => options.some(({ any }) => any === true)).length),
  'address options': ({ chosen }) =>
    flag(
      chosen.some(({ options }) => options.slice(0, 5).some(({ value }) => /^(?:https?:|\/|\?)/.test(value))),
    ),
  'number options': ({ chosen }) => share(chosen.filter(numericOptions).length, chosen.length),
  'sends on change': ({ form }) => flag(form.controls.some(({ submitsOnChange }) => submitsOnChange)),
  'required controls': ({ visible }) =>
    share(visible.filter(({ required }) => required).length, visible.length),
  'limited length': ({ typed }) =>
    share(typed.filter(({ maxLength }) => maxLength !== undefined).length, typed.length),
  'length limit': ({ typed }) => log(typed[0]?.maxLength ?? 0) / 2,
  'has placeholder': ({ typed }) => flag(typed.some(({ placeholder }) => placeholder !== '')),
  'has start text': ({ typed }) => flag(typed.some(({ value, type }) => value !== '' && type !== 'textarea')),
  'no autocomplete': ({ typed }) => flag(typed.some(({ autocomplete }) => autocomplete === 'off')),
  'real label': ({ typed }) =>
    flag(typed.some(({ labelSource }) => labelSource === 'label' || labelSource === 'wrapping')),
  // Uses only markup, as in training; rendered properties must not change it.
  'no label': ({ typed }) =>
    flag(typed.some(({ labelSource }) => /^(?:visual|name|none)$/.test(labelSource))),
  'short name': ({ typed }) => flag(typed.some(({ name }) => name.length === 1 || name.length === 2)),
  'text length': ({ form }) => log(form.text.length) / 2,
  'no text': ({ form }) => flag(form.text === ''),
  links: ({ form }) => log(form.links),
  images: ({ form }) => log(form.images),
  'first on page': ({ form }) => flag(form.index === 0),
  'last on page': ({ form, context }) => flag(context !== undefined && form.index === context.forms - 1),
  'only form of page': ({ context }) => flag(context?.forms === 1),
  'forms on page': ({ context }) => log(context?.forms ?? 1) / 2,
};

const STRUCTURE_NAMES = Object.keys(STRUCTURE);
const MEASURES = Object.values(STRUCTURE);

/**
 * Names of the numbers in a feature vector, in order: structure, what the fields mean, then each word list in any of the form's own names
 * and captions (`search anywhere`), then by place (`search in submit`).
 */
export const FEATURE_NAMES: readonly string[] = [
  ...STRUCTURE_NAMES,
  ...FIELD_FEATURES,
  ...LEXICON_NAMES.map((list) => `${list} anywhere`),
  ...WORD_SOURCES.flatMap((source) => LEXICON_NAMES.map((list) => `${list} in ${source}`)),
];

/** The feature vector of a form, as long as `FEATURE_NAMES`, every number about 0–1. */
export function featuresOf(form: Form, context?: FormContext, words?: FormWords): Float64Array {
  const features = new Float64Array(FEATURE_NAMES.length);
  const facts = factsOf(form, context);
  MEASURES.forEach((measure, i) => {
    features[i] = measure(facts);
  });
  const { hits } = words ?? wordsOf(form, context);
  fieldFeaturesOf(form).forEach((value, i) => {
    features[MEASURES.length + i] = value;
  });
  let at = MEASURES.length + FIELD_FEATURES.length;
  for (let list = 0; list < LEXICON_NAMES.length; list++) {
    features[at++] = OWN_SOURCES.some((source) => (hits[source][list] ?? 0) > 0) ? 1 : 0;
  }
  for (const source of WORD_SOURCES) {
    const found = hits[source];
    for (let list = 0; list < LEXICON_NAMES.length; list++) features[at++] = (found[list] ?? 0) > 0 ? 1 : 0;
  }
  return features;
}

/** All that the features of a form take from its page, short: where it is the same, so are the features. */
export const pageFeaturesOf = (form: Form, context: FormContext): readonly unknown[] => [
  samePath(form.action, context.url),
  otherHost(form.action, context.url),
  context.forms,
  pageListsOf(context),
];

function factsOf(form: Form, context: FormContext | undefined): Facts {
  const visible = form.controls.filter((control) => control.visible && control.domain !== 'none');
  const types = new Map<string, number>();
  for (const { type } of form.controls) types.set(type, (types.get(type) ?? 0) + 1);
  const chosen = visible.filter(isChosen);
  return {
    form,
    context,
    visible,
    typed: visible.filter(isTyped),
    chosen,
    types,
    options: chosen.reduce((sum, { options }) => sum + options.length, 0),
  };
}

const numericOptions = ({ options }: FormControl): boolean =>
  options.length > 1 &&
  options.slice(0, 5).filter(({ label }) => /^\D{0,3}\d+\D{0,6}$/.test(label)).length > 1;

function samePath(action: string, page: string | undefined): boolean {
  return page !== undefined && action.split(/[?#]/, 1)[0] === page.split(/[?#]/, 1)[0];
}

const hostOf = (address: string): string => /^https?:\/\/(?:www\.)?([^/:?#]+)/.exec(address)?.[1] ?? '';

function otherHost(action: string, page: string | undefined): boolean {
  return page !== undefined && hostOf(action) !== hostOf(page);
}
