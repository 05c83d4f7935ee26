import type { StopReason } from '../types/asking.ts';
import { arranges } from './bindings.ts';
import type { FormFields } from './read-fields.ts';

/** Returns why a form with these fields is not queried; undefined if it is. */
export function whyNotAsked(
  { fields }: FormFields,
  { text }: { readonly text: boolean },
): StopReason | undefined {
  if (fields.length === 0) return { code: 'nothing-to-fill' };
  if (fields.every(arranges)) return { code: 'only-arranges' };
  if (text) return undefined;
  if (fields.every(({ kind }) => kind === 'open')) return { code: 'typing-off' };
  const needed = fields.find((field) => field.kind === 'open' && field.required);
  return needed === undefined ? undefined : { code: 'typing-needed', detail: needed.label };
}
