/** Constructs the entry list of a form as a browser would (HTML standard, 4.10.21.4). */

import { isElement, optionText, type TreeElement } from '../../foundation/dom/index.ts';
import type { TextEncoding } from '../../foundation/text/index.ts';
import type { FilledControl } from '../types/submission.ts';
import type { FormElements, PlacedElement } from './form-elements.ts';
import { sanitiseValue } from './sanitise.ts';

export type Entry =
  | readonly [name: string, value: string]
  | readonly [name: string, value: { readonly file: '' }];

/** The form on the page differs from the planned one: a control or an option is gone. */
export class FormChangedError extends Error {
  override readonly name = 'FormChangedError';
}

/** The form is there, but a control lacks the planned option. */
export class OptionGoneError extends FormChangedError {
  constructor(control: string, value: string) {
    super(`control “${control}” no longer offers ${JSON.stringify(value)}`);
  }
}

/** Chromium's default label of a submit button. */
const SUBMIT_LABEL = 'Submit';

/**
 * @param filled controls with new values; all others are sent with the values of the page
 * @param submitter the button that sends the form, one of `elements.buttons`
 * @throws {FormChangedError} if a filled control or option is not on the page
 */
export function entryList(
  elements: FormElements,
  filled: readonly FilledControl[],
  submitter: PlacedElement | undefined,
  encoding: TextEncoding,
): Entry[] {
  const positions = new Map(elements.fields.map(({ element, position }) => [element, position]));
  const given = new Map(filled.map((control) => [control.position, control]));
  for (const control of filled) checkPresent(elements, control);
  const entries: Entry[] = [];
  for (const placed of elements.all) {
    if (placed.disabled) continue;
    const position = positions.get(placed.element);
    if (position === undefined) {
      if (placed.element === submitter?.element) entries.push(...submitterEntries(placed.element));
      continue;
    }
    const values = given.get(position)?.values;
    for (const value of valuesOf(placed.element, values, encoding)) {
      const name = placed.element.attributes.name ?? '';
      if (name === '') continue;
      entries.push([name, value] as Entry);
      const dirname = placed.element.attributes.dirname ?? '';
      if (dirname !== '' && typeof value === 'string' && takesDirection(placed.element))
        entries.push([dirname, directionOf(placed, value)]);
    }
  }
  return entries;
}

function checkPresent(elements: FormElements, { position, name, values }: FilledControl): void {
  const at = elements.fields.filter((field) => field.position === position).map(({ element }) => element);
  if (at.length === 0 || (at[0]?.attributes.name ?? '') !== name)
    throw new FormChangedError(`the form has no control ${JSON.stringify(name)} any more`);
  const offered = at[0]?.tag === 'select' ? optionsOf(at[0]).map(({ value }) => value) : undefined;
  const radios =
    typeOf(at[0] as TreeElement) === 'radio' ? at.map((radio) => radio.attributes.value ?? 'on') : undefined;
  const missing = values.find((value) => (offered ?? radios)?.includes(value) === false);
  if (missing !== undefined) throw new OptionGoneError(name, missing);
}

function submitterEntries({ tag, attributes }: TreeElement): Entry[] {
  const name = attributes.name ?? '';
  if (tag === 'input' && attributes.type?.trim().toLowerCase() === 'image') {
    // Enter activates the image button at its corner.
    const prefix = name === '' ? '' : `${name}.`;
    return [
      [`${prefix}x`, '0'],
      [`${prefix}y`, '0'],
    ];
  }
  if (name === '') return [];
  return [[name, attributes.value ?? (tag === 'input' ? SUBMIT_LABEL : '')]];
}

const typeOf = ({ tag, attributes }: TreeElement): string =>
  tag === 'input' ? (attributes.type?.trim().toLowerCase() ?? 'text') : tag;

function valuesOf(
  element: TreeElement,
  given: readonly string[] | undefined,
  encoding: TextEncoding,
): readonly Entry[1][] {
  switch (typeOf(element)) {
    case 'select':
      return selectedOptions(element, given);
    case 'radio':
    case 'checkbox': {
      const value = element.attributes.value ?? 'on';
      const before = element.checked ?? element.attributes.checked !== undefined;
      const on =
        given === undefined ? before : typeOf(element) === 'radio' ? given.includes(value) : given.length > 0;
      return on ? [value] : [];
    }
    case 'file':
      return [{ file: '' }];
    case 'hidden':
      if (element.attributes.name?.toLowerCase() === '_charset_') return [encoding.name];
      return [given?.[0] ?? element.value ?? element.attributes.value ?? ''];
    case 'textarea':
      return [given?.[0] ?? element.value ?? startText(element)];
    default:
      return [sanitiseValue(element, given?.[0] ?? element.value ?? element.attributes.value ?? '')];
  }
}

/** Returns the initial text of a text area; the parser has already dropped a leading line break. */
const startText = (element: TreeElement): string =>
  element.children.filter((child) => !isElement(child)).join('');

interface Choice {
  readonly value: string;
  readonly disabled: boolean;
  readonly selected: boolean;
}

function optionsOf(select: TreeElement): Choice[] {
  const choices: Choice[] = [];
  const collect = (parent: TreeElement, disabled: boolean, depth: number): void => {
    for (const child of parent.children) {
      if (!isElement(child)) continue;
      const off = disabled || child.attributes.disabled !== undefined;
      if (child.tag === 'option')
        choices.push({
          value: child.attributes.value ?? optionText(child),
          disabled: off,
          selected: child.checked ?? child.attributes.selected !== undefined,
        });
      else if (depth < 20) collect(child, child.tag === 'optgroup' && off, depth + 1);
    }
  };
  collect(select, false, 0);
  return choices;
}

function selectedOptions(select: TreeElement, given: readonly string[] | undefined): string[] {
  const options = optionsOf(select);
  const multiple = select.attributes.multiple !== undefined;
  if (given !== undefined) {
    if (multiple)
      return options
        .filter(({ value, disabled }) => !disabled && given.includes(value))
        .map(({ value }) => value);
    return options
      .filter(({ value, disabled }) => !disabled && value === given[0])
      .slice(0, 1)
      .map(({ value }) => value);
  }
  if (multiple)
    return options.filter(({ selected, disabled }) => selected && !disabled).map(({ value }) => value);
  const chosen =
    options.findLast(({ selected }) => selected) ??
    (Number(select.attributes.size ?? 1) > 1 ? undefined : options.find(({ disabled }) => !disabled));
  return chosen === undefined || chosen.disabled ? [] : [chosen.value];
}

const takesDirection = (element: TreeElement): boolean =>
  /^(?:text|search|tel|url|email|textarea|hidden|password)$/.test(typeOf(element));

/** Letters of scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LETTER = /\p{L}/u;

function directionOf({ direction, element }: PlacedElement, value: string): 'ltr' | 'rtl' {
  if (direction !== 'auto') return direction;
  // Only `dir=auto` on the control itself depends on the typed text.
  if (element.attributes.dir?.toLowerCase() !== 'auto') return 'ltr';
  const first = LETTER.exec(value)?.[0];
  return first !== undefined && RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr';
}
