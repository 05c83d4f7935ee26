import { type Form, identityOf } from '../../forms/index.ts';
import { elementsOf, type TreeDocument } from '../../foundation/dom/index.ts';
import type { JudgedForm } from '../../library/index.ts';

/** Adds how the action is written where a browser showed the form. */
export interface AnalysedForm extends JudgedForm {
  readonly writtenAction?: string;
}

interface AddedForm {
  readonly form: Omit<Form, 'id' | 'index' | 'formKey' | 'action'>;
  /** Null where it is the page itself. */
  readonly writtenAction: string | null;
}

/** Adds where its heading may come from on any page. */
interface Addition extends AddedForm {
  readonly headings: readonly string[];
}

/** Stands for a form that scripts added, or (null) for the next of those that HTTP showed. */
export type FormPlace = AddedForm | null;
export type FormSequence = readonly (Addition | null)[];

/** Notes of each form that a live page shows how its action is written. */
export function withWrittenActions<R extends { readonly forms: readonly AnalysedForm[] }>(
  reading: R,
  tree: TreeDocument,
): R {
  if (reading.forms.length === 0) return reading;
  const written = new Map<number, string>();
  for (const { formKey, attributes } of elementsOf(tree.root)) {
    if (formKey !== undefined && attributes.action !== undefined) written.set(formKey, attributes.action);
  }
  const forms = reading.forms.map((judged) => {
    const writtenAction = written.get(judged.form.formKey ?? -1);
    return writtenAction === undefined ? judged : { ...judged, writtenAction };
  });
  return { ...reading, forms };
}

interface WithForms {
  readonly forms: readonly AnalysedForm[];
  readonly headings?: readonly string[];
}

/** Returns what scripts made of a page's forms; undefined where they took one away or moved it, or added one that fits this page alone. */
export function formSequenceOf(plain: WithForms, shown: WithForms): FormSequence | undefined {
  const slots: (Addition | null)[] = [];
  let next = 0;
  for (const judged of shown.forms) {
    if (judged.form.id === plain.forms[next]?.form.id) {
      slots.push(null);
      next++;
      continue;
    }
    const added = withoutPage(judged, plain.headings ?? []);
    if (added === undefined) return undefined;
    slots.push(added);
  }
  return next === plain.forms.length ? slots : undefined;
}

/** Frames have addresses of their own, and what a button overrides is known resolved only. */
function withoutPage(
  { form, writtenAction }: AnalysedForm,
  headings: readonly string[],
): Addition | undefined {
  const { id: _, index: _i, formKey: _k, action: _a, ...rest } = form;
  if (form.where.kind === 'frame' || form.submits.some(({ action }) => action !== undefined))
    return undefined;
  if (form.actionKind === 'address' && writtenAction === undefined) return undefined;
  return {
    form: { ...rest, heading: '' },
    writtenAction: form.actionKind === 'address' ? (writtenAction ?? null) : null,
    headings: sourcesOf(form.heading, headings),
  };
}

/** Lists where a heading may come from: it is always the same, or the n-th of the page's own, counted from the first or from the last. */
function sourcesOf(heading: string, headings: readonly string[]): string[] {
  const places = headings.flatMap((text, i) =>
    text === heading ? [`^${i}`, `$${headings.length - 1 - i}`] : [],
  );
  return [`=${heading}`, ...places];
}

function headingFrom(source: string, headings: readonly string[]): string | undefined {
  if (source.startsWith('=')) return source.slice(1);
  const at = Number(source.slice(1));
  return headings[source.startsWith('^') ? at : headings.length - 1 - at];
}

/** Returns what two pages agree on; undefined where they disagree. */
export function bothSay(before: FormSequence, now: FormSequence): FormSequence | undefined {
  if (before.length !== now.length) return undefined;
  const slots: (Addition | null)[] = [];
  for (const [i, a] of before.entries()) {
    const b = now[i] ?? null;
    if (a === null || b === null) {
      if (a !== b) return undefined;
      slots.push(null);
      continue;
    }
    const headings = a.headings.filter((source) => b.headings.includes(source));
    if (headings.length === 0 || !alike(a, b)) return undefined;
    slots.push({ ...a, headings });
  }
  return slots;
}

const alike = (a: AddedForm, b: AddedForm): boolean =>
  a.writtenAction === b.writtenAction && JSON.stringify(a.form) === JSON.stringify(b.form);

/** Predicts the forms of a page; undefined where it is not clear what would stand over them. */
export function formPlacesOn(page: WithForms, slots: FormSequence): readonly FormPlace[] | undefined {
  const here: FormPlace[] = [];
  for (const slot of slots) {
    const headings = slot?.headings.map((source) => headingFrom(source, page.headings ?? [])) ?? [];
    const [heading] = headings;
    if (slot !== null && (heading === undefined || new Set(headings).size > 1)) return undefined;
    here.push(slot && { form: { ...slot.form, heading: heading ?? '' }, writtenAction: slot.writtenAction });
  }
  return here;
}

/** Returns the forms of a page as its scripts leave it. @param inTree those that HTTP shows, as many as `slots` has room for */
export function withInjected(
  inTree: readonly Form[],
  slots: readonly FormPlace[],
  page: TreeDocument,
): Form[] {
  let next = 0;
  return slots
    .map((slot) => (slot === null ? inTree[next++] : onPage(slot, page)))
    .filter((form) => form !== undefined)
    .map((form, index) => ({ ...form, index }));
}

/** Returns the words that a reader sees in forms that scripts add. */
export const wordsOf = (slots: readonly FormPlace[]): string =>
  slots
    .flatMap((slot) => (slot === null ? [] : [slot.form]))
    .flatMap(({ text, submits, controls }) => [
      text,
      ...submits.map(({ label }) => label),
      ...controls.flatMap(({ options }) => options.map(({ label }) => label)),
    ])
    .join(' ');

/** Puts the parts into the order of extraction: what looks alike is written once. */
function onPage({ form, writtenAction }: AddedForm, { url, baseUrl }: TreeDocument): Omit<Form, 'index'> {
  const address = URL.parse(writtenAction?.trim() ?? url, baseUrl) ?? new URL(url);
  address.hash = '';
  const action = address.href;
  const { where, ...rest } = form;
  return { id: identityOf({ ...form, action }), where, action, ...rest };
}
