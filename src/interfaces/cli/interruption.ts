import { EXIT } from './exit-codes.ts';

const CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Tells of Ctrl-C, and of the signal that service managers and `docker stop` send. */
export interface Interruption {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** Ends a command that was interrupted: 130 or 143. */
  readonly exitCode: number;
  /** Leaves signals to the process again. */
  end(): void;
}

/**
 * Listens for signals while a command works; a second one ends the process at once.
 *
 * The listeners stay once they were called. A package below ours (signal-exit 3, by way of Crawlee's storage) ends the
 * process where it finds no listener beside its own, and one that `once` has taken away counts as none.
 * @param onStop called with the first signal, to say what happens now
 */
export function listenForInterruption(onStop: () => void = () => undefined): Interruption {
  const stopper = new AbortController();
  let exitCode: number = EXIT.interrupted;
  const listener = (signal: (typeof SIGNALS)[number]) => {
    if (stopper.signal.aborted) process.exit(CODES[signal]);
    exitCode = CODES[signal];
    onStop();
    stopper.abort();
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return {
    signal: stopper.signal,
    get exitCode() {
      return exitCode;
    },
    end: () => {
      for (const signal of SIGNALS) process.off(signal, listener);
    },
  };
}
