/** How often a limit that may grow is looked at again. */
const LOOK_EVERY_MS = 250;

/**
 * Settles as `work` does, or rejects with the complaint when that takes longer than `ms`.
 * @param ms may be a function, of a limit that grows while the work goes on
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
    const look = () => {
      const left = limit() - (performance.now() - began);
      if (left <= 0) reject(new Error(`${complaint} (${Math.round(limit())} ms)`));
      else timer = setTimeout(look, typeof ms === 'number' ? left : Math.min(left, LOOK_EVERY_MS));
    };
    look();
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
