import { setTimeout as later } from 'node:timers/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { ThreadMessage } from './answer-jobs.ts';

export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  /**
   * It threw; it used up its CPU time; the time ran out without that being known, on a machine that is too busy for
   * example; the thread broke at it; or the thread ended at a job before it.
   */
  readonly code: 'threw' | 'timeout' | 'starved' | 'crashed' | 'not-started';
  readonly thrown: string | undefined;

  constructor(code: ThreadError['code'], message: string, thrown?: string) {
    super(message);
    this.code = code;
    this.thrown = thrown;
  }
}

interface PendingJob<Answer> {
  readonly timeoutMs: number;
  resolve(answer: Answer): void;
  reject(error: ThreadError): void;
}

/** A thread that loads is not held up by its first job. */
const LOADING_MS = 120_000;
/** A job may take so many times its CPU time, for a thread that waits, or gets hardly any of a busy machine. */
const PATIENCE = 10;
/** False before Node 24.6. */
const TELLS_CPU_TIME = 'cpuUsage' in Worker.prototype;
/** Looks at a job within its CPU time. */
const LOOKS = 8;

/**
 * A thread that answers jobs one after the other (see `answerJobs`). A job that takes too long can only be stopped with
 * its thread: the client has ended then, and whoever needs another thread makes a new client. The process may end
 * while no job is under way.
 */
export class ThreadClient<Job, Answer> {
  readonly #worker: Worker;
  /** Posted and not answered; the thread works on the first. */
  readonly #pending: PendingJob<Answer>[] = [];
  #loaded = false;
  /** Resolves when the thread has loaded or ended. */
  readonly #ready: Promise<void>;
  #ended = false;
  /** Says why it breaks, from then on. */
  #broken: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param file what the thread runs, without its suffix: sources run as .ts, the published build as .js */
  constructor(file: URL, options: WorkerOptions = {}) {
    const suffix = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
    this.#worker = new Worker(new URL(`${file.href}${suffix}`), options);
    this.#worker.unref();
    this.#ready = new Promise((resolve) => this.#worker.once('message', resolve).once('exit', resolve));
    this.#worker.on('message', (message: ThreadMessage<Answer>) => this.#receive(message));
    // Answers that were posted may come after the error; they come before the exit.
    this.#worker.on('error', (error) => {
      this.#broken = error.message;
    });
    this.#worker.on('exit', () => this.#end('crashed', this.#broken ?? 'the thread has ended'));
  }

  get ended(): boolean {
    return this.#ended || this.#broken !== undefined;
  }

  /**
   * @param timeoutMs CPU time that the job itself may take, without those before it. Time in which the process is
   * suspended does not count; where the thread does not get on, the job ends after {@link PATIENCE} times as long.
   * @throws {ThreadError}
   */
  ask(job: Job, timeoutMs: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.ended) {
        reject(new ThreadError('not-started', 'the thread has ended'));
        return;
      }
      this.#worker.postMessage(job);
      if (this.#pending.push({ timeoutMs, resolve, reject }) > 1) return;
      this.#worker.ref();
      this.#watch();
    });
  }

  /** Ends the thread. Jobs under way are never answered. */
  async close(): Promise<void> {
    this.#pending.length = 0;
    this.#end('not-started', '');
    // A thread that is terminated while it loads may take the process with it (nodejs/node#62114).
    this.#worker.ref();
    await Promise.race([this.#ready, later(LOADING_MS, undefined, { ref: false })]);
    await this.#worker.terminate();
  }

  #receive(message: ThreadMessage<Answer>): void {
    if (this.#ended) return;
    if (message.kind === 'loaded') this.#loaded = true;
    else {
      const job = this.#pending.shift();
      if (message.kind === 'answer') job?.resolve(message.answer);
      else job?.reject(new ThreadError('threw', message.message, message.name));
    }
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    const [job] = this.#pending;
    if (job === undefined) {
      this.#worker.unref();
      return;
    }
    const limitMs = this.#loaded ? job.timeoutMs : Math.max(job.timeoutMs, LOADING_MS);
    const stepMs = limitMs / LOOKS;
    let begun: number | undefined;
    let awakeMs = 0;
    const isUnderWay = () => !this.#ended && this.#pending[0] === job;
    const look = async () => {
      // The CPU time before the first look is not known: it is not counted.
      const used = await Promise.race([this.#cpuMs(), later(stepMs, undefined, { ref: false })]);
      if (!isUnderWay()) return;
      // However long a step took: a process that was suspended finds timers that have fired long ago.
      awakeMs += stepMs;
      begun ??= used;
      const usedMs = (used ?? 0) - (begun ?? 0);
      if (usedMs >= limitMs)
        this.#end(TELLS_CPU_TIME ? 'timeout' : 'starved', `took longer than ${limitMs} ms`);
      else if (awakeMs >= PATIENCE * limitMs)
        this.#end('starved', `took longer than ${PATIENCE * limitMs} ms`);
      else wait();
    };
    const wait = () => {
      // Answers that lie ready are received between a timer and what is due immediately.
      this.#timer = setTimeout(() => setImmediate(() => isUnderWay() && void look()), stepMs);
    };
    wait();
  }

  /** CPU time of the thread; that of the whole process where Node does not tell it. */
  async #cpuMs(): Promise<number | undefined> {
    const measured = TELLS_CPU_TIME ? this.#worker.cpuUsage().catch(() => undefined) : process.cpuUsage();
    const usage = await measured;
    return usage && (usage.user + usage.system) / 1_000;
  }

  #end(code: ThreadError['code'], message: string): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    if (code === 'timeout' || code === 'starved') void this.#worker.terminate();
    const [first, ...others] = this.#pending.splice(0);
    first?.reject(new ThreadError(code, message));
    for (const job of others) job.reject(new ThreadError('not-started', message));
  }
}
