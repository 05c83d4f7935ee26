/** Sets the value of a control in a live page: by user input if the browser allows it, else by script. */

import type { CDPSession, Locator } from 'playwright';
import { evaluateIsolated } from '../../foundation/browser/index.ts';
import { OptionGoneError } from './entry-list.ts';
import type { Target } from './live-targets.ts';
import { MARK_ATTRIBUTE } from './mark-elements.ts';
import { pickDate } from './pick-date.ts';

const ACTION_MS = 2_500;

/** A control takes no value, neither by user input nor by script. */
export class NotFilledError extends Error {
  override readonly name = 'NotFilledError';
}

export const succeeds = (done: Promise<unknown>): Promise<boolean> =>
  done.then(
    () => true,
    () => false,
  );

interface ControlValues {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  /** What a box that takes no keys is to have; its calendar is used if there is one. */
  readonly date?: Date | undefined;
}

/**
 * Sets the values of a control, unless it has them already.
 * @param targets its elements; several for a group of radio buttons
 * @param locate finds the marked element in the live page
 * @returns whether the value changed
 * @throws {OptionGoneError}, {NotFilledError}
 */
export async function setControl(
  session: CDPSession,
  { name, label, values, date }: ControlValues,
  targets: readonly Target[],
  locate: (target: Target) => Promise<Locator>,
): Promise<boolean> {
  const [first] = targets;
  if (first === undefined) return false;
  const type = first.tag === 'input' ? (first.element.attributes.type?.toLowerCase() ?? 'text') : first.tag;
  const target = type === 'radio' ? targets.find(({ value }) => values.includes(value)) : first;
  if (target === undefined) throw new OptionGoneError(name, values.join(', '));
  const locator = await locate(target);
  // Playwright does not recognise controls of XHTML documents; a script in the page does.
  const before = await setByScript(session, target.ordinal, type, null);
  if (before !== undefined && isSame(before, type, values)) return false;
  if (date !== undefined && (await pickDate(session, target.ordinal, date).catch(() => false))) return true;
  // A control out of view takes no input, and each attempt would wait for its time limit.
  const byInput =
    (await locator.isVisible().catch(() => false)) && (await succeeds(setByInput(locator, type, values)));
  if (byInput) return true;
  const after = await setByScript(session, target.ordinal, type, values);
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

async function setByInput(locator: Locator, type: string, values: readonly string[]): Promise<void> {
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
    // Type the last letter by key press: some pages listen for key events, not for input events.
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

/** Reads (and with `values` sets) a control: its text, selected options, or `on` if checked; undefined if it is gone. */
async function setByScript(
  session: CDPSession,
  ordinal: number,
  type: string,
  values: readonly string[] | null,
): Promise<readonly string[] | undefined> {
  const call = `(${setInDocument.toString()})(${JSON.stringify(`[${MARK_ATTRIBUTE}="${ordinal}"]`)}, ${JSON.stringify(type)}, ${JSON.stringify(values)})`;
  const { value } = await evaluateIsolated(session, call, { userGesture: true });
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

/** Runs in the browser: its source is sent there, so it uses nothing from outside itself. */
function setInDocument(
  selector: string,
  type: string,
  values: readonly string[] | null,
): string[] | undefined {
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
        // The frame is of another origin.
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
