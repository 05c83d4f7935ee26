/** One request and one answer of a site, before any socket. */

import type { Outcome } from './truth.ts';

export interface PracticeRequest {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Path and query as they came. */
  readonly target: string;
  /** Fields of a submitted body. */
  readonly body: URLSearchParams;
  readonly acceptsGzip: boolean;
  readonly cookie?: string | undefined;
  /** True when it came by https. */
  readonly secure?: boolean;
}

/** What happens to the connection beside the bytes. */
interface Behaviour {
  /** Wait before the first byte. */
  readonly delayMs?: number;
  /** Send this many bytes, then nothing for `stallMs`, then close. */
  readonly stallAfter?: number;
  readonly stallMs?: number;
  /** Close the connection without an answer. */
  readonly drop?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly behaviour?: Behaviour;
  /** Key of the form that this request submitted. */
  readonly form?: string;
  /** Digest of what was submitted, for forms that are no search. */
  readonly query?: string;
  /** What a search came to: on its own answer, and on each further page of its results. */
  readonly outcome?: Outcome;
  readonly trap?: string;
  readonly resource?: 'page' | 'data' | 'asset' | 'robots';
}

export const html = (body: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
});

export const redirect = (location: string, status = 302): Answer => ({
  status,
  headers: { location, 'content-type': 'text/html; charset=utf-8' },
  body: '',
});

/** What a site remembers between requests: only that something was asked for before, so that errors can settle. */
export class Memory {
  readonly #firstAsked = new Map<string, number>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Milliseconds since `key` was asked for the first time; 0 the first time. */
  sinceFirst(key: string): number {
    const first = this.#firstAsked.get(key);
    if (first === undefined) {
      this.#firstAsked.set(key, this.#clock());
      return 0;
    }
    return Math.max(1, this.#clock() - first);
  }
}
