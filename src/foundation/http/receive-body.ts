/** Receives a body within its limits. The part before a limit or a broken connection is kept. */

import { headerValue, type TruncatedBy } from '../warc/index.ts';
import type { Deadline } from './deadline.ts';
import { type ExchangeLimits, mostBytes } from './limits.ts';
import { TransportError, type TransportResponse } from './transport.ts';

interface ReceivedBody {
  readonly bytes: Buffer;
  readonly truncated?: TruncatedBy;
}

const truncationCause = (error: unknown, signal: AbortSignal): TruncatedBy => {
  const reason: unknown = signal.aborted ? signal.reason : error;
  return reason instanceof TransportError && reason.reason === 'timeout' ? 'time' : 'disconnect';
};

/** Receives a body. @throws {TransportError} `aborted` when the caller aborts; the timeout's or transport's error when nothing arrived */
export const receiveBody = async (
  response: TransportResponse,
  deadline: Deadline,
  limits: ExchangeLimits,
): Promise<ReceivedBody> => {
  const pieces = response.body[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  const most = mostBytes(limits, headerValue(response.headers, 'content-type'));
  let size = 0;
  const bytes = () => Buffer.concat(parts, Math.min(size, most));
  const cancel = () => void Promise.resolve(pieces.return?.()).catch(() => {});
  try {
    for (;;) {
      const next = await deadline.within(pieces.next());
      if (next.done) return { bytes: bytes() };
      deadline.onPiece();
      parts.push(next.value);
      size += next.value.length;
      if (size > most) {
        cancel();
        return { bytes: bytes(), truncated: 'length' };
      }
    }
  } catch (error) {
    cancel();
    const reason: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
    if (size === 0 || (reason instanceof TransportError && reason.reason === 'aborted')) throw reason;
    return { bytes: bytes(), truncated: truncationCause(error, deadline.signal) };
  }
};
