export { discoveredPage, type Learners, learn, locate } from './learn.ts';
export { History, replayHistory, restoreSiteScores, storedPages, teach } from './replay-history.ts';
export { type Stop, Stopping } from './stopping.ts';
