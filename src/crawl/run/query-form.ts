/** Queries one form of a run: archived, acknowledged and reported. */

import type { Domain } from '../../foundation/domain/index.ts';
import { hostOf } from '../../foundation/url/index.ts';
import {
  daySpan,
  type FormElementTable,
  type Ledger,
  type LedgerEntry,
  type Outbound,
  READING,
  RefusedError,
  type SubmitEvent,
  storeLedger,
  submitForm,
} from '../../submissions/index.ts';
import type { CrawlBrowser } from '../rendering/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import { AnswerForms, type AnswerReading } from './answer-forms.ts';
import { describeAnswer, describeDetail } from './describe-exchange.ts';
import type { FormTurn } from './form-turns.ts';
import type { HostAccess } from './host-access.ts';
import type { Pause } from './pause.ts';
import { formEvent, persistOutcome, recordEvents } from './persist-outcome.ts';
import { wordsFound } from './site-pages.ts';

export interface Querying extends AnswerReading {
  readonly options: ResolvedOptions;
  readonly wanted: readonly Domain[];
  readonly hosts: HostAccess;
  readonly browser: CrawlBrowser | undefined;
  readonly pause: Pause;
}

export interface FormQuerying {
  readonly book: FormElementTable;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Says whether a budget forbids further queries. */
  isSpent(): boolean;
}

interface QueryProgress {
  submissions: number;
  records: number;
  formsLeft: number;
}

/** @returns queries used; undefined where a budget of the run ended it */
export async function queryForm(
  querying: Querying,
  { book, now, signal, isSpent }: FormQuerying,
  { form: harvested, most, words, shown, overHttp, repeats, elsewhere, sameAs }: FormTurn,
  progress: QueryProgress,
): Promise<number | undefined> {
  const { options, recording } = querying;
  const onSite = repeats
    ? ({ code: 'repeats-form' } as const)
    : ({ code: 'max-submissions-per-site', detail: String(options.maxSubmissionsPerSite) } as const);
  let used = 0;
  const emit = (event: SubmitEvent) => {
    const reported = formEvent(harvested, event);
    if (reported !== undefined) querying.emit(reported);
    if (event.type !== 'submission') return;
    const before = shown.size;
    for (const record of recordEvents(harvested, event, shown)) querying.emit(record);
    progress.records += shown.size - before;
  };
  if (most === 0) {
    const reason = sameAs === undefined ? onSite : ({ code: 'same-request', detail: sameAs } as const);
    const event = { type: 'form-skipped', reason } as const;
    progress.formsLeft--;
    await persistOutcome(recording, harvested, event);
    emit(event);
    return used;
  }
  const task = {
    form: { ...harvested.form, controls: harvested.controls },
    page: harvested.page,
    domain: harvested.domain,
    overHttp,
    sources: {
      ...book.sourcesFor(harvested.domain),
      siteWords: words.wordsFor(harvested.page),
      nearPages: words.unreadNear(harvested.page),
      foundWords: await wordsFound(recording, harvested),
    },
  };
  const answers = await AnswerForms.of(querying, harvested);
  const { store, runId, log, statistics } = recording;
  const kept = await storeLedger({
    ...{ store, runId, site: harvested.site, formId: harvested.formId },
    now: () => Date.now(),
    archive: async (entry, settlement) => {
      await answers.look(entry, settlement);
      await describeAnswer(log, entry, settlement);
      await log.flush();
    },
    archiveDetail: async (detail) => {
      await describeDetail(log, detail);
      await log.flush();
    },
    acknowledge: async (trx) => {
      await answers.keep(trx);
      await statistics.writeRun(trx, log.bytes);
    },
    ...{ retryUnknown: options.retryUnknown, refresh: options.refresh },
  });
  const ledger = elsewhere ? ledgerUnder(kept, harvested.page) : kept;
  const reading = { ...READING, readAnswer: answers.reading(READING.readAnswer) };
  const queries = submitForm(task, outboundOf(querying), ledger, reading, {
    maxSubmissions: most,
    maxAnswerPages: options.maxAnswerPages,
    detailPages: options.detailPages === 'all' ? Number.POSITIVE_INFINITY : options.detailPages,
    text: options.text,
    span: daySpan(options.from, options.to),
    maxRetries: options.maxRetries,
    now,
    signal,
  });
  for await (const step of queries) {
    const cut = step.type === 'form-done' && step.reason.code === 'max-submissions';
    const event = cut && most < options.maxSubmissions ? { ...step, reason: onSite } : step;
    if (event.type === 'form-done') used = event.asked;
    if (event.type === 'submission') progress.submissions++;
    else if (event.type !== 'detail') {
      progress.formsLeft--;
      await persistOutcome(recording, harvested, event);
    }
    emit(event);
    if (isSpent()) return undefined;
    await querying.pause.over(signal);
  }
  return used;
}

/** The part of a form's ledger that holds what was sent at another page than its own. */
function ledgerUnder(ledger: Ledger, page: string): Ledger {
  const under = (entry: LedgerEntry): LedgerEntry => ({ ...entry, key: `${page} ${entry.key}` });
  return {
    ...ledger,
    resultOf: (key) => ledger.resultOf(`${page} ${key}`),
    shareAnswer: (entry, result) => ledger.shareAnswer(under(entry), result),
    begin: (entry) => ledger.begin(under(entry)),
    recordPost: (entry) => ledger.recordPost(under(entry)),
    settle: (entry, result) => ledger.settle(under(entry), result),
  };
}

/** Shares way out, clock and rules with every page. */
export function outboundOf({ hosts, browser }: Pick<Querying, 'hosts' | 'browser'>): Outbound {
  const { http, politeness, robots, deny, acceptsTerms } = hosts;
  return {
    ...(acceptsTerms !== undefined && { acceptsTerms }),
    egress: http,
    permit: async (url, signal) => {
      const denied = deny(url);
      if (denied !== undefined) throw new RefusedError(`${url} is on the deny-list (${denied})`);
      const rules = await robots.of(url, signal);
      if (!rules.allows(url)) throw new RefusedError(`robots.txt forbids ${url}`);
      await politeness.acquire(hostOf(url), signal);
    },
    ended: (url) => politeness.release(hostOf(url)),
    pause: (url, ms) => politeness.blockUntil(hostOf(url), ms),
    ...(browser !== undefined && { browser }),
  };
}
