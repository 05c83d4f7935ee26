/** Fills and submits a form in a browser, for forms that need scripts to be built, sent or answered. */

import type { Form } from '../../forms/index.ts';
import type { OpenPage, PagePool } from '../../foundation/browser/index.ts';
import { captureTree, type TreeDocument } from '../../foundation/dom/index.ts';
import { type Sending, sendingOrder } from '../planning/submit-control.ts';
import { isEntered } from './answer-address.ts';
import { type BeforePost, holdPosts, limitFetches } from './hold-posts.ts';
import { type AnswerView, type DeliveredAnswer, LiveAnswer, type OnDelivery } from './live-answer.ts';
import { type BrowserQuery, LiveForm } from './live-form.ts';
import { hasNewText, isChanged } from './page-difference.ts';
import type { ReusablePage } from './page-reuse.ts';
import { containsTypedValues, sameRequest } from './replay-request.ts';
import { parametersOf } from './request-parameters.ts';

const WORK_MS = 60_000;
/** Time for a page that answers while typing, with the pause it makes after the last letter; or as soon as it has loaded. */
const AFTER_TYPING_MS = { patienceMs: 400, mostMs: 8_000 };
/** Time for the effect of an action that is not known to submit the form. */
const UNKNOWN_ACTION_MS = { patienceMs: 1_500, mostMs: 8_000 };
/** Time for the response of the server; no other action is tried meanwhile. */
const RESPONSE_MS = 25_000;
const LEARNED_ACTION_MS = { patienceMs: 2_500, mostMs: 8_000 };

/**
 * Opens the form's page, fills the form with trusted events, submits it and delivers the settled page; clicks
 * “more” or scrolls as long as `onDelivery` wants. POSTs of the page wait for `beforePost`.
 * @throws {FormChangedError} if the page does not show the form; what `PagePool.visit` throws
 */
export async function queryInBrowser(
  pages: PagePool,
  query: BrowserQuery,
  onDelivery: OnDelivery,
  beforePost: BeforePost,
): Promise<void> {
  const { reuse, site, url } = query;
  const inKeptPage = await queryInKeptPage(pages, query, onDelivery, beforePost);
  if (inKeptPage !== undefined && reuse?.isProven === true) return;
  const work = async (open: OpenPage) => {
    const answer = await new Visit(open, query).submit(onDelivery, beforePost);
    const { tree } = answer.first.page;
    if (inKeptPage !== undefined && tree !== undefined) reuse?.compare(inKeptPage, tree);
    if (query.staysInBrowser?.() === true && reuse?.keep(answer, query.filled) === true) open.hold();
  };
  await pages.visit(site, url, work, { workMs: WORK_MS, ...(reuse !== undefined && { owner: reuse }) });
}

/**
 * Sends the query in the page that the previous query left open; delivers the answer only if reuse is proven.
 * @returns the page of the answer; undefined if the query needs a new page
 */
async function queryInKeptPage(
  pages: PagePool,
  query: BrowserQuery,
  onDelivery: OnDelivery,
  beforePost: BeforePost,
): Promise<TreeDocument | undefined> {
  const { reuse, sends, form } = query;
  // What a calendar knows stays when its box is emptied.
  const drawn = query.filled.controls.some(({ position }) => form.controls[position]?.readOnly === true);
  const kept = sends === undefined || drawn ? undefined : reuse?.takeFor(query.filled);
  if (reuse === undefined || kept === undefined) return undefined;
  let delivered = false;
  const deliver: OnDelivery = (delivery) => {
    delivered = true;
    return onDelivery(delivery);
  };
  const work = async (open: OpenPage): Promise<TreeDocument | undefined> => {
    const visit = new Visit(open, query);
    const result = await visit.submitInKeptPage(kept, reuse.isProven ? deliver : undefined, beforePost);
    if (result?.answer !== undefined && reuse.keep(result.answer, query.filled)) open.hold();
    return result?.page;
  };
  try {
    return await pages.revisit(reuse, work, { workMs: WORK_MS });
  } catch (error) {
    // Try a new page, unless part of the answer was delivered.
    if (delivered) throw error;
    return undefined;
  }
}

/**
 * Opens the address of an answer without its form, delivers it, and expands its list as long as `onDelivery` wants.
 * @throws what `PagePool.visit` throws
 */
export async function openAnswer(
  pages: PagePool,
  { site, url, formPage }: { readonly site: string; readonly url: string; readonly formPage: TreeDocument },
  onDelivery: OnDelivery,
  beforePost: BeforePost,
): Promise<void> {
  const watching: { answer?: LiveAnswer; guard?: RequestGuard } = {};
  const before = async (open: OpenPage) => {
    watching.answer = new LiveAnswer(open);
    watching.guard = await guardRequests(open, beforePost);
  };
  const work = async (open: OpenPage) => {
    const settled = await open.mark();
    await settled(AFTER_TYPING_MS);
    const { answer, guard } = watching;
    await answer?.deliverPages({ formPage, filledPage: formPage }, guard?.renewing(onDelivery) ?? onDelivery);
  };
  try {
    await pages.visit(site, url, work, { workMs: WORK_MS, before });
  } finally {
    await watching.guard?.end();
    await watching.answer?.stop();
  }
}

/**
 * Fills the form without submitting it, and returns the page: dependent lists have got their choices then. POSTs of the
 * page wait for `beforePost`.
 * @throws as {@link queryInBrowser}
 */
export async function fillInBrowser(
  pages: PagePool,
  query: BrowserQuery,
  beforePost: BeforePost,
): Promise<TreeDocument> {
  return pages.visit(query.site, query.url, async (open) => {
    const form = new LiveForm(open, query);
    await form.locate();
    const guard = await guardRequests(open, beforePost);
    try {
      await form.fill();
      return await form.locate();
    } finally {
      await guard.end();
    }
  });
}

/** The action that had an effect, and the page of the answer if it is not the one in view. */
type ShownEffect = Pick<AnswerView, 'sends' | 'page' | 'picked'>;

class Visit {
  private readonly open: OpenPage;
  private readonly query: BrowserQuery;
  private readonly form: LiveForm;
  private readonly answer: LiveAnswer;

  constructor(open: OpenPage, query: BrowserQuery) {
    this.open = open;
    this.query = query;
    this.form = new LiveForm(open, query);
    this.answer = new LiveAnswer(open);
  }

  async submit(onDelivery: OnDelivery, beforePost: BeforePost): Promise<DeliveredAnswer> {
    let guard: RequestGuard | undefined;
    try {
      const formPage = await this.form.locateAndOpen();
      guard = await guardRequests(this.open, beforePost);
      const settled = await this.open.mark();
      await this.form.fill();
      const { filledPage, typed } = await this.afterTyping(formPage, settled);
      const sent = await this.send(filledPage, typed);
      return await this.answer.deliverPages({ formPage, filledPage, ...sent }, guard.renewing(onDelivery));
    } finally {
      await guard?.end();
      await this.answer.stop();
    }
  }

  /**
   * Sends the query in a page that shows the answer to another one.
   * @returns undefined if the learned action has no effect, or the page did not change
   */
  async submitInKeptPage(
    kept: ReusablePage,
    onDelivery: OnDelivery | undefined,
    beforePost: BeforePost,
  ): Promise<{ readonly page: TreeDocument; readonly answer?: DeliveredAnswer } | undefined> {
    const { sends } = this.query;
    if (sends === undefined || sends.picks === true) return undefined;
    await this.form.locate();
    const guard = await guardRequests(this.open, beforePost);
    try {
      const settled = await this.open.mark();
      await this.form.fill();
      let effect = await settled(sends.by === 'typing' ? LEARNED_ACTION_MS : AFTER_TYPING_MS);
      if (sends.by !== 'typing') {
        const typed = effect;
        this.answer.firstRequest = this.answer.watch.count;
        const afterTyping = await this.open.mark();
        if (!(await this.form.send(sends))) return undefined;
        effect = await afterTyping(typed.changed ? AFTER_TYPING_MS : LEARNED_ACTION_MS);
        effect = { ...effect, changed: effect.changed || typed.changed };
      }
      if (!effect.changed || effect.moved || effect.cut) return undefined;
      const page = await captureTree(this.open.session);
      if (!isChanged(page, kept.answer)) return undefined;
      if (onDelivery === undefined) return { page };
      const shown = { formPage: kept.formPage, filledPage: page, sends, page };
      return { page, answer: await this.answer.deliverPages(shown, guard.renewing(onDelivery)) };
    } finally {
      await guard.end();
      await this.answer.stop();
    }
  }

  /** Waits for the page to settle and captures it again: typing may add options, and may show the answer already. */
  private async afterTyping(
    formPage: TreeDocument,
    settled: Awaited<ReturnType<OpenPage['mark']>>,
  ): Promise<{ filledPage: TreeDocument; typed: ShownEffect | undefined }> {
    const { sends } = this.query;
    const waits =
      this.query.filled.controls.some(isEntered) &&
      (sends === undefined || sends.by === 'typing' || sends.picks === true);
    const patience = sends?.by === 'typing' ? LEARNED_ACTION_MS : AFTER_TYPING_MS;
    const effect = await settled(waits ? patience : { patienceMs: 0, mostMs: 2_000 });
    const filledPage = await this.form.locate();
    const answered = effect.changed && isChanged(filledPage, formPage);
    return { filledPage, typed: answered ? { sends: { by: 'typing' }, page: filledPage } : undefined };
  }

  /**
   * Tries one action after another until the browser navigates or the page changes. The effect of typing is
   * the answer if no action has one, or if the address after submitting lacks the typed values: then a
   * suggestion was chosen.
   */
  private async send(filledPage: TreeDocument, typed: ShownEffect | undefined): Promise<ShownEffect> {
    const { sends, form } = this.query;
    // Where typing alone has had an effect, no action has one on an empty form.
    if (sends?.by === 'typing' && (typed !== undefined || !this.query.filled.controls.some(isEntered)))
      return typed ?? {};
    const picked = sends?.picks === true ? await this.pickAndSend(sends) : undefined;
    if (picked !== undefined) return picked;
    const actions = actionsToTry(form, sends);
    let cleared = false;
    for (const action of actions) {
      const from = this.answer.watch.count;
      const address = this.open.page.url();
      const settled = await this.open.mark();
      if (!(await this.form.send(action))) continue;
      let effect = await settled(action === sends ? LEARNED_ACTION_MS : UNKNOWN_ACTION_MS);
      if (!effect.moved && (await this.answer.watch.awaitResponses(from, RESPONSE_MS)))
        effect = await settled(LEARNED_ACTION_MS);
      const moved = effect.moved || this.open.page.url() !== address;
      const hasValues = !moved || (await this.navigationHasValues(from));
      // Where only a pick is taken, what typing shows is no answer.
      if (!hasValues && typed !== undefined && sends?.picks !== true)
        return (await this.filledByPick(action)) ?? typed;
      if (effect.moved && (hasValues || isChanged(await captureTree(this.open.session), filledPage))) {
        this.answer.firstRequest = from;
        return { sends: action };
      }
      const page = effect.changed && !effect.moved ? await captureTree(this.open.session) : filledPage;
      const keepsText = await this.form.keepsText();
      const hasMoreText = hasNewText(page, filledPage);
      if (
        typed === undefined
          ? isChanged(page, filledPage) && (keepsText || hasMoreText)
          : hasMoreText && (keepsText || moved)
      ) {
        this.answer.firstRequest = from;
        return { sends: action, page };
      }
      // An action that only cleared the text field or reloaded the page has submitted nothing.
      if (effect.moved) await this.form.locate();
      if (effect.moved || !keepsText) await this.form.fill();
      cleared ||= !effect.moved && !keepsText;
    }
    if (typed === undefined) return {};
    // What typing shows may have come only while other actions were tried.
    await (await this.open.mark())(AFTER_TYPING_MS);
    const page = await captureTree(this.open.session);
    // Suggestions may cover the button, and Enter may have chosen one instead of sending it.
    const chosen = cleared && actions[0] ? await this.filledByPick(actions[0]) : undefined;
    return chosen ?? { ...typed, page };
  }

  /** Fills the form anew and chooses a suggestion before it is sent: it was sent without what was typed. */
  private async filledByPick(action: Sending): Promise<ShownEffect | undefined> {
    try {
      await this.open.page.goto(this.query.url);
      await this.open.settle();
      await this.form.locate();
      const settled = await this.open.mark();
      await this.form.fill();
      await settled(AFTER_TYPING_MS);
      return await this.pickAndSend({ ...action, picks: true });
    } catch {
      return undefined;
    }
  }

  private async pickAndSend(action: Sending): Promise<ShownEffect | undefined> {
    const picked = await this.form.pick();
    if (picked === undefined) return undefined;
    const from = this.answer.watch.count;
    const settled = await this.open.mark();
    if (!(await this.form.send(action))) return undefined;
    const { changed, moved } = await settled(UNKNOWN_ACTION_MS);
    if (!changed && !moved) return undefined;
    this.answer.firstRequest = from;
    return { sends: action, picked, ...(!moved && { page: await captureTree(this.open.session) }) };
  }

  /** Tells whether the navigation, or a request of its script, carried the typed or chosen values. */
  private async navigationHasValues(from: number): Promise<boolean> {
    const observed = await this.answer.watch.observedFrom(from);
    const { controls } = this.query.filled;
    const url = this.open.page.url();
    if (observed.kind === 'data') {
      // What typing has asked for already brings suggestions; Enter may ask for them again.
      const all = await this.answer.watch.observedFrom();
      const earlier = all.kind === 'data' ? all.requests.slice(0, -observed.requests.length) : [];
      const asked = observed.requests
        .filter((request) => !earlier.some((one) => sameRequest(one, request)))
        .map((request) => new URL(`?${parametersOf(request)}`, request.url).href);
      return containsTypedValues([url, ...asked], controls);
    }
    if (observed.kind === 'nothing') return containsTypedValues([url], controls);
    return observed.request.method === 'POST' || containsTypedValues([url, observed.request.url], controls);
  }
}

type RequestGuard = Awaited<ReturnType<typeof guardRequests>>;

/** Holds the POSTs of a query, and limits what its scripts fetch for each page of its answer. */
async function guardRequests(open: OpenPage, beforePost: BeforePost) {
  const release = await holdPosts(open.session, beforePost);
  const limit = await limitFetches(open);
  return {
    renewing:
      (onDelivery: OnDelivery): OnDelivery =>
      (delivery) => {
        limit.renew();
        return onDelivery(delivery);
      },
    end: async () => {
      await limit.end();
      await release();
    },
  };
}

/** Orders the actions: the learned one first, then the others. */
function actionsToTry(form: Form, learned: Sending | undefined): readonly Sending[] {
  const others = sendingOrder(form).filter((one) => JSON.stringify(one) !== JSON.stringify(learned));
  return learned === undefined || learned.by === 'typing' ? others : [learned, ...others];
}
