import { ThreadClient, ThreadError } from '../../foundation/threads/index.ts';
import type { PageAnalysis } from './analyse-page.ts';
import type { ChosenClassifiers } from './classifiers.ts';
import type { FormPlace } from './injected-forms.ts';
import type { RenderMode } from './render-decision.ts';
import type { KnownDescriptions } from './search-descriptions.ts';

interface PageReaderOptions {
  readonly classifiers: ChosenClassifiers;
  /** A page that takes more CPU time to read is given up. */
  readonly timeoutMs: number;
  /** Called once, with why a Spotlight service did not link the nouns of a page. */
  readonly onUnlinked?: (why: string) => void;
}

export type AnalysisJob =
  | {
      readonly kind: 'html';
      readonly html: string;
      /** As the Encoding standard names it. */
      readonly encoding: string;
      readonly url: string;
      readonly render: RenderMode;
      readonly slots?: readonly FormPlace[];
      readonly descriptions?: KnownDescriptions;
    }
  | {
      readonly kind: 'tree';
      readonly packed: string;
      readonly render: RenderMode;
      readonly descriptions?: KnownDescriptions;
    };

export interface TimedAnalysis extends PageAnalysis {
  /** Names what guards the site, where that is shown instead of a page. */
  readonly guard: string | undefined;
  /** Says why a service did not link its nouns; its topic is then that of the three steps. */
  readonly unlinked?: string | undefined;
  readonly ms: number;
}

/** Blames the machine, which was too busy to read a page twice, and not the page. */
export class UnreadError extends Error {
  override readonly name = 'UnreadError';
}

/** Reads pages in a thread: one that hangs or breaks it costs the thread and is given up; those behind it go to a new thread. */
export class PageAnalyser {
  private readonly options: PageReaderOptions;
  /** It answers with JSON: to clone a reading costs both threads several times as much. */
  private thread: ThreadClient<AnalysisJob, string> | undefined;
  private closed = false;
  private reportedUnlinked = false;

  constructor(options: PageReaderOptions) {
    this.options = options;
  }

  /** Starts its thread, which takes a while to load; the first page starts it otherwise. */
  begin(): void {
    if (!this.closed && (this.thread === undefined || this.thread.ended)) this.thread = this.start();
  }

  /** @throws {UnreadError}, and errors that say why the page itself cannot be read */
  async read(job: AnalysisJob): Promise<TimedAnalysis> {
    for (let starved = 0; ; ) {
      this.begin();
      if (this.thread === undefined) throw new Error('no page is read any more');
      try {
        const read = JSON.parse(await this.thread.ask(job, this.options.timeoutMs)) as TimedAnalysis;
        if (read.unlinked !== undefined && !this.reportedUnlinked) {
          this.reportedUnlinked = true;
          this.options.onUnlinked?.(read.unlinked);
        }
        return read;
      } catch (error) {
        if (!(error instanceof ThreadError)) throw error;
        if (error.code === 'threw' || this.closed) throw new Error(error.message);
        if (error.code === 'starved' && ++starved === 2) throw new UnreadError(`reading ${error.message}`);
        if (error.code === 'timeout' || error.code === 'crashed')
          throw new Error(
            error.code === 'timeout' ? `reading ${error.message}` : `reading failed: ${error.message}`,
          );
      }
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.thread?.close();
  }

  private start(): ThreadClient<AnalysisJob, string> {
    return new ThreadClient(new URL('./page-analyser-thread', import.meta.url), {
      workerData: this.options.classifiers,
      // Trees are large and short-lived: with room for several they die young.
      resourceLimits: { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 16 },
    });
  }
}
