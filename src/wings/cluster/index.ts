export { harvestShared } from './shared-harvest.ts';
export { clusterOverview, signalRun } from './overview.ts';
export { workOnRuns } from './work-on-runs.ts';
