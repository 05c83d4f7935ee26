export { type Learners, learn, metPage } from './learn.ts';
export { rankerTrainingData, subjectOf } from './ranker-training-data.ts';
export { replayHistory, restoreSiteScores } from './replay-history.ts';
export { thresholdScores } from './relevance-table.ts';
export { type Stop, Stopping } from './stopping.ts';
