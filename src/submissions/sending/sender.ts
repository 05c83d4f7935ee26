/** Sends the queries of one form through the channel that it needs: HTTP, the browser, or its script's own request. */

import { extractForms, type Form } from '../../forms/index.ts';
import { type TreeDocument, textOf } from '../../foundation/dom/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import type { Query } from '../planning/query.ts';
import type { Answer, AnswerPage } from '../types/answer.ts';
import type { FilledForm, SubmissionRequest } from '../types/submission.ts';
import { AnswerAddress } from './answer-address.ts';
import { BrowserChannel, hasStalled } from './browser-channel.ts';
import type {
  ChannelOutcome,
  ChannelQuery,
  ChannelTask,
  ExpandableList,
  ListContinuation,
  SubmissionChannel,
} from './channel.ts';
import { FormChangedError, OptionGoneError } from './entry-list.ts';
import { FormSession } from './form-session.ts';
import { FormSource, findMatchingForm, hasFieldsOf, saysSame } from './form-source.ts';
import type { BeforePost } from './hold-posts.ts';
import { expandsInBrowser, HttpChannel, hasScripts, isConclusive } from './http-channel.ts';
import type { BrowserDryRun } from './learn-channel.ts';
import {
  CHANNEL_PLAN_VERSION,
  type ChannelPlan,
  type HttpChannelPlan,
  type Ledger,
  type LedgerEntry,
  ledgerEntry,
  type SubmissionResult,
  submissionKey,
} from './ledger.ts';
import type { Outbound } from './outbound.ts';
import { PageReuse } from './page-reuse.ts';
import { fillInBrowser } from './query-in-browser.ts';
import { multipartTexts, parametersOf } from './request-parameters.ts';
import { SessionRenewal } from './session-renewal.ts';
import { StepTrial } from './steps.ts';
import {
  FormGoneError,
  isRequestFailure,
  isStoreFault,
  messageOf,
  PageTroubleError,
  troubleOfError,
  troubleOfStatus,
} from './why-no-answer.ts';

export interface SubmissionDone {
  readonly type: 'submission';
  readonly entry: LedgerEntry;
  readonly result: SubmissionResult;
  /** True if it was settled before this process began. */
  readonly remembered: boolean;
}

/** Reads an answer page in the context of its submission. */
export type AnswerReader = (
  page: AnswerPage,
  seen: {
    readonly formPage: TreeDocument;
    readonly filled: FilledForm;
    readonly request: SubmissionRequest;
    readonly page: number;
  },
) => Answer;

/** Called with each settled page of an answer. @returns whether further pages are wanted */
export type OnSettled = (done: SubmissionDone) => boolean;

export interface SenderOptions {
  readonly form: Form;
  readonly page: string;
  readonly out: Outbound;
  readonly ledger: Ledger;
  readonly read: AnswerReader;
  readonly maxRetries: number;
  readonly signal: AbortSignal;
  /** How the form was sent last. */
  readonly plan?: ChannelPlan;
  /** Nothing is sent to a form whose fields are others than they were. */
  readonly sameFields?: true;
  /** The server has answered another form, which sends the same field to the same address, as a browser showed it. */
  readonly overHttp?: boolean;
}

const HTTP: HttpChannelPlan = { by: 'http', version: CHANNEL_PLAN_VERSION };
const BROWSER: ChannelPlan = { by: 'browser', version: CHANNEL_PLAN_VERSION };
const DRY_RUN: BrowserDryRun = { by: 'dry-run', mustDecide: false };
/** Dry runs without a decision before one has to decide. */
const MAX_UNDECIDED = 4;
/** Queries without hits over HTTP that a browser sends, too, at most. */
const MAX_CHECKS = 3;
/** Lists in a row that could not be expanded, after which no list is expanded. */
const MAX_STALLED_LISTS = 2;
/** Times that a form may be looked for again, or through another channel. */
const MAX_FORM_LOSSES = 3;

export class Sender {
  /** The HTTP session of the form, with its cookies. */
  readonly session: FormSession;
  private readonly options: SenderOptions;
  private readonly source: FormSource;
  private plan: ChannelPlan | BrowserDryRun | undefined;
  private formPage: TreeDocument | undefined;
  /** Queries sent, none of which has shown the best channel. */
  private undecidedQueries = 0;
  /** The server has answered a query with hits, or had before. */
  private hasHits: boolean;
  private isChecked: boolean;
  /** Times that a channel did not find the form. */
  private formLosses = 0;
  /** Answers in a row whose list the browser could not expand. */
  private stalledLists = 0;
  /** Keys of the records of the first page of the latest answer. */
  private firstKeys: ReadonlySet<string> = new Set();
  private readonly renewal = new SessionRenewal();
  private readonly steps = new StepTrial();
  private readonly reuse = new PageReuse();
  private readonly address = new AnswerAddress();
  /** A replayed POST of the page's script was answered. */
  private replayProven = false;

  constructor(options: SenderOptions) {
    this.options = options;
    const isWanted = (tree: TreeDocument) => findMatchingForm(extractForms(tree), options.form) !== undefined;
    this.session = new FormSession(options.out, options.signal, options.maxRetries, isWanted);
    this.source = new FormSource(this.session, options.page, options.form);
    this.plan = options.plan;
    this.isChecked = options.sameFields !== true;
    this.hasHits = options.plan !== undefined;
  }

  /** Returns the form's page as it was seen first; undefined if it cannot be fetched any more. */
  async firstFormPage(): Promise<TreeDocument | undefined> {
    if (this.formPage !== undefined) return this.formPage;
    try {
      return (await this.session.formPage(this.options.page)).tree;
    } catch (error) {
      if (!isRequestFailure(error)) throw error;
      return undefined;
    }
  }

  /** Text of that page; empty before it was fetched. */
  get pageText(): string {
    return this.formPage === undefined ? '' : textOf(this.formPage.root, 20_000);
  }

  /**
   * Sends one query and fetches further pages of its list as long as `onSettled` returns true.
   * @throws {FormGoneError} if the form cannot be queried any more; {OptionGoneError} if this query cannot
   *   be sent; what the ledger throws
   */
  async sendQuery(query: Query, filled: FilledForm, onSettled: OnSettled): Promise<void> {
    let pages = 0;
    const onPage: OnSettled = (done) => {
      pages = done.entry.page;
      this.recordExpansion(done);
      this.hasHits ||= query.purpose !== 'nonsense-probe' && done.result.answer?.verdict === 'hits';
      this.renewal.record(done.result);
      if (done.result.picked !== undefined) this.reuse.picked.add(done.result.picked);
      return onSettled(done);
    };
    const stored = this.replayLedger(query, filled, onPage);
    if (stored === 'done') return;
    const replayed = stored.settledPages === 0 ? { ...stored, ...this.linkOf(query) } : stored;
    try {
      if (!this.isChecked) await this.requireSameFields(filled);
      if (this.plan === undefined || (query.purpose === 'query' && this.isUnconfirmed))
        this.plan = await this.choosePlan();
      const channelQuery = { query, filled, onSettled: onPage };
      await this.runChannels(replayed, channelQuery).catch(async (error: unknown) => {
        const fallback = this.fallbackPlan(await this.diagnose(error));
        if (fallback === undefined) throw error;
        this.plan = fallback;
        return this.runChannels(replayed, channelQuery);
      });
    } catch (thrown) {
      this.options.signal.throwIfAborted();
      if (thrown instanceof OptionGoneError) throw thrown;
      const error = await this.diagnose(thrown);
      if (isRequestFailure(error)) await this.settleUnanswered(query, filled, onPage, pages + 1, error);
      else if (error instanceof FormChangedError) throw new FormGoneError(messageOf(error));
      else throw error;
    }
  }

  /** Tells whether the browser has to answer next: for a first query, and where a POST cannot be repeated there. */
  private get isUnconfirmed(): boolean {
    const most = this.options.form.method === 'post' ? MAX_CHECKS : 1;
    return this.plan?.by === 'http' && this.plan.unconfirmed === true && this.undecidedQueries < most;
  }

  private linkOf({ link: url }: Query): Pick<ReplayedPages, 'continuation'> | undefined {
    const { page: referrer } = this.options;
    return url === undefined
      ? undefined
      : { continuation: { page: 1, request: { method: 'GET', url, referrer } } };
  }

  /**
   * Looks for the form before a plan of earlier is followed: a script's request is replayed without its page otherwise.
   * A form that the browser sends is found there or not.
   * @throws {FormChangedError} if its page shows it no more, or with other fields
   */
  private async requireSameFields(filled: FilledForm): Promise<void> {
    this.isChecked = true;
    const by = this.plan?.by;
    const now = await this.source.fetchForm().then(
      (found) => found.form,
      async (error: unknown) => {
        if (!(error instanceof FormChangedError) || error instanceof PageTroubleError) throw error;
        if (by !== 'http' && by !== 'replay') return undefined;
        const built = by === 'replay' ? await this.formAfterFilling(filled) : undefined;
        if (built === undefined) throw error;
        return built;
      },
    );
    const { form } = this.options;
    // What a script sent has the names of its own page.
    if (now === undefined || hasFieldsOf(now, form) || (by !== 'replay' && saysSame(now, form))) return;
    throw new FormGoneError(`${this.options.page} shows the form with other fields`);
  }

  private recordExpansion({ entry: { page, sentBy }, result }: SubmissionDone): void {
    const { answer } = result;
    if (page === 1) this.firstKeys = new Set(answer?.records.map(({ key }) => key));
    else if (page === 2 && sentBy === 'browser')
      this.stalledLists =
        answer === undefined || hasStalled(answer, this.firstKeys) ? this.stalledLists + 1 : 0;
  }

  /** Checks the HTTP status of a page that lacks the form: a browser shows an error page like any other page. */
  private async diagnose(error: unknown): Promise<unknown> {
    if (!(error instanceof FormChangedError) || error instanceof OptionGoneError) return error;
    if (error instanceof PageTroubleError || this.plan?.by === 'http') return error;
    try {
      const { status } = await this.session.formPage(this.options.page);
      const trouble = troubleOfStatus(status);
      return trouble === undefined
        ? error
        : new PageTroubleError(`${this.options.page} answers with status ${status}`, trouble);
    } catch (other) {
      if (!isRequestFailure(other)) throw other;
      return other;
    }
  }

  /** Settles a query that could not be sent because the form's page failed to load; the form is not given up for that. */
  private async settleUnanswered(
    query: Query,
    filled: FilledForm,
    onSettled: OnSettled,
    page: number,
    error: unknown,
  ): Promise<void> {
    const { form, ledger, page: referrer } = this.options;
    const request = { method: form.method === 'post' ? 'POST' : 'GET', url: form.action, referrer } as const;
    const entry = ledgerEntry(query, filled, page, 'http', request);
    const result = {
      state: 'failed',
      reason: messageOf(error),
      trouble: troubleOfError(error),
      requests: 0,
      newRecords: 0,
    } as const;
    await ledger.begin(entry);
    await ledger.settle(entry, result);
    onSettled({ type: 'submission', entry, result, remembered: false });
  }

  /** Runs one channel after another as long as one leaves work for the next. */
  private async runChannels(replayed: ReplayedPages, channelQuery: ChannelQuery): Promise<void> {
    for (let task = await this.firstTask(replayed, channelQuery); task !== undefined; ) {
      if (task.by === 'http' && task.continueFrom !== undefined) await this.fetchFormPage();
      const outcome = await this.channelFor(task, channelQuery).submit();
      this.formPage ??= outcome.formPage;
      if (outcome.plan !== undefined) this.plan = outcome.plan;
      task = await this.nextTask(outcome);
    }
  }

  private async firstTask(
    { continuation, settledPages, expandable }: ReplayedPages,
    { query: { purpose, needsBrowser, steps }, filled }: ChannelQuery,
  ): Promise<ChannelTask | undefined> {
    const { plan } = this;
    if (plan === undefined) return undefined;
    if (steps !== undefined && continuation === undefined) return { by: 'http', plan: HTTP };
    const expandsAgain = settledPages > 0 && continuation === undefined;
    if (expandsAgain && expandable !== undefined) return this.expansionTask(expandable);
    const decided = plan.by === 'dry-run' ? this.countDryRun(plan, purpose) : plan;
    // The fetched page lacks a choice that only appears once another one is made.
    // A script may send a date otherwise than its box shows it.
    const drawn =
      plan.by === 'replay' &&
      filled.controls.some(
        ({ position, values }) => values[0] && this.options.form.controls[position]?.readOnly === true,
      );
    const used = needsBrowser === true || drawn || expandsAgain ? BROWSER : decided;
    const continueFrom = continuation !== undefined && { continueFrom: continuation };
    if (used.by === 'http' || used.by === 'replay') return { by: 'http', plan: used, ...continueFrom };
    return continuation === undefined
      ? { by: 'browser', plan: used, settledPages }
      : { by: 'http', plan: HTTP, continueFrom: continuation };
  }

  private async nextTask({
    plan,
    continuation,
    expandable,
    mayBeDrawn,
  }: ChannelOutcome): Promise<ChannelTask | undefined> {
    if (mayBeDrawn === true) {
      this.undecidedQueries++;
      const dryRun = { ...DRY_RUN, httpForm: await this.source.fetchForm() };
      return { by: 'browser', plan: dryRun, settledPages: 0 };
    }
    if (expandable !== undefined) return this.expansionTask(expandable);
    if (continuation === undefined) return undefined;
    return { by: 'http', plan: plan?.by === 'replay' ? plan : HTTP, continueFrom: continuation };
  }

  /** Opens an answer that came over HTTP in the browser, where only a script makes its list longer. */
  private async expansionTask({
    request,
    firstPage,
    settledPages,
  }: ExpandableList): Promise<ChannelTask | undefined> {
    const { answer, finalUrl: url } = firstPage;
    const { plan } = this;
    if (this.options.out.browser === undefined || answer === undefined || !expandsInBrowser(answer.paging))
      return undefined;
    if (url === undefined || request.method === 'POST' || plan === undefined || plan.by === 'dry-run')
      return undefined;
    const expansion = { url, request, answer, formPage: await this.fetchFormPage() };
    return { by: 'browser', plan, settledPages, expansion };
  }

  private channelFor(task: ChannelTask, channelQuery: ChannelQuery): SubmissionChannel {
    if (task.by === 'browser') {
      const { reuse, address } = this;
      const of = { reuse, address, expansionStalled: this.stalledLists >= MAX_STALLED_LISTS };
      return new BrowserChannel(this.options, this.session, { ...task, ...channelQuery, ...of });
    }
    const { plan } = task;
    const pageNumbering = this.plan?.by === 'dry-run' ? undefined : this.plan?.pages;
    const unproven = plan.by === 'replay' && plan.carried.method === 'POST' && !this.replayProven;
    const onSettled: OnSettled = (done) => {
      if (unproven) this.replayProven ||= isConclusive(done.result);
      if (done.result.plan !== undefined) this.plan = done.result.plan;
      return channelQuery.onSettled(done);
    };
    const { renewal, steps } = this;
    const { form, out } = this.options;
    const isForm = plan.by === 'http' && channelQuery.query.link === undefined && form.where.unseen !== true;
    const checked =
      isForm && !this.hasHits && out.browser !== undefined && this.undecidedQueries < MAX_CHECKS;
    const of = { onSettled, unproven, pageNumbering, renewal, steps, checked };
    const httpTask = { ...task, ...channelQuery, ...of };
    return new HttpChannel(this.options, this.session, this.source, httpTask, this.formPage);
  }

  /** Chooses the other channel if this one does not show the form (any more); nothing has been sent yet. */
  private fallbackPlan(error: unknown): ChannelPlan | BrowserDryRun | undefined {
    if (!(error instanceof FormChangedError) || error instanceof OptionGoneError) return undefined;
    if (++this.formLosses > MAX_FORM_LOSSES) return undefined;
    if (this.plan?.by === 'http') return this.options.out.browser === undefined ? undefined : BROWSER;
    // A page whose scripts are slow, or that changes between visits, is tried once more.
    return this.plan?.by === 'dry-run' && this.plan.httpForm !== undefined ? HTTP : this.plan;
  }

  /**
   * Fills the form in the browser and returns it with the choices that dependent lists got.
   * @returns undefined without a browser, or if it cannot fill the form
   */
  async formAfterFilling(filled: FilledForm): Promise<Form | undefined> {
    const { out, form, page: url, signal } = this.options;
    const pages = out.browser?.pages;
    if (pages === undefined) return undefined;
    try {
      await out.permit(url, signal);
      const typed = filled.controls.flatMap(({ position, values }) =>
        form.controls[position]?.domain === 'open' ? values.filter((value) => value !== '') : [],
      );
      const mayPost: BeforePost = async (post, isDocument) => !isDocument && !this.mayBeQuery(post, typed);
      const tree = await fillInBrowser(pages, { site: siteOf(url), url, form, filled }, mayPost);
      return findMatchingForm(extractForms(tree), form);
    } catch (error) {
      signal.throwIfAborted();
      if (isStoreFault(error)) throw error;
      return undefined;
    } finally {
      out.ended(url);
    }
  }

  /** Tells whether a script's POST is the query, or may be, and not one for the choices of a list: it leaves in its turn alone. */
  private mayBeQuery(request: SubmissionRequest, typed: readonly string[]): boolean {
    const { form, ledger } = this.options;
    if (ledger.equalRequest(request) !== undefined) return true;
    const multipart = multipartTexts(request);
    const carried = multipart.size > 0 ? multipart : parametersOf(request);
    if (carried.size === 0) return request.body !== undefined;
    if (isAskedByList(form, carried)) return false;
    const asked = form.controls.filter(({ type }) => !/^(?:hidden|checkbox|radio)$/.test(type));
    const named = asked.filter(({ name }) => name !== '');
    const isWhole = named.every(({ name }) => carried.has(name));
    if (isWhole && (named.length > 1 || carried.size >= asked.length)) return true;
    return [...carried.values()].some((value) => typed.includes(value));
  }

  /** Replays the pages of the answer that the ledger holds, and finds where the list continues. */
  private replayLedger(query: Query, filled: FilledForm, onSettled: OnSettled): 'done' | ReplayedPages {
    for (let page = 1; ; page++) {
      const result = this.options.ledger.resultOf(submissionKey(query, page));
      const settledPages = page - 1;
      // A list that a browser expanded is expanded again, if nothing was posted for it.
      if (result?.request === undefined) return { continuation: undefined, settledPages };
      if (result.plan !== undefined) this.plan = result.plan;
      this.steps.failures = result.stepFailures ?? this.steps.failures;
      if (page === 1 && result.sentBy === 'browser' && query.purpose === 'query') this.undecidedQueries++;
      const entry = ledgerEntry(query, filled, page, result.sentBy ?? 'http', result.request);
      const more = onSettled({ type: 'submission', entry, result, remembered: true });
      if (!more || result.answer === undefined) return 'done';
      if (this.options.ledger.resultOf(submissionKey(query, page + 1)) !== undefined) continue;
      if (result.next !== undefined)
        return { continuation: { page: page + 1, request: result.next }, settledPages: page };
      if (!expandsInBrowser(result.answer.paging) || result.request.method === 'POST') return 'done';
      const first = this.options.ledger.resultOf(submissionKey(query, 1));
      const overHttp = first?.request !== undefined && first.sentBy !== 'browser';
      if (!overHttp) return { continuation: undefined, settledPages: page };
      const request = first.request as SubmissionRequest;
      const expandable = { request, firstPage: first, settledPages: page };
      return { continuation: undefined, settledPages: page, expandable };
    }
  }

  private async choosePlan(): Promise<ChannelPlan | BrowserDryRun> {
    const { form, out, overHttp = false } = this.options;
    const { hasFormTag, kind, openedBy } = form.where;
    const scripted =
      !hasFormTag || kind === 'shadow' || form.actionKind === 'script' || openedBy !== undefined;
    const browser = out.browser !== undefined;
    if (scripted && browser) return DRY_RUN;
    try {
      const httpForm = await this.source.fetchForm();
      this.formPage = httpForm.shown;
      if (scripted)
        throw new FormChangedError('its script sends it, and there is no browser (--render never)');
      // A search that is only announced has no form in the browser's page, just an address.
      const onPage = form.where.unseen !== true;
      const isScripted = this.plan !== undefined || hasScripts(httpForm.page.tree);
      const scriptsMatter = browser && onPage && !overHttp && isScripted;
      return scriptsMatter ? { ...DRY_RUN, httpForm } : HTTP;
    } catch (error) {
      if (!(error instanceof FormChangedError) || !browser) throw error;
      return DRY_RUN;
    }
  }

  /** Counts a dry run; after a few without hits the next one has to decide. */
  private countDryRun(plan: BrowserDryRun, purpose: Query['purpose']): BrowserDryRun {
    if (purpose === 'query') this.undecidedQueries++;
    return { ...plan, mustDecide: this.undecidedQueries >= MAX_UNDECIDED };
  }

  private async fetchFormPage(): Promise<TreeDocument> {
    this.formPage ??= await this.source.visiblePage();
    return this.formPage;
  }
}

/** Pages of an answer that the ledger already holds. */
interface ReplayedPages {
  readonly continuation: ListContinuation | undefined;
  readonly settledPages: number;
  /** Set if the answer came over HTTP and continues in the browser. */
  readonly expandable?: ExpandableList;
}

/** Tells whether the parameters of a whole form name the list that was changed, as frameworks do that post all of it for one list. */
function isAskedByList({ controls, submits }: Form, carried: URLSearchParams): boolean {
  if (submits.some(({ name }) => name && carried.has(name))) return false;
  const lists = new Set(controls.flatMap(({ name, type }) => (name && /^select/.test(type) ? [name] : [])));
  return [...carried].some(
    ([name, value]) =>
      (lists.has(value) || lists.has(`${value}_input`)) &&
      controls.every((one) => one.name !== name || (one.type === 'hidden' && one.value !== value)),
  );
}
