/** Queries one form: plans, fills, sends and reads until everything was seen or a budget is used up. */

import type { Form } from '../forms/index.ts';
import { blocksOf, type TreeDocument, textOf } from '../foundation/dom/index.ts';
import { siteOf } from '../foundation/url/index.ts';
import { RecordIdentity } from './answers/record-identity.ts';
import { type DetailDone, readDetails } from './details/read-details.ts';
import { RecordSample } from './details/record-sample.ts';
import { hasPage } from './details/visit-record.ts';
import { formOutcome, type QueryOutcome } from './outcomes/form-outcome.ts';
import { askableWords } from './planning/askable-words.ts';
import { isObligatory, obligatoryParts, whyNotAsked } from './planning/bindings.ts';
import { commonWords } from './planning/common-words.ts';
import { meetDemand } from './planning/demands.ts';
import { takesWords } from './planning/field.ts';
import { keepsLinked } from './planning/list-options.ts';
import { wordsNear } from './planning/near-words.ts';
import { fillForm, type Outcome, type Query } from './planning/query.ts';
import { QueryOrder } from './planning/query-order.ts';
import { choicesOf, type FormFields, readFields } from './planning/read-fields.ts';
import { submitPosition } from './planning/submit-control.ts';
import type { FieldSources } from './planning/text-plan.ts';
import type { DaySpan } from './planning/window-fields.ts';
import { OptionGoneError } from './sending/entry-list.ts';
import { FailureStreak } from './sending/failure-streak.ts';
import type { Ledger } from './sending/ledger.ts';
import type { Outbound } from './sending/outbound.ts';
import { type AnswerReader, Sender, type SubmissionDone } from './sending/sender.ts';
import { FormGoneError, isRequestFailure } from './sending/why-no-answer.ts';
import {
  type Answer,
  type Coverage,
  type StatedLimits,
  type ListShape,
  type ReadAnswer,
  type SizeEstimate,
  VERDICTS,
} from './types/answer.ts';
import { BudgetSpentError, type FormOutcome, type StopReason, type WindowSpan } from './types/asking.ts';
import type { FilledForm } from './types/submission.ts';

interface FormTask {
  readonly form: Form;
  /** Address of the page it stands on. */
  readonly page: string;
  /** Domain it is about; null where it is about none. */
  readonly domain: string | null;
  /** What its fields are filled from. */
  readonly sources?: FieldSources;
  /** As in {@link Sender}. */
  readonly overHttp?: boolean;
}

interface SubmitOptions {
  /** Queries to a form at most; further pages of answers are counted separately. */
  readonly maxSubmissions: number;
  /** Further pages of answers at most, over all queries. */
  readonly maxAnswerPages: number;
  /** Pages of single records to read, a sample of what the form showed. */
  readonly detailPages: number;
  /** Days that records are looked for, where a form takes a first and a last date. */
  readonly span?: DaySpan;
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

interface FormDone {
  readonly type: 'form-done';
  /** Why asking ended. */
  readonly reason: StopReason;
  readonly outcome: FormOutcome;
  readonly asked: number;
  readonly pages: number;
  readonly estimate: SizeEstimate;
  readonly growth: Coverage['growth'];
}

interface FormSkipped {
  readonly type: 'form-skipped';
  readonly reason: StopReason;
}

export type SubmitEvent = SubmissionDone | DetailDone | FormDone | FormSkipped;

/**
 * Queries a form by its plan, one query after another. The next query depends only on the answers, so that a
 * killed run resumed from its ledger has the same result.
 *
 * The caller is responsible for the form being searchable; forms with a dangerous meaning are refused here
 * anyway.
 */
export async function* submitForm(
  task: FormTask,
  out: Outbound,
  ledger: Ledger,
  reading: Reading,
  options: SubmitOptions,
): AsyncGenerator<SubmitEvent> {
  const fields = readFields(task.form, options.now, task.sources?.orderChoices, options.span);
  if (fields.kind === 'not-filled') {
    yield { type: 'form-skipped', reason: fields.reason };
    return;
  }
  const why = whyNotAsked(fields.fields, options.text);
  if (why !== undefined) {
    yield { type: 'form-skipped', reason: why };
    return;
  }
  yield* new FormQuerying(task, fields, out, ledger, reading, options).run();
}

/** Characters of the form's page by which its language is known. */
const PAGE_TEXT = 20_000;

/** Words of what other forms found that are tried. */
const MOST_FOUND = 8;

/** Queries in a row without the form on its page, after which a form that has answered before is given up. */
const MOST_GONE = 3;

/** Answers to earlier queries that a new one is compared with. */
const MOST_EARLIER = 6;

/** Demands of a form, one after the other, that are met at most. */
const MOST_DEMANDS = 6;

/** Times that a browser is opened to read the choices of dependent lists. */
const MOST_FOLLOWED = 60;

class FormQuerying {
  private readonly task: FormTask;
  private fields: FormFields;
  private readonly sender: Sender;
  private readonly options: SubmitOptions;
  private readonly ledger: Ledger;
  private readonly coverage: Coverage;
  private readonly sampled: RecordSample;
  private order: QueryOrder;
  /** What the page of the form states. */
  private limits: StatedLimits = {};
  /** Demands of the form that are met: what was asked before was another question. */
  private met = 0;
  /** Queries that would have found too much, and the last objection to a query. */
  private capped = 0;
  private objection: string | undefined;
  private knowsPage = false;
  private knowsNear = false;
  private probes: { empty?: Answer; nonsense: Answer[]; earlier: Answer[] } = { nonsense: [], earlier: [] };
  private readonly shapes = new Map<string, ListShape>();
  private asked = 0;
  private pages = 0;
  private hasAnswered = false;
  /** Queries in a row whose page did not show the form. */
  private gone = 0;
  private readonly troubles = new FailureStreak();
  private followed = 0;
  private readonly identity = new RecordIdentity();
  private readonly compared = new WeakSet<Answer['records']>();
  private isRenaming = false;
  private stopped: StopReason | undefined;
  private readonly outcomes: QueryOutcome[] = [];
  /** Choices that the form has no more. */
  private readonly missing: string[] = [];

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
    this.options = options;
    this.ledger = ledger;
    this.coverage = reading.openCoverage();
    this.sampled = new RecordSample(options.detailPages, task.form.id);
    this.order = new QueryOrder(fields.fields, options.text ? (task.sources ?? {}) : undefined);
    const { form, domain, page, overHttp } = task;
    const read: AnswerReader = (page, seen) => {
      const shapes = [...this.shapes.values()];
      const answer = reading.readAnswer(page, { ...seen, form, domain, probes: this.probes, shapes });
      return { ...answer, records: this.named(answer.records) };
    };
    const { maxRetries, signal } = options;
    const how = { maxRetries, signal, ...(overHttp !== undefined && { overHttp }) };
    this.sender = new Sender({ form, page, out, ledger, read, ...how });
  }

  async *run(): AsyncGenerator<SubmitEvent> {
    const { signal } = this.options;
    try {
      this.identity.learn(await this.ledger.recordsOfSite());
      yield* this.askAll();
    } catch (error) {
      if (!(signal.reason instanceof BudgetSpentError)) throw error;
      this.stopped = signal.reason.stop;
    }
    await this.takeOver(true);
    const memory = this.order.windows?.memory(this.options.now.toISOString().slice(0, 10));
    // Keys that only several answers together tell may be others in a later run.
    if (memory !== undefined && !this.identity.isNeeded) await this.ledger.keepWindows(memory);
    yield {
      type: 'form-done',
      reason: this.reason(),
      outcome: formOutcome(this.outcomes, this.options.text && this.fields.fields.some(takesWords)),
      asked: this.asked,
      pages: this.pages,
      estimate: this.estimate(),
      growth: this.coverage.growth,
    };
  }

  private async *askAll(): AsyncGenerator<SubmitEvent> {
    while (this.stopped === undefined) {
      this.options.signal.throwIfAborted();
      if (this.asked >= this.options.maxSubmissions) {
        this.stopped = { code: 'max-submissions', detail: String(this.options.maxSubmissions) };
        break;
      }
      const query = await this.next();
      if (query === undefined) break;
      this.asked++;
      yield* await this.ask(query);
    }
    const { signal } = this.options;
    await this.renameRecords();
    // Read no more pages of a site that refuses us.
    if (this.troubles.reason === undefined)
      yield* readDetails(this.sampled, this.sender, this.ledger, { domain: this.task.domain, signal });
  }

  /** Gives records the keys that all answers so far give them. */
  private named(records: Answer['records']): Answer['records'] {
    // An answer compared with itself would say that its addresses stay.
    if (!this.compared.has(records) && this.identity.learn(records)) {
      this.coverage.rename((key) => this.identity.keyFor(key));
      this.isRenaming = true;
    }
    const named = this.identity.isNeeded ? this.identity.named(records) : records;
    this.compared.add(named);
    return named;
  }

  /** Keeps earlier records under the keys of today. */
  private async renameRecords(): Promise<void> {
    if (!this.identity.isNeeded) return;
    this.isRenaming = false;
    this.sampled.rename((record) => this.identity.keyOf(record));
    await this.ledger.rename((record) => this.identity.keyOf(record));
  }

  private reason(): StopReason {
    const reason = this.stopped ?? this.windowsRead() ?? this.refused() ?? this.order.reason;
    const [first, ...more] = this.missing;
    if (reason !== undefined || first === undefined) return reason ?? { code: 'nothing-left' };
    return { code: 'options-gone', detail: more.length > 0 ? `${first} (and ${more.length} more)` : first };
  }

  /** Says why the site has not answered what it was asked. */
  private refused(): StopReason | undefined {
    if (this.capped > 0) return { code: 'capped', detail: String(this.capped) };
    if (this.objection === undefined || this.outcomes.some(isAnswered)) return undefined;
    return { code: 'needs', detail: this.objection };
  }

  /** Fills what the form demands in every further query, while it has answered none. */
  private meetDemand(query: Query, answer: Answer | undefined): void {
    const { refusal, limits } = answer ?? {};
    if (limits !== undefined && this.met === 0) {
      this.limits = limits;
      this.order.text?.obey(limits);
    }
    if (refusal === undefined) return;
    if (refusal.kind === 'too-many' && query.purpose === 'query' && query.bound.length > 0) this.capped++;
    if (refusal.kind === 'demand' || refusal.kind === 'limit') this.objection = refusal.says;
    if (this.met >= MOST_DEMANDS || this.outcomes.some(({ verdict }) => verdict === 'hits')) return;
    const fields = meetDemand(this.fields.fields, refusal, this.limits);
    if (fields === undefined) return;
    this.met++;
    this.fields = { ...this.fields, fields };
    this.order = new QueryOrder(fields, this.options.text ? (this.task.sources ?? {}) : undefined);
    this.order.text?.obey(this.limits);
    this.probes = { nonsense: [], earlier: [] };
  }

  /** The database is known if each part of its range was read whole. */
  private estimate(): SizeEstimate {
    const estimate = this.coverage.estimate();
    const { windows } = this.order;
    if (estimate.kind === 'exact' || this.windowsRead() === undefined) return estimate;
    if (windows?.spans.every(({ whole }) => whole) !== true) return estimate;
    const { seen: size } = this.coverage;
    const reason = `Every part of the range was read whole: ${spansText(windows.spans)}.`;
    return { kind: 'exact', seen: size, size, low: size, high: size, reason };
  }

  /** Says what was read if a range was queried in parts, and nothing is known to be outside it. */
  private windowsRead(): StopReason | undefined {
    const { windows } = this.order;
    if (windows?.isDone !== true || windows.total > this.coverage.seen) return undefined;
    return { code: 'windows-read', detail: spansText(windows.spans) };
  }

  /** Counts the records of parts that an earlier run read whole, and stores them as those of this run. */
  private async takeOver(isLast = false): Promise<void> {
    const { windows } = this.order;
    const records = await this.ledger.takeOver(windows?.takenOver(isLast) ?? []);
    if (records.length === 0) return;
    const named = this.named(records);
    const answer = { verdict: 'hits', records: named, paging: null, statedTotal: named.length } as const;
    const binding = windows?.positions ?? [];
    this.coverage.add({ query: 'taken over', page: 1, purpose: 'query', answer, binding, typed: false });
  }

  private async next(): Promise<Query | undefined> {
    await this.takeOver();
    this.stopped ??= this.windowsRead();
    if (this.stopped !== undefined || this.isWhole()) return undefined;
    if (!this.knowsNear && this.order.wantsNear) await this.readNearPages();
    if (!this.knowsPage && this.order.text?.isShort === true) await this.readFormPage();
    const { low, size } = this.coverage.estimate();
    return this.order.next({ cap: this.coverage.cap, size: size ?? low });
  }

  /** Learns the words of the form's page as the server sends it, which are the same in a resumed run. */
  private async readFormPage(): Promise<void> {
    this.knowsPage = true;
    const tree = await this.servedPage();
    if (tree === undefined) return;
    const blocks = blocksOf(tree).filter(({ chrome }) => !chrome);
    const words = blocks.flatMap(({ text }) => askableWords(text)).map(({ word }) => word);
    const text = textOf(tree.root, PAGE_TEXT);
    this.order.text?.learnPage(words, commonWords(text), text);
  }

  /** Takes words of what other forms of the site found, then of pages beside the form. */
  private async readNearPages(): Promise<void> {
    this.knowsNear = true;
    const { page, sources: { nearPages = [], foundWords = [] } = {} } = this.task;
    const own = nearPages.length > 0 ? await this.servedPage() : undefined;
    const near =
      own === undefined ? [] : await wordsNear(own, page, nearPages, (url) => this.servedPage(url));
    this.order.text?.learnNear([...foundWords.slice(0, MOST_FOUND), ...near]);
  }

  private async servedPage(url = this.task.page): Promise<TreeDocument | undefined> {
    try {
      return (await this.sender.session.formPage(url)).tree;
    } catch (error) {
      this.options.signal.throwIfAborted();
      if (!isRequestFailure(error)) throw error;
      return undefined;
    }
  }

  private isWhole(): boolean {
    const { kind, size = Number.POSITIVE_INFINITY, seen } = this.coverage.estimate();
    if (kind !== 'exact' || seen < size || seen === 0 || this.order.isConfirming || !this.order.isControlled)
      return false;
    this.stopped ??= { code: 'all-seen', detail: String(seen) };
    return true;
  }

  /** Sends one query and reads all pages of its answer. */
  private async ask(planned: Query): Promise<SubmissionDone[]> {
    const query = this.met === 0 ? planned : { ...planned, id: `${planned.id} #${this.met}` };
    const filled = fillForm(this.task.form, this.fields, query, submitPosition(this.task.form));
    const done: SubmissionDone[] = [];
    const list = new Set<string>();
    try {
      await this.sender.sendQuery(query, filled, (one) => {
        const newRecords = this.count(query, one);
        done.push({ ...one, result: { ...one.result, newRecords } });
        if (one.entry.page > 1) this.pages++;
        const worth =
          newRecords > 0 ||
          one.entry.page === 1 ||
          this.hidesNew(one, list) ||
          (this.order.windows?.owns(planned) === true && showsMore(one, list));
        for (const { key } of one.result.answer?.records ?? []) list.add(key);
        const { statedTotal } = one.result.answer ?? {};
        if (this.order.windows?.readsOn(planned, statedTotal) === false) return false;
        return worth && this.pages < this.options.maxAnswerPages;
      });
    } catch (error) {
      if (error instanceof OptionGoneError) this.missing.push(error.message);
      else if (!(error instanceof FormGoneError)) throw error;
      // A page may fail to show once what it has shown before.
      else if (++this.gone >= MOST_GONE || !this.hasAnswered)
        this.stopped ??= { code: 'form-gone', detail: error.message };
    }
    if (done.some(({ result }) => result.answer !== undefined)) {
      this.hasAnswered = true;
      this.gone = 0;
    }
    if (this.isRenaming) await this.renameRecords();
    if (query.link === undefined) this.keepOutcome(query, done);
    const outcome = this.outcomeOf(query, done);
    const shown = done.flatMap(({ result }) => result.answer?.records ?? []);
    this.order.settled(planned, outcome, this.coverage.cap, shown, done[0]?.result.answer);
    if (query.purpose === 'empty-probe' && this.order.windows?.isOn === true) {
      const memory = await this.ledger.windowsBefore();
      if (memory !== undefined) this.order.windows.recall(memory);
    }
    if (this.order.isChoice(planned)) await this.followDependents(planned, filled);
    this.meetDemand(query, done[0]?.result.answer);
    return done;
  }

  /** Tells whether a list that goes on must hold unknown records further on: it states more than are known in all. */
  private hidesNew(done: SubmissionDone, list: ReadonlySet<string>): boolean {
    return (done.result.answer?.statedTotal ?? 0) > this.coverage.seen && showsMore(done, list);
  }

  /** Enqueues the choices of lists that depend on the fields just bound (state → city). */
  private async followDependents(query: Query, filled: FilledForm): Promise<void> {
    const dependents = this.stopped === undefined ? this.order.dependentOn(query) : [];
    if (dependents.length === 0 || this.followed >= MOST_FOLLOWED) return;
    this.followed++;
    const form = await this.sender.formAfterFilling(filled);
    if (form === undefined) return;
    let came = 0;
    for (const field of dependents) {
      const { positions: [position = -1] = [], meaning = 'choice' } = this.fields.fields[field] ?? {};
      const choices = choicesOf(form, position, meaning, this.task.sources?.orderChoices);
      came += choices.length;
      this.order.addDependent(query, field, choices);
    }
    if (came === 0) this.order.bindBeside(query);
  }

  private count(query: Query, { entry, result }: SubmissionDone): number {
    const answer = result.answer && { ...result.answer, records: this.named(result.answer.records) };
    this.troubles.record(result);
    this.stopped ??= this.troubles.reason;
    if (answer === undefined) return 0;
    if (entry.page === 1) this.keepProbe(query, answer);
    if (answer.shape !== undefined) this.shapes.set(JSON.stringify(answer.shape), answer.shape);
    const { purpose } = query;
    const isLink = query.link !== undefined || query.steps !== undefined;
    const typed = !isLink && query.bound.some(({ field }) => this.fields.fields[field]?.kind === 'open');
    // Parts of an answer are no sample of the database.
    const binding = isLink ? [] : entry.filled.template.binding;
    const positions = this.fields.fields.flatMap((one) => one.positions);
    const narrowed =
      this.fields.fields.some(isObligatory) ||
      keepsLinked(this.task.form, this.task.page, positions, entry.filled.controls) ||
      entry.filled.controls.some(({ source }) => source === 'date' || source === 'bound');
    const isRefused = this.probes.empty?.verdict === 'error-message';
    const parts = obligatoryParts(this.fields.fields, query.bound, isRefused);
    // Entries of an answer to nonsense are no records of the database.
    if (purpose === 'nonsense-probe') {
      this.order.learn(query, answer.records);
      // The list on the form's page that the form filters can be found.
      if (this.probes.nonsense.length === 1) this.order.text?.words.learn(answer.onFormPage ?? []);
      return 0;
    }
    const fresh = this.coverage.add({
      ...{ query: query.id, page: entry.page, purpose, answer, binding, typed, narrowed },
      ...(this.fields.limit !== undefined && { limit: this.fields.limit }),
      takesWords: this.fields.fields.some(takesWords),
      ...(purpose === 'query' && typed && { typedFrom: originOf(query) }),
      ...(parts !== undefined && { parts }),
    });
    this.order.learn(query, fresh);
    const from = result.finalUrl ?? this.task.page;
    for (const record of fresh)
      if (hasPage(record, siteOf(this.task.page))) this.sampled.offer({ record, from });
    return fresh.length;
  }

  private keepOutcome({ purpose, bound }: Query, [first]: readonly SubmissionDone[]): void {
    if (first === undefined) return;
    const texts = bound.flatMap(({ field, choice }) =>
      this.fields.fields[field]?.kind === 'open' ? [choice.label] : [],
    );
    const { answer } = first.result;
    this.outcomes.push({
      purpose,
      ...(texts.length > 0 && { typed: texts.join(' ') }),
      chosen: texts.length < bound.length,
      verdict: answer?.verdict,
      fingerprint: answer?.fingerprint ?? 'no answer',
      records: answer?.records.length ?? 0,
    });
  }

  private keepProbe({ purpose }: Query, answer: Answer): void {
    const { nonsense, earlier } = this.probes;
    if (purpose === 'empty-probe') this.probes.empty = answer;
    else if (purpose === 'nonsense-probe') nonsense.push(answer);
    else if (earlier.push(answer) > MOST_EARLIER) earlier.shift();
  }

  private outcomeOf(query: Query, done: readonly SubmissionDone[]): Outcome {
    const answers = done.flatMap(({ result }) => result.answer ?? []);
    const [first] = answers;
    return {
      hits: first?.verdict === 'hits',
      complete: this.coverage.complete(query.id),
      records: answers.reduce((sum, answer) => sum + answer.records.length, 0),
      newRecords: done.reduce((sum, { result }) => sum + result.newRecords, 0),
      requests: Math.max(1, answers.length),
      fingerprint: first?.fingerprint ?? 'no answer',
      ...(first !== undefined && { verdict: first.verdict }),
      ...(first?.statedTotal !== undefined && { statedTotal: first.statedTotal }),
      ...(first?.refusal !== undefined && { refusal: first.refusal }),
    };
  }
}

const isAnswered = ({ purpose, verdict }: QueryOutcome): boolean =>
  purpose !== 'nonsense-probe' && verdict !== undefined && VERDICTS[verdict].isAsked === true;

/** Tells whether a page has records that earlier pages of its list do not have. */
const showsMore = ({ result }: SubmissionDone, list: ReadonlySet<string>): boolean =>
  result.answer?.records.some(({ key }) => !list.has(key)) === true;

/** Most spans that a text names. */
const MOST_SPANS = 6;

/** Says which dates or numbers were read whole, such as `2001-01-01–2025-06-30 whole, 2025-07-01–2025-07-01 in part`. */
const spansText = (spans: readonly WindowSpan[]): string =>
  [
    ...spans
      .slice(0, MOST_SPANS)
      .map(
        ({ from, to, whole, since }) =>
          `${from}–${to} ${whole ? 'whole' : 'in part'}${since === undefined ? '' : ` from the run of ${since}`}`,
      ),
    ...(spans.length > MOST_SPANS ? [`and ${spans.length - MOST_SPANS} more`] : []),
  ].join(', ');

const originOf = ({ bound }: Query): 'records' | 'elsewhere' =>
  bound.some(({ choice }) => choice.controls.some(({ source }) => source === 'answer'))
    ? 'records'
    : 'elsewhere';
