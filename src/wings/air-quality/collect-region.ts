import { join } from 'node:path';
import { harvest } from '../../app/index.ts';
import { openStore } from '../../drivers/open/index.ts';
import type { Region } from '../../foundation/domain/index.ts';
import { whileOpen } from '../../foundation/errors/index.ts';
import { readBoundaries } from './boundaries.ts';
import { type CollectOptions, collectRegion, refuseEmpty } from './collection/collect.ts';
import { RegionRepository } from './collection/region-repository.ts';
import { usualSources } from './collection/snapshot.ts';
import type { Listing } from './property/index.ts';
import { type PropertyOptions, type PropertyOverview, propertyOverview } from './property-overview.ts';
import { readRegionReport, writeRegionFiles } from './report/files.ts';
import { writePropertyFiles } from './report/property-report.ts';
import { type RegionReport, type RegionResult, regionResult } from './result.ts';

export interface AirQualityOptions extends Omit<CollectOptions, 'store' | 'harvest'> {
  readonly storage: string;
  /** False writes no PNG, for which a browser is started. Default true. */
  readonly pictures?: boolean;
  /** GeoJSON of the region's divisions or cities, in the place of the file that the region names. */
  readonly boundaries?: string | undefined;
}

export interface AirQualityRun {
  readonly result: RegionResult;
  /** Report, drawings and tables, the report first. */
  readonly files: readonly string[];
}

const reportFolder = (storage: string, name: string): string => join(storage, 'regions', name, 'report');

/**
 * One round: collects a region (without a web and sources, from what is usual for it), computes its values from all that is kept, and writes the report. A source that is no feed is
 * told of by `emit` and thrown at the end, when what the others gave is kept and reported.
 */
export async function airQuality({
  storage,
  pictures = true,
  boundaries: file,
  ...options
}: AirQualityOptions): Promise<AirQualityRun> {
  const { region, web, sources, period } = options;
  const given =
    web === undefined && sources.length === 0 ? usualSources(region, period) : { sources, period };
  const areas = file ?? region.boundaries;
  const boundaries = areas === undefined ? [] : readBoundaries(areas, region);
  refuseEmpty(options);
  return whileOpen(openStore(storage, { mode: 'write' }), async (store) => {
    let wrong: unknown;
    await collectRegion({ ...options, ...given, store, harvest }).catch((error: unknown) => {
      wrong = error;
    });
    const repository = new RegionRepository(store, options.region.name);
    const [observations, listings] = [await repository.observations(), await repository.listings()];
    const result = regionResult(
      mayBeMadeUp(web) ? observations : observations.filter(isReal),
      mayBeMadeUp(web) ? listings : listings.filter(isReal),
      region,
      given.period,
    );
    const files = await writeRegionFiles(result, reportFolder(storage, options.region.name), {
      pictures,
      boundaries,
    });
    if (wrong !== undefined) throw wrong;
    return { result, files };
  });
}

/** A practice web, or the archive of one. */
const mayBeMadeUp = (web: CollectOptions['web']): boolean =>
  /^(?:practice|replay)(?::|$)/.test(typeof web === 'string' ? web : (web?.kind ?? ''));

/** What an earlier run on a practice web left in the store stays out of other runs; a file may hold what it likes. */
const isReal = ({
  synthetic,
  request,
}: {
  readonly synthetic: boolean;
  readonly request: string | null;
}): boolean => !synthetic || request === null;

/** What the last report of a region was made of: all that shows figures of it reads them here. Undefined where there is none. */
export const regionReport = (storage: string, name: string): RegionReport | undefined =>
  readRegionReport(reportFolder(storage, name));

/**
 * Asking prices of a region, and of a property of one's own, with the air of its divisions as its last report has it; a report
 * and tables of them are written beside that of the air.
 * @throws {ListingsError} for a file that is none, a city or place that is not of the region
 * @throws {StoreError} where nothing was collected and no files are given
 */
export async function reportProperty({
  storage,
  ...options
}: Omit<PropertyOptions, 'report' | 'collected'> & { readonly storage: string }): Promise<{
  readonly overview: PropertyOverview;
  readonly files: readonly string[];
}> {
  const { region, sources } = options;
  const report = regionReport(storage, region.name);
  const listings = sources.length > 0 ? [] : await keptListings(storage, region);
  const collected = report === undefined || report.synthetic ? listings : listings.filter(isReal);
  const overview = propertyOverview({ ...options, report, collected });
  const folder = join(reportFolder(storage, region.name), 'property');
  return { overview, files: await writePropertyFiles(overview, folder) };
}

async function keptListings(storage: string, region: Region): Promise<Listing[]> {
  return whileOpen(openStore(storage, { mode: 'read' }), (store) =>
    new RegionRepository(store, region.name).listings(),
  );
}
