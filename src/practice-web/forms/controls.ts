/** Controls of search forms, made from the fields of a database. */

import { choicesOf, type Field, labelsOf } from '../catalogs/catalog.ts';
import type { Choice, ControlSpec, Drafting } from '../site.ts';

/** How a field shows on a form. `range` gives two controls. */
export type Showing =
  | 'text'
  | 'select'
  | 'radio'
  | 'checkbox'
  | 'range-select'
  | 'range-text'
  | 'date'
  | 'dependent'
  | 'multi-select'
  | 'datalist'
  | 'number-range'
  | 'slider-range'
  /** A select whose first choice is chosen and hides all else. */
  | 'preset';

/** Where a select has its "any". */
export type AnyPlace = 'first' | 'last' | 'absent';

const anyChoice = (draft: Drafting): Choice => ({
  value: draft.random.pick(['', '', 'all', '0', '-1', 'any']),
  label: draft.words.any,
  any: true,
});

/** The choices of a select: values are the labels, codes or slugs; "any" comes first, last or not at all. */
function choices(
  draft: Drafting,
  values: readonly (string | number)[],
  unit = '',
  any?: AnyPlace,
): readonly Choice[] {
  const coded = draft.random.pick(['label', 'label', 'number', 'code']);
  const real = values.map((value, at): Choice => {
    const label = unit ? `${value} ${unit}` : String(value);
    if (coded === 'label' || typeof value === 'number') return { value: String(value), label, means: value };
    const code = coded === 'number' ? String(at + 1) : value.slice(0, 3).toUpperCase() + at;
    return { value: code, label, means: value };
  });
  const usual = draft.random.pick(['first', 'first', 'first', 'last'] as const);
  const place = any ?? usual;
  if (place === 'absent') return real;
  return place === 'first' ? [anyChoice(draft), ...real] : [...real, { ...anyChoice(draft), selected: true }];
}

function bounded(
  draft: Drafting,
  field: Field,
  type: 'select' | 'radio',
  any?: AnyPlace,
): Omit<ControlSpec, 'name' | 'label'> {
  const match = { how: 'equals', column: field.column } as const;
  const values = field.kind === 'number' ? (field.steps ?? []) : choicesOf(field);
  return { type, choices: choices(draft, values, field.unit, any), match };
}

function range(draft: Drafting, field: Field, name: string, label: string, select: boolean): ControlSpec[] {
  const [low, high] = draft.random.pick([
    [`${name}_min`, `${name}_max`],
    [`min${name}`, `max${name}`],
    [`${name}[from]`, `${name}[to]`],
    [`${name}1`, `${name}2`],
  ] as const);
  const shape = (how: 'at-least' | 'at-most'): Omit<ControlSpec, 'name' | 'label'> => {
    const match = { how, column: field.column } as const;
    if (select) return { type: 'select', choices: choices(draft, field.steps ?? [], field.unit), match };
    return { type: draft.random.pick(['text', 'number']), match };
  };
  return [
    { name: low, label: `${label} ${draft.words.from}`, ...shape('at-least') },
    { name: high, label: `${label} ${draft.words.to}`, ...shape('at-most') },
  ];
}

/** Two numbers or two sliders; a slider at its end asks for nothing. */
function boundedRange(
  field: Field,
  type: 'number' | 'range',
  low: ControlSpec,
  high: ControlSpec,
): ControlSpec[] {
  const steps = field.steps ?? [];
  const [first = 0] = steps;
  const [min, max] = [first >= 1000 ? first : 0, (steps.at(-1) ?? 100) * (type === 'number' ? 10 : 1)];
  const bounds = { min, max, step: first >= 1000 ? 1000 : 1 };
  const at = (value: number): Partial<ControlSpec> => (type === 'range' ? { value: String(value) } : {});
  return [
    { ...low, type, bounds, ...at(min) },
    { ...high, type, bounds, ...at(max) },
  ];
}

const labelled = (field: Field): Choice[] =>
  choicesOf(field).map((value): Choice => ({ value, label: value, means: value }));

/** @returns one control, or two for a range */
export function controlsFor(
  draft: Drafting,
  field: Field,
  showing: Showing,
  dependsOn?: string,
  any?: AnyPlace,
): ControlSpec[] {
  const label = draft.random.pick(labelsOf(field, draft.language));
  const name = draft.random.pick(field.names);
  const equals = { how: 'equals', column: field.column } as const;
  switch (showing) {
    case 'text':
      return [{ name, label, type: 'text', match: { how: 'words', columns: [field.column] } }];
    case 'select':
    case 'radio':
      return [{ name, label, ...bounded(draft, field, showing, any) }];
    case 'checkbox': {
      const values = choicesOf(field).map((value): Choice => ({ value, label: value, means: value }));
      return [{ name, label, type: 'checkbox', choices: values, match: equals }];
    }
    case 'date':
      return [{ name, label, type: 'date', match: equals }];
    case 'dependent': {
      const first: Choice = { value: '', label: draft.words.choose, any: true };
      const real = choicesOf(field).map((value): Choice => ({ value, label: value, means: value }));
      const control = { name, label, type: 'select', choices: [first, ...real], match: equals } as const;
      return [dependsOn === undefined ? control : { ...control, dependsOn }];
    }
    case 'multi-select':
      return [{ name, label, type: 'select', multiple: true, choices: labelled(field), match: equals }];
    case 'datalist':
      return [{ name, label, type: 'text', suggestions: choicesOf(field), match: equals }];
    case 'preset': {
      const [first, ...others] = labelled(field);
      const any: Choice = { value: 'all', label: draft.words.any, any: true };
      const preset = first ? [{ ...first, selected: true }] : [];
      return [{ name, label, type: 'select', choices: [...preset, ...others, any], match: equals }];
    }
    case 'number-range':
    case 'slider-range': {
      const [low, high] = range(draft, field, name, label, false);
      return low && high
        ? boundedRange(field, showing === 'number-range' ? 'number' : 'range', low, high)
        : [];
    }
    case 'range-select':
    case 'range-text':
      return range(draft, field, name, label, showing === 'range-select');
  }
}

/** Two controls of one form never share a name unless they are one group. */
export function withUniqueNames(controls: readonly ControlSpec[]): ControlSpec[] {
  const seen = new Map<string, number>();
  return controls.map((control) => {
    const count = (seen.get(control.name) ?? 0) + 1;
    seen.set(control.name, count);
    return count === 1 ? control : { ...control, name: `${control.name}${count}` };
  });
}
