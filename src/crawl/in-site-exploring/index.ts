export { type Learners, learn, metPage } from './learn.ts';
export { rankerTrainingData, subjectOf } from './ranker-training-data.ts';
export { thresholdScores } from './relevance-table.ts';
export { replayHistory, restoreSiteScores } from './replay-history.ts';
export { type Stop, Stopping } from './stopping.ts';
