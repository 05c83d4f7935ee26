import type { TransactionOptions } from '../../storage/index.ts';

interface Prepared extends Pick<TransactionOptions, 'after'> {
  failed(error: unknown): void;
}

/** Waits for what the works of a group depend on, all at once. @returns those whose dependencies have not failed */
export async function prepared<W extends Prepared>(group: readonly W[]): Promise<W[]> {
  const ready = await Promise.all(
    group.map(async (work) => {
      try {
        await work.after?.();
        return true;
      } catch (error) {
        work.failed(error);
        return false;
      }
    }),
  );
  return group.filter((_, i) => ready[i]);
}
