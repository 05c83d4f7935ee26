import { type FieldMeaning, type Form, type FormControl, meaningsOf } from '../../forms/index.ts';

const CONTROL: FormControl = {
  name: '',
  id: '',
  tag: 'input',
  type: 'text',
  label: '',
  labelSource: 'label',
  options: [],
  domain: 'open',
  value: '',
  checked: false,
  required: false,
  disabled: false,
  readOnly: false,
  multiple: false,
  pattern: '',
  min: '',
  max: '',
  step: '',
  placeholder: '',
  autocomplete: '',
  classes: '',
  submitsOnChange: false,
  visible: true,
};

const FORM: Form = {
  id: '',
  where: { kind: 'document', hasFormTag: true },
  index: 0,
  action: 'http://form.invalid/',
  actionKind: 'address',
  method: 'get',
  enctype: 'application/x-www-form-urlencoded',
  name: '',
  htmlId: '',
  classes: '',
  role: '',
  ariaLabel: '',
  container: '',
  controls: [],
  submits: [],
  text: '',
  heading: '',
  links: 0,
  images: 0,
  captcha: false,
  visible: true,
};

const known = new Map<string, FieldMeaning>();
const MOST_KNOWN = 5_000;

/** Meanings of lists that arrange what is shown: their values are found in no record. */
const ARRANGING: ReadonlySet<FieldMeaning> = new Set(['sort', 'language', 'currency', 'page-size', 'style']);

const CHOICE: Partial<FormControl> = {
  tag: 'select',
  type: 'select-one',
  domain: 'finite',
  options: ['one', 'two'].map((value) => ({ value, label: value })),
};

/** What a field of this label asks for, by its label alone: so “Written by” and “author” are one element. */
export function labelMeaning(label: string): FieldMeaning {
  const before = known.get(label);
  if (before !== undefined) return before;
  const of = (more: Partial<FormControl>): FieldMeaning =>
    meaningsOf({ ...FORM, controls: [{ ...CONTROL, ...more, label }] })[0] ?? 'text';
  const chosen = of(CHOICE);
  const meaning = ARRANGING.has(chosen) ? chosen : of({});
  if (known.size < MOST_KNOWN) known.set(label, meaning);
  return meaning;
}
