import { statfs } from 'node:fs/promises';
import { DiskError, LeaseEndedError, type RunReason } from '../../storage/index.ts';
import type { HarvestEvent, RunStatus } from '../events/index.ts';
import type { Frontier, Lease } from '../frontier/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import type { SiteFrontier } from '../site-locating/index.ts';
import { CLOCK } from './clock.ts';
import { NetworkDownError } from './outage-detector.ts';
import type { PagePipeline } from './page-pipeline.ts';
import type { Pause } from './pause.ts';
import type { Recording } from './recording.ts';
import type { RequestLoop, RequestSource } from './request-loop.ts';

export interface RunOutcome {
  readonly status: RunStatus;
  readonly reason: RunReason | null;
}

interface ExploringParts {
  readonly options: Pick<ResolvedOptions, 'maxPages' | 'maxSeconds' | 'maxDisk' | 'maxRequests'>;
  /** The run is to read one page, or for a call those that it calls a search, too. */
  readonly isOfAddress: boolean;
  readonly recording: Recording;
  readonly frontier: Frontier;
  readonly sites: SiteFrontier;
  readonly pipeline: PagePipeline;
  readonly pause: Pause;
  emit(event: HarvestEvent): void;
}

const PROGRESS_EVERY_MS = 500;
/** After a stop, pages under way have this long to finish. */
const FAREWELL_MS = 10_000;
const LEAST_FREE_BYTES = 50_000_000;

/** Leases links of the frontier until it is empty, a budget is used up, or someone says stop. */
export class Exploring implements RequestSource {
  readonly timeoutSeconds = 600;
  readonly parts: ExploringParts;
  private readonly hardStop = new AbortController();
  private readonly leases = new Map<string, Lease>();
  private farewell: NodeJS.Timeout | undefined;
  private outcome: RunOutcome | undefined;
  /** Ends the run as soon as nothing is under way. */
  failure: unknown;
  underway = 0;

  constructor(parts: ExploringParts) {
    this.parts = parts;
  }

  /** @throws what ends a run early: a full disk, a damaged store, a network that is gone */
  async run(loop: RequestLoop, stop: AbortSignal): Promise<RunOutcome> {
    const { frontier, sites } = this.parts;
    const ticking = setInterval(() => this.tick(), PROGRESS_EVERY_MS);
    const onStop = () => this.stop();
    if (stop.aborted) onStop();
    stop.addEventListener('abort', onStop, { once: true });
    try {
      await loop.run(this);
      // Crawlee itself leaves at once when the process is interrupted; what is under way is ours to finish.
      while (this.underway > 0) await CLOCK.sleep(20);
    } finally {
      clearTimeout(this.farewell);
      clearInterval(ticking);
      stop.removeEventListener('abort', onStop);
    }
    for (const lease of this.leases.values()) await frontier.putBack(lease, false);
    if (this.failure !== undefined) throw this.failure;
    if (!frontier.finished) this.end('interrupted', { code: 'stopped' });
    else if (sites.exhausted !== undefined) this.end('budget', sites.exhausted);
    return this.outcome ?? { status: 'complete', reason: null };
  }

  private stop(): void {
    this.end('interrupted', { code: 'stopped' });
    this.farewell ??= setTimeout(() => this.hardStop.abort(), FAREWELL_MS);
  }

  /** Reports how far the run is, and looks after the disk. */
  private tick(): void {
    const { recording, frontier, sites } = this.parts;
    const { store, statistics } = recording;
    this.parts.emit({ type: 'progress', progress: statistics.progress(frontier.waitingCount, sites.count) });
    void freeBytes(store.folder).then((free) => {
      if (free >= LEAST_FREE_BYTES) return;
      const left = `${Math.round(free / 1e6)} MB left of the ${LEAST_FREE_BYTES / 1e6} that are kept free`;
      this.failure ??= new DiskError(
        `the disk is full (${store.folder} has ${left}); free some space and go on with --resume: nothing acknowledged is lost`,
      );
    });
  }

  private end(status: RunStatus, reason: RunReason | null): void {
    this.outcome ??= { status, reason };
  }

  private get over(): boolean {
    return this.outcome !== undefined || this.failure !== undefined;
  }

  /** Says what may begin now. Pages that are rendered after all have been counted before. */
  private allowed(): 'anything' | 'again' | 'nothing' {
    const { options, recording, frontier, pause } = this.parts;
    if (pause.isOn) return 'nothing';
    const { statistics, share } = recording;
    if (share.isWhole) this.endAtBudget();
    const { leasedCount } = frontier;
    const { maxPages, maxRequests = Number.POSITIVE_INFINITY } = options;
    // Each page under way has a request to make yet.
    if (this.over || statistics.requests + leasedCount >= share.most('requests', maxRequests))
      return 'nothing';
    return statistics.pages + leasedCount >= share.most('pages', maxPages) ? 'again' : 'anything';
  }

  /** Ends exploring where a budget is used up, unless a leader looks after those of the run. */
  private endAtBudget(): void {
    const { options, recording, frontier } = this.parts;
    const { statistics: tally, log } = recording;
    const { maxPages, maxSeconds, maxDisk, maxRequests } = options;
    if (maxSeconds !== undefined && tally.activeMs >= maxSeconds * 1_000)
      this.end('budget', { code: 'max-seconds', detail: String(maxSeconds) });
    if (maxRequests !== undefined && tally.requests >= maxRequests)
      this.end('budget', { code: 'max-requests', detail: String(maxRequests) });
    if (log.bytes >= maxDisk) this.end('budget', { code: 'max-disk', detail: String(maxDisk) });
    // A page under way may yet tell that others have to be rendered after all.
    if (tally.pages < maxPages || frontier.refetchCount + frontier.leasedCount > 0) return;
    if (this.parts.isOfAddress) this.end('complete', null);
    else this.end('budget', { code: 'max-pages', detail: String(maxPages) });
  }

  get ready(): boolean {
    const { frontier } = this.parts;
    const allowed = this.allowed();
    return allowed !== 'nothing' && (allowed === 'again' ? frontier.readyToRefetch : frontier.ready);
  }

  get finished(): boolean {
    const { frontier, recording } = this.parts;
    const mayEnd = recording.share.isClosing;
    return (this.over || (frontier.finished && mayEnd)) && this.underway === 0;
  }

  get waiting(): number {
    return this.parts.frontier.waitingCount;
  }

  get handled(): number {
    return this.parts.recording.statistics.pages;
  }

  async next() {
    const allowed = this.allowed();
    if (allowed === 'nothing') return undefined;
    const lease = await this.parts.frontier.next(allowed === 'again');
    if (lease === undefined) return undefined;
    const key = String(lease.id);
    this.leases.set(key, lease);
    return { route: lease.depth === 0 ? 'SITE' : 'PAGE', key, url: lease.url } as const;
  }

  /** The routes `SITE` and `PAGE`: takes a link through the stages of a page. */
  async process(key: string): Promise<void> {
    const lease = this.leases.get(key);
    if (lease === undefined) return;
    this.leases.delete(key);
    this.underway++;
    try {
      await this.parts.pipeline.process(lease, this.hardStop.signal);
    } catch (error) {
      await this.failed(lease, error);
    } finally {
      this.underway--;
      this.parts.frontier.returned(lease);
    }
  }

  /** Such links come back when the leases of their sites end. */
  private isFaultOfSharedStore(error: unknown): boolean {
    const { recording } = this.parts;
    return recording.share !== undefined && recording.store.explain(error) !== error;
  }

  private async failed(lease: Lease, error: unknown): Promise<void> {
    const { frontier, pipeline } = this.parts;
    try {
      if (this.hardStop.signal.aborted) await frontier.putBack(lease, false);
      else if (error instanceof NetworkDownError) {
        await frontier.putBack(lease, false);
        this.failure ??= error;
      } else if (endsRun(error) || this.isFaultOfSharedStore(error)) this.failure ??= error;
      else if (!(error instanceof LeaseEndedError)) await pipeline.giveUp(lease, error);
    } catch (second) {
      if (!(second instanceof LeaseEndedError)) this.failure ??= second;
    }
  }
}

/** Says whether the store or the archive cannot be written; any other fault is one page's. */
function endsRun(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    error.name === 'WarcError' || (code !== undefined && /^(?:ERR_SQLITE|ENOSPC|EIO|EROFS|EDQUOT)/.test(code))
  );
}

/** Returns infinity where the free space is unknown. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
