/**
 * Reads for the routes, in threads: SQLite answers in the thread that asks, and that of the server runs the harvest. One
 * thread answers lists, the other what takes long, so that no list waits for an export or a report.
 */

import { setTimeout as later } from 'node:timers/promises';
import { ThreadClient, ThreadError } from '../../../foundation/threads/index.ts';
import { notFound, RequestProblem } from '../problems.ts';
import type { ReadJob, ReadResult } from './reader-thread.ts';
import type { AnswerOf, ReadName, ReadOf, StreamOf } from './reads.ts';

interface ReadersOptions {
  readonly storage: string;
  readonly holdsStore: (storage: string) => Promise<boolean>;
  /** Limits a read in the second thread. */
  readonly longMs?: number;
}

/** Reads that may wait for a thread, streams open at once, and milliseconds that reads may take. */
const MOST_WAITING = 200;
const MOST_STREAMS = 20;
const SHORT_MS = 20_000;
const LONG_MS = 120_000;
/** A Parquet file is written before its first piece, a list is kept before its first page. */
const FILE_MS = 900_000;

/** Milliseconds that a page waits for its list to be sorted for the first time. */
const SORTED_MS = 10_000;
/** Milliseconds of a page that is found soon enough. */
const QUICK_MS = 100;

const LONG: ReadonlySet<ReadName> = new Set([
  'crawl',
  'madePage',
  'counts',
  'report',
  'changes',
  'verifiedForms',
]);

/** `keeping` lives while lists are kept. */
type Thread = 'short' | 'long' | 'keeping';

export class Readers {
  private readonly options: ReadersOptions;
  private readonly clients = new Map<Thread, ThreadClient<ReadJob, ReadResult>>();
  private readonly keeping = new Map<string, Promise<void>>();
  private waiting = 0;
  private open = 0;
  private lastStream = 0;
  private closed = false;

  constructor(options: ReadersOptions) {
    this.options = options;
  }

  /** Loads the thread that answers lists. */
  warm(): void {
    this.client('short');
  }

  /** @throws {RequestProblem} what the read refuses; where it takes too long; where too many wait */
  async read<Name extends ReadName>(name: Name, of: ReadOf<Name>): Promise<AnswerOf<Name>> {
    const isLong = LONG.has(name);
    const answer = await this.ask(
      isLong ? 'long' : 'short',
      { kind: 'read', name, of },
      isLong ? (this.options.longMs ?? LONG_MS) : SHORT_MS,
    );
    return answer as AnswerOf<Name>;
  }

  /** Reads one page of a list, and counts its rows where that is wanted. */
  async list(of: ReadOf<'page'>, isCounted = false): Promise<AnswerOf<'page'> & Partial<AnswerOf<'counts'>>> {
    if (of.kind === 'things') await this.keep(of);
    const begun = performance.now();
    const isMade = of.kind === 'things' || of.kind === 'details';
    const [page, counts] = await Promise.all([
      this.sortedPage(isMade ? 'madePage' : 'page', of),
      isCounted ? this.read('counts', of) : {},
    ]);
    // A text that was looked for longer is found sooner in a kept list.
    if (of.range.text !== undefined && performance.now() - begun > QUICK_MS) void this.keep(of);
    return { ...page, ...counts };
  }

  /**
   * Reads a page; where its rows cannot be sorted yet, their list is kept first.
   * @throws {RequestProblem} `list-not-kept` where that takes longer: it goes on
   */
  private async sortedPage(name: 'page' | 'madePage', of: ReadOf<'page'>): Promise<AnswerOf<'page'>> {
    try {
      return await this.read(name, of);
    } catch (error) {
      if (!(error instanceof RequestProblem) || error.code !== 'list-not-kept') throw error;
      const waited = new AbortController();
      await Promise.race([
        this.keep(of),
        later(SORTED_MS, undefined, { signal: waited.signal, ref: false }).catch(() => undefined),
      ]);
      waited.abort();
      return this.read(name, of);
    }
  }

  /** Keeps a list, if it is long and its run has ended, in a thread of its own; where that fails, it is read as before. */
  keep({ run, kind }: ReadOf<'keepList'>): Promise<void> {
    const name = `${run} ${kind}`;
    const known = this.keeping.get(name);
    if (known !== undefined) return known;
    const kept = this.kept({ run, kind })
      .catch(() => undefined)
      .finally(() => this.keeping.delete(name));
    this.keeping.set(name, kept);
    return kept;
  }

  private async kept(of: ReadOf<'keepList'>): Promise<void> {
    if (!(await this.read('lacksList', of))) return;
    await this.ask('keeping', { kind: 'read', name: 'keepList', of }, FILE_MS);
    if (this.keeping.size > 1) return;
    const client = this.clients.get('keeping');
    this.clients.delete('keeping');
    await client?.close();
  }

  /**
   * Opens an export. Its next piece is read when the one before was taken.
   * @throws {RequestProblem} where too many are open
   */
  async stream(of: StreamOf): Promise<AsyncGenerator<Uint8Array>> {
    if (this.open >= MOST_STREAMS)
      throw new RequestProblem(429, 'too-many-exports', `${MOST_STREAMS} exports are under way already`);
    const stream = ++this.lastStream;
    this.open++;
    try {
      await this.ask('long', { kind: 'open', stream, of }, SHORT_MS);
    } catch (error) {
      this.open--;
      throw error;
    }
    return this.pieces(stream, of.format === 'csv' || of.format === 'jsonl' ? LONG_MS : FILE_MS);
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.clients.values()].map((client) => client.close()));
  }

  private async *pieces(stream: number, timeoutMs: number): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const piece = await this.ask('long', { kind: 'next', stream }, timeoutMs);
        if (piece === undefined) return;
        yield piece as Uint8Array;
      }
    } finally {
      this.open--;
      await this.ask('long', { kind: 'close', stream }, SHORT_MS).catch(() => undefined);
    }
  }

  private async ask(thread: Thread, job: ReadJob, timeoutMs: number): Promise<unknown> {
    const { storage, holdsStore } = this.options;
    if (!(await holdsStore(storage))) throw notFound('store yet: no run was begun');
    if (this.waiting >= MOST_WAITING)
      throw new RequestProblem(503, 'too-many-reads', `${MOST_WAITING} requests wait already`, 'ask later');
    this.waiting++;
    try {
      return resultOf(await this.answered(thread, job, timeoutMs));
    } finally {
      this.waiting--;
    }
  }

  /** A read behind one that hangs is asked of the next thread. */
  private async answered(thread: Thread, job: ReadJob, timeoutMs: number): Promise<ReadResult> {
    while (!this.closed) {
      try {
        return await this.client(thread).ask(job, timeoutMs);
      } catch (error) {
        if (!(error instanceof ThreadError)) throw error;
        // A stream ends with the thread that it was read in.
        if (error.code === 'not-started' && job.kind === 'read') continue;
        if (error.code === 'threw') throw error;
        throw new RequestProblem(503, 'read-ended', `reading was stopped: ${error.message}`, 'narrow it');
      }
    }
    throw new RequestProblem(503, 'closing', 'the server is stopping');
  }

  private client(thread: Thread): ThreadClient<ReadJob, ReadResult> {
    const known = this.clients.get(thread);
    if (known !== undefined && !known.ended) return known;
    const { storage } = this.options;
    const client = new ThreadClient<ReadJob, ReadResult>(new URL('./reader-thread', import.meta.url), {
      workerData: { storage, isPatient: thread === 'keeping' },
      // What a read leaves behind of the young generation stays with the process: 134 MB a thread where V8 chooses.
      resourceLimits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 24 },
    });
    this.clients.set(thread, client);
    return client;
  }
}

function resultOf(result: ReadResult): unknown {
  if (result.kind === 'value') return result.value;
  const { status, code, message, hint } = result;
  throw new RequestProblem(status, code, message, hint);
}
