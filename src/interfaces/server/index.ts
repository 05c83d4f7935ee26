export { serveMcp } from './mcp.ts';
export type { CallAnswerBody, CallableFormBody } from './routes/gateway.ts';
export type { ListAnswer } from './routes/results.ts';
export type { Run, RunList } from './routes/runs.ts';
export type { HarvestJob } from './run-manager.ts';
export { type RunningServer, startServer } from './server.ts';
