/** A form filled and sent in a real browser, where it takes scripts to build it, to send it, or to show the answer. */

import type { CDPSession, Locator, Page } from 'playwright-core';
import { type OpenPage, type PagePool, pressOpener } from '../../browser/index.ts';
import { extractForms, type Form } from '../../forms/index.ts';
import { captureTree, type TreeDocument } from '../../pages/index.ts';
import type { FilledControl, FilledForm } from '../types/submission.ts';
import { FormChangedError, OptionGoneError } from './entry-list.ts';
import { likestForm, transposed } from './form-source.ts';
import { LiveAnswer, type OnDelivery } from './live-answer.ts';
import { type FormTargets, type Target, targetsOf } from './live-targets.ts';
import { inOneWindow, MARK, mark } from './mark-elements.ts';
import { type BeforePost, holdPosts } from './watch-posts.ts';

export interface BrowserQuestion {
  readonly site: string;
  /** Address of the page the form stands on. */
  readonly url: string;
  readonly form: Form;
  readonly filled: Pick<FilledForm, 'controls' | 'submit'>;
}

const ACTION_MS = 2_500;
const WORK_MS = 60_000;
/** How often a form is looked for, and how long after it was not there. */
const MOST_LOOKS = 5;
const LOOK_AGAIN_MS = 500;

/**
 * Shows the form's page, fills the form as a person would (with trusted events), sends it and reads the page at rest;
 * presses “more” or scrolls as long as `onDelivery` asks for it. What its scripts post waits for `beforePost`.
 * @throws {FormChangedError} where the page does not show the form; what `PagePool.visit` throws
 */
export async function askInBrowser(
  pages: PagePool,
  question: BrowserQuestion,
  onDelivery: OnDelivery,
  beforePost: BeforePost,
): Promise<void> {
  const work = (open: OpenPage) => new Visit(open, question).ask(onDelivery, beforePost);
  await pages.visit(question.site, question.url, work, { workMs: WORK_MS });
}

/**
 * Shows an answer's own page and makes its list grow as long as `onDelivery` asks for it; it is delivered as it stands first.
 * @throws what `PagePool.visit` throws
 */
export async function growInBrowser(
  pages: PagePool,
  { site, url, formPage }: { readonly site: string; readonly url: string; readonly formPage: TreeDocument },
  onDelivery: OnDelivery,
): Promise<void> {
  await pages.visit(site, url, (open) => follow(open, formPage, onDelivery), { workMs: WORK_MS });
}

async function follow(open: OpenPage, formPage: TreeDocument, onDelivery: OnDelivery): Promise<void> {
  const answer = new LiveAnswer(open);
  try {
    await answer.follow(formPage, onDelivery);
  } finally {
    await answer.end();
  }
}

/**
 * The choices that other fields get once these are chosen: the page as it stands then.
 * @throws as {@link askInBrowser}
 */
export async function fillInBrowser(pages: PagePool, question: BrowserQuestion): Promise<TreeDocument> {
  return pages.visit(question.site, question.url, (open) => new Visit(open, question).fill());
}

class Visit {
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

  async ask(onDelivery: OnDelivery, beforePost: BeforePost): Promise<void> {
    const answer = new LiveAnswer(this.open);
    const release: (() => Promise<void>)[] = [];
    try {
      const formPage = await this.fill();
      release.push(await holdPosts(this.session, beforePost));
      await this.send();
      await answer.settle();
      await answer.follow(formPage, onDelivery);
    } finally {
      for (const end of release) await end();
      await answer.end();
    }
  }

  /** Fills control after control; a page that comes anew on a change is read anew. */
  async fill(): Promise<TreeDocument> {
    await this.look();
    for (const control of this.question.filled.controls) {
      const targets = (await this.targetsAt(control)) ?? [];
      const changed = await this.give(control, targets);
      if (changed && targets[0]?.tag === 'select') await this.open.rest();
    }
    // Options that came on a change are part of the page that is sent, and move what stands behind them.
    return this.look();
  }

  /**
   * Captures the page and finds the form on it, pressing first what opens it; on a busy machine its scripts may not have
   * built it yet.
   */
  private async look(): Promise<TreeDocument> {
    for (let looks = 1; ; looks++) {
      const tree = await captureTree(this.session);
      this.form = likestForm(extractForms(tree), this.question.form);
      if (this.form !== undefined) {
        this.targets = targetsOf(tree, this.form);
        return tree;
      }
      if (looks === MOST_LOOKS) throw new FormChangedError(`${this.question.url} no longer shows the form`);
      const { openedBy } = this.question.form.where;
      const pressed = openedBy !== undefined && (await pressOpener(this.session, openedBy));
      if (!pressed) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      await this.open.rest();
    }
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

  private async give({ values, name }: FilledControl, targets: readonly Target[]): Promise<boolean> {
    const [first] = targets;
    if (first === undefined) return false;
    const at = (target: Target) => this.marked(target);
    const type = first.tag === 'input' ? (first.element.attributes.type?.toLowerCase() ?? 'text') : first.tag;
    const timeout = ACTION_MS;
    if (type === 'radio') {
      const wanted = targets.find(({ value }) => values.includes(value));
      if (wanted === undefined) return false;
      await (await at(wanted)).check({ timeout, force: true });
      return true;
    }
    const locator = await at(first);
    if (type === 'checkbox') {
      await locator.setChecked(values.length > 0, { timeout, force: true });
      return true;
    }
    if (type === 'select') {
      const before = await locator.evaluate((select) =>
        Array.from(
          (select as unknown as { selectedOptions: Iterable<{ value: string }> }).selectedOptions,
          ({ value }) => value,
        ),
      );
      if (before.length === values.length && before.every((value) => values.includes(value))) return false;
      const chosen = await locator.selectOption([...values], { timeout, force: true }).catch(() => undefined);
      if (chosen === undefined) throw new OptionGoneError(name, values.join(', '));
      return true;
    }
    const value = values[0] ?? '';
    if ((await locator.inputValue({ timeout })) === value) return false;
    await locator.fill(value, { timeout, force: true });
    return true;
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

  /** Presses the button; without one, Enter in the last box that was typed into, or in the first one there is. */
  private async send(): Promise<void> {
    const { submit, controls } = this.question.filled;
    const button = this.targets?.submits.get(submit ?? this.onlySubmit() ?? -1);
    await inOneWindow(this.session);
    if (button !== undefined && (await mark(this.session, [button]))) {
      const pressed = await (await this.marked(button))
        .click({ timeout: ACTION_MS, noWaitAfter: true })
        .then(() => true)
        .catch(() => false);
      if (pressed) return;
    }
    const typed = controls.findLast(({ values, position }) => values[0] && this.isText(position));
    const position =
      typed?.position ?? [...(this.targets?.controls.keys() ?? [])].find((at) => this.isText(at));
    const box = this.targets?.controls.get(position ?? -1)?.[0];
    if (box !== undefined && (await mark(this.session, [box])))
      await (await this.marked(box)).press('Enter', { timeout: ACTION_MS, noWaitAfter: true });
  }

  private onlySubmit(): number | undefined {
    return [...(this.targets?.submits.keys() ?? [])][0];
  }

  private isText(position: number): boolean {
    const element = this.targets?.controls.get(position)?.[0]?.element;
    return (
      element?.tag === 'input' && /^(?:text|search|tel|url|number|)$/i.test(element.attributes.type ?? '')
    );
  }
}
