/** The elements of a form in the tree of its page, in the order in which they are sent. */

import type { Form } from '../../forms/index.ts';
import { isElement, type TreeDocument, type TreeElement } from '../../foundation/dom/index.ts';

/** An element with what its ancestors decide about how it is sent. */
export interface PlacedElement {
  readonly element: TreeElement;
  /** Disabled by itself, or by a fieldset or group around it. */
  readonly disabled: boolean;
  /** Text direction, from `dir` attributes. */
  readonly direction: 'ltr' | 'rtl' | 'auto';
}

export interface FormElements {
  readonly form: TreeElement;
  /** The document that holds the form: the page's, or a frame's. */
  readonly document: TreeDocument;
  /** Inputs (buttons left out), selects and text areas. Element `position` belongs to control `positions[i]`. */
  readonly fields: readonly (PlacedElement & { readonly position: number })[];
  /** Buttons that submit it, in document order: `form.submits` of type `submit` and `image`. */
  readonly buttons: readonly PlacedElement[];
  /** Fields and buttons in document order, which is the order they are sent in. */
  readonly all: readonly PlacedElement[];
}

interface Context {
  readonly document: TreeDocument;
  readonly disabled: boolean;
  readonly direction: PlacedElement['direction'];
  /** Controls in a datalist are not sent. */
  readonly insideDatalist: boolean;
}

const SENDING_INPUT = /^(?:submit|image)$/i;
const OTHER_BUTTON = /^(?:button|reset)$/i;

/**
 * Finds a form's elements by form owner, as a browser's `form.elements` does, with the positions that
 * `form.controls` counts (radio buttons of one name are one control).
 * @returns undefined when the tree has no such form, or the form has no tag
 */
export function elementsOfForm(page: TreeDocument, form: Pick<Form, 'formKey'>): FormElements | undefined {
  const key = form.formKey;
  if (key === undefined) return undefined;
  let found: { element: TreeElement; document: TreeDocument } | undefined;
  const all: PlacedElement[] = [];
  for (const { element, context } of walkElements(page)) {
    if (element.tag === 'form' && element.formKey === key) found = { element, document: context.document };
    else if (
      element.owner === key &&
      !context.insideDatalist &&
      /^(?:input|select|textarea|button)$/.test(element.tag)
    ) {
      const disabled = context.disabled || element.attributes.disabled !== undefined;
      all.push({ element, disabled, direction: directionOf(element) ?? context.direction });
    }
  }
  if (found === undefined) return undefined;
  const buttons = all.filter(({ element }) => isSubmitter(element));
  return { form: found.element, document: found.document, all, buttons, fields: numbered(all) };
}

export const isSubmitter = ({ tag, attributes }: TreeElement): boolean =>
  tag === 'input'
    ? SENDING_INPUT.test(attributes.type?.trim() ?? '')
    : tag === 'button' && !/^(?:button|reset|menu)$/i.test(attributes.type?.trim() ?? '');

function numbered(all: readonly PlacedElement[]): FormElements['fields'] {
  const groups = new Map<string, number>();
  let next = 0;
  return all.flatMap((placed) => {
    const { tag, attributes } = placed.element;
    const type = attributes.type?.trim().toLowerCase() ?? '';
    if (tag === 'button' || (tag === 'input' && (isSubmitter(placed.element) || OTHER_BUTTON.test(type))))
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
 * Visits every element in document order without recursion, including shadow roots, frames, selects and
 * datalists: a live page is captured in the same order, so that the n-th element here is the n-th there.
 */
export function* walkElements(page: TreeDocument): Generator<{ element: TreeElement; context: Context }> {
  const start: Context = { document: page, disabled: false, direction: 'ltr', insideDatalist: false };
  const stack: { readonly element: TreeElement; readonly context: Context }[] = [
    { element: page.root, context: start },
  ];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    yield step;
    const { element, context } = step;
    const inside = {
      ...context,
      direction: directionOf(element) ?? context.direction,
      insideDatalist: context.insideDatalist || element.tag === 'datalist',
    };
    const off = element.tag === 'fieldset' && element.attributes.disabled !== undefined;
    // Controls in the first legend of a disabled fieldset stay enabled.
    const legend = off
      ? element.children.find((child) => isElement(child) && child.tag === 'legend')
      : undefined;
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i];
      if (child === undefined || !isElement(child)) continue;
      const disabled = context.disabled || (off && child !== legend);
      stack.push({ element: child, context: { ...inside, disabled } });
    }
    for (const child of (element.shadow ?? []).toReversed())
      if (isElement(child)) stack.push({ element: child, context: inside });
    if (element.frame !== undefined)
      stack.push({ element: element.frame.root, context: { ...start, document: element.frame } });
  }
}
