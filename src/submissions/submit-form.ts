/** Asking one form: plan, fill, send, read, and on until what it shows has been seen or a budget is used up. */

import type { Form } from '../forms/index.ts';
import { WebError } from '../web/index.ts';
import { fillForm, type Outcome, type Query } from './filling/query.ts';
import { QueryPlan } from './filling/query-plan.ts';
import { type FormFields, readFields } from './filling/read-fields.ts';
import { submitPosition } from './filling/submit-control.ts';
import { encodeSubmission, type FormPage } from './sending/encode-request.ts';
import { FormChangedError } from './sending/entry-list.ts';
import { type Delivered, FormSession, RedirectError } from './sending/form-session.ts';
import { type FormOnPage, FormSource, transposed } from './sending/form-source.ts';
import type { Ledger, LedgerEntry, Settlement } from './sending/ledger.ts';
import { type Outbound, RefusedError } from './sending/outbound.ts';
import type { Answer, Coverage, ReadAnswer, SizeEstimate } from './types/answer.ts';
import type { FilledForm, SubmissionRequest } from './types/submission.ts';

/** A form to be asked. */
export interface FormTask {
  readonly form: Form;
  /** Address of the page it stands on. */
  readonly page: string;
  /** Domain it is about; null where it is about none. */
  readonly domain: string | null;
}

export interface SubmitOptions {
  /** Questions to a form at most; the pages of their answers are counted apart. */
  readonly maxSubmissions: number;
  /** Further pages of answers, over all questions. */
  readonly maxAnswerPages: number;
  /** Whether open text fields are filled. */
  readonly text: boolean;
  readonly maxRetries: number;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** How answers are read and counted. */
export interface Reading {
  readonly readAnswer: ReadAnswer;
  openCoverage(): Coverage;
}

/** One submission, settled. */
export interface SubmissionDone {
  readonly type: 'submission';
  readonly entry: LedgerEntry;
  readonly settlement: Settlement;
  /** True where it had been settled before this process began. */
  readonly remembered: boolean;
}

export interface FormDone {
  readonly type: 'form-done';
  /** Why asking ended. */
  readonly reason: string;
  readonly asked: number;
  readonly pages: number;
  readonly estimate: SizeEstimate;
  readonly growth: Coverage['growth'];
}

export interface FormSkipped {
  readonly type: 'form-skipped';
  readonly reason: string;
}

export type SubmitEvent = SubmissionDone | FormDone | FormSkipped;

/**
 * Asks a form what its plan says, one question after another: what comes next depends on the answers alone, so a run
 * that was killed and goes on by its ledger ends as if it had not been.
 *
 * The caller answers for the form being searchable; forms with a dangerous meaning are refused here all the same.
 */
export async function* submitForm(
  task: FormTask,
  out: Outbound,
  ledger: Ledger,
  reading: Reading,
  options: SubmitOptions,
): AsyncGenerator<SubmitEvent> {
  const fields = readFields(task.form, options.now);
  if (fields.kind === 'not-filled') {
    yield { type: 'form-skipped', reason: fields.reason };
    return;
  }
  const why = whyNotAsked(fields, options);
  if (why !== undefined) {
    yield { type: 'form-skipped', reason: why };
    return;
  }
  yield* new Asking(task, fields, out, ledger, reading, options).run();
}

/** Why a form with these fields is not asked at all; undefined where it is. */
export function whyNotAsked(
  { fields }: FormFields,
  { text }: Pick<SubmitOptions, 'text'>,
): string | undefined {
  if (fields.length === 0) return 'nothing in it can be chosen or typed';
  if (text) return undefined;
  if (fields.every(({ kind }) => kind === 'open')) return 'open text fields only; --text fills them';
  const needed = fields.find((field) => field.kind === 'open' && field.required);
  return needed === undefined ? undefined : `“${needed.label}” must be typed; --text fills it`;
}

class Asking {
  private readonly task: FormTask;
  private readonly fields: FormFields;
  private readonly session: FormSession;
  private readonly ledger: Ledger;
  private readonly reading: Reading;
  private readonly options: SubmitOptions;
  private readonly coverage: Coverage;
  private readonly plan: QueryPlan;
  private readonly probes: { empty?: Answer; nonsense?: Answer } = {};
  private readonly source: FormSource;
  /** The form and its page as they were when asking began: what fields and values are read from. */
  private start: FormOnPage | undefined;
  private asked = 0;
  private pages = 0;
  private refusals = 0;
  private stopped: string | undefined;

  constructor(
    task: FormTask,
    fields: FormFields,
    out: Outbound,
    ledger: Ledger,
    reading: Reading,
    options: SubmitOptions,
  ) {
    this.task = task;
    this.fields = fields;
    this.session = new FormSession(out, options.signal, options.maxRetries);
    this.source = new FormSource(this.session, task.page, task.form);
    this.ledger = ledger;
    this.reading = reading;
    this.options = options;
    this.coverage = reading.openCoverage();
    this.plan = new QueryPlan(fields.fields);
  }

  async *run(): AsyncGenerator<SubmitEvent> {
    while (this.stopped === undefined) {
      this.options.signal.throwIfAborted();
      if (this.asked >= this.options.maxSubmissions) {
        this.stopped = `--max-submissions ${this.options.maxSubmissions} reached`;
        break;
      }
      const query = this.plan.next();
      if (query === undefined) break;
      this.asked++;
      yield* this.ask(query);
    }
    yield {
      type: 'form-done',
      reason: this.stopped ?? this.plan.reason ?? 'nothing more to ask',
      asked: this.asked,
      pages: this.pages,
      estimate: this.coverage.estimate(),
      growth: this.coverage.growth,
    };
  }

  /** One question with all pages of its answer. */
  private async *ask(query: Query): AsyncGenerator<SubmitEvent> {
    const filled = fillForm(this.task.form, this.fields, query, submitPosition(this.task.form));
    const answers: Answer[] = [];
    let newRecords = 0;
    let request: SubmissionRequest | undefined;
    for (let page = 1; page === 1 || request !== undefined; page++) {
      if (page > 1 && this.pages >= this.options.maxAnswerPages) break;
      const done = await this.submission(query, filled, page, request);
      if (done === undefined) break;
      const { answer } = done.settlement;
      const found = answer === undefined ? 0 : this.count(query, page, answer);
      newRecords += found;
      if (page > 1) this.pages++;
      yield { ...done, settlement: { ...done.settlement, newRecords: found } };
      if (answer === undefined) break;
      answers.push(answer);
      request = found > 0 || page === 1 ? done.settlement.next : undefined;
    }
    this.plan.settled(query, this.outcomeOf(query, answers, newRecords), this.coverage.cap);
  }

  private count(query: Query, page: number, answer: Answer): number {
    if (page === 1 && query.purpose === 'empty-probe') this.probes.empty = answer;
    if (page === 1 && query.purpose === 'nonsense-probe') this.probes.nonsense = answer;
    return this.coverage.add({ query: query.id, page, purpose: query.purpose, answer }).length;
  }

  private outcomeOf(query: Query, answers: readonly Answer[], newRecords: number): Outcome {
    const [first] = answers;
    const records = answers.reduce((sum, answer) => sum + answer.records.length, 0);
    return {
      hits: first?.verdict === 'hits',
      complete: this.coverage.complete(query.id),
      records,
      newRecords,
      requests: Math.max(1, answers.length),
      fingerprint: first?.fingerprint ?? 'no answer',
      ...(first?.statedTotal !== undefined && { statedTotal: first.statedTotal }),
    };
  }

  /** Sends one request, or remembers what became of it. @returns undefined when the form cannot be asked any more */
  private async submission(
    query: Query,
    filled: FilledForm,
    page: number,
    next: SubmissionRequest | undefined,
  ): Promise<SubmissionDone | undefined> {
    const key = `${query.id} #${page}`;
    const settled = this.ledger.known(key);
    if (settled?.request !== undefined) {
      const entry = { key, filled, why: query.why, page, sentBy: 'http', request: settled.request } as const;
      return { type: 'submission', entry, settlement: settled, remembered: true };
    }
    let request = next;
    try {
      request ??= await this.encode(filled);
    } catch (error) {
      this.giveUp(error);
      return undefined;
    }
    const entry: LedgerEntry = { key, filled, why: query.why, page, sentBy: 'http', request };
    const equal = this.ledger.equal(request);
    if (equal !== undefined) return { type: 'submission', entry, settlement: equal, remembered: true };
    await this.ledger.begin(entry);
    const settlement = await this.settle(entry, filled);
    await this.ledger.settle(entry, settlement);
    return { type: 'submission', entry, settlement, remembered: false };
  }

  private async encode(filled: FilledForm): Promise<SubmissionRequest> {
    const { page, form } = await this.source.fresh();
    this.start ??= { page, form };
    return encodeSubmission(page, {
      ...filled,
      form,
      controls: transposed(filled.controls, filled.form, form),
    });
  }

  private async settle(entry: LedgerEntry, filled: FilledForm): Promise<Settlement> {
    try {
      const delivered = await this.session.send(entry.request);
      this.start ??= await this.source.fresh();
      return this.read(delivered, this.start, entry, filled);
    } catch (error) {
      this.options.signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof RefusedError) this.stopped ??= reason;
      if (!isAnswerless(error)) throw error;
      if (++this.refusals >= 3) this.stopped ??= `three submissions in a row were not answered: ${reason}`;
      const lost =
        entry.request.method === 'POST' &&
        error instanceof WebError &&
        /^(?:reset|timeout)$/.test(error.reason);
      return { state: lost ? 'parked' : 'failed', reason, requests: 1, newRecords: 0 };
    }
  }

  private read(delivered: Delivered, start: FormOnPage, entry: LedgerEntry, filled: FilledForm): Settlement {
    const { page, encoding, firstStatus, requests, location } = delivered;
    const answer = this.reading.readAnswer(page, {
      form: this.task.form,
      formPage: start.page.tree,
      filled,
      request: entry.request,
      page: entry.page,
      domain: this.task.domain,
      probes: this.probes,
    });
    this.refusals = answer.verdict === 'blocked' || answer.verdict === 'server-error' ? this.refusals + 1 : 0;
    if (this.refusals >= 3) this.stopped ??= `three answers in a row: ${answer.reason}`;
    const next = nextRequest(answer, page.tree === undefined ? undefined : { tree: page.tree, encoding });
    return {
      state: 'settled',
      answer,
      status: firstStatus,
      finalUrl: page.url,
      requests,
      newRecords: 0,
      ...(next !== undefined && { next }),
      ...(location !== undefined && { location }),
    };
  }

  private giveUp(error: unknown): void {
    if (!isAnswerless(error) && !(error instanceof FormChangedError)) throw error;
    this.stopped ??= error instanceof Error ? error.message : String(error);
  }
}

const isAnswerless = (error: unknown): boolean =>
  error instanceof WebError || error instanceof RefusedError || error instanceof RedirectError;

/** The request that the list goes on with, where it takes no browser. */
function nextRequest({ paging }: Answer, page: FormPage | undefined): SubmissionRequest | undefined {
  switch (paging?.kind) {
    case 'link': {
      const url = URL.parse(paging.url);
      if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
      url.hash = '';
      return { method: 'GET', url: url.href, referrer: page?.tree.url ?? '' };
    }
    case 'form':
      return page === undefined ? undefined : encodeSubmission(page, paging);
    case 'data':
      return paging.request;
    default:
      return undefined;
  }
}
