export { learn, metPage } from './learn.ts';
export { runLessons, subjectOf } from './lessons.ts';
export { rehearse, restoreStandings } from './rehearse.ts';
export { thresholdScores } from './relevance-table.ts';
export { type Stop, Stopping } from './stopping.ts';
