/**
 * What the ranker of a shared run is made from, by version: each names the pages that it learns from beside those of the
 * version before, in their order, so that it is the same wherever it is made.
 */

import type { ReadPage } from '../../crawl/strategies/index.ts';
import type { Contents } from '../../storage/index.ts';

export interface RankerVersion {
  readonly pages: readonly ReadPage[];
  /** Score of the sites that are worth a worker's place now; null where there is a place for all of them. */
  readonly leastScore: number | null;
}

export async function publishRanker(contents: Contents, version: RankerVersion): Promise<string> {
  return contents.put(Buffer.from(JSON.stringify(version)));
}

/** @param hash of the version */
export async function rankerOf(contents: Contents, hash: string): Promise<RankerVersion> {
  const content = await contents.get(hash);
  if (content === undefined) throw new Error(`the store has no content ${hash}`);
  return JSON.parse(Buffer.from(content).toString()) as RankerVersion;
}
