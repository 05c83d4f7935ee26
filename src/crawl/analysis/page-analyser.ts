import { Worker } from 'node:worker_threads';
import type { FormPlace } from './injected-forms.ts';
import type { RenderMode } from './render-decision.ts';
import { forThread } from './classifiers.ts';
import type { Classifiers, PageAnalysis } from './analyse-page.ts';
import type { KnownDescriptions } from './search-descriptions.ts';

interface PageReaderOptions {
  readonly judgement: Classifiers;
  readonly threads: number;
  /** A page that takes longer to read is given up. */
  readonly timeoutMs: number;
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
  readonly ms: number;
}

export type WorkerMessage =
  /** The thread has loaded what it judges by. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly reading: TimedAnalysis }
  | { readonly kind: 'failed'; readonly message: string };

interface Pending {
  readonly job: AnalysisJob;
  resolve(reading: TimedAnalysis): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  ready: boolean;
  /** Sent and not answered, oldest first; the thread works on the first. */
  readonly sent: Pending[];
  timer: NodeJS.Timeout | undefined;
}

/** Jobs sent ahead to a thread, so that it need not wait for the main thread between two pages. */
const AHEAD = 3;
const LOADING_MS = 120_000;

/**
 * Reads pages in threads of their own: a page as large or as tangled as it likes can neither hold up the crawl's event
 * loop nor bring the process down; its thread is ended and the page given up.
 */
export class PageAnalyser {
  private readonly options: PageReaderOptions;
  private readonly threads: Thread[] = [];
  private readonly queue: Pending[] = [];
  private closed = false;

  constructor(options: PageReaderOptions) {
    this.options = options;
    for (let i = 0; i < options.threads; i++) this.threads.push(this.start());
  }

  read(job: AnalysisJob): Promise<TimedAnalysis> {
    return new Promise((resolve, reject) => {
      this.queue.push({ job, resolve, reject });
      this.send();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(
      this.threads.map((thread) => {
        clearTimeout(thread.timer);
        return thread.worker.terminate();
      }),
    );
  }

  private start(): Thread {
    const thread: Thread = { worker: this.spawn(), ready: false, sent: [], timer: undefined };
    this.attend(thread);
    return thread;
  }

  private spawn(): Worker {
    // Sources run as .ts, the published build as .js.
    const file = import.meta.url.endsWith('.ts') ? './page-analyser-thread.ts' : './page-analyser-thread.js';
    return new Worker(new URL(file, import.meta.url), {
      workerData: forThread(this.options.judgement),
      // Trees are large and short-lived: with room for several they die young.
      resourceLimits: { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 32 },
    });
  }

  private attend(thread: Thread): void {
    thread.worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready') {
        thread.ready = true;
        this.watch(thread);
        return;
      }
      const pending = thread.sent.shift();
      this.watch(thread);
      if (message.kind === 'read') pending?.resolve(message.reading);
      else pending?.reject(new Error(message.message));
      this.send();
    });
    thread.worker.on('error', (error) => this.restart(thread, `reading failed: ${error.message}`));
  }

  private send(): void {
    while (this.queue.length > 0 && !this.closed) {
      const free = this.threads.reduce((a, b) => (b.sent.length < a.sent.length ? b : a));
      if (free.sent.length >= AHEAD) return;
      const pending = this.queue.shift();
      if (pending === undefined) return;
      free.sent.push(pending);
      free.worker.postMessage(pending.job);
      if (free.sent.length === 1) this.watch(free);
    }
  }

  private watch(thread: Thread): void {
    clearTimeout(thread.timer);
    if (thread.sent.length === 0) return;
    // A thread that still loads is not held up by the page.
    const timeoutMs = thread.ready ? this.options.timeoutMs : Math.max(this.options.timeoutMs, LOADING_MS);
    thread.timer = setTimeout(
      () => this.restart(thread, `reading took longer than ${timeoutMs} ms`),
      timeoutMs,
    );
  }

  /** Gives up the page that was being read; those sent after it go to a new thread. */
  private restart(thread: Thread, why: string): void {
    if (this.closed) return;
    clearTimeout(thread.timer);
    thread.worker.removeAllListeners();
    thread.worker.on('error', () => undefined);
    void thread.worker.terminate();
    const [culprit, ...others] = thread.sent.splice(0);
    thread.worker = this.spawn();
    thread.ready = false;
    this.attend(thread);
    this.queue.unshift(...others);
    culprit?.reject(new Error(why));
    this.send();
  }
}
