/** A form filled and sent in a real browser, where it takes scripts to build it, to send it, or to show the answer. */

import type { Form } from '../../forms/index.ts';
import type { OpenPage, PagePool } from '../../foundation/browser/index.ts';
import { captureTree, type TreeDocument } from '../../foundation/dom/index.ts';
import { type Sending, sendingOrder } from '../planning/submit-control.ts';
import { type BrowserDelivery, LiveAnswer, type OnDelivery, type Shown } from './live-answer.ts';
import { type BrowserQuestion, LiveForm } from './live-form.ts';
import { isChanged, saysMore } from './page-difference.ts';
import type { LeftPage } from './page-reuse.ts';
import { carriesTyped } from './replay-request.ts';
import { type BeforePost, holdPosts } from './watch-posts.ts';

const WORK_MS = 60_000;
/** A page that answers as one types does so within this, however it waits for the next letter. */
const TYPING_MS = { patienceMs: 400, mostMs: 8_000 };
/** The effect of sending is waited for longer where it is not known what sends. */
const FIRST_MS = { patienceMs: 1_500, mostMs: 8_000 };
/** What was sent is waited for as long as a server may take; nothing else is tried meanwhile. */
const ANSWER_MS = 25_000;
const LEARNED_MS = { patienceMs: 2_500, mostMs: 8_000 };

/**
 * Shows the form's page, fills the form as a person would (with trusted events), sends it and reads the page at rest;
 * presses “more” or scrolls as long as `onDelivery` asks for it. What its scripts post waits for `beforePost`.
 * @throws {FormChangedError} where the page does not show the form; what `PagePool.visit` throws
 */
export async function queryInBrowser(
  pages: PagePool,
  question: BrowserQuestion,
  onDelivery: OnDelivery,
  beforePost: BeforePost,
): Promise<void> {
  const { reuse, site, url } = question;
  const inLeftPage = await askInLeftPage(pages, question, onDelivery, beforePost);
  if (inLeftPage !== undefined && reuse?.isProven === true) return;
  const work = async (open: OpenPage) => {
    const only = await new Visit(open, question).ask(onDelivery, beforePost);
    if (inLeftPage !== undefined && only?.page.tree !== undefined) reuse?.compare(inLeftPage, only.page.tree);
    if (only !== undefined && reuse?.leave(only, question.filled) === true) open.hold();
  };
  await pages.visit(site, url, work, { workMs: WORK_MS, ...(reuse !== undefined && { owner: reuse }) });
}

/**
 * Asks in the page that the question before left open; delivers the answer only where such answers are trusted.
 * @returns the answer's page; undefined where nothing came that a new page would not bring more surely
 */
async function askInLeftPage(
  pages: PagePool,
  question: BrowserQuestion,
  onDelivery: OnDelivery,
  beforePost: BeforePost,
): Promise<TreeDocument | undefined> {
  const { reuse } = question;
  const left = reuse?.takeFor(question.filled);
  if (reuse === undefined || left === undefined) return undefined;
  let delivered = false;
  const deliver: OnDelivery = (came) => {
    delivered = true;
    return onDelivery(came);
  };
  const work = async (open: OpenPage): Promise<TreeDocument | undefined> => {
    const visit = new Visit(open, question);
    const came = await visit.askAgain(left, reuse.isProven ? deliver : undefined, beforePost);
    if (came?.only !== undefined && reuse.leave(came.only, question.filled)) open.hold();
    return came?.page;
  };
  try {
    return await pages.revisit(reuse, work, { workMs: WORK_MS });
  } catch (error) {
    // Whatever it was, a new page has not been tried.
    if (delivered) throw error;
    return undefined;
  }
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
    await answer.follow({ formPage, filledPage: formPage }, onDelivery);
  } finally {
    await answer.end();
  }
}

/**
 * The choices that other fields get once these are chosen: the page as it stands then.
 * @throws as {@link queryInBrowser}
 */
export async function fillInBrowser(pages: PagePool, question: BrowserQuestion): Promise<TreeDocument> {
  return pages.visit(question.site, question.url, async (open) => {
    const form = new LiveForm(open, question);
    await form.look();
    await form.fill();
    return form.look();
  });
}

/** What was sent, and the page that answers it where that is not the one in view. */
type Sent = Pick<Shown, 'sends' | 'page'>;

class Visit {
  private readonly open: OpenPage;
  private readonly question: BrowserQuestion;
  private readonly form: LiveForm;
  private readonly answer: LiveAnswer;

  constructor(open: OpenPage, question: BrowserQuestion) {
    this.open = open;
    this.question = question;
    this.form = new LiveForm(open, question);
    this.answer = new LiveAnswer(open);
  }

  /** @returns the only delivery of the answer; undefined where there were more */
  async ask(onDelivery: OnDelivery, beforePost: BeforePost): Promise<BrowserDelivery | undefined> {
    const release: (() => Promise<void>)[] = [];
    try {
      const formPage = await this.form.unfold();
      release.push(await holdPosts(this.open.session, beforePost));
      const settled = await this.open.mark();
      await this.form.fill();
      const { filledPage, typed } = await this.afterTyping(formPage, settled);
      const sent = await this.send(filledPage, typed);
      return await this.answer.follow({ formPage, filledPage, ...sent }, onDelivery);
    } finally {
      for (const end of release) await end();
      await this.answer.end();
    }
  }

  /**
   * Asks in a page that shows the answer to another question.
   * @returns undefined where what was learnt to send it does not, or shows what stood there before
   */
  async askAgain(
    left: LeftPage,
    onDelivery: OnDelivery | undefined,
    beforePost: BeforePost,
  ): Promise<{ readonly page: TreeDocument; readonly only?: BrowserDelivery | undefined } | undefined> {
    const { sends } = this.question;
    if (sends === undefined) return undefined;
    await this.form.look();
    const release = await holdPosts(this.open.session, beforePost);
    try {
      const settled = await this.open.mark();
      await this.form.fill();
      let effect = await settled(sends.by === 'typing' ? LEARNED_MS : TYPING_MS);
      if (sends.by !== 'typing') {
        const typed = effect;
        this.answer.since = this.answer.now;
        const again = await this.open.mark();
        if (!(await this.form.send(sends))) return undefined;
        effect = await again(typed.changed ? TYPING_MS : LEARNED_MS);
        effect = { ...effect, changed: effect.changed || typed.changed };
      }
      if (!effect.changed || effect.moved || effect.cut) return undefined;
      const page = await captureTree(this.open.session);
      if (!isChanged(page, left.answer)) return undefined;
      if (onDelivery === undefined) return { page };
      const shown = { formPage: left.formPage, filledPage: page, sends, page };
      return { page, only: await this.answer.follow(shown, onDelivery) };
    } finally {
      await release();
      await this.answer.end();
    }
  }

  /** Options that came on a change are part of the page that is sent, and move what stands behind them. */
  private async afterTyping(
    formPage: TreeDocument,
    settled: Awaited<ReturnType<OpenPage['mark']>>,
  ): Promise<{ filledPage: TreeDocument; typed: Sent | undefined }> {
    const { sends, filled } = this.question;
    const types = filled.controls.some(({ values }) => values[0]);
    const waits = types && (sends === undefined || sends.by === 'typing');
    const patience = sends?.by === 'typing' ? LEARNED_MS : TYPING_MS;
    const effect = await settled(waits ? patience : { patienceMs: 0, mostMs: 2_000 });
    const filledPage = await this.form.look();
    const answered = effect.changed && isChanged(filledPage, formPage);
    return { filledPage, typed: answered ? { sends: { by: 'typing' }, page: filledPage } : undefined };
  }

  /**
   * Tries one way to send after another until one shows an effect: the page gives way to another, or changes. What typing
   * alone brought is the answer where nothing else comes, or where sending leads to an address that the question is no
   * part of: then a suggestion was taken.
   */
  private async send(filledPage: TreeDocument, typed: Sent | undefined): Promise<Sent> {
    const { sends, form } = this.question;
    if (sends?.by === 'typing' && typed !== undefined) return typed;
    for (const way of waysOf(form, sends)) {
      const from = this.answer.now;
      const settled = await this.open.mark();
      if (!(await this.form.send(way))) continue;
      let effect = await settled(way === sends ? LEARNED_MS : FIRST_MS);
      if (!effect.moved && (await this.answer.arrives(from, ANSWER_MS))) effect = await settled(LEARNED_MS);
      const carries = !effect.moved || (await this.carries(from));
      if (!carries && typed !== undefined) return typed;
      if (effect.moved && (carries || (await this.showsOther(filledPage)))) {
        this.answer.since = from;
        return { sends: way };
      }
      const page = effect.changed && !effect.moved ? await captureTree(this.open.session) : filledPage;
      const kept = await this.form.keepsText();
      const more = saysMore(page, filledPage);
      if (typed === undefined ? isChanged(page, filledPage) && (kept || more) : more && kept) {
        this.answer.since = from;
        return { sends: way, page };
      }
      // What empties the box, or loads the page anew, has sent nothing.
      if (effect.moved) await this.form.look();
      if (effect.moved || !kept) await this.form.fill();
    }
    return typed ?? {};
  }

  /** Whether it is another page than the one that the form stands on. */
  private async showsOther(filledPage: TreeDocument): Promise<boolean> {
    return isChanged(await captureTree(this.open.session), filledPage);
  }

  /** Whether the page that came was asked for with what was typed or chosen. */
  private async carries(from: number): Promise<boolean> {
    const observed = await this.answer.seen(from);
    const { controls } = this.question.filled;
    const url = this.open.page.url();
    if (observed.kind !== 'navigation') return carriesTyped([url], controls);
    return observed.request.method === 'POST' || carriesTyped([url, observed.request.url], controls);
  }
}

/** What is known to send it, then the others in their order. */
function waysOf(form: Form, learned: Sending | undefined): readonly Sending[] {
  const others = sendingOrder(form).filter((one) => JSON.stringify(one) !== JSON.stringify(learned));
  return learned === undefined || learned.by === 'typing' ? others : [learned, ...others];
}
