import type { PagePool, PagePoolOptions } from './page-pool.ts';

/** Opens a pool of pages. Playwright and Crawlee's browser pool take a second to load, and most commands need neither. */
export async function openPagePool(options: PagePoolOptions): Promise<PagePool> {
  const { PagePool } = await import('./page-pool.ts');
  return new PagePool(options);
}
