/** Air quality of a region: feeds and forms in, marked values of divisions and cities out. */

export { readBoundaries } from './boundaries.ts';
export { clusteringOf } from './clusters.ts';
export { type CollectOptions, collectRegion, refuseEmpty } from './collection/collect.ts';
export type { CollectEvent } from './collection/events.ts';
export { RegionRepository } from './collection/region-repository.ts';
export { usualSources } from './collection/snapshot.ts';
export { divisionClusters } from './division-clusters.ts';
export { interpolationOf } from './divisions/interpolate.ts';
export { krigingOf } from './divisions/kriging.ts';
export { dayErrorOf } from './divisions/marked-value.ts';
export type { Period } from './divisions/month-gaps.ts';
export { airTable } from './divisions/values.ts';
export { dataGovFeed } from './feeds/data-gov.ts';
export { dayOf, instantOf } from './feeds/local-time.ts';
export { OPENAQ_KEY_HEADER, openAqFeed } from './feeds/openaq.ts';
export { readFeed } from './feeds/read-feed.ts';
export { flagged } from './flags.ts';
export { type Feed, FeedError, type Observation } from './observation.ts';
export type { Listing } from './property/index.ts';
export {
  type PropertyOptions,
  type PropertyOverview,
  propertyOverview,
  propertyText,
} from './property-overview.ts';
export { readRegionReport, writeRegionFiles } from './report/files.ts';
export { writePropertyFiles } from './report/property-report.ts';
export { type RegionReport, type RegionResult, regionResult, resultJson } from './result.ts';
export { summaryText } from './summary.ts';
export { airQualityIndex, categoryNames, categoryOf } from './units/aqi.ts';
export { concentrationOf, type Particulate, subIndexOf } from './units/breakpoints.ts';
export { dailyMeans, hourlyMeans, MIN_HOURS } from './units/means.ts';
export {
  digitsOf,
  massFactor,
  POLLUTANT_NAMES,
  POLLUTANTS,
  type Pollutant,
  pollutantName,
} from './units/pollutants.ts';
