/** Combines the three timeouts of an exchange in one signal. */

import type { ExchangeLimits } from './limits.ts';
import { TransportError } from './transport.ts';

export interface Deadline {
  /** Fires when a clock runs out or the caller gives up; its reason is a `TransportError`. */
  readonly signal: AbortSignal;
  /** Waits for a promise, and rejects with the signal's reason when that fires before. Waits for one promise at a time. */
  within<T>(promise: Promise<T>): Promise<T>;
  /** Starts the idle timeout. */
  onHead(): void;
  /** Restarts the idle timeout. */
  onPiece(): void;
  done(): void;
}

const seconds = (ms: number): string => `${ms / 1000} s`;

/** Starts the timeouts of an exchange. Always call `done`. */
export const startDeadline = (limits: ExchangeLimits, caller: AbortSignal | undefined): Deadline => {
  const controller = new AbortController();
  const { signal } = controller;
  let giveUpWaiting: ((reason: unknown) => void) | undefined;
  const abort = (reason: TransportError) => {
    controller.abort(reason);
    giveUpWaiting?.(signal.reason);
  };
  const timeOut = (what: string) => () => abort(new TransportError('timeout', what));
  const giveUp = () => abort(new TransportError('aborted', 'The request was given up.'));
  const total = setTimeout(timeOut(`Not finished within ${seconds(limits.totalMs)}`), limits.totalMs);
  let current = setTimeout(timeOut(`No answer within ${seconds(limits.firstByteMs)}`), limits.firstByteMs);
  if (caller?.aborted) giveUp();
  caller?.addEventListener('abort', giveUp, { once: true });
  return {
    signal,
    within(promise) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) reject(signal.reason);
        giveUpWaiting = reject;
        promise.then(resolve, reject);
      });
    },
    onHead() {
      clearTimeout(current);
      current = setTimeout(timeOut(`Nothing more came for ${seconds(limits.idleMs)}`), limits.idleMs);
    },
    onPiece() {
      current.refresh();
    },
    done() {
      clearTimeout(total);
      clearTimeout(current);
      caller?.removeEventListener('abort', giveUp);
    },
  };
};
