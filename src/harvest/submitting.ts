/** The submissions of a run: when its sites have been explored, the forms that were found are asked. */

import type { Domain } from '../domain/index.ts';
import { formsOfSite, type HarvestedForm, harvestedForms } from '../library/index.ts';
import { hostOf } from '../sites/index.ts';
import {
  BUDGET_CODES,
  coverageState,
  type ElementBook,
  type OpenField,
  type Outbound,
  READING,
  RefusedError,
  type SubmitEvent,
  storeLedger,
  submitForm,
} from '../submissions/index.ts';
import { AnswerForms, isMetOnAnswer } from './answer-forms.ts';
import type { Outcome } from './crawl.ts';
import { describeAnswer, describeDetail } from './describe-exchange.ts';
import { areElementsKept, keepElements, learnForm, openElements } from './elements.ts';
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
 * Asks every searchable form about a wanted domain: sites side by side, the forms of a site one after another in the
 * order of their ids, so that what is asked does not depend on timing.
 */
async function submitForms(
  shop: Workshop,
  wanted: readonly Domain[],
  stop: AbortSignal,
): Promise<Outcome | undefined> {
  // The table holds what these forms brought: read again it would lead to other questions.
  const over = shop.options.retryUnknown ? new Set<string>() : await formsDone(shop);
  const sites = new Map<string, HarvestedForm[]>();
  const book = await openElements(shop, wanted);
  for await (const form of harvestedForms(shop.store.db, shop.runId)) {
    // Of those met on answers so far a run that goes on knows more than one that began: each site asks them last.
    if (isMetOnAnswer(form)) continue;
    learnForm(book, form);
    if (!isWanted(shop, form, wanted) || over.has(form.formId)) continue;
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
  const waiting = [...sites.values()];
  const worker = async () => {
    for (let forms = waiting.shift(); forms !== undefined && !spent(); forms = waiting.shift())
      await askSite(
        shop,
        withMetOnAnswers(shop, forms, wanted, over, far),
        { now, book, far, spent },
        signal,
      );
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

/** Forms that were asked as far as was worth it before the run's elements were kept; a budget may have been raised since. */
async function formsDone(shop: Workshop): Promise<ReadonlySet<string>> {
  if (!(await areElementsKept(shop))) return new Set();
  const rows = await shop.store.db
    .selectFrom('asked_form')
    .select('form_id')
    .where('run_id', '=', shop.runId)
    .where('code', 'not in', BUDGET_CODES)
    .execute();
  return new Set(rows.map(({ form_id }) => form_id));
}

/** Forms about a wanted domain; all that search, where every site was explored whatever it is about. */
function isWanted({ options }: Workshop, form: HarvestedForm, wanted: readonly Domain[]): boolean {
  if (!form.searchable) return false;
  return options.submitTo === 'all' || wanted.some(({ name }) => name === form.domain);
}

/** Forms of a site, and when they have been asked those that their answers showed. */
async function* withMetOnAnswers(
  shop: Workshop,
  forms: readonly HarvestedForm[],
  wanted: readonly Domain[],
  over: ReadonlySet<string>,
  far: Far,
): AsyncGenerator<HarvestedForm> {
  yield* forms;
  const [first] = forms;
  if (first === undefined) return;
  const known = await formsOfSite(shop.store.db, shop.runId, first.site);
  const met = known.filter(
    (form) => isMetOnAnswer(form) && isWanted(shop, form, wanted) && !over.has(form.formId),
  );
  far.formsLeft += met.length;
  yield* met;
}

/** How far the asking is. */
interface Far {
  submissions: number;
  records: number;
  formsLeft: number;
}

interface Asking {
  readonly now: Date;
  readonly book: ElementBook;
  readonly far: Far;
  /** Whether a budget says that nothing more may be asked. */
  readonly spent: () => boolean;
}

async function askSite(
  shop: Workshop,
  forms: AsyncIterable<HarvestedForm>,
  { now, book, far, spent }: Asking,
  signal: AbortSignal,
): Promise<void> {
  const { options } = shop;
  let left = options.maxSubmissionsPerSite;
  for await (const harvested of forms) {
    signal.throwIfAborted();
    if (spent()) return;
    const answers = await AnswerForms.of(shop, harvested);
    const ledger = await storeLedger({
      store: shop.store,
      runId: shop.runId,
      site: harvested.site,
      formId: harvested.formId,
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
      retryUnknown: options.retryUnknown,
    });
    const task = {
      form: { ...harvested.form, controls: harvested.controls },
      page: harvested.page,
      domain: harvested.domain,
      valuesFor: (field: OpenField) => book.valuesFor(harvested.domain, field),
    };
    const asking = submitForm(
      task,
      outboundOf(shop),
      ledger,
      { ...READING, readAnswer: answers.reading(READING.readAnswer) },
      {
        maxSubmissions: Math.min(options.maxSubmissions, left),
        maxAnswerPages: options.maxAnswerPages,
        detailPages: options.detailPages,
        text: options.text,
        maxRetries: options.maxRetries,
        now,
        signal,
      },
    );
    for await (const event of asking) {
      if (event.type === 'form-done') left -= event.asked;
      if (event.type === 'submission') {
        far.submissions++;
        far.records += event.settlement.newRecords;
      } else if (event.type !== 'detail') {
        far.formsLeft--;
        await keepOutcome(shop, harvested, event);
      }
      tell(shop, harvested, event);
      if (spent()) return;
    }
  }
}

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

async function keepOutcome(
  shop: Workshop,
  { formId, site }: HarvestedForm,
  event: Extract<SubmitEvent, { type: 'form-done' | 'form-skipped' }>,
): Promise<void> {
  const done = event.type === 'form-done' ? event : undefined;
  const { estimate } = done ?? {};
  const row = {
    state: done === undefined ? ('skipped' as const) : ('asked' as const),
    code: event.reason.code,
    detail: event.reason.detail ?? null,
    outcome: done?.outcome ?? ('not-queried' as const),
    coverage: estimate === undefined ? ('unknown' as const) : coverageState(estimate),
    submissions: done?.asked ?? 0,
    pages: done?.pages ?? 0,
    seen: estimate?.seen ?? 0,
    size_kind: estimate?.kind ?? null,
    size: estimate?.size ?? null,
    size_low: estimate?.low ?? null,
    size_high: estimate?.high ?? null,
    size_reason: estimate?.reason ?? null,
    growth: JSON.stringify(done?.growth ?? []),
  };
  await shop.store.transaction((trx) =>
    trx
      .insertInto('asked_form')
      .values({ run_id: shop.runId, form_id: formId, site, ...row })
      .onConflict((conflict) => conflict.columns(['run_id', 'form_id']).doUpdateSet(row))
      .execute(),
  );
}

function tell(shop: Workshop, { formId, site, form }: HarvestedForm, event: SubmitEvent): void {
  if (event.type === 'detail') {
    const { record, detail, remembered } = event;
    const { url, state, reason = '', reading } = detail;
    const { confirmed = [], differing = [], added = [] } = reading ?? {};
    const about = { formId, site, title: record.title, url, state, reason };
    if (!remembered) shop.emit({ type: 'detail', ...about, confirmed, differing, added });
    return;
  }
  if (event.type !== 'submission') {
    const { reason } = event;
    const seen = event.type === 'form-done' ? event.estimate : undefined;
    shop.emit({
      type: 'asked',
      formId,
      site,
      action: form.action,
      state: event.type === 'form-done' ? 'asked' : 'skipped',
      reason,
      outcome: event.type === 'form-done' ? event.outcome : 'not-queried',
      submissions: event.type === 'form-done' ? event.asked : 0,
      records: seen?.seen ?? 0,
      coverage: seen === undefined ? 'unknown' : coverageState(seen),
      size: seen?.size ?? null,
    });
    return;
  }
  if (event.remembered) return;
  const { entry, settlement } = event;
  const { method, url } = settlement.request ?? entry.request;
  shop.emit({
    type: 'submission',
    formId,
    site,
    method,
    url,
    page: entry.page,
    sentBy: entry.sentBy,
    why: entry.why,
    status: settlement.status ?? null,
    verdict: settlement.answer?.verdict ?? settlement.state,
    reason: settlement.answer?.reason ?? settlement.reason ?? '',
    records: settlement.answer?.records.length ?? 0,
    newRecords: settlement.newRecords,
  });
}
