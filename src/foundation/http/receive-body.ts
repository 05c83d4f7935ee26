/** Takes in a body within its limits. What came before a limit or a break is kept. */

import type { TruncatedBy } from '../warc/index.ts';
import type { Deadline } from './deadline.ts';
import type { ExchangeLimits } from './limits.ts';
import { TransportError, type TransportResponse } from './transport.ts';

interface ReceivedBody {
  readonly bytes: Buffer;
  readonly truncated?: TruncatedBy;
}

/** Settles with the signal's reason when it fires before the promise does. */
export const orAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });

const whyCut = (error: unknown, signal: AbortSignal): TruncatedBy => {
  const reason: unknown = signal.aborted ? signal.reason : error;
  return reason instanceof TransportError && reason.reason === 'timeout' ? 'time' : 'disconnect';
};

/**
 * @throws {TransportError} `aborted` when the caller gives up; the deadline's or the web's error when nothing came at all
 */
export const receiveBody = async (
  response: TransportResponse,
  deadline: Deadline,
  limits: ExchangeLimits,
): Promise<ReceivedBody> => {
  const pieces = response.body[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let size = 0;
  const bytes = () => Buffer.concat(parts, Math.min(size, limits.maxBytes));
  const cancel = () => void Promise.resolve(pieces.return?.()).catch(() => {});
  try {
    for (;;) {
      const next = await orAborted(pieces.next(), deadline.signal);
      if (next.done) return { bytes: bytes() };
      deadline.onPiece();
      parts.push(next.value);
      size += next.value.length;
      if (size > limits.maxBytes) {
        cancel();
        return { bytes: bytes(), truncated: 'length' };
      }
    }
  } catch (error) {
    cancel();
    const reason: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
    if (size === 0 || (reason instanceof TransportError && reason.reason === 'aborted')) throw reason;
    return { bytes: bytes(), truncated: whyCut(error, deadline.signal) };
  }
};
