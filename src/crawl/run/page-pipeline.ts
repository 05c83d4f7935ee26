import { UnreadError } from '../analysis/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { Frontier, Lease } from '../frontier/index.ts';
import { type Admission, admit, type Refusal } from './admit.ts';
import { analyseContent } from './analyse-content.ts';
import type { HostAccess } from './host-access.ts';
import type { ContentReading, PageContent } from './page-content.ts';
import { pageEvents } from './page-events.ts';
import type { PageFetcher } from './page-fetcher.ts';
import type { PageLearning } from './page-learning.ts';
import type { PagePersistence } from './persist-page.ts';
import { renderContent } from './render-content.ts';

interface PageStages {
  readonly admission: Admission;
  readonly hosts: Pick<HostAccess, 'politeness'>;
  readonly fetcher: PageFetcher;
  readonly reading: ContentReading;
  readonly persistence: PagePersistence;
  readonly learning: PageLearning;
  readonly frontier: Pick<Frontier, 'putBack' | 'answered'>;
  refuse(lease: Lease, refusal: Refusal): Promise<readonly HarvestEvent[]>;
}

/** Takes leased links through their stages: admit → wait for the host → fetch → analyse → render? → persist → learn. */
export class PagePipeline {
  private readonly stages: PageStages;
  private readonly emit: (event: HarvestEvent) => void;

  constructor(stages: PageStages, emit: (event: HarvestEvent) => void) {
    this.stages = stages;
    this.emit = emit;
  }

  /** @throws {NetworkDownError}, and what the store or the archive throws */
  async process(lease: Lease, signal: AbortSignal): Promise<void> {
    const { admission, hosts, fetcher, reading, persistence, learning, frontier } = this.stages;
    const refusal = await admit(admission, lease, signal);
    if (refusal !== undefined) return this.refuse(lease, refusal);
    // Before the turn has come: whatever starts in between has the request leave late.
    reading.rendering.reader.begin();
    await hosts.politeness.acquire(lease.host, signal);
    const fetched = await fetcher.fetch(lease, signal);
    if (fetched.kind === 'later') return frontier.putBack(lease, true);
    if (fetched.kind === 'failed') return this.refuse(lease, { state: 'failed', reason: fetched.reason });
    let content: PageContent;
    try {
      const analysed = await analyseContent(reading, lease, fetched, signal);
      content = await renderContent(reading, lease, fetched, analysed);
    } catch (error) {
      if (fetched.kind !== 'html') throw error;
      return this.refuse(lease, {
        state: 'failed',
        reason: { code: error instanceof UnreadError ? 'unread' : 'unreadable', detail: messageOf(error) },
      });
    }
    frontier.answered(lease);
    const persisted = await persistence.persist(lease, fetched.exchange, content);
    for (const event of pageEvents(lease, persisted)) this.emit(event);
    await learning.learn(lease, persisted);
  }

  /** Keeps a fault of ours on one page from ending the run of all the others. */
  async giveUp(lease: Lease, error: unknown): Promise<void> {
    const why = messageOf(error);
    this.emit({ type: 'warning', message: `${lease.url} was skipped: ${why}` });
    await this.refuse(lease, { state: 'failed', reason: { code: 'internal', detail: why.slice(0, 200) } });
  }

  private async refuse(lease: Lease, refusal: Refusal): Promise<void> {
    for (const event of await this.stages.refuse(lease, refusal)) this.emit(event);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
