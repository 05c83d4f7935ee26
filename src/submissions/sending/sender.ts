/** Sends the questions of one form, in the way that it takes: over HTTP, by a browser, or by its script's own request. */

import type { PagePool } from '../../browser/index.ts';
import { extractForms, type Form } from '../../forms/index.ts';
import { elementsOf, type TreeDocument, textOf } from '../../pages/index.ts';
import { siteOf } from '../../sites/index.ts';
import { WebError } from '../../web/index.ts';
import type { Query } from '../filling/query.ts';
import type { Answer, AnswerPage } from '../types/answer.ts';
import type { FilledForm, SentBy, SubmissionRequest } from '../types/submission.ts';
import { askInBrowser, type BrowserDelivery, fillInBrowser } from './ask-in-browser.ts';
import { encodeSubmission, type FormPage } from './encode-request.ts';
import { FormChangedError } from './entry-list.ts';
import { FormSession, RedirectError } from './form-session.ts';
import { type FormOnPage, FormSource, likestForm, transposed } from './form-source.ts';
import type { Ledger, LedgerEntry, Settlement, Way } from './ledger.ts';
import { nextRequest } from './next-request.ts';
import { type Outbound, RefusedError } from './outbound.ts';
import { carrier, derived, sameRequest } from './replay-request.ts';

/** One submission, settled. */
export interface SubmissionDone {
  readonly type: 'submission';
  readonly entry: LedgerEntry;
  readonly settlement: Settlement;
  /** True where it had been settled before this process began. */
  readonly remembered: boolean;
}

/** What a page is read by. */
export type ReadPage = (
  page: AnswerPage,
  seen: {
    readonly formPage: TreeDocument;
    readonly filled: FilledForm;
    readonly request: SubmissionRequest;
    readonly page: number;
  },
) => Answer;

/** Called with each settled page of an answer; says whether its further pages are wanted. */
export type OnSettled = (done: SubmissionDone) => boolean;

export interface SenderOptions {
  readonly form: Form;
  readonly page: string;
  readonly out: Outbound;
  readonly ledger: Ledger;
  readonly read: ReadPage;
  readonly maxRetries: number;
  readonly signal: AbortSignal;
}

/** By the browser once, to see what its scripts make of it. */
interface Rehearsal {
  readonly by: 'rehearse';
  readonly start: FormOnPage;
}

/** The form cannot be asked (any more). */
export class FormGoneError extends Error {
  override readonly name = 'FormGoneError';
}

export class Sender {
  private readonly options: SenderOptions;
  private readonly session: FormSession;
  private readonly source: FormSource;
  private way: Way | Rehearsal | undefined;
  private start: TreeDocument | undefined;

  constructor(options: SenderOptions) {
    this.options = options;
    this.session = new FormSession(options.out, options.signal, options.maxRetries);
    this.source = new FormSource(this.session, options.page, options.form);
  }

  /** Text of the page the form stands on, as far as it has been seen. */
  get pageText(): string {
    return this.start === undefined ? '' : textOf(this.start.root, 20_000);
  }

  /**
   * Asks one question and follows its list as far as `onSettled` wants.
   * @throws {FormGoneError} where the form cannot be asked any more; what the ledger throws
   */
  async ask(query: Query, filled: FilledForm, onSettled: OnSettled): Promise<void> {
    const goneOn = this.remember(query, filled, onSettled);
    if (goneOn === 'done') return;
    try {
      this.way ??= await this.chooseWay();
      // A choice that only comes once another is made is not on the page as it is fetched.
      const way: Way | Rehearsal = query.needsBrowser === true ? { by: 'browser' } : this.way;
      if (way.by === 'http' || way.by === 'replay')
        await this.askOverHttp(way, query, filled, onSettled, goneOn);
      else if (goneOn !== undefined) await this.askOverHttp({ by: 'http' }, query, filled, onSettled, goneOn);
      else await this.askByBrowser(way, query, filled, onSettled);
    } catch (error) {
      this.options.signal.throwIfAborted();
      if (error instanceof FormChangedError || isAnswerless(error)) throw new FormGoneError(messageOf(error));
      throw error;
    }
  }

  /**
   * The form as it stands once these values are chosen: lists that depend on others have their choices then.
   * @returns undefined where there is no browser to choose them in, or it does not get there
   */
  async once(filled: FilledForm): Promise<Form | undefined> {
    const { out, form, page: url, signal } = this.options;
    const pages = out.browser?.pages;
    if (pages === undefined) return undefined;
    try {
      await out.permit(url, signal);
      const tree = await fillInBrowser(pages, { site: siteOf(url), url, form, filled });
      return likestForm(extractForms(tree), form);
    } catch (error) {
      signal.throwIfAborted();
      if (isStoreFault(error)) throw error;
      return undefined;
    }
  }

  /** Goes over what the ledger has of the answer. @returns where to go on, `undefined` where nothing is known */
  private remember(query: Query, filled: FilledForm, onSettled: OnSettled): 'done' | Resume | undefined {
    for (let page = 1; ; page++) {
      const key = keyOf(query, page);
      const settlement = this.options.ledger.known(key);
      if (settlement?.request === undefined) return undefined;
      if (settlement.way !== undefined) this.way = settlement.way;
      const entry = entryOf(query, filled, page, settlement.sentBy ?? 'http', settlement.request);
      const more = onSettled({ type: 'submission', entry, settlement, remembered: true });
      if (!more || settlement.answer === undefined) return 'done';
      const before = this.options.ledger.known(keyOf(query, page + 1));
      if (before !== undefined) continue;
      // A list that a browser made grow cannot be gone on with; it is asked for anew if nothing was posted.
      if (settlement.next === undefined)
        return settlement.answer.paging === null || settlement.request.method === 'POST' ? 'done' : undefined;
      return { page: page + 1, request: settlement.next };
    }
  }

  private async chooseWay(): Promise<Way | Rehearsal> {
    const { form, out } = this.options;
    const scripted = !form.where.hasFormTag || form.where.kind === 'shadow' || form.actionKind === 'script';
    const browser = out.browser !== undefined;
    if (scripted && browser) return { by: 'browser' };
    try {
      const start = await this.source.fresh();
      this.start = start.shown;
      if (scripted)
        throw new FormChangedError('its script sends it, and there is no browser (--render never)');
      return browser && hasScripts(start.page.tree) ? { by: 'rehearse', start } : { by: 'http' };
    } catch (error) {
      if (!(error instanceof FormChangedError) || !browser) throw error;
      return { by: 'browser' };
    }
  }

  private async askOverHttp(
    way: Way,
    query: Query,
    filled: FilledForm,
    onSettled: OnSettled,
    from: Resume | undefined,
  ): Promise<void> {
    let request = from?.request ?? (await this.requestOf(way, filled));
    for (let page = from?.page ?? 1; ; page++) {
      const entry = entryOf(query, filled, page, 'http', request);
      const equal = this.options.ledger.equal(request);
      const settlement = equal ?? (await this.recorded(entry, () => this.sendOverHttp(entry)));
      const more = onSettled({ type: 'submission', entry, settlement, remembered: equal !== undefined });
      if (!more || settlement.next === undefined) return;
      request = settlement.next;
    }
  }

  private async requestOf(way: Way, filled: FilledForm): Promise<SubmissionRequest> {
    if (way.by === 'replay') return derived(way.carried, this.options.form, filled.controls);
    const { page, form, shown } = await this.source.fresh();
    this.start ??= shown;
    return encoded(page, form, filled);
  }

  /** Writes down, sends, writes down what came. */
  private async recorded(entry: LedgerEntry, send: () => Promise<Settlement>): Promise<Settlement> {
    await this.options.ledger.begin(entry);
    const settlement = await this.orFailed(entry, send);
    await this.options.ledger.settle(entry, settlement);
    return settlement;
  }

  private async orFailed({ request }: LedgerEntry, send: () => Promise<Settlement>): Promise<Settlement> {
    try {
      return await send();
    } catch (error) {
      this.options.signal.throwIfAborted();
      if (!isAnswerless(error)) throw error;
      const lost =
        request.method === 'POST' && error instanceof WebError && /^(?:reset|timeout)$/.test(error.reason);
      const refused = error instanceof RefusedError;
      return {
        state: lost ? 'parked' : 'failed',
        reason: messageOf(error),
        requests: refused ? 0 : 1,
        newRecords: 0,
        refused,
      };
    }
  }

  private async sendOverHttp({ request, filled, page }: LedgerEntry): Promise<Settlement> {
    const { page: came, encoding, firstStatus, requests, location } = await this.session.send(request);
    const formPage = await this.formPage();
    const answer = this.options.read(came, { formPage, filled, request, page });
    const next = nextRequest(answer, came.tree === undefined ? undefined : { tree: came.tree, encoding });
    return {
      state: 'settled',
      answer,
      status: firstStatus,
      finalUrl: came.url,
      requests,
      newRecords: 0,
      ...(next !== undefined && { next }),
      ...(location !== undefined && { location }),
    };
  }

  private async formPage(): Promise<TreeDocument> {
    this.start ??= (await this.source.fresh()).shown;
    return this.start;
  }

  private async askByBrowser(
    way: Way | Rehearsal,
    query: Query,
    filled: FilledForm,
    onSettled: OnSettled,
  ): Promise<void> {
    const { out, form, page: url, ledger, signal } = this.options;
    const pages = (out.browser as { pages: PagePool }).pages;
    const guessed: SubmissionRequest =
      way.by === 'rehearse'
        ? encoded(way.start.page, way.start.form, filled)
        : { method: form.method === 'post' ? 'POST' : 'GET', url: form.action, referrer: url };
    await out.permit(guessed.url, signal);
    await out.permit(url, signal);
    let page = 1;
    let entry = entryOf(query, filled, page, 'browser', guessed);
    await ledger.begin(entry);
    const question = { site: siteOf(url), url, form, filled };
    let wanted: { readonly request: SubmissionRequest; readonly page: number } | undefined;
    const failed = await this.browsing(() =>
      askInBrowser(pages, question, async (delivery) => {
        const read = this.readDelivery(delivery, entry);
        const learned = page === 1 ? await this.learnWay(way, delivery, filled, read) : undefined;
        const settlement = learned === undefined ? read : { ...read, way: learned };
        if (learned !== undefined) this.way = learned;
        await ledger.settle(entry, settlement);
        const more = onSettled({ type: 'submission', entry, settlement, remembered: false });
        page++;
        if (!more || settlement.answer === undefined) return null;
        if (settlement.next !== undefined) {
          wanted = { request: settlement.next, page };
          return null;
        }
        const { paging } = settlement.answer;
        if (paging === null) return null;
        entry = entryOf(query, filled, page, 'browser', settlement.request ?? guessed);
        await ledger.begin(entry);
        return paging;
      }),
    );
    if (failed !== undefined) {
      const settlement: Settlement = {
        state: guessed.method === 'POST' ? 'parked' : 'failed',
        reason: failed,
        requests: 1,
        newRecords: 0,
      };
      await ledger.settle(entry, settlement);
      onSettled({ type: 'submission', entry, settlement, remembered: false });
    }
    if (wanted !== undefined) await this.askOverHttp({ by: 'http' }, query, filled, onSettled, wanted);
  }

  /** What a page does to a browser is no fault of ours: it is why there is no answer. */
  private async browsing(visit: () => Promise<void>): Promise<string | undefined> {
    try {
      await visit();
      return undefined;
    } catch (error) {
      this.options.signal.throwIfAborted();
      if (error instanceof FormChangedError || isStoreFault(error)) throw error;
      return messageOf(error).split('\n')[0] ?? 'the browser gave up';
    }
  }

  private readDelivery({ page: came, formPage, observed }: BrowserDelivery, entry: LedgerEntry): Settlement {
    this.start ??= formPage;
    const carried =
      observed.kind === 'navigation'
        ? observed.request
        : carrier(observed, this.options.form, entry.filled.controls);
    const request = carried ?? entry.request;
    const answer = this.options.read(came, { formPage, filled: entry.filled, request, page: entry.page });
    const { tree } = came;
    const next =
      tree === undefined || entry.page > 1 ? undefined : nextRequest(answer, { tree, encoding: 'utf-8' });
    return {
      state: 'settled',
      answer,
      status: came.status,
      finalUrl: came.url,
      request,
      sentBy: 'browser',
      requests: observed.kind === 'data' ? observed.requests.length : 1,
      newRecords: 0,
      ...(next !== undefined && { next }),
    };
  }

  /**
   * What the browser did decides how the next questions go: over HTTP where it sent what we would have; by the script's
   * own request where that, sent again, brings the same records; else by the browser again.
   */
  private async learnWay(
    way: Way | Rehearsal,
    { formPage, observed }: BrowserDelivery,
    filled: FilledForm,
    { answer }: Settlement,
  ): Promise<Way | undefined> {
    const { form: wanted } = this.options;
    const form = likestForm(extractForms(formPage), wanted) ?? wanted;
    if (way.by === 'rehearse') {
      const ours = encoded({ tree: formPage, encoding: way.start.page.encoding }, form, filled);
      if (observed.kind === 'navigation' && sameRequest(ours, observed.request)) return { by: 'http' };
    }
    const otherwise: Way | undefined = way.by === 'rehearse' ? { by: 'browser' } : undefined;
    const carried = carrier(observed, form, transposed(filled.controls, filled.form, form));
    if (carried === undefined || answer?.verdict !== 'hits') return otherwise;
    const again = await this.session.send(carried).catch(() => undefined);
    if (again === undefined) return otherwise;
    const second = this.options.read(again.page, { formPage, filled, request: carried, page: 1 });
    const keys = (one: Answer) =>
      one.records
        .map(({ key }) => key)
        .sort()
        .join('\n');
    const same = second.records.length > 0 && keys(second) === keys(answer);
    return same ? { by: 'replay', carried } : otherwise;
  }
}

interface Resume {
  readonly page: number;
  readonly request: SubmissionRequest;
}

const keyOf = (query: Query, page: number): string => `${query.id} #${page}`;

const entryOf = (
  query: Query,
  filled: FilledForm,
  page: number,
  sentBy: SentBy,
  request: SubmissionRequest,
): LedgerEntry => ({
  key: keyOf(query, page),
  filled,
  why: query.why,
  page,
  sentBy,
  request,
});

const encoded = (page: FormPage, form: Form, filled: FilledForm): SubmissionRequest =>
  encodeSubmission(page, { ...filled, form, controls: transposed(filled.controls, filled.form, form) });

const isAnswerless = (error: unknown): boolean =>
  error instanceof WebError || error instanceof RefusedError || error instanceof RedirectError;

const isStoreFault = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'WarcError' ||
    /^(?:ERR_SQLITE|ENOSPC|EIO|EROFS|EDQUOT)/.test(String((error as NodeJS.ErrnoException).code)));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Scripts that run, not data that looks like one. */
function hasScripts(tree: TreeDocument): boolean {
  for (const { tag, attributes } of elementsOf(tree.root))
    if (tag === 'script' && !/json|template|text\/(?!javascript)/i.test(attributes.type ?? '')) return true;
  return false;
}
