/** What one worker of a run does for all of them: sites are offered, phases change, the run comes to its end. */

import type { HarvestEvent } from '../../crawl/events/index.ts';
import {
  isQueriedFirst,
  judgeNews,
  keepElements,
  openElements,
  type RunOutcome,
  withLostPages,
} from '../../crawl/run/index.ts';
import { harvestedForms } from '../../library/index.ts';
import {
  type Coordination,
  coordinationOf,
  type Leadership,
  type LinkCode,
  type RunRow,
  rankerName,
  rankerVersions,
  type SharedRun,
  type SiteQueue,
  type Store,
} from '../../storage/index.ts';
import { addSample } from './growth-sample.ts';
import { LostSegments } from './lost-segments.ts';
import { publishRanker, rankerOf } from './ranker-versions.ts';
import { cutPhase, EXPLORE_BUDGETS, QUERY_BUDGETS, reasonIn, usedUp } from './run-budgets.ts';
import type { RunWork } from './run-work.ts';
import type { SharedLearning } from './shared-learning.ts';
import { inboxOf, type MetSite, MOST_NOTES } from './site-notes.ts';

/** Sites offered at once for each that workers hold. */
const OFFERED = 2;
const SAMPLE_EVERY_MS = 10_000;
/** Requests after which what pages taught is published, or this share of all, whichever is more. */
const RANK_AFTER = 64;
const RANK_SHARE = 0.1;
const SITES_AT_ONCE = 5_000;
/** Budgets of a site that kept links out. */
const SITE_BUDGETS = [
  'site-page-budget',
  'site-seconds',
  'site-bytes',
] as const satisfies readonly LinkCode[];

interface LeaderParts {
  readonly store: Store;
  readonly leadership: Leadership;
  readonly work: RunWork;
  /** Says how long a site stays with a worker that says nothing. */
  readonly leaseMs: number;
  emit(event: HarvestEvent): void;
}

export class RunLeader {
  readonly leadership: Leadership;
  private readonly store: Store;
  private readonly coordination: Coordination;
  private readonly emit: (event: HarvestEvent) => void;
  private readonly lost: LostSegments;
  private work: RunWork;
  /** Sites of the run. */
  private known: Set<string> | undefined;
  /** Undefined until no site has anything left to explore. */
  private archiving: 'underway' | 'done' | undefined;
  /** Requests of the run when the ranker was last published; undefined while that is being done. */
  private ranked: number | undefined = 0;
  /** Pages that a version of the ranker has told of. */
  private told: Set<number> | undefined;
  private failure: unknown;
  private last = Date.now();
  private sampled = 0;

  constructor({ store, leadership, work, leaseMs, emit }: LeaderParts) {
    this.store = store;
    this.coordination = coordinationOf(store);
    this.leadership = leadership;
    this.work = work;
    this.emit = emit;
    this.lost = new LostSegments({ store, leadership, leaseMs, emit });
  }

  /** Goes on with the work of another phase. */
  with(work: RunWork): void {
    this.work = work;
  }

  /** Does what is due now. @throws {LeaseEndedError} another worker leads */
  async step(run: SharedRun, stop: AbortSignal): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    if (run.signal === 'pause') return this.rest();
    await this.count();
    if (run.phase === 'explore') await this.explore(run);
    else if (run.phase === 'query') await this.query(run);
    else if (run.phase === 'finish') await this.finish(run, stop);
  }

  /** While a run is paused its time does not count; that it is looked after is told now and then. */
  private async rest(): Promise<void> {
    const now = Date.now();
    this.last = now;
    if (now - this.sampled < SAMPLE_EVERY_MS) return;
    this.sampled = now;
    const { leadership, runId } = this;
    await this.store.transaction((trx) => trx.runs.update(runId, { updated_at: now }), {
      under: [leadership],
      survives: 'process',
    });
  }

  private get runId(): number {
    return this.leadership.runId;
  }

  private async explore(run: SharedRun): Promise<void> {
    await this.begin();
    const reason = reasonIn(run) ?? (await this.usedUp(EXPLORE_BUDGETS));
    const offered = await this.coordination.sites.offer(
      this.leadership,
      reason === undefined ? await this.wantedOffers() : 0,
    );
    const met = await this.takeMet();
    if (reason !== undefined && reasonIn(run) === undefined)
      return cutPhase(this.coordination, this.leadership, 'explore', reason);
    const { queued, leased, idle } = offered;
    const isEnding = queued + leased + idle + met === 0;
    if (reason === undefined) await this.rankWhenDue(run, isEnding);
    if (this.ranked === undefined || (reason === undefined ? !isEnding : leased > 0)) return;
    if (this.archiving === 'underway' || !(await this.isDelivered(run))) return;
    if (this.archiving === 'done') await this.openQuery();
    else this.archive();
  }

  private isDelivered(run: SharedRun): Promise<boolean> {
    return this.lost.areDelivered(reasonIn({ ...run, phase: 'explore' }) === undefined);
  }

  private usedUp(budgets: Parameters<typeof usedUp>[2]) {
    const { store, coordination, leadership, work } = this;
    return usedUp({ store, coordination, leadership }, work.options, budgets);
  }

  /** Beside what else a leader does: what waits in a large run takes a while to score. */
  private async rankWhenDue(run: SharedRun, isEnding: boolean): Promise<void> {
    const { ranked } = this;
    const { learning } = this.work;
    if (ranked === undefined || learning === undefined) return;
    const requests = (await this.store.runs.get(this.runId))?.requests ?? 0;
    const due = isEnding ? 1 : Math.max(RANK_AFTER, RANK_SHARE * requests);
    if (requests - ranked < due) return;
    this.ranked = undefined;
    void this.rank(run, learning).then(
      () => {
        this.ranked = requests;
      },
      (error: unknown) => {
        this.failure = error;
      },
    );
  }

  /** Publishes what pages have taught as the next version of the ranker, and scores sites by it. */
  private async rank(run: SharedRun, learning: SharedLearning): Promise<void> {
    const { contents, runs, sites } = this.coordination;
    const versions = rankerVersions(run);
    if (this.told === undefined) {
      this.told = new Set();
      for (const version of versions)
        for (const { id } of (await rankerOf(contents, version)).pages) this.told.add(id);
    }
    const pages = await learning.unread(this.told);
    await learning.takeUp(pages);
    const { scores, unvisited } = await learning.score();
    await learning.locate(unvisited);
    const places = await this.places();
    const place = places.reduce((sum, some) => sum + some, 0);
    // Who is alone has all sites.
    const leastScore =
      places.length < 2 ? null : (Float64Array.from(scores.values()).sort().at(-place) ?? null);
    const hash = await publishRanker(contents, { pages, leastScore });
    await runs.enter(this.leadership, 'explore', { [rankerName(versions.length + 1)]: hash });
    await this.put([...scores].map(([site, score]) => ({ site, score })));
    await sites.withdraw(this.leadership);
  }

  /** Few at a time: each transaction is over long before a lease or the leadership ends. */
  private async put(sites: Parameters<SiteQueue['put']>[1]): Promise<void> {
    for (let from = 0; from < sites.length; from += SITES_AT_ONCE)
      await this.coordination.sites.put(this.leadership, sites.slice(from, from + SITES_AT_ONCE));
  }

  /** Beside what else a leader does: the parts of many pages take a while. */
  private archive(): void {
    this.archiving = 'underway';
    const failed = (error: unknown) =>
      this.emit({ type: 'warning', message: `pages with search forms were not archived whole: ${error}` });
    void this.work
      .archiveWholePages()
      .catch(failed)
      .finally(() => {
        this.archiving = 'done';
      });
  }

  /** Brings the addresses to start from, and the sites that are known, into the queue. @returns how many addresses */
  async begin(): Promise<number> {
    if (this.known !== undefined) return 0;
    const rows = await this.coordination.sites.list(this.runId);
    this.known = new Set(rows.map(({ site }) => site));
    const stored = (await this.store.sites.all(this.runId)).map(({ site }) => site);
    // Sites of a run that goes on may have links that wait.
    const rest = stored.filter((site) => !this.known?.has(site));
    if (rest.length > 0) {
      await this.put(rest.map((site) => ({ site, score: 0, state: 'idle' })));
      for (const site of rest) this.known.add(site);
    }
    const seeds = (await this.takeMet()) === 0 && this.known.size === 0 ? await this.work.seed() : 0;
    await this.takeMet();
    return seeds;
  }

  /** Lets all sites be worked on again, where a run goes on that had come to its end. */
  async wake(): Promise<void> {
    const sites = await this.store.sites.all(this.runId);
    await this.put(sites.map(({ site }) => ({ site, score: 0, state: 'idle' })));
  }

  private async wantedOffers(): Promise<number> {
    return OFFERED * (await this.places()).reduce((sum, some) => sum + some, 0);
  }

  /** Sites that each worker holds at once. */
  private async places(): Promise<readonly number[]> {
    const workers = await this.coordination.workers.list();
    return workers.flatMap(({ sites, isAlive }) => (isAlive ? sites : []));
  }

  /** Puts sites that workers met among those of the run, as far as their budget reaches. @returns how many notes there were */
  private async takeMet(): Promise<number> {
    const { known = new Set<string>(), runId } = this;
    if (!(await this.coordination.inbox.has(runId, ['']))) return 0;
    const { maxSites } = this.work.options;
    const fresh: MetSite[] = [];
    let keptOut = false;
    const taken = await this.store.transaction(
      async (trx) => {
        const notes = await inboxOf(trx).take(runId, [''], MOST_NOTES);
        fresh.length = 0;
        for (const { note } of notes) {
          const met = JSON.parse(note) as MetSite;
          if (known.has(met.site) || fresh.some(({ site }) => site === met.site)) continue;
          if (met.seed || known.size + fresh.length < maxSites) fresh.push(met);
          else keptOut = true;
        }
        if (keptOut) await trx.coordination?.runs.enter(this.leadership, 'explore', { keptOut: 'yes' });
        if (fresh.length > 0)
          await trx.coordination?.sites.put(
            this.leadership,
            fresh.map(({ site, score }) => ({ site, score })),
          );
        return notes.length;
      },
      { under: [this.leadership] },
    );
    for (const { site } of fresh) known.add(site);
    return taken;
  }

  private async openQuery(): Promise<void> {
    const { options, wanted } = this.work;
    const { runId, store } = this;
    const { http, browser } = await store.runs.counts(runId);
    if (http + browser === 0) return this.end({ status: 'failed', reason: { code: 'seeds-unreachable' } });
    const sites = new Set<string>();
    if (options.submit) {
      await openElements({ store, runId }, wanted, options);
      for await (const form of harvestedForms(store, runId))
        if (isQueriedFirst(options, form, wanted)) sites.add(form.site);
    }
    // Who dies in between leaves idle sites behind that have nothing to explore: they come back at once.
    await this.put([...sites].map((site) => ({ site, score: 0, state: 'idle' })));
    await this.coordination.runs.enter(this.leadership, sites.size > 0 ? 'query' : 'finish');
  }

  private async query(run: SharedRun): Promise<void> {
    const { sites, runs } = this.coordination;
    const known = reasonIn(run);
    const reason = known ?? (await this.usedUp(QUERY_BUDGETS));
    const most = reason === undefined ? await this.wantedOffers() : 0;
    const { queued, leased, idle } = await sites.offer(this.leadership, most);
    const left = reason === undefined ? queued + leased + idle : leased;
    if (queued + leased + idle > 0 && reason !== undefined && known === undefined)
      return cutPhase(this.coordination, this.leadership, 'query', reason);
    if (left === 0 && (await this.isDelivered(run))) await runs.enter(this.leadership, 'finish');
  }

  private async finish(run: SharedRun, stop: AbortSignal): Promise<void> {
    const { store, runId } = this;
    const { options, wanted } = this.work;
    const storage = { store, runId };
    if (options.submit) await keepElements(storage, wanted);
    const keptOut = run.contents.keptOut
      ? ({ code: 'max-sites', detail: String(options.maxSites) } as const)
      : undefined;
    const cut = reasonIn({ ...run, phase: 'query' }) ?? reasonIn({ ...run, phase: 'explore' });
    const reason = cut ?? keptOut ?? (await store.links.refusedFor(runId, SITE_BUDGETS));
    const outcome =
      reason === undefined
        ? await withLostPages(storage, { status: 'complete', reason: null })
        : ({ status: 'budget', reason } as const);
    const judged = await judgeNews(storage, options, outcome, this.emit, stop);
    if (judged.status !== 'interrupted') await this.end(judged);
  }

  private async end({ status, reason }: Pick<RunRow, 'status'> & Pick<RunOutcome, 'reason'>): Promise<void> {
    const { store, runId, leadership } = this;
    const code = { status_code: reason?.code ?? null, status_detail: reason?.detail ?? null };
    const ended = { status, ...code, updated_at: Date.now() };
    await this.sample();
    await store.transaction(
      async (trx) => {
        await trx.runs.update(runId, ended);
        await trx.coordination?.runs.enter(leadership, 'ended');
      },
      { under: [leadership] },
    );
  }

  /** Adds the time that has gone by, and now and then a point of the growth curve. */
  private async count(): Promise<void> {
    const now = Date.now();
    const active_ms = now - this.last;
    this.last = now;
    const change = { requests: 0, bytes_in: 0, misses: 0, active_ms };
    const { leadership, runId } = this;
    await this.store.transaction((trx) => trx.runs.update(runId, {}, change), {
      under: [leadership],
      survives: 'process',
    });
    if (now - this.sampled > SAMPLE_EVERY_MS) await this.sample();
  }

  private async sample(): Promise<void> {
    this.sampled = Date.now();
    await addSample(this.store, this.runId, this.work.wanted);
  }
}
