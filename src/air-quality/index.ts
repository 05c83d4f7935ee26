/** Air quality of a region: feeds and forms in, marked values of divisions and cities out. */

export { type Axis, type Cluster, type ClusterItem, type Clustering, clusteringOf } from './clusters.ts';
export { type Interpolation, interpolationOf, type LeaveOneOut } from './divisions/interpolate.ts';
export { krigingOf } from './divisions/kriging.ts';
export { type StationSeries, stationSeries } from './divisions/stations.ts';
export {
  type AirTable,
  airTable,
  type CityValues,
  type DivisionValues,
  type Mark,
  type MarkedValue,
  type Period,
  type StationValue,
  type Uncertainty,
} from './divisions/values.ts';
export { DATA_GOV_KEY, dataGovFeed } from './feeds/data-gov.ts';
export { dayOf, instantOf } from './feeds/local-time.ts';
export { OPENAQ_KEY, OPENAQ_KEY_HEADER, openAqFeed } from './feeds/openaq.ts';
export { readFeed } from './feeds/read-feed.ts';
export { flagged, isUsable, massOf } from './flags.ts';
export {
  type Feed,
  FeedError,
  type Flag,
  type Observation,
  type Origin,
  pollutantName,
  type Unit,
} from './observation.ts';
export { type Aqi, categoryOf, particulateAqi } from './units/aqi.ts';
export {
  type Concentration,
  concentrationOf,
  type Particulate,
  type Standard,
  subIndexOf,
} from './units/breakpoints.ts';
export { dailyMeans, hourlyMeans, LEAST_HOURS } from './units/means.ts';
export { decideUnit } from './units/unit-evidence.ts';
export type { CollectEvent } from './collection/events.ts';
export { type AirQualityOptions, type AirQualityRun, airQuality, keptRegion } from './run.ts';
export { type RegionResult, regionResult, resultJson } from './result.ts';
export { markWords, summaryText, valueWords } from './summary.ts';
export { type PropertyOverview, propertyOverview, propertyText } from './property-overview.ts';
