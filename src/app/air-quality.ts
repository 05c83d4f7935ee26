import { join } from 'node:path';
import {
  type CollectOptions,
  collectRegion,
  propertyOverview as overviewOf,
  type Period,
  type PropertyOptions,
  type PropertyOverview,
  RegionRepository,
  type RegionResult,
  regionResult,
  writeRegionFiles,
} from '../air-quality/index.ts';
import { openStore } from '../drivers/sqlite/index.ts';
import type { Region } from '../foundation/domain/index.ts';
import { harvest } from './harvest.ts';

export interface AirQualityOptions extends Omit<CollectOptions, 'store' | 'harvest'> {
  readonly storage: string;
  /** False writes no PNG, for which a browser is started. Default true. */
  readonly pictures?: boolean;
}

export interface AirQualityRun {
  readonly result: RegionResult;
  /** Report, drawings and tables, the report first. */
  readonly files: readonly string[];
}

const reportFolder = (storage: string, region: Region): string =>
  join(storage, 'regions', region.name, 'report');

/**
 * One round: collects a region, computes its values from all that is kept, and writes the report. A source that is no feed is
 * told of by `emit` and thrown at the end, when what the others gave is kept and reported.
 */
export async function airQuality({
  storage,
  pictures = true,
  ...options
}: AirQualityOptions): Promise<AirQualityRun> {
  const store = await openStore(storage, { mode: 'write' });
  try {
    let wrong: unknown;
    await collectRegion({ ...options, store, harvest }).catch((error: unknown) => {
      wrong = error;
    });
    const repository = new RegionRepository(store, options.region.name);
    const [observations, listings] = [await repository.observations(), await repository.listings()];
    const result = regionResult(observations, listings, options.region, options.period);
    const files = await writeRegionFiles(result, reportFolder(storage, options.region), pictures);
    if (wrong !== undefined) throw wrong;
    return { result, files };
  } finally {
    await store.close();
  }
}

/** Recomputes a region from its stored data without collecting. @throws {StoreError} where nothing is stored */
export async function keptRegion(
  storage: string,
  region: Region,
  period: Partial<Period> = {},
): Promise<RegionResult> {
  const store = await openStore(storage, { mode: 'read' });
  try {
    const repository = new RegionRepository(store, region.name);
    return regionResult(await repository.observations(), await repository.listings(), region, period);
  } finally {
    await store.close();
  }
}

/**
 * Asking prices of a region, and of a property of one's own, with the air of its divisions where that was collected.
 * @throws {ListingsError} for a file that is none, a city or place that is not of the region
 * @throws {StoreError} where nothing was collected and no files are given
 */
export async function propertyOverview({
  storage,
  ...options
}: Omit<PropertyOptions, 'kept'> & { readonly storage: string }): Promise<PropertyOverview> {
  const kept = await keptRegion(storage, options.region).catch((error: unknown) => {
    if (options.sources.length === 0) throw error;
    return null;
  });
  return overviewOf({ ...options, kept });
}
