export { answerJobs } from './answer-jobs.ts';
export { ThreadClient, ThreadError } from './thread-client.ts';
