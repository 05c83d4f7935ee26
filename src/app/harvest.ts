import { knowledgeOf, loadClassifiers, PageAnalyser } from '../crawl/analysis/index.ts';
import { EventQueue, type HarvestEvent } from '../crawl/events/index.ts';
import { BY_ROBOTS } from '../crawl/frontier/index.ts';
import {
  beginRun,
  checkValues,
  crawl,
  openCrawl,
  judgeNews,
  type Outcome,
  planRun,
  enqueueSeeds,
  NetworkDownError,
  runSubmissions,
  type CrawlContext,
  webName,
} from '../crawl/run/index.ts';
import {
  denyListOf,
  httpClientOptions,
  type HarvestOptions,
  type ResolvedOptions,
  resolveOptions,
} from '../crawl/settings/index.ts';
import { checkProvider } from '../crawl/site-locating/index.ts';
import { explained, type OpenStoreOptions, openStore } from '../drivers/sqlite/index.ts';
import type { Domain } from '../foundation/domain/index.ts';
import { FieldfareError } from '../foundation/errors/index.ts';
import { createHttpClient, denyList, openTransport, reasonInWords } from '../foundation/http/index.ts';
import { type ExchangeLogOptions, openExchangeLog } from '../foundation/warc/index.ts';
import { forgetExpired, judgeOrphans, type Retention, readNoveltySettings } from '../library/index.ts';

/** A running harvest: what it tells, and a way to stop it. */
export interface Harvest extends AsyncIterable<HarvestEvent> {
  /** Ends the run in good order: pages under way are finished, the rest waits for `resume`. */
  stop(): void;
}

/** How the disk is used; passed in so that one that fills up can be tried. */
interface Disk {
  readonly store?: Omit<OpenStoreOptions, 'mode'>;
  readonly log?: Pick<ExchangeLogOptions, 'openFile'>;
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
export function harvest(options: HarvestOptions, disk: Disk = {}): Harvest {
  const stopper = new AbortController();
  return {
    stop: () => stopper.abort(),
    async *[Symbol.asyncIterator]() {
      const events = new EventQueue<HarvestEvent>();
      const running = run(options, disk, events, stopper.signal).then(
        () => events.end(),
        (error: unknown) => events.end(explained(error, options.storage ?? 'storage')),
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

async function run(
  given: HarvestOptions,
  disk: Disk,
  events: EventQueue<HarvestEvent>,
  stop: AbortSignal,
): Promise<void> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const asked = resolveOptions(given);
    for (const spec of asked.search) checkProvider(spec);
    denyList(asked.deny);
    // Mistakes in what the user gave come to light before anything is created.
    const early = asked.resume === false ? await readyReader(asked, closing) : undefined;
    checkValues(asked.values);
    if (asked.novelty !== 'off' && asked.resume === false)
      await readNoveltySettings(asked.domains, asked.ontologies);
    const store = await openStore(asked.storage, { ...disk.store, mode: 'write' });
    closing.push(() => store.close());
    const plan = await planRun(store, given, asked);
    const { options, raised, again } = plan;
    const { judgement, reader } = early ?? (await readyReader(options, closing));
    const web = typeof options.web === 'string' ? await openTransport(options.web, options) : options.web;
    if (typeof options.web === 'string') closing.push(() => web.close());
    const { runId, resumed, logBytes } = await beginRun(store, plan);
    const log = await openExchangeLog(store.runFolder(runId), {
      ...disk.log,
      acknowledged: logBytes,
      maxFileBytes: options.warcSize,
    });
    closing.push(() => log.close());
    const deny = denyListOf(options, judgement.wanted);
    const egress = createHttpClient({ web, log, deny, ...httpClientOptions(options) });
    const context = await openCrawl({
      options,
      raised,
      again,
      runId,
      store,
      web,
      log,
      egress,
      deny,
      events,
      judgement,
      reader,
      closing,
    });
    // A run may have died before its seeds were in.
    const seeds = context.sites.count > 0 ? [] : await enqueueSeeds(context, judgement.wanted);
    context.emit({ type: 'start', runId, resumed, seeds: seeds.length, web: webName(options) });
    try {
      const outcome = await crawl(context, stop);
      if (outcome.status === 'complete' && context.statistics.pages === 0)
        throw await seedsUnreachable(context);
      const asked = await runSubmissions(context, outcome, judgement.wanted, stop);
      await finish(context, await judgeNews(context, asked, stop), judgement.wanted);
    } catch (error) {
      await markInterrupted(context, error);
      throw error;
    }
  } finally {
    for (const close of closing.reverse()) await close().catch(() => undefined);
  }
}

export class SeedsUnreachableError extends FieldfareError {
  readonly code = 'seeds-unreachable';
  override readonly httpStatus = 502;
}

/** Threads take a while to load; they do it while the rest is set up. */
async function readyReader(options: ResolvedOptions, closing: (() => Promise<unknown>)[]) {
  const knowledge = await knowledgeOf(options.domains, options);
  const judgement = loadClassifiers(options.domains, options, knowledge);
  const reader = new PageAnalyser({ judgement, threads: 1, timeoutMs: 20_000 });
  closing.push(() => reader.close());
  return { judgement, reader };
}

/** Nothing at all could be read: the user's addresses, network or proxy are wrong, and a summary of zeros would hide it. */
async function seedsUnreachable(context: CrawlContext): Promise<Error> {
  const rows = await context.store.db
    .selectFrom('link')
    .select(['url', 'reason'])
    .where('run_id', '=', context.runId)
    .orderBy('id')
    .limit(3)
    .execute();
  const examples = rows.map(({ url, reason }) => `${url} (${seedReason(reason)})`).join(', ');
  const hint = rows.every(({ reason }) => reason === BY_ROBOTS)
    ? '--no-robots asks all the same, for hosts of your own'
    : 'check the addresses, the network, and --proxy if you need one';
  return new SeedsUnreachableError(`no seed could be read: ${examples}; ${hint}`);
}

const seedReason = (reason: string | null): string =>
  reason === BY_ROBOTS ? 'forbidden by robots.txt' : reasonInWords(reason ?? 'no page');

async function markInterrupted(context: CrawlContext, failure: unknown): Promise<void> {
  const reason = failure instanceof Error ? failure.message : String(failure);
  await context.store.db
    .updateTable('run')
    .set({ status: 'interrupted', status_reason: reason, status_code: interruptionOf(failure) })
    .where('id', '=', context.runId)
    .execute()
    .catch(() => undefined);
}

/** Nothing answered: going on asks again for what could not be had. */
const interruptionOf = (failure: unknown): 'network-down' | 'seeds-unreachable' | null => {
  if (failure instanceof NetworkDownError) return 'network-down';
  return failure instanceof SeedsUnreachableError ? 'seeds-unreachable' : null;
};

/** Runs of these domains that are no longer to be kept go when a newer one has come to its end. */
async function forgetOldRuns(
  { options, store, emit }: CrawlContext,
  wanted: readonly Domain[],
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

async function finish(
  context: CrawlContext,
  { status, reason }: Outcome,
  wanted: readonly Domain[],
): Promise<void> {
  await context.log.flush();
  await context.store.transaction(async (trx) => {
    await context.statistics.writeRun(trx, context.log.bytes);
    await trx
      .updateTable('run')
      .set({ status, status_reason: reason })
      .where('id', '=', context.runId)
      .execute();
  });
  if (status !== 'interrupted') await forgetOldRuns(context, wanted);
  const progress = context.statistics.progress(context.frontier.waitingCount, context.sites.count);
  context.emit({ type: 'end', runId: context.runId, status, reason, progress });
}
