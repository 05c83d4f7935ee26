/** Locates the controls of a form on a live page by element numbers in capture order. */

import type { Form, FormControl, SubmitControl } from '../../forms/index.ts';
import { elementsOf, type TreeDocument, type TreeElement, textOf } from '../../foundation/dom/index.ts';
import { elementsOfForm, isSubmitter, walkElements } from './form-elements.ts';

/** The n-th element of the page; tag and name verify that it is still the same element. */
export interface Target {
  readonly ordinal: number;
  readonly tag: string;
  readonly name: string;
  /** Value of a radio button. */
  readonly value: string;
  /** The element as captured. */
  readonly element: TreeElement;
}

export interface FormTargets {
  /** By position in `form.controls`; more than one for radio buttons. */
  readonly controls: ReadonlyMap<number, readonly Target[]>;
  /** By position in `form.submits`. */
  readonly submits: ReadonlyMap<number, Target>;
  readonly form: Target | undefined;
}

export function findTargets(page: TreeDocument, form: Form): FormTargets {
  const all = [...walkElements(page)].map(
    ({ element }, ordinal): Target => ({
      ordinal,
      tag: element.tag,
      name: element.attributes.name ?? '',
      value: element.attributes.value ?? 'on',
      element,
    }),
  );
  const byElement = new Map(all.map((target) => [target.element, target]));
  const own = elementsOfForm(page, form);
  const controls = new Map<number, Target[]>();
  if (own === undefined)
    for (const [position, target] of controlsWithoutForm(form, all))
      controls.set(position, isRadio(target) ? all.filter((one) => isOfGroup(one, target)) : [target]);
  for (const { element, position } of own?.fields ?? []) {
    const target = byElement.get(element);
    if (target !== undefined) controls.set(position, [...(controls.get(position) ?? []), target]);
  }
  const submits = new Map<number, Target>();
  const inside = new Set(own === undefined ? [] : elementsOf(own.form));
  form.submits.forEach((submit, i) => {
    const alike = all.filter((one) => isSubmit(one, submit, own === undefined ? undefined : form.formKey));
    // Links have no form owner, so prefer one inside the form over equal ones elsewhere.
    const target = alike.find(({ element }) => inside.has(element)) ?? alike[0];
    if (target !== undefined) submits.set(i, target);
  });
  return { controls, submits, form: own === undefined ? undefined : byElement.get(own.form) };
}

const isRadio = ({ element: { tag, attributes } }: Target): boolean =>
  tag === 'input' && /^radio$/i.test(attributes.type ?? '');
const isOfGroup = (one: Target, { name }: Target): boolean =>
  isRadio(one) && one.name === name && one.element.owner === undefined;

/** Finds the controls of a form without a form element by tag, name and id; of several, the likest. */
function controlsWithoutForm(form: Form, all: readonly Target[]): [number, Target][] {
  let from = 0;
  return form.controls.flatMap((control, position): [number, Target][] => {
    const target = all
      .filter(
        ({ element, tag, name, ordinal }) =>
          ordinal >= from &&
          element.owner === undefined &&
          tag === control.tag &&
          name === control.name &&
          (element.attributes.id ?? '') === control.id,
      )
      .sort((a, b) => likeness(b.element, control) - likeness(a.element, control))[0];
    if (target === undefined) return [];
    from = target.ordinal + 1;
    return [[position, target]];
  });
}

/** Boxes without a name or id are told apart by what they are and say; scripts change their classes. */
const likeness = ({ attributes: a }: TreeElement, { type, placeholder, classes }: FormControl): number =>
  4 * Number((a.type ?? 'text').toLowerCase() === type) +
  2 * Number((a.placeholder ?? '') === placeholder) +
  Number((a.class ?? '') === classes);

function isSubmit({ element, name }: Target, submit: SubmitControl, owner: number | undefined): boolean {
  if ((element.attributes.id ?? '') !== submit.id || name !== submit.name) return false;
  if ((element.attributes.class ?? '') !== submit.classes) return false;
  switch (submit.type) {
    case 'submit':
    case 'image':
      return isSubmitter(element) && element.owner === owner && hasSameLabel(element, submit);
    case 'button':
      return (element.tag === 'button' || element.tag === 'input') && hasSameLabel(element, submit);
    default:
      return isPressable(element) && hasSameLabel(element, submit);
  }
}

const isPressable = ({ tag, attributes }: TreeElement): boolean =>
  tag === 'a' || attributes.role === 'button' || attributes.onclick !== undefined;

const hasSameLabel = (element: TreeElement, { label, value }: SubmitControl): boolean => {
  const said = element.tag === 'input' ? (element.attributes.value ?? '') : textOf(element, 200);
  return said === '' || label.includes(said) || said.includes(label) || value === said;
};
