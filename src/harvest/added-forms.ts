import { type Form, identityOf } from '../forms/index.ts';
import type { JudgedForm } from '../library/index.ts';
import { elementsOf, type TreeDocument } from '../pages/index.ts';

/** A form as it was read, and what its action is written as where a browser showed it. */
export interface ReadForm extends JudgedForm {
  readonly writtenAction?: string;
}

/** A form that scripts add to a page, without what follows from the page it stands on. */
export interface AddedForm {
  readonly form: Omit<Form, 'id' | 'index' | 'formKey' | 'action'>;
  /** Its action as it is written; null where it is the page itself. */
  readonly writtenAction: string | null;
}

/** One of the forms of a page whose scripts have run: one they added, or (null) the next of those that HTTP showed. */
export type Slot = AddedForm | null;

/** Notes of each form that a live page shows how its action is written. */
export function withWrittenActions<R extends { readonly forms: readonly ReadForm[] }>(
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

/**
 * What scripts made of the forms of a page.
 * @param plain its forms as HTTP showed them
 * @param shown its forms as the browser did
 * @returns undefined where they took one away or moved it, or added one that another page could not have in the same way
 */
export function slotsOf(plain: readonly ReadForm[], shown: readonly ReadForm[]): readonly Slot[] | undefined {
  const slots: Slot[] = [];
  let next = 0;
  for (const judged of shown) {
    if (judged.form.id === plain[next]?.form.id) {
      slots.push(null);
      next++;
      continue;
    }
    const added = withoutPage(judged);
    if (added === undefined) return undefined;
    slots.push(added);
  }
  return next === plain.length ? slots : undefined;
}

/** Frames have addresses of their own, and what a button overrides is known resolved only. */
function withoutPage({ form, writtenAction }: ReadForm): AddedForm | undefined {
  const { id: _, index: _i, formKey: _k, action: _a, ...rest } = form;
  if (form.where.kind === 'frame' || form.submits.some(({ action }) => action !== undefined))
    return undefined;
  if (form.actionKind !== 'address') return { form: rest, writtenAction: null };
  return writtenAction === undefined ? undefined : { form: rest, writtenAction };
}

/** The forms of a page as its scripts leave it. @param inTree those that HTTP shows, as many as `slots` has room for */
export function withAdded(inTree: readonly Form[], slots: readonly Slot[], page: TreeDocument): Form[] {
  let next = 0;
  return slots
    .map((slot) => (slot === null ? inTree[next++] : onPage(slot, page)))
    .filter((form) => form !== undefined)
    .map((form, index) => ({ ...form, index }));
}

/** With its parts in the order that extraction gives them: what looks alike is written once. */
function onPage({ form, writtenAction }: AddedForm, { url, baseUrl }: TreeDocument): Omit<Form, 'index'> {
  const address = URL.parse(writtenAction?.trim() ?? url, baseUrl) ?? new URL(url);
  address.hash = '';
  const action = address.href;
  const { where, ...rest } = form;
  return { id: identityOf({ ...form, action }), where, action, ...rest };
}
