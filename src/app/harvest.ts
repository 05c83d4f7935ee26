import { chooseClassifiers } from '../crawl/analysis/index.ts';
import { EventQueue, type HarvestEvent } from '../crawl/events/index.ts';
import {
  beginRun,
  type Crawl,
  checkArchive,
  judgeNews,
  NetworkDownError,
  openCrawl,
  Pause,
  planRun,
  type Recording,
  type RunOutcome,
  Scope,
  storedScope,
  webName,
  withLostPages,
} from '../crawl/run/index.ts';
import {
  type HarvestOptions,
  httpClientOptions,
  type ResolvedOptions,
  resolveOptions,
} from '../crawl/settings/index.ts';
import { checkProvider } from '../crawl/site-locating/index.ts';
import { isShareable, openStore } from '../drivers/open/index.ts';
import type { Domain } from '../foundation/domain/index.ts';
import { FieldfareError } from '../foundation/errors/index.ts';
import { createHttpClient, denyList, openTransport } from '../foundation/http/index.ts';
import { OptionsError } from '../foundation/options/index.ts';
import { type ExchangeLogOptions, openExchangeLog } from '../foundation/warc/index.ts';
import {
  forgetExpired,
  forgetRun,
  judgeOrphans,
  type Retention,
  type RunKind,
  readNoveltySettings,
} from '../library/index.ts';
import { coordinationOf, reasonOf, type Store } from '../storage/index.ts';
import { checkOnChange, noteChangesDue, sendChanges } from './notify-changes.ts';
import { readyReader } from './ready-reader.ts';

/** A running harvest: what it tells, and a way to stop it. */
export interface Harvest extends AsyncIterable<HarvestEvent> {
  /** Ends the run in good order: pages under way are finished, the rest waits for `resume`. */ stop(): void;
  /** Begins nothing new until it is resumed: pages under way are finished, and time does not count. */
  pause(): void;
  resume(): void;
}

/** Says where a harvest is kept and as what; passed in so that another store, and a disk that fills up, can be tried. */
interface Keeping {
  /** Kind of a run that begins; by default a harvest, unless its budget is one page. */
  readonly kind?: RunKind;
  /** Opens the store in a folder; an SQLite file by default. */
  readonly open?: (folder: string, isShared: boolean) => Promise<Store>;
  readonly log?: Pick<ExchangeLogOptions, 'openFile'>;
  /** Says how segments of `options.archive` are cut, and how long their storage is waited for. */
  readonly segments?: Omit<NonNullable<ExchangeLogOptions['archive']>, 'folder' | 'onWarning'>;
}

/**
 * Harvests the searchable forms of one or more domains.
 *
 * ```ts
 * for await (const event of harvest({ domains: ['book'], web: 'practice' })) {
 *   if (event.type === 'form' && event.verdict.searchable) console.log(event.action);
 * }
 * ```
 * Everything found is kept in the store under `options.storage`; a run that ends early goes on with `resume: true`.
 * Leaving the loop stops the run in good order.
 * @throws (from the iteration) {OptionsError}, {DomainError}, {TransportError}, {StoreError} with what to do about it
 */
export function harvest(options: HarvestOptions, keeping: Keeping = {}): Harvest {
  const stopper = new AbortController();
  const pause = new Pause();
  return {
    stop: () => stopper.abort(),
    pause: () => pause.set(true),
    resume: () => pause.set(false),
    async *[Symbol.asyncIterator]() {
      const events = new EventQueue<HarvestEvent>();
      const running = run(options, keeping, events, { stop: stopper.signal, pause }).then(
        () => events.end(),
        (error: unknown) => events.end(error),
      );
      try {
        yield* events;
      } finally {
        stopper.abort();
        await running;
      }
    },
  };
}

/** Holds what ends a run early, or holds it up. */
interface Control {
  readonly stop: AbortSignal;
  readonly pause: Pause;
}

async function run(
  given: HarvestOptions,
  { kind, open = openForWriting, log: logOptions, segments }: Keeping,
  events: EventQueue<HarvestEvent>,
  { stop, pause }: Control,
): Promise<void> {
  const closing: (() => Promise<unknown>)[] = [];
  let explain = (error: unknown): unknown => error;
  const emit = (event: HarvestEvent) => events.push(event);
  const warn = (message: string) => emit({ type: 'warning', message });
  try {
    const asked = resolveOptions(given);
    for (const spec of asked.search) checkProvider(spec);
    denyList([...asked.deny, ...asked.include]);
    checkOnChange(asked);
    // Mistakes in what the user gave come to light before anything is created.
    const early = asked.resume === false ? await readyReader(asked, closing, warn) : undefined;
    if (asked.values !== undefined) {
      const { checkValues } = await import('../crawl/run/index.ts');
      checkValues(asked.values);
    }
    await checkArchive(asked);
    if (asked.novelty !== 'off' && asked.resume === false)
      await readNoveltySettings(asked.domains, asked.ontologies);
    const store = await open(asked.storage, asked.workersOnly);
    explain = store.explain;
    closing.push(() => store.close());
    const planned = await planRun(store, given, asked);
    const plan = { ...planned, kind: kind ?? planned.kind };
    const { options } = plan;
    if (asked.workersOnly) coordinationOf(store);
    const { onChange, allowPrivate } = options;
    const notify = async (tries?: number) => {
      if (onChange === undefined) return;
      // What was harvested stays whole, whatever becomes of the message.
      await sendChanges(store, { allowPrivate, emit, signal: stop, tries }).catch((error: unknown) =>
        warn(`the changes could not be sent: ${error instanceof Error ? error.message : String(error)}`),
      );
    };
    await notify(1);
    if (store.coordination !== undefined) {
      await early?.reader.close();
      const { harvestShared } = await import('../wings/cluster/index.ts');
      const row = await harvestShared({ store, plan, stop, pause, workersOnly: asked.workersOnly, emit });
      if (row?.status_code === 'seeds-unreachable') throw await seedsUnreachable({ store, runId: row.id });
      const { wanted } = chooseClassifiers(options.domains, options);
      if (row?.status === 'complete' || row?.status === 'partial' || row?.status === 'budget') {
        noteChangesDue(store, row.id, options);
        await notify();
        await forgetOldRuns(store, options, wanted, emit);
      }
      return;
    }
    const { classifiers, reader } = early ?? (await readyReader(options, closing, warn));
    const web = typeof options.web === 'string' ? await openTransport(options.web, options) : options.web;
    if (typeof options.web === 'string') closing.push(() => web.close());
    const { runId, resumed, logBytes, archive } = await beginRun(store, plan);
    const log = await openExchangeLog(store.runFolder(runId), {
      ...logOptions,
      acknowledged: logBytes,
      archive: archive && {
        ...segments,
        folder: archive,
        onWarning: warn,
      },
      maxFileBytes: options.warcSize,
    });
    closing.push(() => log.close());
    const scope = new Scope(await storedScope(store, runId), classifiers.wanted);
    const egress = createHttpClient({ transport: web, log, deny: scope.deny, ...httpClientOptions(options) });
    const storage = { runId, store, log };
    const crawl = await openCrawl({
      plan,
      storage,
      network: { transport: web, http: egress, scope },
      analysis: { classifiers, reader },
      closing,
      pause,
      emit,
    });
    const seeds = await crawl.seed(classifiers.wanted).catch(async (error: unknown) => {
      if (resumed || !(error instanceof OptionsError)) throw error;
      // There is nothing to start from, and nothing to go on with later.
      await log.close();
      await forgetRun(store, runId);
      throw error;
    });
    emit({ type: 'start', runId, resumed, seeds, web: webName(options) });
    const unfollow = pause.follow(storage, emit);
    closing.push(unfollow);
    try {
      const explored = await crawl.explore(stop);
      if (explored.status === 'complete' && crawl.progress.pages === 0) throw await seedsUnreachable(storage);
      await crawl.archiveWholePages(explored, stop);
      const queried = await crawl.query(explored, stop);
      await pause.over(stop);
      const outcome = await judgeNews(storage, options, await withLostPages(storage, queried), emit, stop);
      await unfollow();
      if (outcome.status !== 'interrupted') noteChangesDue(store, runId, options);
      await finish(crawl, storage, outcome);
      await notify();
      if (outcome.status !== 'interrupted') await forgetOldRuns(store, options, classifiers.wanted, emit);
      const { progress, requests } = crawl;
      emit({ type: 'end', runId, ...outcome, progress, ...(requests !== undefined && { requests }) });
    } catch (error) {
      await unfollow();
      await markEnded(storage, error);
      throw error;
    }
  } catch (error) {
    throw explain(error);
  } finally {
    for (const close of closing.reverse()) await close().catch(() => undefined);
  }
}

const openForWriting = (folder: string, isShared: boolean): Promise<Store> =>
  openStore(folder, { mode: isShared || isShareable() ? 'share' : 'write' });

type RunOfStore = Pick<Recording, 'runId' | 'store'>;

export class SeedsUnreachableError extends FieldfareError {
  readonly code = 'seeds-unreachable';
  override readonly httpStatus = 502;
  /** Each of them answered, with what is no page. */
  readonly areNoPages: boolean;
  constructor(message: string, areNoPages: boolean, options?: { readonly hint: string }) {
    super(message, options);
    this.areNoPages = areNoPages;
  }
}

const NO_PAGES: ReadonlySet<string | null> = new Set(['no-page', 'not-html', 'download']);

/** Nothing at all could be read: the user's addresses, network or proxy are wrong, and a summary of zeros would hide it. */
async function seedsUnreachable({ store, runId }: RunOfStore): Promise<Error> {
  const { linkText } = await import('../reports/index.ts');
  const rows = await store.runs.firstLinks(runId, 3);
  const examples = rows
    .map(({ url, reason_code, reason_detail }) => {
      const reason = reasonOf(reason_code ?? 'no-page', reason_detail);
      return `${url} (${reason.code === 'robots' ? 'forbidden by robots.txt' : linkText(reason)})`;
    })
    .join(', ');
  const hint = rows.every(({ reason_code }) => reason_code === 'robots')
    ? '--no-robots asks all the same, for hosts of your own'
    : 'check the addresses, the network, and --proxy if you need one';
  const areNoPages = rows.every(({ reason_code }) => NO_PAGES.has(reason_code));
  return new SeedsUnreachableError(`no seed could be read: ${examples}`, areNoPages, { hint });
}

/** A run that could read nothing has failed; any other is cut off, and keeps what it found. */
async function markEnded({ store, runId }: RunOfStore, failure: unknown): Promise<void> {
  const status_detail = failure instanceof Error ? failure.message : String(failure);
  const isUnread = failure instanceof SeedsUnreachableError;
  const status_code = isUnread
    ? failure.code
    : failure instanceof NetworkDownError
      ? 'network-down'
      : 'failed';
  const status = isUnread ? 'failed' : 'interrupted';
  const change = { status, status_code, status_detail } as const;
  await store.transaction((trx) => trx.runs.update(runId, change)).catch(() => undefined);
}

/** Runs of these domains that are no longer to be kept go when a newer one has come to its end. */
async function forgetOldRuns(
  store: Store,
  options: ResolvedOptions,
  wanted: readonly Domain[],
  emit: (event: HarvestEvent) => void,
): Promise<void> {
  const { keepRuns: runs, keepDays: days, keepDisk: disk } = options;
  const rules = new Map<string, Retention>(
    wanted.map(({ name, keep }) => [
      name,
      { runs: runs ?? keep.runs, days: days ?? keep.days, disk: disk ?? keep.disk },
    ]),
  );
  for (const { run, why } of await forgetExpired(store, rules, Date.now()))
    emit({ type: 'forgotten', runId: run.id, reason: why });
  await judgeOrphans(store, (message) => emit({ type: 'warning', message }));
}

/** Writes down how far the run has come, and that it has ended. */
async function finish(
  crawl: Crawl,
  { store, runId, log }: RunOfStore & Pick<Recording, 'log'>,
  { status, reason }: RunOutcome,
): Promise<void> {
  await log.deliver();
  await store.transaction(async (trx) => {
    await crawl.writeProgress(trx);
    const ended = { status, status_code: reason?.code ?? null, status_detail: reason?.detail ?? null };
    await trx.runs.update(runId, ended);
  });
}
