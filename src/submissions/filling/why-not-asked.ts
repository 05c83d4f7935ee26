import { arranges } from './bindings.ts';
import type { FormFields } from './read-fields.ts';

/** Why a form with these fields is not asked at all; undefined where it is. */
export function whyNotAsked(
  { fields }: FormFields,
  { text }: { readonly text: boolean },
): string | undefined {
  if (fields.length === 0) return 'nothing in it can be chosen or typed';
  if (fields.every(arranges)) return 'it only orders what its page shows';
  if (text) return undefined;
  if (fields.every(({ kind }) => kind === 'open')) return 'open text fields only; --text fills them';
  const needed = fields.find((field) => field.kind === 'open' && field.required);
  return needed === undefined ? undefined : `“${needed.label}” must be typed; --text fills it`;
}
