export interface ExchangeLimits {
  /** From the call to the last byte, ms. */
  readonly totalMs: number;
  /** From the call to the response's head, ms; connecting included. */
  readonly firstByteMs: number;
  /** Between two pieces of the body, ms. */
  readonly idleMs: number;
  /** Body as received, bytes. */
  readonly maxBytes: number;
  /** The same for a body that by its content type is no text, script, style or data that scripts are known to read. */
  readonly maxUnknownBytes: number;
  /** Body after decoding its content coding, bytes. */
  readonly maxDecodedBytes: number;
  /** Names and values of all response headers, bytes. */
  readonly maxHeaderBytes: number;
  readonly maxHeaders: number;
}

export const DEFAULT_LIMITS: ExchangeLimits = {
  totalMs: 30_000,
  firstByteMs: 15_000,
  idleMs: 10_000,
  maxBytes: 10_000_000,
  maxUnknownBytes: Number.POSITIVE_INFINITY,
  maxDecodedBytes: 20_000_000,
  maxHeaderBytes: 65_536,
  maxHeaders: 300,
};

const KNOWN =
  /^\s*(?:text\/|(?:application|image)\/(?:[\w.-]+\+)?(?:json|xml|javascript|ecmascript|wasm)\b|application\/x-www-form-urlencoded)/i;

export const mostBytes = (
  { maxBytes, maxUnknownBytes }: Pick<ExchangeLimits, 'maxBytes' | 'maxUnknownBytes'>,
  contentType: string | undefined,
): number => (KNOWN.test(contentType ?? '') ? maxBytes : Math.min(maxBytes, maxUnknownBytes));
