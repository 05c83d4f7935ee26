import type { Inspection } from '../../app/index.ts';
import type { DomainReason, FieldMeaning, LearnerOpinions, WeightedFeature } from '../../forms/index.ts';
import { printable, textColumns, trimEndOf } from '../../foundation/text/index.ts';
import { reasonsInWords } from './feature-words.ts';

export interface ShownForm
  extends Pick<Inspection['reading']['forms'][number], 'form' | 'verdict' | 'domain' | 'domainScore'> {
  readonly reason?: DomainReason | undefined;
  /** By which a store and `fieldfare query` know it. */
  readonly formId?: string | undefined;
}

const MOST_REASONS = 8;

/**
 * The verdict with its reasons, and the schema as a table. Nothing of the page can move the cursor.
 * @param verbose weights of features, names of controls and where their labels were found, too
 */
export function describeForm(
  { form, verdict, domain, domainScore, reason, formId = form.id }: ShownForm,
  meanings: readonly FieldMeaning[],
  number: number,
  verbose = false,
): string[] {
  const lines = [
    `Form ${number}: ${verdict.searchable ? 'SEARCHABLE' : 'not searchable'} — ${verdict.type}`,
    `  ${form.method.toUpperCase()} ${printable(form.action)}  [${formId}]${form.where.hasFormTag ? '' : '  (no <form> tag)'}${ANNOUNCED[form.where.announced ?? 'not']}${form.where.kind === 'document' ? '' : `  (in a ${form.where.kind === 'shadow' ? 'shadow root' : 'frame'})`}`,
  ];
  if (verdict.kind === 'rejected')
    lines.push(`  rejected by rule ${verdict.rule}: ${printable(verdict.evidence)}`);
  else {
    const why = reasonsInWords(verdict);
    const reasons = why === '' ? '' : `: ${why}`;
    lines.push(
      `  probability of a search form ${verdict.score.toFixed(3)}${verbose ? ` (${verdict.model})` : reasons}`,
    );
    if (verbose) lines.push(...verdict.weightiest.slice(0, MOST_REASONS).map(weighed));
  }
  if (verdict.learners !== undefined) lines.push(...learnersText(verdict.learners, verbose));
  if (verdict.searchable) {
    lines.push(`  domain: ${domainText(domain, domainScore, reason?.about)}`);
    if (verbose) lines.push(...(reason?.weightiest.slice(0, 4).map(weighed) ?? []));
  }
  return [
    ...lines,
    ...(verbose ? allControls(form, meanings) : seenControls(form, meanings)),
    ...form.submits.map((submit) => `  submit: ${submitText(submit)}`),
    ...(form.submits.length === 0 ? ['  submit: no control (Enter in a text field)'] : []),
  ];
}

/** Shows what both learners say, and the labelled forms that are most like it. */
function learnersText({ svm, knn, neighbours }: LearnerOpinions, verbose: boolean): string[] {
  const apart = svm >= 0.5 !== knn >= 0.5 ? 'DISAGREE: ' : '';
  const near = neighbours.map(
    ({ type, distance, url }) => `${type} ${distance.toFixed(2)}${url ? ` (${printable(url)})` : ''}`,
  );
  return [
    `  ${apart}machine ${svm.toFixed(3)}, nearest labelled forms ${knn.toFixed(2)} (distances: ${near.join(', ')})`,
    ...(verbose ? neighbours : []).map(
      ({ type, distance, row, url }) =>
        `    ${distance.toFixed(4)}  ${type}  ${printable(row)}${url ? `  ${printable(url)}` : ''}`,
    ),
  ];
}

const domainText = (domain: string | null, score: number, best: string | undefined): string =>
  domain !== null
    ? `${domain}${score < 0.5 ? ', uncertain' : ''} (${score.toFixed(2)})`
    : best === undefined
      ? 'none'
      : `none (best: ${best} ${score.toFixed(2)})`;

const submitText = ({ type, label, value }: ShownForm['form']['submits'][number]): string => {
  const words = printable(label || value);
  return words === '' ? `a ${type === 'image' ? 'picture' : 'button'} without words` : JSON.stringify(words);
};

/** The controls that people see, by what they are called; the others by name in one line. */
function seenControls({ controls }: ShownForm['form'], meanings: readonly FieldMeaning[]): string[] {
  const rows = controls.flatMap((control, i) =>
    control.visible && control.type !== 'hidden'
      ? [[calledBy(control), meanings[i] ?? '', control.type, takes(control), detailsOf(control)]]
      : [],
  );
  const unseen = controls.filter(({ visible, type }) => !visible || type === 'hidden');
  const names = unseen.map(({ name, id }) => printable(name || id) || '(no name)');
  return [
    ...table(['field', 'meaning', 'type', 'values', ''], rows).map((line) => `  ${line}`),
    ...(names.length === 0 ? [] : [`  not visible: ${shorten(names.join(', '), 100)}`]),
  ];
}

/** Every control with its name, and where its label was found. */
function allControls({ controls }: ShownForm['form'], meanings: readonly FieldMeaning[]): string[] {
  const rows = controls.map((control, i) => [
    control.name || '(no name)',
    meanings[i] ?? '',
    control.type,
    control.label ? `${control.label} (${control.labelSource})` : '—',
    takes(control),
    [control.visible ? '' : `hidden (${control.hiddenBecause ?? '?'})`, detailsOf(control)]
      .filter(Boolean)
      .join(', '),
  ]);
  return table(['name', 'meaning', 'type', 'label', 'values', ''], rows).map((line) => `  ${line}`);
}

const ANNOUNCED = {
  not: '',
  opensearch: '  (announced by an OpenSearch description)',
  'search-action': '  (announced as a SearchAction)',
  links: '  (no form on the page; links lead to its answers)',
} as const;

/** Calls a control as a reader of the page would; by its name where nothing on the page does. */
export const calledBy = ({ label, name, id }: Pick<Control, 'label' | 'name' | 'id'>): string =>
  printable(trimEndOf(label, /[\s:：*]/) || label) || printable(name || id) || '(no name)';

const OTHER_VALUES = { open: 'free text', none: 'none' } as const;

const takes = (control: Control): string =>
  control.domain !== 'finite'
    ? OTHER_VALUES[control.domain]
    : control.type === 'checkbox' && control.options.length === 1
      ? 'on or off'
      : `${control.options.length} ${control.options.length === 1 ? 'option' : 'options'}: ${sample(control)}`;

const detailsOf = (control: Control): string =>
  [
    control.required ? 'required' : '',
    limitsOf(control),
    control.value && control.domain !== 'finite' ? `= ${control.value}` : '',
  ]
    .filter(Boolean)
    .join(', ');

const weighed = ({ feature, value, weight }: WeightedFeature): string =>
  `    ${weight >= 0 ? '+' : '−'}${Math.abs(weight).toFixed(2)}  ${feature} = ${Math.round(value * 1_000) / 1_000}`;

type Control = ShownForm['form']['controls'][number];

const sample = (control: Control): string =>
  control.options
    .slice(0, 4)
    .map((option) => (option.any ? `[${option.label}]` : option.label))
    .join(', ') + (control.options.length > 4 ? ', …' : '');

function limitsOf({ min, max, step, maxLength, pattern }: Control): string {
  return [
    min || max ? `${min || '…'} to ${max || '…'}${step ? ` by ${step}` : ''}` : '',
    maxLength === undefined ? '' : `at most ${maxLength}`,
    pattern && `like ${pattern}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return ['(no controls)'];
  return textColumns(
    head,
    rows.map((row) => row.map((cell) => shorten(printable(cell), 48))),
  );
}

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
