export { discoveredPage, type Learners, learn, locate } from './learn.ts';
export { rankerTrainingData, subjectOf } from './ranker-training-data.ts';
export { thresholdScores } from './relevance-table.ts';
export { History, replayHistory, restoreSiteScores, teach } from './replay-history.ts';
export { type Stop, Stopping } from './stopping.ts';
