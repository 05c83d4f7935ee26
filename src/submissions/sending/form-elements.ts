/** The elements of a form in the tree of its page, in the order in which they are sent. */

import type { Form } from '../../forms/index.ts';
import { isElement, type TreeDocument, type TreeElement } from '../../foundation/dom/index.ts';

/** An element with what around it decides how it is sent. */
export interface PlacedElement {
  readonly element: TreeElement;
  /** By a disabled fieldset or group around it, or by itself. */
  readonly disabled: boolean;
  /** Text direction, as `dir` attributes say. */
  readonly direction: 'ltr' | 'rtl' | 'auto';
}

export interface FormElements {
  readonly form: TreeElement;
  /** The document that holds the form: the page's, or a frame's. */
  readonly document: TreeDocument;
  /** Inputs (buttons left out), selects and text areas. Element `position` belongs to control `positions[i]`. */
  readonly fields: readonly (PlacedElement & { readonly position: number })[];
  /** What can send it, in document order: `form.submits` of type `submit` and `image`. */
  readonly buttons: readonly PlacedElement[];
  /** Fields and buttons as they stand, for the order of what is sent. */
  readonly all: readonly PlacedElement[];
}

interface Around {
  readonly document: TreeDocument;
  readonly disabled: boolean;
  readonly direction: PlacedElement['direction'];
  /** Inside a datalist, where nothing is sent. */
  readonly silent: boolean;
}

const SENDING_INPUT = /^(?:submit|image)$/i;
const OTHER_BUTTON = /^(?:button|reset)$/i;

/**
 * Finds a form's elements by form owner, as a browser's `form.elements` does, with the positions that `form.controls`
 * counts (radio buttons of one name are one control).
 * @returns undefined when the tree has no such form, or the form has no tag
 */
export function elementsOfForm(page: TreeDocument, form: Pick<Form, 'formKey'>): FormElements | undefined {
  const key = form.formKey;
  if (key === undefined) return undefined;
  let found: { element: TreeElement; document: TreeDocument } | undefined;
  const all: PlacedElement[] = [];
  for (const { element, around } of walk(page)) {
    if (element.tag === 'form' && element.formKey === key) found = { element, document: around.document };
    else if (
      element.owner === key &&
      !around.silent &&
      /^(?:input|select|textarea|button)$/.test(element.tag)
    ) {
      const disabled = around.disabled || element.attributes.disabled !== undefined;
      all.push({ element, disabled, direction: directionOf(element) ?? around.direction });
    }
  }
  if (found === undefined) return undefined;
  const buttons = all.filter(({ element }) => sends(element));
  return { form: found.element, document: found.document, all, buttons, fields: numbered(all) };
}

export const sends = ({ tag, attributes }: TreeElement): boolean =>
  tag === 'input'
    ? SENDING_INPUT.test(attributes.type?.trim() ?? '')
    : tag === 'button' && !/^(?:button|reset|menu)$/i.test(attributes.type?.trim() ?? '');

function numbered(all: readonly PlacedElement[]): FormElements['fields'] {
  const groups = new Map<string, number>();
  let next = 0;
  return all.flatMap((placed) => {
    const { tag, attributes } = placed.element;
    const type = attributes.type?.trim().toLowerCase() ?? '';
    if (tag === 'button' || (tag === 'input' && (sends(placed.element) || OTHER_BUTTON.test(type))))
      return [];
    const name = attributes.name ?? '';
    const group = tag === 'input' && type === 'radio' && name !== '' ? groups.get(name) : undefined;
    const position = group ?? next++;
    if (tag === 'input' && type === 'radio' && name !== '') groups.set(name, position);
    return [{ ...placed, position }];
  });
}

const directionOf = ({ attributes }: TreeElement): PlacedElement['direction'] | undefined => {
  const dir = attributes.dir?.toLowerCase();
  return dir === 'ltr' || dir === 'rtl' || dir === 'auto' ? dir : undefined;
};

/**
 * Every element in document order, shadow roots and frames included, without recursion: the order in which a live page
 * is captured, so that the n-th element here is the n-th there. What stands in selects and datalists comes along, too.
 */
export function* walk(page: TreeDocument): Generator<{ element: TreeElement; around: Around }> {
  const start: Around = { document: page, disabled: false, direction: 'ltr', silent: false };
  const stack: { readonly element: TreeElement; readonly around: Around }[] = [
    { element: page.root, around: start },
  ];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    yield step;
    const { element, around } = step;
    const inside = {
      ...around,
      direction: directionOf(element) ?? around.direction,
      silent: around.silent || element.tag === 'datalist',
    };
    const off = element.tag === 'fieldset' && element.attributes.disabled !== undefined;
    // What stands in the first legend of a disabled fieldset stays in use.
    const legend = off
      ? element.children.find((child) => isElement(child) && child.tag === 'legend')
      : undefined;
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i];
      if (child === undefined || !isElement(child)) continue;
      const disabled = around.disabled || (off && child !== legend);
      stack.push({ element: child, around: { ...inside, disabled } });
    }
    for (const child of (element.shadow ?? []).toReversed())
      if (isElement(child)) stack.push({ element: child, around: inside });
    if (element.frame !== undefined)
      stack.push({ element: element.frame.root, around: { ...start, document: element.frame } });
  }
}
