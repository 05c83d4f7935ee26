/** Controls of search forms, made from the fields of a database. */

import { choicesOf, type Field } from '../catalogs/catalog.ts';
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
  | 'dependent';

const anyChoice = (draft: Drafting): Choice => ({
  value: draft.random.pick(['', '', 'all', '0', '-1', 'any']),
  label: draft.words.any,
  any: true,
});

/** The choices of a select: values are the labels, codes or slugs; "any" comes first, last or not at all. */
export function choices(draft: Drafting, values: readonly (string | number)[], unit = ''): readonly Choice[] {
  const coded = draft.random.pick(['label', 'label', 'number', 'code']);
  const real = values.map((value, at): Choice => {
    const label = unit ? `${value} ${unit}` : String(value);
    if (coded === 'label' || typeof value === 'number') return { value: String(value), label, means: value };
    const code = coded === 'number' ? String(at + 1) : value.slice(0, 3).toUpperCase() + at;
    return { value: code, label, means: value };
  });
  const place = draft.random.pick(['first', 'first', 'first', 'last']);
  return place === 'first' ? [anyChoice(draft), ...real] : [...real, { ...anyChoice(draft), selected: true }];
}

function bounded(
  draft: Drafting,
  field: Field,
  type: 'select' | 'radio',
): Omit<ControlSpec, 'name' | 'label'> {
  const match = { how: 'equals', column: field.column } as const;
  const values = field.kind === 'number' ? (field.steps ?? []) : choicesOf(field);
  return { type, choices: choices(draft, values, field.unit), match };
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

/** @returns one control, or two for a range */
export function controlsFor(
  draft: Drafting,
  field: Field,
  showing: Showing,
  dependsOn?: string,
): ControlSpec[] {
  const label = draft.random.pick(field.labels[draft.language]);
  const name = draft.random.pick(field.names);
  const equals = { how: 'equals', column: field.column } as const;
  switch (showing) {
    case 'text':
      return [{ name, label, type: 'text', match: { how: 'words', columns: [field.column] } }];
    case 'select':
    case 'radio':
      return [{ name, label, ...bounded(draft, field, showing) }];
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
