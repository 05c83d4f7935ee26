export { answerJobs } from './answer-jobs.ts';
export { afterAwake, awakeNow } from './awake.ts';
export { ThreadClient, ThreadError } from './thread-client.ts';
