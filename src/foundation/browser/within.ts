const POLL_MS = 250;

/** Returns the result of `work`, or rejects after `ms` with the complaint. @param ms a function where the limit grows meanwhile */
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
