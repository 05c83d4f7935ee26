/** Lets only so many through at once; of those who wait, the highest priority goes first, then who came first. */

import { TransportError } from './transport.ts';

interface Gate {
  /** Waits for a place. Call the result to give it back. @throws {TransportError} `aborted` when the signal fires while waiting */
  enter(priority: number, signal?: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly priority: number;
  readonly admit: () => void;
}

/** @param places how many may be inside at once */
export const createConcurrencyLimiter = (places: number): Gate => {
  const waiting: Waiting[] = [];
  let inside = 0;
  const leave = () => {
    inside -= 1;
    waiting.shift()?.admit();
  };
  const ticket = () => {
    inside += 1;
    let used = false;
    return () => {
      if (used) return;
      used = true;
      leave();
    };
  };
  return {
    enter(priority, signal) {
      if (signal?.aborted) return Promise.reject(new TransportError('aborted', 'The request was given up.'));
      if (inside < places) return Promise.resolve(ticket());
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(new TransportError('aborted', 'The request was given up.'));
        };
        const entry: Waiting = {
          priority,
          admit: () => {
            signal?.removeEventListener('abort', giveUp);
            resolve(ticket());
          },
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        const behind = waiting.findIndex((other) => other.priority < priority);
        waiting.splice(behind < 0 ? waiting.length : behind, 0, entry);
      });
    },
  };
};
