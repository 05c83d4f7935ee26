/** The submissions of a run: when its sites have been explored, the forms that were found are asked. */

import type { Domain } from '../../foundation/domain/index.ts';
import { hostOf } from '../../foundation/url/index.ts';
import { formsOfSite, type HarvestedForm, harvestedForms } from '../../library/index.ts';
import {
  BUDGET_CODES,
  type FormElementTable,
  type Ledger,
  type OpenField,
  type Outbound,
  READING,
  RefusedError,
  SiteWords,
  storeLedger,
  submitForm,
} from '../../submissions/index.ts';
import { AnswerForms, isMetOnAnswer } from './answer-forms.ts';
import { queryBudget, formOrder, REFINING_QUERIES } from './form-order.ts';
import type { Outcome } from './crawl.ts';
import { describeAnswer, describeDetail } from './describe-exchange.ts';
import { areElementsKept, keepElements, learnForm, openElements } from './elements.ts';
import { persistOutcome, emitFormEvent } from './persist-outcome.ts';
import { wordsFound, wordsOfSite } from './site-pages.ts';
import type { CrawlContext } from './crawl-context.ts';

/** Asks the forms of a run that has explored its sites, unless it was stopped or told not to. */
export async function runSubmissions(
  context: CrawlContext,
  explored: Outcome,
  wanted: readonly Domain[],
  stop: AbortSignal,
): Promise<Outcome> {
  if (!context.options.submit || explored.status === 'interrupted') return explored;
  return (await submitForms(context, wanted, stop)) ?? explored;
}

/**
 * Asks every searchable form about a wanted domain: sites side by side, the forms of a site one after another in an order
 * that what was crawled decides, so that what is asked does not depend on timing.
 */
async function submitForms(
  context: CrawlContext,
  wanted: readonly Domain[],
  stop: AbortSignal,
): Promise<Outcome | undefined> {
  // The table holds what these forms brought: read again it would lead to other questions.
  const over = context.options.retryUnknown ? new Map<string, number>() : await formsDone(context);
  const sites = new Map<string, HarvestedForm[]>();
  const book = await openElements(context, wanted);
  for await (const form of harvestedForms(context.store.db, context.runId)) {
    // Of those met on answers so far a run that goes on knows more than one that began: each site asks them last.
    if (isMetOnAnswer(form)) continue;
    learnForm(book, form);
    if (!isWanted(context, form, wanted)) continue;
    sites.set(form.site, [...(sites.get(form.site) ?? []), form]);
  }
  const { started_at } = await context.store.db
    .selectFrom('run')
    .select('started_at')
    .where('id', '=', context.runId)
    .executeTakeFirstOrThrow();
  // A run that goes on another day asks for the same dates.
  const now = new Date(started_at);
  const ending = new AbortController();
  const signal = AbortSignal.any([stop, ending.signal]);
  const waiting = [...sites.values()].filter((forms) => forms.some(({ formId }) => !over.has(formId)));
  const worker = async () => {
    for (let forms = waiting.shift(); forms !== undefined && !spent(); forms = waiting.shift())
      await askSite(context, forms, { wanted, now, book, far, spent, over }, signal);
  };
  const { maxSeconds, maxRequests } = context.options;
  /** Between two questions: one that is under way is finished, since a POST cannot be taken back. */
  const spent = () => maxRequests !== undefined && context.statistics.requests >= maxRequests;
  const forms = waiting.reduce((sum, list) => sum + list.length, 0);
  const far = { submissions: 0, records: 0, formsLeft: forms };
  const began = performance.now();
  const watch = setInterval(() => {
    context.emit({ type: 'asking', ...far, forms, ms: performance.now() - began });
    if (maxSeconds !== undefined && context.statistics.activeMs >= maxSeconds * 1_000) ending.abort();
  }, 500);
  try {
    await Promise.all(Array.from({ length: Math.min(context.options.concurrency, sites.size) }, worker));
  } catch (error) {
    if (stop.aborted) return { status: 'interrupted', reason: 'stopped' };
    if (ending.signal.aborted) return { status: 'budget', reason: `--max-seconds ${maxSeconds} reached` };
    throw error;
  } finally {
    clearInterval(watch);
    ending.abort();
  }
  if (spent()) return { status: 'budget', reason: `--max-requests ${maxRequests} reached` };
  await keepElements(context, wanted);
  return undefined;
}

/**
 * Forms that were asked as far as was worth it before the run's elements were kept, and with how many questions; a budget
 * may have been raised since.
 */
async function formsDone(context: CrawlContext): Promise<ReadonlyMap<string, number>> {
  if (!(await areElementsKept(context))) return new Map();
  const rows = await context.store.db
    .selectFrom('asked_form')
    .select(['form_id', 'submissions'])
    .where('run_id', '=', context.runId)
    .where('code', 'not in', BUDGET_CODES)
    .execute();
  return new Map(rows.map(({ form_id, submissions }) => [form_id, submissions]));
}

/** Forms about a wanted domain; all that search, where every site was explored whatever it is about. */
function isWanted({ options }: CrawlContext, form: HarvestedForm, wanted: readonly Domain[]): boolean {
  if (!form.searchable) return false;
  return options.submitTo === 'all' || wanted.some(({ name }) => name === form.domain);
}

/** How far the asking is. */
interface Far {
  submissions: number;
  records: number;
  formsLeft: number;
}

interface Asking {
  readonly wanted: readonly Domain[];
  readonly now: Date;
  readonly book: FormElementTable;
  readonly far: Far;
  /** Whether a budget says that nothing more may be asked. */
  readonly spent: () => boolean;
  /** Forms that are done, and with how many questions. */
  readonly over: ReadonlyMap<string, number>;
}

/** Asks the forms of one site in turn, as far as its budget goes. */
async function askSite(
  context: CrawlContext,
  forms: readonly HarvestedForm[],
  asking: Asking,
  signal: AbortSignal,
): Promise<void> {
  const { maxSubmissions, maxSubmissionsPerSite } = context.options;
  const words = context.options.text ? await wordsOfSite(context, forms[0]?.site ?? '') : new SiteWords([]);
  let left = maxSubmissionsPerSite;
  const askAll = async (
    all: readonly HarvestedForm[],
    before: readonly HarvestedForm[] = [],
  ): Promise<boolean> => {
    const turns = formOrder(all, before);
    for (const [i, turn] of turns.entries()) {
      const { form } = turn;
      signal.throwIfAborted();
      if (asking.spent()) return false;
      const most = queryBudget(turn, maxSubmissions, left, turns.length - i);
      const done = asking.over.get(form.formId);
      const trial = turn.repeats && most > REFINING_QUERIES;
      let used =
        done ?? (await askForm(context, form, words, trial ? REFINING_QUERIES : most, asking, signal));
      if (trial && done === undefined && used === REFINING_QUERIES && (await bringsItsOwn(context, form))) {
        asking.far.formsLeft++;
        used = await askForm(context, form, words, most, asking, signal);
      }
      if (used === undefined) return false;
      left -= used;
    }
    return true;
  };
  if (await askAll(forms)) await askAll(await metOnAnswers(context, forms, asking), forms);
}

/** Share of a form's records that other forms of its site did not bring, from which on it asks something else. */
const OWN = 0.1;

/** Whether a form that has been asked brings records that those asked before it did not. */
async function bringsItsOwn({ store, runId }: CrawlContext, { formId }: HarvestedForm): Promise<boolean> {
  const { own, all } = await store.db
    .selectFrom('submission')
    .select(({ fn }) => [fn.sum<number>('new_records').as('own'), fn.sum<number>('records').as('all')])
    .where('run_id', '=', runId)
    .where('form_id', '=', formId)
    .executeTakeFirstOrThrow();
  return Number(own) > OWN * Number(all);
}

/** Forms that the answers of a site's forms showed. */
async function metOnAnswers(
  context: CrawlContext,
  [first]: readonly HarvestedForm[],
  { wanted, over, far }: Asking,
): Promise<HarvestedForm[]> {
  if (first === undefined) return [];
  const known = await formsOfSite(context.store.db, context.runId, first.site);
  const met = known.filter((form) => isMetOnAnswer(form) && isWanted(context, form, wanted));
  far.formsLeft += met.filter(({ formId }) => !over.has(formId)).length;
  return met;
}

/** @returns questions used; undefined where a budget of the run ended it */
async function askForm(
  context: CrawlContext,
  harvested: HarvestedForm,
  words: SiteWords,
  most: number,
  { now, book, far, spent }: Asking,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { options } = context;
  const onSite = { code: 'max-submissions-per-site', detail: String(options.maxSubmissionsPerSite) } as const;
  let used = 0;
  if (most === 0) {
    const event = { type: 'form-skipped', reason: onSite } as const;
    far.formsLeft--;
    await persistOutcome(context, harvested, event);
    emitFormEvent(context, harvested, event);
    return used;
  }
  const task = {
    form: { ...harvested.form, controls: harvested.controls },
    page: harvested.page,
    domain: harvested.domain,
    sources: {
      valuesFor: (field: OpenField) => book.valuesFor(harvested.domain, field),
      siteWords: words.wordsFor(harvested.page),
      nearPages: words.unreadNear(harvested.page),
      foundWords: await wordsFound(context, harvested),
    },
  };
  const answers = await AnswerForms.of(context, harvested);
  const reading = { ...READING, readAnswer: answers.reading(READING.readAnswer) };
  const asking = submitForm(task, outboundOf(context), await ledgerOf(context, harvested, answers), reading, {
    maxSubmissions: most,
    maxAnswerPages: options.maxAnswerPages,
    detailPages: options.detailPages,
    text: options.text,
    maxRetries: options.maxRetries,
    now,
    signal,
  });
  for await (const told of asking) {
    const cut = told.type === 'form-done' && told.reason.code === 'max-submissions';
    const event = cut && most < options.maxSubmissions ? { ...told, reason: onSite } : told;
    if (event.type === 'form-done') used = event.asked;
    if (event.type === 'submission') {
      far.submissions++;
      far.records += event.result.newRecords;
    } else if (event.type !== 'detail') {
      far.formsLeft--;
      await persistOutcome(context, harvested, event);
    }
    emitFormEvent(context, harvested, event);
    if (spent()) return undefined;
  }
  return used;
}

const ledgerOf = (
  context: CrawlContext,
  { site, formId }: HarvestedForm,
  answers: AnswerForms,
): Promise<Ledger> =>
  storeLedger({
    store: context.store,
    runId: context.runId,
    site,
    formId,
    now: () => Date.now(),
    archive: async (entry, settlement) => {
      await answers.look(entry, settlement);
      await describeAnswer(context.log, entry, settlement);
      await context.log.flush();
    },
    archiveDetail: async (detail) => {
      await describeDetail(context.log, detail);
      await context.log.flush();
    },
    acknowledge: async (trx) => {
      await answers.keep(trx);
      await context.statistics.writeRun(trx, context.log.bytes);
    },
    retryUnknown: context.options.retryUnknown,
  });

/** The same way out, clock and rules as every page. */
function outboundOf({ http: egress, deny, politeness: clock, robots, browser }: CrawlContext): Outbound {
  return {
    egress,
    permit: async (url, signal) => {
      const denied = deny(url);
      if (denied !== undefined) throw new RefusedError(`${url} is on the deny-list (${denied})`);
      const rules = await robots.of(url, signal);
      if (!rules.allows(url)) throw new RefusedError(`robots.txt forbids ${url}`);
      await clock.acquire(hostOf(url), signal);
    },
    pause: (url, ms) => clock.blockUntil(hostOf(url), ms),
    ...(browser !== undefined && { browser }),
  };
}
