const POLL_MS = 250;

/**
 * Returns the result of `work`, or rejects with the complaint when it takes longer than `ms`.
 * @param ms may be a function, for a limit that grows during the work
 */
export async function within<T>(
  ms: number | (() => number),
  complaint: string,
  work: () => Promise<T>,
): Promise<T> {
  const limit = typeof ms === 'number' ? () => ms : ms;
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const check = () => {
      const left = limit() - (performance.now() - began);
      if (left <= 0) reject(new Error(`${complaint} (${Math.round(limit())} ms)`));
      else timer = setTimeout(check, typeof ms === 'number' ? left : Math.min(left, POLL_MS));
    };
    check();
  });
  late.catch(() => undefined);
  const running = work();
  running.catch(() => undefined);
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}
