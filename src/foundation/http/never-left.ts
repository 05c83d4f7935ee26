/** System error codes of a failed connection. */
const NO_CONNECTION = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/;
const MAX_CAUSES = 8;

/** Checks whether a request certainly never reached a server because no connection was made. */
export function wasNeverSent(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < MAX_CAUSES; depth++) {
    if ('code' in cause && typeof cause.code === 'string' && NO_CONNECTION.test(cause.code)) return true;
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  }
  return false;
}
