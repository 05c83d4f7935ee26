import type { FormType } from '../../../forms/index.ts';

export const FORM_TYPES: readonly FormType[] = [
  ...(['search', 'login', 'registration', 'recovery', 'contact', 'mailing-list', 'order', 'other'] as const),
];

/** Keys of the label queue; `n` says that a form does not search, whatever else it is. */
export const KEYS: Readonly<Record<string, FormType>> = { s: 'search', l: 'login', n: 'other' };
