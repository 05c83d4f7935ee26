/** What the system says where no connection was made. */
const NO_CONNECTION = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/;
const MOST_CAUSES = 8;

/** Whether it is certain that nothing of a request reached a server, since there was no connection to send it on. */
export function neverLeft(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < MOST_CAUSES; depth++) {
    if ('code' in cause && typeof cause.code === 'string' && NO_CONNECTION.test(cause.code)) return true;
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  }
  return false;
}
