import { ThreadClient, ThreadError } from '../../foundation/threads/index.ts';
import { KnowledgeError } from '../knowledge-error.ts';
import { shapeOf } from './query-shape.ts';
import type { SparqlRequest } from './sparql-thread.ts';

export interface SparqlLimits {
  /** Time that a query may take. */
  readonly timeoutMs: number;
  /** Greatest number of answers. */
  readonly rows: number;
  /** Greatest number of waiting queries. */
  readonly waiting: number;
}

const SPARQL_LIMITS: SparqlLimits = { timeoutMs: 10_000, rows: 10_000, waiting: 32 };

/** HTTP status by the reason why a query was not answered. */
const STATUS = { malformed: 400, update: 403, timeout: 503, busy: 503, failed: 500 } as const;

/** A query that was not answered. */
export class SparqlError extends KnowledgeError {
  /** Cause: the query itself, its cost, or too many other queries. */
  override readonly code: keyof typeof STATUS;
  override readonly httpStatus: number;

  constructor(code: SparqlError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.httpStatus = STATUS[code];
  }
}

/** Media types of answers: of SELECT and ASK, and of CONSTRUCT and DESCRIBE. */
export interface AnswerFormats {
  readonly bindings: string;
  readonly graph: string;
}

interface SparqlAnswer {
  readonly kind: keyof AnswerFormats;
  readonly format: string;
  readonly text: string;
}

/** Supplies the N-Triples, in pieces, that are loaded before the first query. */
export type Triples = () => AsyncIterable<string>;

type SparqlThread = ThreadClient<SparqlRequest, string>;

const LOADING_MS = 600_000;

/**
 * Runs SPARQL over RDF in memory (Oxigraph), in a thread of its own that starts with the first query: an expensive query
 * blocks neither a crawl nor the server, and a timeout ends it with its thread. Updates are refused.
 */
export class SparqlEngine {
  readonly #triples: Triples;
  readonly #limits: SparqlLimits;
  #thread: Promise<SparqlThread> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(triples: Triples, limits: Partial<SparqlLimits> = {}) {
    this.#triples = triples;
    this.#limits = { ...SPARQL_LIMITS, ...limits };
  }

  /** @throws {SparqlError} */
  async query(query: string, formats: AnswerFormats): Promise<string> {
    return (await this.answer(query, formats)).text;
  }

  /** @throws {SparqlError} */
  async answer(query: string, formats: AnswerFormats): Promise<SparqlAnswer> {
    const { form, limited } = shapeOf(query, this.#limits.rows);
    if (form === 'update')
      throw new SparqlError('update', 'updates are refused: knowledge is only read here');
    const kind = form === 'construct' || form === 'describe' ? 'graph' : 'bindings';
    const format = formats[kind];
    return this.#inTurn(async () => {
      const thread = await this.#opened();
      const ask = (text: string) =>
        this.#ask(thread, { kind: 'query', query: text, format }, this.#limits.timeoutMs);
      const text = await ask(limited).catch(async (error: unknown) => {
        // An error in the limited query may name a place that the original query does not have.
        if (error instanceof SparqlError && error.code === 'malformed') await ask(query);
        throw error;
      });
      return { kind, format, text };
    });
  }

  /** Replaces the data by a file. @throws {SparqlError} naming line and column where it does not parse */
  async loadFile(file: string, format: string): Promise<void> {
    await this.#inTurn(async () => {
      const thread = await this.#opened();
      await this.#ask(thread, { kind: 'load-file', file, format }, LOADING_MS);
    });
  }

  /** Starts the thread and fills it, so that the first query does not wait. */
  async ready(): Promise<void> {
    await this.#inTurn(() => this.#opened());
  }

  async close(): Promise<void> {
    const thread = await this.#thread?.catch(() => undefined);
    this.#thread = undefined;
    await thread?.close();
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#limits.waiting)
      throw new SparqlError('busy', `${this.#waiting} queries wait already; ask again later`);
    this.#waiting++;
    const before = this.#turn;
    const done = before.then(work, work);
    this.#turn = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#waiting--;
    }
  }

  #opened(): Promise<SparqlThread> {
    const opened = this.#thread ?? this.#open();
    this.#thread = opened;
    opened.catch(() => {
      if (this.#thread === opened) this.#thread = undefined;
    });
    return opened;
  }

  async #open(): Promise<SparqlThread> {
    const thread: SparqlThread = new ThreadClient(new URL('./sparql-thread', import.meta.url));
    try {
      for await (const triples of this.#triples())
        await this.#ask(thread, { kind: 'load', triples }, LOADING_MS);
    } catch (error) {
      await thread.close();
      throw error;
    }
    return thread;
  }

  async #ask(thread: SparqlThread, request: SparqlRequest, timeoutMs: number): Promise<string> {
    try {
      return await thread.ask(request, timeoutMs);
    } catch (error) {
      if (!(error instanceof ThreadError)) throw error;
      // An error of WebAssembly itself leaves a store that can no longer be used; the next query starts a new thread.
      const broken = error.code !== 'threw' || error.thrown === 'RuntimeError';
      if (broken) {
        this.#thread = undefined;
        await thread.close();
      }
      if (error.code === 'timeout' || error.code === 'starved')
        throw new SparqlError('timeout', `the query took longer than ${timeoutMs / 1_000} s and was stopped`);
      throw new SparqlError(broken ? 'failed' : 'malformed', error.message.replace(/\s+/g, ' '));
    }
  }
}
