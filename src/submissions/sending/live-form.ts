/** A form on a live page: found, filled, and sent in one way or another. */

import type { CDPSession, Locator, Page } from 'playwright-core';
import { extractForms, type Form } from '../../forms/index.ts';
import { findFormTriggers, type OpenPage, clickTrigger } from '../../foundation/browser/index.ts';
import { captureTree, type TreeDocument } from '../../foundation/dom/index.ts';
import { likelyTriggers } from '../opening/open-searches.ts';
import type { Sending } from '../planning/submit-control.ts';
import type { FilledControl, FilledForm } from '../types/submission.ts';
import { FormChangedError } from './entry-list.ts';
import { likestForm, transposed } from './form-source.ts';
import { giveControl, NotFilledError, takesFocus } from './give-control.ts';
import { type FormTargets, type Target, targetsOf } from './live-targets.ts';
import { inOneWindow, MARK, mark } from './mark-elements.ts';
import type { PageReuse } from './page-reuse.ts';

export interface BrowserQuestion {
  readonly site: string;
  /** Address of the page the form stands on. */
  readonly url: string;
  readonly form: Form;
  readonly filled: Pick<FilledForm, 'controls' | 'submit'> & Partial<Pick<FilledForm, 'template'>>;
  /** What sends it, where that was learned. */
  readonly sends?: Sending;
  /** The page that the question before left open; absent where each question needs a page of its own. */
  readonly reuse?: PageReuse;
}

const ACTION_MS = 2_500;
/** How often a form is looked for, and how long after it was not there. */
const MOST_LOOKS = 5;
const LOOK_AGAIN_MS = 500;
/** Buttons pressed to bring a form into view. */
const MOST_PRESSED = 2;
const TEXT_TYPES = /^(?:text|search|tel|url|number|email|)$/i;

export class LiveForm {
  private readonly page: Page;
  private readonly session: CDPSession;
  private readonly open: OpenPage;
  private readonly question: BrowserQuestion;
  private form: Form | undefined;
  private targets: FormTargets | undefined;

  constructor(open: OpenPage, question: BrowserQuestion) {
    this.open = open;
    this.page = open.page;
    this.session = open.session;
    this.question = question;
  }

  /**
   * Captures the page and finds the form on it, pressing first what opens it; on a busy machine its scripts may not have
   * built it yet.
   * @throws {FormChangedError} where the page does not show the form
   */
  async look(): Promise<TreeDocument> {
    for (let looks = 1; ; looks++) {
      const tree = await captureTree(this.session);
      this.form = likestForm(extractForms(tree), this.question.form);
      if (this.form !== undefined) {
        this.targets = targetsOf(tree, this.form);
        return tree;
      }
      if (looks === MOST_LOOKS) throw new FormChangedError(`${this.question.url} no longer shows the form`);
      const { openedBy } = this.question.form.where;
      const pressed = openedBy !== undefined && (await clickTrigger(this.session, openedBy));
      if (!pressed) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      await this.open.settle();
    }
  }

  /**
   * Presses what by its words or markup opens a search, where the form stands on the page but out of view: scripts may
   * not build what answers it before.
   */
  async unfold(): Promise<TreeDocument> {
    let tree = await this.look();
    if (this.form?.visible !== false) return tree;
    const { openers } = await findFormTriggers(this.session);
    for (const opener of likelyTriggers(openers, false).slice(0, MOST_PRESSED)) {
      if (!(await clickTrigger(this.session, opener))) continue;
      await this.open.settle();
      tree = await this.look();
      if (this.form?.visible !== false) break;
    }
    return tree;
  }

  /** Fills control after control; a page that comes anew on a change is read anew. */
  async fill(): Promise<void> {
    const { controls, template } = this.question.filled;
    for (const control of controls) {
      const changed = await this.give(control).catch((error: unknown) => {
        // Only what the question asks by has to be filled.
        const needed = template?.binding.includes(control.position) ?? true;
        if (!needed && error instanceof NotFilledError) return undefined;
        throw error;
      });
      if (changed === 'list') await this.open.settle();
    }
  }

  private async give(control: FilledControl): Promise<'list' | 'other' | undefined> {
    const targets = (await this.targetsAt(control)) ?? [];
    const changed = await giveControl(this.session, control, targets, (target) => this.marked(target));
    if (!changed) return undefined;
    return targets[0]?.tag === 'select' ? 'list' : 'other';
  }

  private async targetsAt(control: FilledControl): Promise<readonly Target[] | undefined> {
    const here = () => {
      const form = this.form as Form;
      const [moved] = transposed([control], this.question.form, form);
      return this.targets?.controls.get(moved?.position ?? -1);
    };
    const targets = here();
    if (targets !== undefined && (await mark(this.session, targets))) return targets;
    await this.look();
    const again = here();
    if (again === undefined || !(await mark(this.session, again)))
      throw new FormChangedError(`the form has no control “${control.name}” any more`);
    return again;
  }

  /** The marked element: in the page, in its shadow roots, or in one of its frames. */
  private async marked({ ordinal }: Target): Promise<Locator> {
    const selector = `[${MARK}="${ordinal}"]`;
    for (const frame of this.page.frames()) {
      const locator = frame.locator(selector);
      if ((await locator.count()) > 0) return locator.first();
    }
    throw new FormChangedError('the form changed while it was filled');
  }

  /** Sends the form in this way. @returns false where the page does not have what it takes */
  async send(sending: Sending): Promise<boolean> {
    if (sending.by === 'typing') return false;
    await inOneWindow(this.session);
    const target = sending.by === 'press' ? this.button(sending.submit) : this.box();
    if (target === undefined || !(await mark(this.session, [target]))) return false;
    const locator = await this.marked(target);
    const options = { timeout: ACTION_MS, noWaitAfter: true };
    if (sending.by === 'enter' && !(await takesFocus(locator).catch(() => false))) return false;
    const acting = sending.by === 'press' ? locator.click(options) : locator.press('Enter', options);
    return acting.then(
      () => true,
      () => false,
    );
  }

  /** Whether the box that was typed into still holds something; true where nothing was typed. */
  async keepsText(): Promise<boolean> {
    const { controls } = this.question.filled;
    const typed = controls.findLast(({ values, position }) => values[0] && this.isText(position));
    const box = typed === undefined ? undefined : this.targets?.controls.get(typed.position)?.[0];
    if (box === undefined) return true;
    try {
      const locator = await this.marked(box);
      return (await locator.evaluate((one) => (one as unknown as { value: string }).value)) !== '';
    } catch {
      return true;
    }
  }

  /** The button of the live form that the one at this position of the form was. */
  private button(position: number): Target | undefined {
    const wanted = this.question.form.submits[position];
    const { form, targets } = this;
    if (wanted === undefined || form === undefined) return undefined;
    const alike = form.submits.findIndex(
      ({ type, label, id, name }) =>
        type === wanted.type && label === wanted.label && id === wanted.id && name === wanted.name,
    );
    return targets?.submits.get(alike < 0 ? position : alike);
  }

  private box(): Target | undefined {
    const { controls } = this.question.filled;
    const typed = controls.findLast(({ values, position }) => values[0] && this.isText(position));
    const position =
      typed?.position ?? [...(this.targets?.controls.keys() ?? [])].find((at) => this.isText(at));
    return this.targets?.controls.get(position ?? -1)?.[0];
  }

  private isText(position: number): boolean {
    const element = this.targets?.controls.get(position)?.[0]?.element;
    return element?.tag === 'input' && TEXT_TYPES.test(element.attributes.type ?? '');
  }
}
