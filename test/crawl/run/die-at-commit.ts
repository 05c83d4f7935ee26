/**
 * Loaded before the program (`--import`): kills its process as soon as a commit of the store has come, of which `DIE_AT`
 * tells the number and the moment: `before:3` or `after:3`.
 */

import { type SQLInputValue, type StatementResultingChanges, StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';

const [moment, number] = (process.env.DIE_AT ?? '').split(':');
type Run = (this: StatementSync, ...parameters: SQLInputValue[]) => StatementResultingChanges;
const run: Run = StatementSync.prototype.run;
let commits = 0;

const runOrDie: Run = function (...parameters) {
  if (this.sourceSQL !== 'commit' || ++commits !== Number(number)) return run.apply(this, parameters);
  if (moment === 'after') run.apply(this, parameters);
  process.kill(process.pid, 'SIGKILL');
  throw new Error('the process is dead');
};

/** The same of PostgreSQL, where transactions of the store end by this text. */
async function dieAtCommitOfServer(): Promise<void> {
  const { default: pg } = await import('pg');
  const query = pg.Client.prototype.query as (this: unknown, ...sent: unknown[]) => Promise<unknown>;
  const queryOrDie = async function (this: unknown, ...sent: unknown[]): Promise<unknown> {
    if (moment === 'after') await query.apply(this, sent);
    process.kill(process.pid, 'SIGKILL');
    throw new Error('the process is dead');
  };
  const send = function (this: unknown, ...sent: unknown[]): unknown {
    const dies = sent[0] === 'commit' && ++commits === Number(number);
    return (dies ? queryOrDie : query).apply(this, sent);
  };
  Object.defineProperty(pg.Client.prototype, 'query', { value: send });
}

if (isMainThread && process.env.DATABASE_URL) await dieAtCommitOfServer();
if (isMainThread) Object.defineProperty(StatementSync.prototype, 'run', { value: runOrDie });
