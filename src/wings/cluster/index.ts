export { clusterOverview, signalRun } from './overview.ts';
export { harvestShared } from './shared-harvest.ts';
export { workOnRuns } from './work-on-runs.ts';
