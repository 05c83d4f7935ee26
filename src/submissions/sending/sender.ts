/** Sends the questions of one form, in the way that it takes: over HTTP, by a browser, or by its script's own request. */

import { extractForms, type Form } from '../../forms/index.ts';
import { elementsOf, type TreeDocument, textOf } from '../../foundation/dom/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import type { Query } from '../planning/query.ts';
import type { Answer, AnswerPage } from '../types/answer.ts';
import type { FilledForm, SubmissionRequest } from '../types/submission.ts';
import { fillInBrowser } from './query-in-browser.ts';
import { BrowserChannel } from './browser-channel.ts';
import type { ChannelOutcome, Growing, ChannelQuery, Resume, SubmissionChannel, Task } from './channel.ts';
import { FormChangedError, OptionGoneError } from './entry-list.ts';
import { FormSession } from './form-session.ts';
import { FormSource, likestForm } from './form-source.ts';
import { answers, grows, HttpChannel } from './http-channel.ts';
import type { BrowserDryRun } from './learn-channel.ts';
import {
  entryOf,
  type HttpChannelPlan,
  keyOf,
  type Ledger,
  type LedgerEntry,
  type SubmissionResult,
  CHANNEL_PLAN_VERSION,
  type ChannelPlan,
} from './ledger.ts';
import type { Outbound } from './outbound.ts';
import { PageReuse } from './page-reuse.ts';
import { Renewal } from './renewal.ts';
import {
  FormGoneError,
  isAnswerless,
  isStoreFault,
  messageOf,
  PageTroubleError,
  troubleOfStatus,
  troubleOn,
} from './why-no-answer.ts';

/** One submission, settled. */
export interface SubmissionDone {
  readonly type: 'submission';
  readonly entry: LedgerEntry;
  readonly settlement: SubmissionResult;
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

const HTTP: HttpChannelPlan = { by: 'http', version: CHANNEL_PLAN_VERSION };
const BROWSER: ChannelPlan = { by: 'browser', version: CHANNEL_PLAN_VERSION };
const REHEARSE: BrowserDryRun = { by: 'rehearse', probed: false, last: false };
/** Questions that decide nothing before one has to. */
const MOST_TRIED = 4;
/** Lists in a row that do not go on, after which none is expected to. */
const MOST_STUCK = 2;
/** Times that a form may be looked for elsewhere, or once more. */
const MOST_LOST = 3;

export class Sender {
  /** The visitor that asks, with its cookies. */
  readonly session: FormSession;
  private readonly options: SenderOptions;
  private readonly source: FormSource;
  private way: ChannelPlan | BrowserDryRun | undefined;
  private start: TreeDocument | undefined;
  /** Questions asked of which none has shown how the form is best asked. */
  private tried = 0;
  /** Times that the form was not where it was looked for. */
  private lost = 0;
  /** Answers in a row that the browser could not make longer. */
  private stuck = 0;
  private readonly renewal = new Renewal();
  private readonly reuse = new PageReuse();
  /** A script's POST, made by us, was answered. */
  private proven = false;

  constructor(options: SenderOptions) {
    this.options = options;
    this.session = new FormSession(options.out, options.signal, options.maxRetries);
    this.source = new FormSource(this.session, options.page, options.form);
  }

  /** The page the form stands on, as it was seen first; undefined where it cannot be had any more. */
  async pageSeen(): Promise<TreeDocument | undefined> {
    if (this.start !== undefined) return this.start;
    try {
      return (await this.session.formPage(this.options.page)).tree;
    } catch (error) {
      if (!isAnswerless(error)) throw error;
      return undefined;
    }
  }

  /** Text of that page, as far as it has been seen. */
  get pageText(): string {
    return this.start === undefined ? '' : textOf(this.start.root, 20_000);
  }

  /**
   * Asks one question and follows its list as far as `onSettled` wants.
   * @throws {FormGoneError} where the form cannot be asked any more; {OptionGoneError} where this question cannot; what
   * the ledger throws
   */
  async ask(query: Query, filled: FilledForm, onSettled: OnSettled): Promise<void> {
    let pages = 0;
    const heeding: OnSettled = (done) => {
      pages = done.entry.page;
      this.heedGrowth(done);
      this.renewal.heed(done.settlement);
      return onSettled(done);
    };
    const known = this.remember(query, filled, heeding);
    if (known === 'done') return;
    try {
      if (this.way === undefined || (isUnconfirmed(this.way) && query.purpose === 'query'))
        this.way = await this.chooseWay(this.way !== undefined);
      const question = { query, filled, onSettled: heeding };
      await this.askKnowing(known, question).catch(async (error: unknown) => {
        const other = this.otherWay(await this.causeOf(error));
        if (other === undefined) throw error;
        this.way = other;
        return this.askKnowing(known, question);
      });
    } catch (thrown) {
      this.options.signal.throwIfAborted();
      if (thrown instanceof OptionGoneError) throw thrown;
      const error = await this.causeOf(thrown);
      if (isAnswerless(error)) await this.unanswered(query, filled, heeding, pages + 1, error);
      else if (error instanceof FormChangedError) throw new FormGoneError(messageOf(error));
      else throw error;
    }
  }

  private heedGrowth({ entry: { page, sentBy }, settlement }: SubmissionDone): void {
    if (page === 2 && sentBy === 'browser') this.stuck = settlement.answer === undefined ? this.stuck + 1 : 0;
  }

  /** Whether a page that does not show the form is one at all: a browser shows whatever a server says in its place. */
  private async causeOf(error: unknown): Promise<unknown> {
    if (!(error instanceof FormChangedError) || error instanceof OptionGoneError) return error;
    if (error instanceof PageTroubleError || this.way?.by === 'http') return error;
    try {
      const { status } = await this.session.formPage(this.options.page);
      const trouble = troubleOfStatus(status);
      return trouble === undefined
        ? error
        : new PageTroubleError(`${this.options.page} answers with status ${status}`, trouble);
    } catch (other) {
      if (!isAnswerless(other)) throw other;
      return other;
    }
  }

  /** Nothing could be asked, for the page of the form did not come: that is no reason to give up the form. */
  private async unanswered(
    query: Query,
    filled: FilledForm,
    onSettled: OnSettled,
    page: number,
    error: unknown,
  ): Promise<void> {
    const { form, ledger, page: referrer } = this.options;
    const request = { method: form.method === 'post' ? 'POST' : 'GET', url: form.action, referrer } as const;
    const entry = entryOf(query, filled, page, 'http', request);
    const settlement = {
      state: 'failed',
      reason: messageOf(error),
      trouble: troubleOn(error),
      requests: 0,
      newRecords: 0,
    } as const;
    await ledger.begin(entry);
    await ledger.settle(entry, settlement);
    onSettled({ type: 'submission', entry, settlement, remembered: false });
  }

  /** Goes from channel to channel as long as one leaves something to another. */
  private async askKnowing(known: Remembered, question: ChannelQuery): Promise<void> {
    for (let task = await this.firstTask(known, question.query); task !== undefined; ) {
      if (task.by === 'http' && task.from !== undefined) await this.formPage();
      const asked = await this.channelFor(task, question).ask();
      this.start ??= asked.formPage;
      if (asked.way !== undefined) this.way = asked.way;
      task = await this.nextTask(asked);
    }
  }

  private async firstTask(
    { goneOn, settled, growing }: Remembered,
    { purpose, needsBrowser }: Query,
  ): Promise<Task | undefined> {
    const { way } = this;
    if (way === undefined) return undefined;
    // A choice that only comes once another is made is not on the page as it is fetched.
    const grown = settled > 0 && goneOn === undefined;
    if (grown && growing !== undefined) return this.growingTask(growing);
    const decided = way.by === 'rehearse' ? this.rehearsed(way, purpose) : way;
    const used = needsBrowser === true || grown ? BROWSER : decided;
    const from = goneOn !== undefined && { from: goneOn };
    if (used.by === 'http' || used.by === 'replay') return { by: 'http', way: used, ...from };
    return goneOn === undefined
      ? { by: 'browser', way: used, settled }
      : { by: 'http', way: HTTP, from: goneOn };
  }

  private async nextTask({ way, resume, growing }: ChannelOutcome): Promise<Task | undefined> {
    if (growing !== undefined) return this.growingTask(growing);
    if (resume === undefined) return undefined;
    return { by: 'http', way: way?.by === 'replay' ? way : HTTP, from: resume };
  }

  /** A list that only a script makes longer, of an answer that came over HTTP: its page is shown to the browser. */
  private async growingTask({ request, settlement, settled }: Growing): Promise<Task | undefined> {
    const { answer, finalUrl: url } = settlement;
    const { way } = this;
    if (this.options.out.browser === undefined || answer === undefined || !grows(answer.paging))
      return undefined;
    if (url === undefined || request.method === 'POST' || way === undefined || way.by === 'rehearse')
      return undefined;
    const grow = { url, request, answer, formPage: await this.formPage() };
    return { by: 'browser', way, settled, grow };
  }

  private channelFor(task: Task, question: ChannelQuery): SubmissionChannel {
    if (task.by === 'browser') {
      const isStuck = this.stuck >= MOST_STUCK;
      return new BrowserChannel(this.options, this.session, {
        ...task,
        ...question,
        isStuck,
        reuse: this.reuse,
      });
    }
    const { way } = task;
    const pages = this.way?.by === 'rehearse' ? undefined : this.way?.pages;
    const onTrial = way.by === 'replay' && way.carried.method === 'POST' && !this.proven;
    const onSettled: OnSettled = (done) => {
      if (onTrial) this.proven ||= answers(done.settlement);
      if (done.settlement.way !== undefined) this.way = done.settlement.way;
      return question.onSettled(done);
    };
    const { renewal } = this;
    const whole = { ...task, ...question, onSettled, onTrial, pages, renewal };
    return new HttpChannel(this.options, this.session, this.source, whole, this.start);
  }

  /** Where one channel does not show the form (any more), the other one may: nothing was sent. */
  private otherWay(error: unknown): ChannelPlan | BrowserDryRun | undefined {
    if (!(error instanceof FormChangedError) || error instanceof OptionGoneError) return undefined;
    if (++this.lost > MOST_LOST) return undefined;
    if (this.way?.by === 'http') return this.options.out.browser === undefined ? undefined : BROWSER;
    // A page that is built late, or otherwise from one time to the next, is shown once more.
    return this.way?.by === 'rehearse' && this.way.start !== undefined ? HTTP : this.way;
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

  /** Goes over what the ledger has of the answer: how many of its pages are settled, and where it goes on. */
  private remember(query: Query, filled: FilledForm, onSettled: OnSettled): 'done' | Remembered {
    for (let page = 1; ; page++) {
      const settlement = this.options.ledger.known(keyOf(query, page));
      const settled = page - 1;
      // A list that a browser made grow is made to grow again, if nothing was posted for it.
      if (settlement?.request === undefined) return { goneOn: undefined, settled };
      if (settlement.way !== undefined) this.way = settlement.way;
      if (page === 1 && settlement.sentBy === 'browser' && query.purpose === 'query') this.tried++;
      const entry = entryOf(query, filled, page, settlement.sentBy ?? 'http', settlement.request);
      const more = onSettled({ type: 'submission', entry, settlement, remembered: true });
      if (!more || settlement.answer === undefined) return 'done';
      if (this.options.ledger.known(keyOf(query, page + 1)) !== undefined) continue;
      if (settlement.next !== undefined)
        return { goneOn: { page: page + 1, request: settlement.next }, settled: page };
      if (!grows(settlement.answer.paging) || settlement.request.method === 'POST') return 'done';
      const first = this.options.ledger.known(keyOf(query, 1));
      const overHttp = first?.request !== undefined && first.sentBy !== 'browser';
      if (!overHttp) return { goneOn: undefined, settled: page };
      const growing = { request: first.request as SubmissionRequest, settlement: first, settled: page };
      return { goneOn: undefined, settled: page, growing };
    }
  }

  /** @param probed probes were answered alike by the server and in the browser */
  private async chooseWay(probed: boolean): Promise<ChannelPlan | BrowserDryRun> {
    const { form, out } = this.options;
    const { hasFormTag, kind, openedBy } = form.where;
    const scripted =
      !hasFormTag || kind === 'shadow' || form.actionKind === 'script' || openedBy !== undefined;
    const browser = out.browser !== undefined;
    if (scripted && browser) return REHEARSE;
    try {
      const start = await this.source.fresh();
      this.start = start.shown;
      if (scripted)
        throw new FormChangedError('its script sends it, and there is no browser (--render never)');
      // The browser's page has no form of what is only announced; its address is all there is to ask by.
      const onPage = form.where.unseen !== true;
      return browser && onPage && hasScripts(start.page.tree) ? { ...REHEARSE, probed, start } : HTTP;
    } catch (error) {
      if (!(error instanceof FormChangedError) || !browser) throw error;
      return REHEARSE;
    }
  }

  /** Questions that bring nothing teach nothing; after a few of them what was seen has to do. */
  private rehearsed(way: BrowserDryRun, purpose: Query['purpose']): BrowserDryRun {
    if (purpose === 'query') this.tried++;
    return { ...way, last: this.tried >= MOST_TRIED };
  }

  private async formPage(): Promise<TreeDocument> {
    this.start ??= await this.source.page();
    return this.start;
  }
}

/** What the ledger knows of an answer. */
interface Remembered {
  readonly goneOn: Resume | undefined;
  /** Pages of it that are settled. */
  readonly settled: number;
  /** It came over HTTP, and goes on in the browser. */
  readonly growing?: Growing;
}

const isUnconfirmed = (way: ChannelPlan | BrowserDryRun): boolean =>
  way.by === 'http' && way.unconfirmed === true;

/** Scripts that run, not data that looks like one. */
function hasScripts(tree: TreeDocument): boolean {
  for (const { tag, attributes } of elementsOf(tree.root))
    if (tag === 'script' && !/json|template|text\/(?!javascript)/i.test(attributes.type ?? '')) return true;
  return false;
}
