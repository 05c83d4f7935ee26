import type { DomainReason, FieldMeaning, WeightedFeature } from '../forms/index.ts';
import type { Inspection } from '../harvest/index.ts';

/** A form as it is shown to people. */
export interface ShownForm
  extends Pick<Inspection['reading']['forms'][number], 'form' | 'verdict' | 'domain' | 'domainScore'> {
  readonly reason?: DomainReason | undefined;
}

const MOST_REASONS = 8;

/** The verdict with its reasons, and the schema as a table. Nothing of the page can move the cursor. */
export function describeForm(
  { form, verdict, domain, domainScore, reason }: ShownForm,
  meanings: readonly FieldMeaning[],
  number: number,
): string[] {
  const lines = [
    `Form ${number}: ${verdict.searchable ? 'SEARCHABLE' : 'not searchable'} — ${verdict.type}`,
    `  ${form.method.toUpperCase()} ${printable(form.action)}  [${form.id}]${form.where.hasFormTag ? '' : '  (no <form> tag)'}${ANNOUNCED[form.where.announced ?? 'not']}${form.where.kind === 'document' ? '' : `  (in a ${form.where.kind === 'shadow' ? 'shadow root' : 'frame'})`}`,
  ];
  if (verdict.kind === 'rejected')
    lines.push(`  rejected by rule ${verdict.rule}: ${printable(verdict.evidence)}`);
  else {
    lines.push(`  probability of a search form ${verdict.score.toFixed(3)} (${verdict.model})`);
    lines.push(...verdict.weightiest.slice(0, MOST_REASONS).map(weighed));
  }
  if (verdict.searchable) {
    lines.push(
      `  domain: ${domain ?? 'none'} (probability ${domainScore.toFixed(3)}${domain === null && reason ? ` of ${reason.about}` : ''})`,
    );
    lines.push(...(reason?.weightiest.slice(0, 4).map(weighed) ?? []));
  }
  const rows = form.controls.map((control, i) => [
    control.name || '(no name)',
    meanings[i] ?? '',
    control.type,
    control.label ? `${control.label} (${control.labelSource})` : '—',
    control.domain === 'finite' ? `${control.options.length} options: ${sample(control)}` : control.domain,
    [
      control.required ? 'required' : '',
      control.visible ? '' : `hidden (${control.hiddenBecause ?? '?'})`,
      limitsOf(control),
      control.value && control.domain !== 'finite' ? `= ${control.value}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  ]);
  lines.push(...table(['name', 'meaning', 'type', 'label', 'values', ''], rows).map((line) => `  ${line}`));
  for (const submit of form.submits)
    lines.push(`  submit: ${submit.type} ${JSON.stringify(printable(submit.label || submit.value))}`);
  if (form.submits.length === 0) lines.push('  submit: no control (Enter in a text field)');
  return lines;
}

const ANNOUNCED = {
  not: '',
  opensearch: '  (announced by an OpenSearch description)',
  'search-action': '  (announced as a SearchAction)',
} as const;

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

/** What comes from a page must not move the cursor or colour the terminal. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return ['(no controls)'];
  const cells = [head, ...rows].map((row) => row.map((cell) => shorten(printable(cell), 48)));
  const widths = head.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
