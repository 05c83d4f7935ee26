/** Settles as `work` does, or rejects with the complaint when that takes longer than `ms`. */
export async function within<T>(ms: number, complaint: string, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${complaint} (${Math.round(ms)} ms)`)), ms);
  });
  const running = work();
  running.catch(() => undefined);
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}
