import { ThreadClient, ThreadError } from '../../foundation/threads/index.ts';
import type { Classifiers, PageAnalysis } from './analyse-page.ts';
import { forThread } from './classifiers.ts';
import type { FormPlace } from './injected-forms.ts';
import type { RenderMode } from './render-decision.ts';
import type { KnownDescriptions } from './search-descriptions.ts';

interface PageReaderOptions {
  readonly classifiers: Classifiers;
  /** A page that takes longer to read is given up. */
  readonly timeoutMs: number;
  /** Called once, with why a Spotlight service did not link the nouns of a page. */
  readonly onUnlinked?: (why: string) => void;
}

export type AnalysisJob =
  | {
      readonly kind: 'html';
      readonly html: string;
      readonly url: string;
      readonly render: RenderMode;
      /** The forms of the page as its scripts leave it, where that is known. */
      readonly slots?: readonly FormPlace[];
      readonly descriptions?: KnownDescriptions;
    }
  | {
      readonly kind: 'tree';
      readonly json: string;
      readonly render: RenderMode;
      readonly descriptions?: KnownDescriptions;
    };

/** A reading as the crawl gets it. */
export interface TimedAnalysis extends PageAnalysis {
  /** What guards the site, where that is shown instead of a page. */
  readonly guard: string | undefined;
  /** Why a service did not link its nouns, where it should have: its topic is that of the three steps. */
  readonly unlinked?: string | undefined;
  readonly ms: number;
}

/**
 * Reads pages in a thread of its own: a page as large or as tangled as it likes can neither hold up the crawl's event
 * loop nor bring the process down; the thread is ended and the page given up, those behind it go to a new thread.
 */
export class PageAnalyser {
  private readonly options: PageReaderOptions;
  private thread: ThreadClient<AnalysisJob, TimedAnalysis>;
  private closed = false;
  private toldUnlinked = false;

  constructor(options: PageReaderOptions) {
    this.options = options;
    this.thread = this.start();
  }

  async read(job: AnalysisJob): Promise<TimedAnalysis> {
    for (;;) {
      if (this.thread.ended && !this.closed) this.thread = this.start();
      try {
        const read = await this.thread.ask(job, this.options.timeoutMs);
        if (read.unlinked !== undefined && !this.toldUnlinked) {
          this.toldUnlinked = true;
          this.options.onUnlinked?.(read.unlinked);
        }
        return read;
      } catch (error) {
        if (!(error instanceof ThreadError)) throw error;
        if (error.code === 'threw' || this.closed) throw new Error(error.message);
        if (error.code !== 'not-started')
          throw new Error(
            error.code === 'timeout' ? `reading ${error.message}` : `reading failed: ${error.message}`,
          );
      }
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.thread.close();
  }

  private start(): ThreadClient<AnalysisJob, TimedAnalysis> {
    return new ThreadClient(new URL('./page-analyser-thread', import.meta.url), {
      workerData: forThread(this.options.classifiers),
      // Trees are large and short-lived: with room for several they die young.
      resourceLimits: { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 16 },
    });
  }
}
