import type { PagePool, PagePoolOptions } from './page-pool.ts';

/** Opens a pool of pages; loads Playwright and Crawlee's browser pool on demand, which takes a second. */
export async function openPagePool(options: PagePoolOptions): Promise<PagePool> {
  const { PagePool } = await import('./page-pool.ts');
  return new PagePool(options);
}
