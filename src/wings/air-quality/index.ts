/** Air quality of a region: feeds and forms in, marked values of divisions and cities out. */

export type { CollectEvent } from './collection/events.ts';
export { FeedError, type Observation } from './observation.ts';
export { propertyText } from './property-overview.ts';
export { type RegionResult, resultJson } from './result.ts';
export { summaryText } from './summary.ts';
export { categoryNames } from './units/aqi.ts';
export { POLLUTANT_NAMES, POLLUTANTS } from './units/pollutants.ts';
export {
  type AirQualityOptions,
  type AirQualityRun,
  airQuality,
  keptRegion,
  reportProperty,
} from './collect-region.ts';
export { shippedSources, type TriedSource, trySources } from './try-sources.ts';
