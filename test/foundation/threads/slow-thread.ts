/** Loads for a while after a module that waits at its top level; says when it has come so far. */

import { workerData } from 'node:worker_threads';
import { answerJobs } from '../../../src/foundation/threads/index.ts';
import { ready } from './waits-at-top-level.ts';

const loading = workerData as Int32Array;
Atomics.store(loading, 0, 1);
Atomics.notify(loading, 0);
const until = performance.now() + 300;
while (performance.now() < until);

answerJobs((): string => String(ready));
