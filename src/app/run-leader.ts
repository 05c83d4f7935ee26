/** What one worker of a run does for all of them: sites are offered, phases change, the run comes to its end. */

import type { HarvestEvent } from '../crawl/events/index.ts';
import {
  inboxOf,
  isAskedFirst,
  judgeNews,
  keepElements,
  type MetSite,
  MOST_NOTES,
  type Outcome,
  openElements,
} from '../crawl/run/index.ts';
import { harvestedForms } from '../library/index.ts';
import {
  type Coordination,
  type Leadership,
  type LinkCode,
  PART_BYTES,
  type RunReason,
  type SharedRun,
  type Store,
} from '../storage/index.ts';
import type { RunWork } from './run-work.ts';
import { coordinationOf } from './shared-store.ts';

/** Sites offered at once for each that workers hold. */
const OFFERED = 2;
const SAMPLE_EVERY_MS = 10_000;
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
  emit(event: HarvestEvent): void;
}

export class RunLeader {
  readonly leadership: Leadership;
  private readonly store: Store;
  private readonly coordination: Coordination;
  private readonly emit: (event: HarvestEvent) => void;
  private work: RunWork;
  /** Sites of the run. */
  private known: Set<string> | undefined;
  /** Undefined until no site has anything left to explore. */
  private archiving: 'underway' | 'done' | undefined;
  private last = Date.now();
  private sampled = 0;

  constructor({ store, leadership, work, emit }: LeaderParts) {
    this.store = store;
    this.coordination = coordinationOf(store);
    this.leadership = leadership;
    this.work = work;
    this.emit = emit;
  }

  /** Goes on with the work of another phase. */
  with(work: RunWork): void {
    this.work = work;
  }

  /** What is due now. @throws {LeaseEndedError} another worker leads */
  async step(run: SharedRun, stop: AbortSignal): Promise<void> {
    await this.count();
    if (run.phase === 'explore') await this.explore(run);
    else if (run.phase === 'query') await this.query();
    else if (run.phase === 'finish') await this.finish(run, stop);
  }

  private get runId(): number {
    return this.leadership.runId;
  }

  private async explore(run: SharedRun): Promise<void> {
    await this.begin();
    const reason = reasonIn(run) ?? (await this.usedUp());
    const offered = await this.coordination.sites.offer(
      this.leadership,
      reason === undefined ? await this.wantedOffers() : 0,
    );
    const met = await this.takeMet();
    if (reason !== undefined && reasonIn(run) === undefined) return this.enter('explore', reason);
    const { queued, leased, idle } = offered;
    if (reason === undefined ? queued + leased + idle + met > 0 : leased > 0) return;
    if (this.archiving === 'done') await this.openQuery();
    else if (this.archiving === undefined) this.archive();
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
      await this.coordination.sites.put(
        this.leadership,
        rest.map((site) => ({ site, score: 0, state: 'idle' })),
      );
      for (const site of rest) this.known.add(site);
    }
    const seeds = (await this.takeMet()) === 0 && this.known.size === 0 ? await this.work.seed() : 0;
    await this.takeMet();
    return seeds;
  }

  /** Lets all sites be worked on again, where a run goes on that had come to its end. */
  async wake(): Promise<void> {
    const sites = await this.store.sites.all(this.runId);
    const idle = sites.map(({ site }) => ({ site, score: 0, state: 'idle' as const }));
    if (idle.length > 0) await this.coordination.sites.put(this.leadership, idle);
  }

  private async wantedOffers(): Promise<number> {
    const workers = await this.coordination.workers.list();
    return OFFERED * workers.reduce((sum, { sites, isAlive }) => sum + (isAlive ? sites : 0), 0);
  }

  /** Puts sites that workers met among those of the run, as far as their budget reaches. @returns how many notes there were */
  private async takeMet(): Promise<number> {
    const { known = new Set<string>(), runId } = this;
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

  /** The budget of the run that is used up. */
  private async usedUp(): Promise<RunReason | undefined> {
    const { maxSeconds, maxDisk, maxPages, maxRequests } = this.work.options;
    const { pages = 1, requests = 1 } = await this.coordination.budgets.left(this.runId);
    const { leased } = await this.coordination.sites.counts(this.runId);
    if (leased === 0 && pages <= 0) return { code: 'max-pages', detail: String(maxPages) };
    if (leased === 0 && requests <= 0) return { code: 'max-requests', detail: String(maxRequests) };
    const row = await this.store.runs.get(this.runId);
    if (maxSeconds !== undefined && (row?.active_ms ?? 0) >= maxSeconds * 1_000)
      return { code: 'max-seconds', detail: String(maxSeconds) };
    const parts = await this.coordination.parts.list(this.runId);
    const bytes = parts.reduce((sum, part) => sum + (part.bytes % PART_BYTES), 0);
    return bytes >= maxDisk ? { code: 'max-disk', detail: String(maxDisk) } : undefined;
  }

  private async enter(phase: SharedRun['phase'], reason?: RunReason): Promise<void> {
    const contents = reason === undefined ? {} : { reason: JSON.stringify(reason) };
    await this.coordination.runs.enter(this.leadership, phase, contents);
  }

  private async openQuery(): Promise<void> {
    const { options, wanted } = this.work;
    const { runId, store, leadership } = this;
    const { http, browser } = await store.runs.counts(runId);
    if (http + browser === 0)
      return this.end({ status: 'interrupted', reason: { code: 'seeds-unreachable' } });
    const sites = new Set<string>();
    if (options.submit) {
      await openElements({ store, runId }, wanted, options);
      for await (const form of harvestedForms(store, runId))
        if (isAskedFirst(options, form, wanted)) sites.add(form.site);
    }
    await store.transaction(
      async ({ coordination }) => {
        const idle = [...sites].map((site) => ({ site, score: 0, state: 'idle' as const }));
        if (idle.length > 0) await coordination?.sites.put(leadership, idle);
        await coordination?.runs.enter(leadership, idle.length > 0 ? 'query' : 'finish');
      },
      { under: [leadership] },
    );
  }

  private async query(): Promise<void> {
    const { queued, leased, idle } = await this.coordination.sites.offer(
      this.leadership,
      await this.wantedOffers(),
    );
    if (queued + leased + idle === 0) await this.enter('finish');
  }

  private async finish(run: SharedRun, stop: AbortSignal): Promise<void> {
    const { store, runId } = this;
    const { options, wanted } = this.work;
    const storage = { store, runId };
    if (options.submit) await keepElements(storage, wanted);
    const keptOut = run.contents.keptOut
      ? ({ code: 'max-sites', detail: String(options.maxSites) } as const)
      : undefined;
    const reason = reasonIn(run) ?? keptOut ?? (await store.links.refusedFor(runId, SITE_BUDGETS));
    const outcome: Outcome =
      reason === undefined ? { status: 'complete', reason: null } : { status: 'budget', reason };
    const judged = await judgeNews(storage, options, outcome, this.emit, stop);
    if (judged.status !== 'interrupted') await this.end(judged);
  }

  private async end({ status, reason }: Outcome): Promise<void> {
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
    const { runId, work } = this;
    this.sampled = Date.now();
    const { http, browser, forms } = await this.store.runs.counts(runId);
    const pages = http + browser;
    if (pages === 0) return;
    const names = new Set(work.wanted.map(({ name }) => name));
    const sum = (counts: typeof forms) => counts.reduce((all, { forms: some }) => all + some, 0);
    const searchable = forms.filter((form) => form.searchable);
    const relevant = searchable.filter(({ domain }) => names.has(domain ?? ''));
    const active_ms = Math.round((await this.store.runs.get(runId))?.active_ms ?? 0);
    const sample = { run_id: runId, pages, forms: sum(forms), searchable: sum(searchable) };
    await this.store.transaction((trx) =>
      trx.runs.addSample({ ...sample, relevant: sum(relevant), active_ms }),
    );
  }
}

/** Why the exploring of a run is to end before its time, as its leader has told. */
export const reasonIn = ({ contents }: SharedRun): RunReason | undefined =>
  contents.reason ? (JSON.parse(contents.reason) as RunReason) : undefined;
