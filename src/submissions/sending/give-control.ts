/** A control of a live page given its values, as a person would where the browser lets us, else by its document. */

import type { CDPSession, Locator } from 'playwright-core';
import { evaluateApart } from '../../foundation/browser/index.ts';
import { OptionGoneError } from './entry-list.ts';
import type { Target } from './live-targets.ts';
import { MARK } from './mark-elements.ts';

const ACTION_MS = 2_500;

/** A control that takes no value, neither by events nor by its document. */
export class NotFilledError extends Error {
  override readonly name = 'NotFilledError';
}

interface Given {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
}

/**
 * Gives a control its values; nothing is done where it has them already.
 * @param targets its elements: several of a group of radio buttons
 * @param locate the live element, marked
 * @returns whether something was changed
 * @throws {OptionGoneError}, {NotFilledError}
 */
export async function giveControl(
  session: CDPSession,
  { name, label, values }: Given,
  targets: readonly Target[],
  locate: (target: Target) => Promise<Locator>,
): Promise<boolean> {
  const [first] = targets;
  if (first === undefined) return false;
  const type = first.tag === 'input' ? (first.element.attributes.type?.toLowerCase() ?? 'text') : first.tag;
  const wanted = type === 'radio' ? targets.find(({ value }) => values.includes(value)) : first;
  if (wanted === undefined) return false;
  const locator = await locate(wanted);
  // Playwright takes elements of XHTML documents for no controls; their documents know better.
  const before = await byDocument(session, wanted.ordinal, type, null);
  if (before !== undefined && isSame(before, type, values)) return false;
  const byHand = await asAPerson(locator, type, values).then(
    () => true,
    () => false,
  );
  if (byHand) return true;
  const after = await byDocument(session, wanted.ordinal, type, values);
  if (after !== undefined && isSame(after, type, values)) return true;
  if (type === 'select') throw new OptionGoneError(name, values.join(', '));
  throw new NotFilledError(`the field “${label || name}” takes no value`);
}

const isSame = (has: readonly string[], type: string, values: readonly string[]): boolean => {
  if (type === 'radio') return has.length > 0;
  if (type === 'checkbox') return has.length > 0 === values.length > 0;
  if (type === 'select') return has.length === values.length && has.every((value) => values.includes(value));
  return (has[0] ?? '') === (values[0] ?? '');
};

async function asAPerson(locator: Locator, type: string, values: readonly string[]): Promise<void> {
  const options = { timeout: ACTION_MS, force: true };
  if (type === 'radio') await locator.check(options);
  else if (type === 'checkbox') await locator.setChecked(values.length > 0, options);
  else if (type === 'select') await locator.selectOption([...values], options);
  else {
    const [text = ''] = values;
    // Keys go to whatever has the focus: to the box of another form where this one cannot have it.
    if (!(await takesFocus(locator))) throw new NotFilledError('the field cannot be typed into');
    const letters = [...text];
    const last = letters.pop() ?? '';
    await locator.fill(letters.join(''), options);
    // The last letter by a key: some pages listen for keys, not for input.
    if (last !== '') await locator.pressSequentially(last, options);
    if ((await locator.inputValue(options)) !== text) await locator.fill(text, options);
  }
}

interface Focusable {
  focus(options: { readonly preventScroll: boolean }): void;
  getRootNode(): { readonly activeElement?: object | null };
}

/** Focuses an element. @returns whether it has the focus: hidden and disabled ones do not take it */
export const takesFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate(
    (element) => {
      const box = element as unknown as Focusable;
      box.focus({ preventScroll: true });
      return box.getRootNode().activeElement === element;
    },
    undefined,
    { timeout: ACTION_MS },
  );

/** What the element has: text, the options chosen, or something where it is ticked; undefined where it is gone. */
async function byDocument(
  session: CDPSession,
  ordinal: number,
  type: string,
  values: readonly string[] | null,
): Promise<readonly string[] | undefined> {
  const call = `(${inDocument.toString()})(${JSON.stringify(`[${MARK}="${ordinal}"]`)}, ${JSON.stringify(type)}, ${JSON.stringify(values)})`;
  const { value } = await evaluateApart(session, call, { userGesture: true });
  return Array.isArray(value) ? (value as string[]) : undefined;
}

interface LiveControl {
  value: string;
  checked: boolean;
  readonly options: Iterable<{ value: string; selected: boolean }>;
  readonly shadowRoot: LiveRoot | null;
  readonly contentDocument?: LiveRoot | null;
  dispatchEvent(event: object): boolean;
}
interface LiveRoot {
  querySelector(selector: string): LiveControl | null;
  querySelectorAll(selector: string): Iterable<LiveControl>;
}

/** Self-contained: its source is sent to the browser, so it can use nothing from outside itself. */
function inDocument(selector: string, type: string, values: readonly string[] | null): string[] | undefined {
  const view = globalThis as unknown as {
    readonly document: LiveRoot;
    readonly Event: new (type: string, options: object) => object;
  };
  const find = (root: LiveRoot, depth: number): LiveControl | null => {
    const own = root.querySelector(selector);
    if (own !== null || depth > 4) return own;
    for (const host of root.querySelectorAll('*')) {
      let inner: LiveRoot | null | undefined = host.shadowRoot;
      try {
        inner ??= host.contentDocument;
      } catch {
        // Of another origin.
      }
      const found = inner ? find(inner, depth + 1) : null;
      if (found !== null) return found;
    }
    return null;
  };
  const control = find(view.document, 0);
  if (control === null) return undefined;
  if (values !== null) {
    if (type === 'radio') control.checked = true;
    else if (type === 'checkbox') control.checked = values.length > 0;
    else if (type === 'select')
      for (const option of control.options) option.selected = values.includes(option.value);
    else control.value = values[0] ?? '';
    for (const event of ['input', 'change', 'keyup'])
      control.dispatchEvent(new view.Event(event, { bubbles: true }));
  }
  if (type === 'radio' || type === 'checkbox') return control.checked ? ['on'] : [];
  if (type !== 'select') return [control.value];
  return [...control.options].flatMap(({ value, selected }) => (selected ? [value] : []));
}
