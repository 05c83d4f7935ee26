/** Combines the three timeouts of an exchange in one signal. Time in which the process is suspended does not count. */

import { afterAwake, awakeNow } from '../threads/index.ts';
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
  const endTotal = afterAwake(
    () => limits.totalMs,
    timeOut(`Not finished within ${seconds(limits.totalMs)}`),
  );
  let endCurrent = afterAwake(
    () => limits.firstByteMs,
    timeOut(`No answer within ${seconds(limits.firstByteMs)}`),
  );
  let idleSince = 0;
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
      endCurrent();
      const began = awakeNow();
      idleSince = began;
      endCurrent = afterAwake(
        () => limits.idleMs + idleSince - began,
        timeOut(`Nothing more came for ${seconds(limits.idleMs)}`),
      );
    },
    onPiece() {
      idleSince = awakeNow();
    },
    done() {
      endTotal();
      endCurrent();
      caller?.removeEventListener('abort', giveUp);
    },
  };
};
