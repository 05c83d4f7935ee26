/** The hidden-web gateway: verified forms of a store, called with values, answered with records and where they come from. */

import { join } from 'node:path';
import type { HarvestEvent } from '../crawl/events/index.ts';
import { Politeness, RobotsCache } from '../crawl/frontier/index.ts';
import { NoBrowserError, openBrowser } from '../crawl/rendering/index.ts';
import { CLOCK, outboundOf } from '../crawl/run/index.ts';
import {
  denyListOf,
  type HarvestOptions,
  httpClientOptions,
  type ResolvedOptions,
  resolveOptions,
} from '../crawl/settings/index.ts';
import { openStore } from '../drivers/open/index.ts';
import type { TreeDocument } from '../foundation/dom/index.ts';
import { loadDomain } from '../foundation/domain/index.ts';
import { createHttpClient, denyList, openTransport, TransportError } from '../foundation/http/index.ts';
import { siteOf, withScheme } from '../foundation/url/index.ts';
import { SiteNotations } from '../library/index.ts';
import type { RunRow, Store } from '../storage/index.ts';
import {
  askForm,
  FormChangedError,
  FormSession,
  formKnowledge,
  type Outbound,
  type QueryValues,
} from '../submissions/index.ts';
import { cachedQuestion } from './answer-cache.ts';
import { answerOf, type CallAnswer } from './call-answer.ts';
import { isOfAddress, QueryError, type StoredForm, selectionOf, storedForms } from './callable-forms.ts';
import { type Harvest, harvest, SeedsUnreachableError } from './harvest.ts';
import { submitPage } from './submit.ts';

export interface CallOptions {
  /** Records wanted, 1 to 100 (default 20). */
  readonly limit?: number | undefined;
  /** `next` of the answer before; the same values belong to it. */
  readonly cursor?: string | undefined;
  /** Milliseconds that a kept answer may be old (default an hour). */
  readonly maxAge?: number | undefined;
}

/** Says how pages may be reached that no run has visited. */
export type FindOptions = Pick<
  HarvestOptions,
  'web' | 'allowPrivate' | 'render' | 'contact' | 'robots' | 'delayMs' | 'maxSeconds'
> & {
  /** Hears of what a run that finds and verifies does. */
  readonly onEvent?: (event: HarvestEvent) => void;
  /** Ends what runs; the next call goes on with it. */
  readonly stop?: AbortSignal | undefined;
};

export const MOST_RECORDS = 100;
const RECORDS = 20;
const HOUR = 3_600_000;
/** Pages of an answer that one call may ask for. */
const MOST_PAGES = 10;
/** Answers that are gone on with may be as old. */
const CURSOR_AGE = 24 * HOUR;

/** What comes of `https:` at a host that answers to `http:` alone. */
const NOT_SECURE: ReadonlySet<TransportError['reason']> = new Set(['connect', 'tls', 'reset', 'protocol']);

interface Connection {
  readonly out: Outbound;
  readonly options: ResolvedOptions;
}

export class Gateway {
  private readonly storage: string;
  /** A connection that reads. */
  readonly store: () => Promise<Store>;
  private readonly connections = new Map<string, Promise<Connection>>();
  private readonly closing: (() => Promise<unknown>)[] = [];
  /** The last call of each site: the next one waits for it. */
  private readonly turns = new Map<string, Promise<unknown>>();
  /** Says when requests left, by site. */
  private readonly sent = new Map<string, number[]>();
  private readonly stop = new AbortController();

  constructor(storage: string, store: () => Promise<Store>) {
    this.storage = storage;
    this.store = store;
  }

  /**
   * Calls a form.
   * @throws {QueryError}; {ParameterError} for values that it does not take
   */
  async call(form: StoredForm, values: QueryValues, options: CallOptions = {}): Promise<CallAnswer> {
    const { formId, site } = form.harvested;
    if (form.outcome !== 'verified')
      throw new QueryError('form-not-verified', `form ${formId} is not verified, but ${form.outcome}`);
    form.callable.fill(values);
    const before = this.turns.get(site);
    const turn = (async () => {
      await before?.catch(() => undefined);
      return this.ask(form, values, options);
    })();
    this.turns.set(site, turn);
    try {
      return await turn;
    } finally {
      if (this.turns.get(site) === turn) this.turns.delete(site);
    }
  }

  /**
   * The verified forms that a target names (a form's id, a site, an address), best first. The page of an address without
   * any is asked first, in a small run of its own of less than a minute; the next call goes on with a run whose time was over.
   */
  async find(target: string, options: FindOptions = {}): Promise<readonly StoredForm[]> {
    const which = selectionOf(target);
    const known = await this.known(which);
    // A name without a dot is no host.
    if (known.length > 0 || which.formId !== undefined || !/[.:/]|^localhost$/.test(target)) return known;
    const unfinished = await this.unfinished(target);
    if (unfinished !== undefined) return this.goOn(unfinished, options);
    return this.verify(await this.reachable(target, options), options);
  }

  /** An address with the scheme that its host answers to: `http:` where nothing answers to `https:`. */
  private async reachable(
    address: string,
    { onEvent: _e, stop: _s, ...given }: FindOptions,
  ): Promise<string> {
    const secure = withScheme(address);
    if (secure === address) return address;
    const { out } = await this.connect(resolveOptions({ ...given, render: 'never', resume: true }));
    try {
      const url = new URL('/robots.txt', secure).href;
      await out.egress.fetch({ url, kind: 'robots' }, { signal: this.stop.signal });
      return secure;
    } catch (error) {
      if (error instanceof TransportError && NOT_SECURE.has(error.reason))
        return secure.replace(/^https:/, 'http:');
      return secure;
    }
  }

  /** Asks the forms of a page anew, and goes on where a few questions verify none. @returns all that were asked */
  async verify(page: string, given: FindOptions = {}): Promise<readonly StoredForm[]> {
    const { onEvent: _e, stop: _s, ...options } = given;
    const running = submitPage(page, { ...VERIFYING, ...options, storage: this.storage }, 'query');
    const { runId, isCut } = await ended(running, given).catch((error: unknown) => {
      if (error instanceof SeedsUnreachableError && error.areNoPages) return { runId: 0, isCut: true };
      throw error;
    });
    const forms = await this.formsOf(runId);
    if (isCut || forms.length === 0 || forms.some(({ outcome }) => outcome === 'verified')) return forms;
    await ended(harvest({ ...GOING_ON, resume: runId, storage: this.storage }), given);
    return this.formsOf(runId);
  }

  /**
   * Goes on with the run that verified a form until its database is read, as far as the budgets of a harvest reach.
   * @returns the forms of the run
   */
  async harvestAll({ run }: StoredForm, given: FindOptions = {}): Promise<readonly StoredForm[]> {
    await ended(harvest({ ...WHOLE_DATABASE, resume: run.id, storage: this.storage }), given);
    return this.formsOf(run.id);
  }

  /** Finds the newest small run of a page that was cut off before a form was verified. */
  private async unfinished(page: string): Promise<RunRow | undefined> {
    // Before its first run a folder holds no store.
    const store = await this.store().catch(() => undefined);
    const last = (await store?.runs.all())?.findLast((run) => isOfAddress(run, page));
    return last !== undefined && isCutBy(last.status_code) ? last : undefined;
  }

  private async goOn({ id, active_ms }: RunRow, given: FindOptions) {
    const maxSeconds = Math.ceil(active_ms / 1_000) + (given.maxSeconds ?? VERIFYING.maxSeconds);
    await ended(harvest({ ...GOING_ON, maxSeconds, resume: id, storage: this.storage }), given);
    return this.formsOf(id);
  }

  private async formsOf(runId: number): Promise<readonly StoredForm[]> {
    return (await storedForms(await this.store())).filter(({ run }) => run.id === runId);
  }

  async close(): Promise<void> {
    this.stop.abort();
    await Promise.allSettled(this.turns.values());
    for (const close of this.closing.reverse()) await close().catch(() => undefined);
  }

  private async known(which: ReturnType<typeof selectionOf>): Promise<readonly StoredForm[]> {
    try {
      return (await storedForms(await this.store(), which)).filter(
        ({ outcome }) => outcome === 'verified' || which.formId !== undefined,
      );
    } catch (error) {
      // Before its first run a folder holds no store.
      if (which.page !== undefined) return [];
      throw error;
    }
  }

  private async ask(form: StoredForm, values: QueryValues, options: CallOptions): Promise<CallAnswer> {
    const { run, harvested } = form;
    const { formId, site, page, domain } = harvested;
    const { limit = RECORDS, cursor, maxAge = HOUR } = options;
    const from = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString()) || 0;
    const most = Math.min(MOST_RECORDS, Math.max(1, limit));
    const folder = join(this.storage, 'answers', formId);
    const { query } = form.callable.fill(values);
    const kept = await cachedQuestion(folder, query.id, {
      now: Date.now(),
      maxAge: from > 0 ? Math.max(maxAge, CURSOR_AGE) : maxAge,
    });
    const { out, options: rules } = await this.connect(optionsOf(run));
    const asked = await askForm(
      {
        form: { ...harvested.form, controls: harvested.controls },
        ...{ page, domain, values },
        knowledge: await formKnowledge(await this.store(), run.id, harvested),
      },
      {
        out: this.counted(out, site, rules.maxSubmissionsPerSite),
        ledger: kept.ledger,
        enough: from + most + 1,
        maxPages: MOST_PAGES,
        maxRetries: Math.min(1, rules.maxRetries),
        now: new Date(),
        signal: this.stop.signal,
      },
    ).catch((error: unknown) => {
      if (!(error instanceof FormChangedError)) throw error;
      throw new QueryError('form-changed', error.message, `ask it anew with "fieldfare submit ${page}"`);
    });
    await kept.save();
    const notations = new SiteNotations(await this.store(), run.id);
    return answerOf(form, asked, { askedAt: kept.askedAt, from, most, notations });
  }

  /** Fetches a page as a harvest would: robots.txt, politeness and networks as the options have them. */
  async page(url: string, given: FindOptions = {}): Promise<TreeDocument> {
    const { out, options } = await this.connect(resolveOptions({ render: 'never', ...given, resume: true }));
    const counted = this.counted(out, siteOf(url), options.maxSubmissionsPerSite);
    const { tree, status } = await new FormSession(counted, this.stop.signal, 1).formPage(url);
    if (status >= 400) throw new QueryError('no-answer', `${url} answers with status ${status}`);
    return tree;
  }

  /** The way out of a run, with its rules; opened once. */
  private connect(options: ResolvedOptions): Promise<Connection> {
    const { web, allowPrivate, render, delayMs, robots, contact, timeoutMs, deny, acceptTerms, domains } =
      options;
    const rules = [
      web,
      allowPrivate,
      render,
      delayMs,
      robots,
      contact,
      timeoutMs,
      deny,
      acceptTerms,
      domains,
    ];
    const key = JSON.stringify(rules);
    const known = this.connections.get(key);
    if (known !== undefined) return known;
    const opened = this.open(options);
    this.connections.set(key, opened);
    opened.catch(() => this.connections.delete(key));
    return opened;
  }

  private async open(options: ResolvedOptions): Promise<Connection> {
    const { web, robots, render, delayMs, domains } = options;
    const transport = typeof web === 'string' ? await openTransport(web, options) : web;
    if (typeof web === 'string') this.closing.push(() => transport.close());
    const deny = denyListOf(
      options,
      domains.map((domain) => loadDomain(domain)),
    );
    const http = createHttpClient({ transport, deny, ...httpClientOptions(options) });
    const politeness = new Politeness(CLOCK, delayMs ?? (transport.kind === 'live' ? 1_000 : 0));
    const agreed = denyList(options.acceptTerms);
    const hosts = {
      ...{ http, politeness, robots: new RobotsCache(http, politeness, robots), deny },
      acceptsTerms: (url: string) => agreed(url) !== undefined,
    };
    const browser = render === 'never' ? undefined : await this.browser(options, http);
    return { out: outboundOf({ hosts, browser }), options };
  }

  private async browser(options: ResolvedOptions, http: Parameters<typeof openBrowser>[1]) {
    try {
      return await openBrowser(options, http, this.closing);
    } catch (error) {
      // Most forms need none.
      if (error instanceof NoBrowserError) return undefined;
      throw error;
    }
  }

  /** The same way out, with no more requests to a site in an hour than a harvest puts questions to it. */
  private counted(out: Outbound, site: string, most: number): Outbound {
    return {
      ...out,
      permit: async (url, signal) => {
        const recent = (this.sent.get(site) ?? []).filter((at) => at > Date.now() - HOUR);
        if (recent.length >= most)
          throw new QueryError(
            'query-budget',
            `${site} was asked ${most} times in the last hour`,
            'ask again later',
          );
        this.sent.set(site, [...recent, Date.now()]);
        await out.permit(url, signal);
      },
    };
  }
}

/** The options of a run: networks that it was not allowed to visit, calls are not allowed to visit either. */
function optionsOf({ options }: RunRow): ResolvedOptions {
  const stored = JSON.parse(options) as Partial<ResolvedOptions>;
  return { ...resolveOptions({ domains: [...(stored.domains ?? [])], resume: true }), ...stored };
}

/** A small run that shows whether the forms of a page search. */
const VERIFYING = {
  maxSubmissions: 8,
  maxSubmissionsPerSite: 16,
  maxAnswerPages: 1,
  detailPages: 0,
  maxSeconds: 45,
  // Dozens of style sheets and icons at one a second leave no time for a question.
  pictures: false,
} as const;

/** Its time is that of the whole run. */
const GOING_ON = { maxSubmissions: 16, maxSubmissionsPerSite: 32 } as const;

/** Budgets that read a whole database: those of a harvest, and a day. */
export const WHOLE_DATABASE = {
  maxSubmissions: 500,
  maxSubmissionsPerSite: 1_000,
  maxAnswerPages: 1_000,
  maxSeconds: 86_400,
} as const;

/** Its time was over, or somebody stopped it. */
const isCutBy = (code: RunRow['status_code'] | undefined): boolean =>
  code === 'max-seconds' || code === 'stopped';

async function ended(
  running: Harvest,
  { onEvent, stop }: FindOptions,
): Promise<{ readonly runId: number; readonly isCut: boolean }> {
  let runId = 0;
  let isCut = false;
  const end = () => running.stop();
  stop?.addEventListener('abort', end, { once: true });
  if (stop?.aborted) end();
  for await (const event of running) {
    onEvent?.(event);
    if (event.type === 'start') runId = event.runId;
    if (event.type === 'end') isCut = isCutBy(event.reason?.code);
  }
  return { runId, isCut };
}

/** A gateway over a folder that opens its store itself. */
export function openGateway(storage: string): Gateway {
  let opened: Promise<Store> | undefined;
  const gateway = new Gateway(storage, () => {
    opened ??= openStore(storage, { mode: 'read' }).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  });
  const close = gateway.close.bind(gateway);
  gateway.close = async () => {
    await close();
    await (await opened?.catch(() => undefined))?.close();
  };
  return gateway;
}
