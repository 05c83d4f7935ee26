export { serveMcp } from './mcp.ts';
export { type RunningServer, startServer } from './server.ts';
