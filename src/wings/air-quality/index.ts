/** Air quality of a region: feeds and forms in, marked values of divisions and cities out. */

export {
  type AirQualityOptions,
  type AirQualityRun,
  airQuality,
  regionReport,
  reportProperty,
} from './collect-region.ts';
export type { CollectEvent } from './collection/events.ts';
export { FeedError, type Observation } from './observation.ts';
export { propertyText } from './property-overview.ts';
export { type RegionReport, type RegionResult, resultJson } from './result.ts';
export { summaryText } from './summary.ts';
export { shippedSources, type TriedSource, trySources } from './try-sources.ts';
export { digitsOf, POLLUTANT_NAMES, POLLUTANTS } from './units/pollutants.ts';
