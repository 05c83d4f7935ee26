import { afterAwake } from '../threads/index.ts';

export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/**
 * Returns the result of `work`, or rejects with the complaint after `ms` in which the process was awake.
 * @param ms a function where the limit grows meanwhile
 */
export async function within<T>(
  ms: number | (() => number),
  complaint: string,
  work: () => Promise<T>,
): Promise<T> {
  const limit = typeof ms === 'number' ? () => ms : ms;
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    stop = afterAwake(limit, () => reject(new TookTooLong(`${complaint} (${Math.round(limit())} ms)`)));
  });
  late.catch(() => undefined);
  const running = work();
  running.catch(() => undefined);
  try {
    return await Promise.race([running, late]);
  } finally {
    stop();
  }
}
