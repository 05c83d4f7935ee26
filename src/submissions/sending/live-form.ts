/** A form on a live page: finds, fills and submits it. */

import type { CDPSession, Locator, Page } from 'playwright';
import { extractForms, type Form } from '../../forms/index.ts';
import { findFormTriggers, type OpenPage } from '../../foundation/browser/index.ts';
import { captureTree, type TreeDocument } from '../../foundation/dom/index.ts';
import { wordLine } from '../../foundation/text/index.ts';
import { likelyTriggers, pressTrigger } from '../opening/open-searches.ts';
import { dateIn } from '../planning/date-boxes.ts';
import type { Sending } from '../planning/submit-control.ts';
import type { FilledControl, FilledForm } from '../types/submission.ts';
import { FormChangedError } from './entry-list.ts';
import { findMatchingForm, findSameForm, mapControls } from './form-source.ts';
import { type FormTargets, findTargets, type Target } from './live-targets.ts';
import { keepInOneWindow, MARK_ATTRIBUTE, markElements } from './mark-elements.ts';
import type { PageReuse } from './page-reuse.ts';
import { NotFilledError, setControl, succeeds, takesFocus } from './set-control.ts';

export interface BrowserQuery {
  readonly site: string;
  /** Address of the form's page. */
  readonly url: string;
  readonly form: Form;
  readonly filled: Pick<FilledForm, 'controls' | 'submit'> & Partial<Pick<FilledForm, 'template'>>;
  /** The action that submits it, if learned. */
  readonly sends?: Sending;
  /** The page that the previous query left open. */
  readonly reuse?: PageReuse;
  /** Tells, once the answer was delivered, whether the next queries go through the browser, too. */
  staysInBrowser?(): boolean;
}

const ACTION_MS = 2_500;
/** Attempts to find a form, and the pause between them. */
const MAX_LOOKS = 5;
const LOOK_AGAIN_MS = 500;
/** Triggers clicked to bring a form into view. */
const MAX_TRIGGERS = 2;
const TEXT_TYPES = /^(?:text|search|tel|url|number|email|)$/i;

export class LiveForm {
  private readonly page: Page;
  private readonly session: CDPSession;
  private readonly open: OpenPage;
  private readonly query: BrowserQuery;
  private form: Form | undefined;
  private targets: FormTargets | undefined;

  constructor(open: OpenPage, query: BrowserQuery) {
    this.open = open;
    this.page = open.page;
    this.session = open.session;
    this.query = query;
  }

  /**
   * Captures the page and finds the form on it, clicking the form's trigger if needed. Tries several times:
   * on a busy machine scripts may not have built the form yet.
   * @throws {FormChangedError} if the page does not show the form
   */
  async locate(): Promise<TreeDocument> {
    const { openedBy } = this.query.form.where;
    for (let looks = 1; ; looks++) {
      const tree = await captureTree(this.session);
      // Without what the press adds, the form may be there and look alike.
      const find = looks === 1 && openedBy !== undefined ? findSameForm : findMatchingForm;
      this.form = find(extractForms(tree), this.query.form);
      if (this.form !== undefined) {
        this.targets = findTargets(tree, this.form);
        return tree;
      }
      if (looks === MAX_LOOKS) throw new FormChangedError(`${this.query.url} no longer shows the form`);
      if (openedBy !== undefined && (await pressTrigger(this.open, openedBy))) continue;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      await this.open.settle();
    }
  }

  /** Clicks likely search triggers while the form is on the page but hidden: scripts may build the result view only then. */
  async locateAndOpen(): Promise<TreeDocument> {
    let tree = await this.locate();
    if (this.form?.visible !== false) return tree;
    const found = await findFormTriggers(this.session);
    for (const opener of likelyTriggers(found, false).slice(0, MAX_TRIGGERS)) {
      if (!(await pressTrigger(this.open, opener))) continue;
      tree = await this.locate();
      if (this.form?.visible !== false) break;
    }
    return tree;
  }

  /** Fills one control after another; waits for the page to settle after a list was changed. */
  async fill(): Promise<void> {
    const { controls, template } = this.query.filled;
    for (const control of controls) {
      const changed = await this.setControl(control).catch((error: unknown) => {
        // Only the controls that the query binds must be filled.
        const needed = template?.binding.includes(control.position) ?? true;
        if (!needed && error instanceof NotFilledError) return undefined;
        throw error;
      });
      if (changed === 'list') await this.open.settle();
    }
  }

  private async setControl(control: FilledControl): Promise<'list' | 'other' | undefined> {
    const targets = (await this.targetsAt(control)) ?? [];
    const own = this.query.form.controls[control.position];
    const date = own?.readOnly === true ? dateIn(own, control.values[0] ?? '') : undefined;
    const wanted = { ...control, date };
    const changed = await setControl(this.session, wanted, targets, (target) => this.locatorOf(target));
    if (!changed) return undefined;
    return targets[0]?.tag === 'select' ? 'list' : 'other';
  }

  private async targetsAt(control: FilledControl): Promise<readonly Target[] | undefined> {
    const currentTargets = () => {
      const form = this.form as Form;
      const [moved] = mapControls([control], this.query.form, form);
      return this.targets?.controls.get(moved?.position ?? -1);
    };
    const targets = currentTargets();
    if (targets !== undefined && (await markElements(this.session, targets))) return targets;
    await this.locate();
    const relocated = currentTargets();
    if (relocated === undefined || !(await markElements(this.session, relocated)))
      throw new FormChangedError(`the form has no control “${control.name}” any more`);
    return relocated;
  }

  /** Finds the marked element in the page, its shadow roots or its frames. */
  private async locatorOf({ ordinal }: Target): Promise<Locator> {
    const selector = `[${MARK_ATTRIBUTE}="${ordinal}"]`;
    for (const frame of this.page.frames()) {
      const locator = frame.locator(selector);
      if ((await locator.count()) > 0) return locator.first();
    }
    throw new FormChangedError('the form changed while it was filled');
  }

  /** Submits the form by this action. @returns false if the page has no such button or field */
  async send(action: Sending): Promise<boolean> {
    if (action.by === 'typing') return false;
    await keepInOneWindow(this.session);
    const target = action.by === 'press' ? this.button(action.submit) : this.textFieldTarget();
    if (target === undefined || !(await markElements(this.session, [target]))) return false;
    const locator = await this.locatorOf(target);
    const options = { timeout: ACTION_MS, noWaitAfter: true };
    const isReady = action.by === 'press' ? locator.isVisible() : takesFocus(locator);
    // A form that stays hidden, as in a menu that opens under the pointer, is sent as by Enter in its field.
    if (!(await isReady.catch(() => false)))
      return action.by === 'enter' && locator.evaluate(submitFormOf, undefined, options).catch(() => false);
    return succeeds(action.by === 'press' ? locator.click(options) : locator.press('Enter', options));
  }

  /**
   * Chooses a suggestion that fits the typed text: the equal one, else one not chosen before.
   * @returns its line of words; undefined if none is in view, or it leads elsewhere
   */
  async pick(): Promise<string | undefined> {
    const picked = this.query.reuse?.picked;
    const shown = this.page
      .locator('[role=option], [role=listbox] li')
      .filter({ hasNot: this.page.locator('a[href]'), visible: true });
    const from = this.page.url();
    const line = (await this.choose(shown, picked)) ?? (await this.choose(shown, picked));
    if (line === undefined) return undefined;
    await this.open.settle();
    if (this.page.url() !== from) return undefined;
    await this.locate();
    return line;
  }

  /**
   * Clicks the element whose text fits, and no other that has come in its place meanwhile.
   * @returns its line of words; undefined if none was clicked
   */
  private async choose(shown: Locator, picked?: ReadonlySet<string>): Promise<string | undefined> {
    const options = { timeout: ACTION_MS, noWaitAfter: true };
    const texts = await shown.allInnerTexts().catch(() => []);
    const best = fittingSuggestion(this.typed?.values[0] ?? '', texts, picked);
    if (best === undefined) return undefined;
    const option = await shown
      .nth(best.at)
      .elementHandle(options)
      .catch(() => null);
    if (option === null || (await option.innerText().catch(() => undefined)) !== texts[best.at])
      return undefined;
    return (await succeeds(option.click(options))) ? best.line : undefined;
  }

  /** Tells whether the text field still has text; true if nothing was typed. */
  async keepsText(): Promise<boolean> {
    const textField = this.targets?.controls.get(this.typed?.position ?? -1)?.[0];
    if (textField === undefined) return true;
    try {
      const locator = await this.locatorOf(textField);
      return (await locator.evaluate((one) => (one as unknown as { value: string }).value)) !== '';
    } catch {
      return true;
    }
  }

  /** Finds the button of the live form that corresponds to the form's button at this position. */
  private button(position: number): Target | undefined {
    const wanted = this.query.form.submits[position];
    const { form, targets } = this;
    if (wanted === undefined || form === undefined) return undefined;
    const alike = form.submits.findIndex(
      ({ type, label, id, name }) =>
        type === wanted.type && label === wanted.label && id === wanted.id && name === wanted.name,
    );
    return targets?.submits.get(alike < 0 ? position : alike);
  }

  private textFieldTarget(): Target | undefined {
    const position =
      this.typed?.position ?? [...(this.targets?.controls.keys() ?? [])].find((at) => this.isText(at));
    return this.targets?.controls.get(position ?? -1)?.[0];
  }

  private get typed(): FilledControl | undefined {
    return this.query.filled.controls.findLast(({ values, position }) => values[0] && this.isText(position));
  }

  private isText(position: number): boolean {
    const element = this.targets?.controls.get(position)?.[0]?.element;
    return element?.tag === 'input' && TEXT_TYPES.test(element.attributes.type ?? '');
  }
}

/** Letters of a text too short to be looked for within a word. */
const FRAGMENT = /^ [a-z\d]{1,2} $/;

/** The suggestion that fits a typed text best. A text of one or two letters fits as a whole word alone. */
export function fittingSuggestion(
  typed: string,
  suggestions: readonly string[],
  picked: ReadonlySet<string> = new Set(),
): { readonly at: number; readonly line: string } | undefined {
  const words = wordLine(typed);
  const part = FRAGMENT.test(words) ? words : words.trim();
  if (part === '') return undefined;
  const rank = (line: string) =>
    line === words ? 0 : (picked.has(line) ? 3 : 1) + Number(!line.includes(words));
  return suggestions
    .map((text, at) => ({ at, line: wordLine(text) }))
    .filter(({ line }) => line.includes(part))
    .sort((a, b) => rank(a.line) - rank(b.line) || a.at - b.at)[0];
}

type LiveFormElement = { requestSubmit(): void; elements: Iterable<{ type?: string; click(): void }> };

/** Runs in the browser. Presses the first submit button of the field's form, else sends it without one. @returns false without a form */
function submitFormOf(field: unknown): boolean {
  const { form } = field as { form: LiveFormElement | null };
  const button = [...(form?.elements ?? [])].find(({ type }) => type === 'submit');
  if (button === undefined) form?.requestSubmit();
  else button.click();
  return form !== null;
}
