import { whileOpen } from '../../foundation/errors/index.ts';
import type { Store } from '../../storage/index.ts';

/** Opens the store of a folder for some work. */
export async function withStore<T>(
  storage: string,
  mode: 'read' | 'write',
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { openStore } = await import('../../drivers/open/index.ts');
  return whileOpen(openStore(storage, { mode }), work);
}
