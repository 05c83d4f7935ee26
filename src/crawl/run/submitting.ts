/** The submissions of a run: when its sites have been explored, the forms that were found are asked. */

import type { Domain } from '../../foundation/domain/index.ts';
import { hostOf } from '../../foundation/url/index.ts';
import { formsOfSite, type HarvestedForm, harvestedForms } from '../../library/index.ts';
import {
  BUDGET_CODES,
  type ElementBook,
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
import { allotment, askingOrder, REFINING } from './asking-order.ts';
import type { Outcome } from './crawl.ts';
import { describeAnswer, describeDetail } from './describe-exchange.ts';
import { areElementsKept, keepElements, learnForm, openElements } from './elements.ts';
import { keepOutcome, tell } from './keep-asked.ts';
import { wordsFound, wordsOfSite } from './site-pages.ts';
import type { Workshop } from './workshop.ts';

/** Asks the forms of a run that has explored its sites, unless it was stopped or told not to. */
export async function thenSubmit(
  shop: Workshop,
  explored: Outcome,
  wanted: readonly Domain[],
  stop: AbortSignal,
): Promise<Outcome> {
  if (!shop.options.submit || explored.status === 'interrupted') return explored;
  return (await submitForms(shop, wanted, stop)) ?? explored;
}

/**
 * Asks every searchable form about a wanted domain: sites side by side, the forms of a site one after another in an order
 * that what was crawled decides, so that what is asked does not depend on timing.
 */
async function submitForms(
  shop: Workshop,
  wanted: readonly Domain[],
  stop: AbortSignal,
): Promise<Outcome | undefined> {
  // The table holds what these forms brought: read again it would lead to other questions.
  const over = shop.options.retryUnknown ? new Map<string, number>() : await formsDone(shop);
  const sites = new Map<string, HarvestedForm[]>();
  const book = await openElements(shop, wanted);
  for await (const form of harvestedForms(shop.store.db, shop.runId)) {
    // Of those met on answers so far a run that goes on knows more than one that began: each site asks them last.
    if (isMetOnAnswer(form)) continue;
    learnForm(book, form);
    if (!isWanted(shop, form, wanted)) continue;
    sites.set(form.site, [...(sites.get(form.site) ?? []), form]);
  }
  const { started_at } = await shop.store.db
    .selectFrom('run')
    .select('started_at')
    .where('id', '=', shop.runId)
    .executeTakeFirstOrThrow();
  // A run that goes on another day asks for the same dates.
  const now = new Date(started_at);
  const ending = new AbortController();
  const signal = AbortSignal.any([stop, ending.signal]);
  const waiting = [...sites.values()].filter((forms) => forms.some(({ formId }) => !over.has(formId)));
  const worker = async () => {
    for (let forms = waiting.shift(); forms !== undefined && !spent(); forms = waiting.shift())
      await askSite(shop, forms, { wanted, now, book, far, spent, over }, signal);
  };
  const { maxSeconds, maxRequests } = shop.options;
  /** Between two questions: one that is under way is finished, since a POST cannot be taken back. */
  const spent = () => maxRequests !== undefined && shop.tally.requests >= maxRequests;
  const forms = waiting.reduce((sum, list) => sum + list.length, 0);
  const far = { submissions: 0, records: 0, formsLeft: forms };
  const began = performance.now();
  const watch = setInterval(() => {
    shop.emit({ type: 'asking', ...far, forms, ms: performance.now() - began });
    if (maxSeconds !== undefined && shop.tally.activeMs >= maxSeconds * 1_000) ending.abort();
  }, 500);
  try {
    await Promise.all(Array.from({ length: Math.min(shop.options.concurrency, sites.size) }, worker));
  } catch (error) {
    if (stop.aborted) return { status: 'interrupted', reason: 'stopped' };
    if (ending.signal.aborted) return { status: 'budget', reason: `--max-seconds ${maxSeconds} reached` };
    throw error;
  } finally {
    clearInterval(watch);
    ending.abort();
  }
  if (spent()) return { status: 'budget', reason: `--max-requests ${maxRequests} reached` };
  await keepElements(shop, wanted);
  return undefined;
}

/**
 * Forms that were asked as far as was worth it before the run's elements were kept, and with how many questions; a budget
 * may have been raised since.
 */
async function formsDone(shop: Workshop): Promise<ReadonlyMap<string, number>> {
  if (!(await areElementsKept(shop))) return new Map();
  const rows = await shop.store.db
    .selectFrom('asked_form')
    .select(['form_id', 'submissions'])
    .where('run_id', '=', shop.runId)
    .where('code', 'not in', BUDGET_CODES)
    .execute();
  return new Map(rows.map(({ form_id, submissions }) => [form_id, submissions]));
}

/** Forms about a wanted domain; all that search, where every site was explored whatever it is about. */
function isWanted({ options }: Workshop, form: HarvestedForm, wanted: readonly Domain[]): boolean {
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
  readonly book: ElementBook;
  readonly far: Far;
  /** Whether a budget says that nothing more may be asked. */
  readonly spent: () => boolean;
  /** Forms that are done, and with how many questions. */
  readonly over: ReadonlyMap<string, number>;
}

/** Asks the forms of one site in turn, as far as its budget goes. */
async function askSite(
  shop: Workshop,
  forms: readonly HarvestedForm[],
  asking: Asking,
  signal: AbortSignal,
): Promise<void> {
  const { maxSubmissions, maxSubmissionsPerSite } = shop.options;
  const words = shop.options.text ? await wordsOfSite(shop, forms[0]?.site ?? '') : new SiteWords([]);
  let left = maxSubmissionsPerSite;
  const askAll = async (
    all: readonly HarvestedForm[],
    before: readonly HarvestedForm[] = [],
  ): Promise<boolean> => {
    const turns = askingOrder(all, before);
    for (const [i, turn] of turns.entries()) {
      const { form } = turn;
      signal.throwIfAborted();
      if (asking.spent()) return false;
      const most = allotment(turn, maxSubmissions, left, turns.length - i);
      const done = asking.over.get(form.formId);
      const trial = turn.repeats && most > REFINING;
      let used = done ?? (await askForm(shop, form, words, trial ? REFINING : most, asking, signal));
      if (trial && done === undefined && used === REFINING && (await bringsItsOwn(shop, form))) {
        asking.far.formsLeft++;
        used = await askForm(shop, form, words, most, asking, signal);
      }
      if (used === undefined) return false;
      left -= used;
    }
    return true;
  };
  if (await askAll(forms)) await askAll(await metOnAnswers(shop, forms, asking), forms);
}

/** Share of a form's records that other forms of its site did not bring, from which on it asks something else. */
const OWN = 0.1;

/** Whether a form that has been asked brings records that those asked before it did not. */
async function bringsItsOwn({ store, runId }: Workshop, { formId }: HarvestedForm): Promise<boolean> {
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
  shop: Workshop,
  [first]: readonly HarvestedForm[],
  { wanted, over, far }: Asking,
): Promise<HarvestedForm[]> {
  if (first === undefined) return [];
  const known = await formsOfSite(shop.store.db, shop.runId, first.site);
  const met = known.filter((form) => isMetOnAnswer(form) && isWanted(shop, form, wanted));
  far.formsLeft += met.filter(({ formId }) => !over.has(formId)).length;
  return met;
}

/** @returns questions used; undefined where a budget of the run ended it */
async function askForm(
  shop: Workshop,
  harvested: HarvestedForm,
  words: SiteWords,
  most: number,
  { now, book, far, spent }: Asking,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { options } = shop;
  const onSite = { code: 'max-submissions-per-site', detail: String(options.maxSubmissionsPerSite) } as const;
  let used = 0;
  if (most === 0) {
    const event = { type: 'form-skipped', reason: onSite } as const;
    far.formsLeft--;
    await keepOutcome(shop, harvested, event);
    tell(shop, harvested, event);
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
      foundWords: await wordsFound(shop, harvested),
    },
  };
  const answers = await AnswerForms.of(shop, harvested);
  const reading = { ...READING, readAnswer: answers.reading(READING.readAnswer) };
  const asking = submitForm(task, outboundOf(shop), await ledgerOf(shop, harvested, answers), reading, {
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
      far.records += event.settlement.newRecords;
    } else if (event.type !== 'detail') {
      far.formsLeft--;
      await keepOutcome(shop, harvested, event);
    }
    tell(shop, harvested, event);
    if (spent()) return undefined;
  }
  return used;
}

const ledgerOf = (shop: Workshop, { site, formId }: HarvestedForm, answers: AnswerForms): Promise<Ledger> =>
  storeLedger({
    store: shop.store,
    runId: shop.runId,
    site,
    formId,
    now: () => Date.now(),
    archive: async (entry, settlement) => {
      await answers.look(entry, settlement);
      await describeAnswer(shop.log, entry, settlement);
      await shop.log.flush();
    },
    archiveDetail: async (detail) => {
      await describeDetail(shop.log, detail);
      await shop.log.flush();
    },
    acknowledge: async (trx) => {
      await answers.keep(trx);
      await shop.tally.writeRun(trx, shop.log.bytes);
    },
    retryUnknown: shop.options.retryUnknown,
  });

/** The same way out, clock and rules as every page. */
function outboundOf({ egress, deny, clock, robots, browser }: Workshop): Outbound {
  return {
    egress,
    permit: async (url, signal) => {
      const denied = deny(url);
      if (denied !== undefined) throw new RefusedError(`${url} is on the deny-list (${denied})`);
      const rules = await robots.of(url, signal);
      if (!rules.allows(url)) throw new RefusedError(`robots.txt forbids ${url}`);
      await clock.turn(hostOf(url), signal);
    },
    pause: (url, ms) => clock.pause(hostOf(url), ms),
    ...(browser !== undefined && { browser }),
  };
}
