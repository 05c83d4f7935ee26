import { expect, test } from 'vitest';
import { serverOfTests } from '../drivers/postgres/with-server.ts';
import { cutOffWorker } from '../wings/cluster/cut-off-worker.ts';

const server = await serverOfTests();

if (server !== undefined)
  test('a worker that is cut off from the store for a minute commits nothing of them, and comes back', async () => {
    const { alone, shared, held, takenOver, ...rest } = await cutOffWorker(server, {
      leaseSeconds: 30,
      cutSeconds: 60,
    });
    expect(held).toBeGreaterThan(0);
    expect(takenOver).toBe(held);
    expect(rest).toEqual({ keptLate: 0, codes: [0, 0] });
    expect(shared).toBe(alone);
  }, 600_000);
