import { z } from '@hono/zod-openapi';
import { holdsStore } from '../../../drivers/open/index.ts';
import { VERSION } from '../../../version.ts';
import { clusterOverview } from '../../../wings/cluster/index.ts';
import { RequestProblem } from '../problems.ts';
import { isUnderWay, JOB_STATES } from '../run-manager.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { json, route, rowOf } from './route-parts.ts';

const HOSTS = 20;

const healthRoute = route('get /health', 'The process is there', {
  200: json('It is', z.object({ status: z.literal('ok'), version: z.string() })),
});
const readyRoute = route('get /ready', 'The store can be read', {
  200: json('It can', z.object({ status: z.literal('ready') })),
  503: 'The store cannot be read',
});
const metricsRoute = route('get /metrics', 'What this process did, for Prometheus', {
  200: { description: 'Metrics', content: { 'text/plain': { schema: z.string() } } },
});

const clusterRoute = route(
  'get /api/cluster',
  'Workers, runs, queues and dead letters of a store in PostgreSQL',
  {
    200: json('As "fieldfare cluster --json" gives it', z.record(z.string(), z.unknown()).openapi('Cluster')),
    400: 'The store is in a folder, or cannot be read',
  },
);

export function addMonitorRoutes(app: App, parts: ServerParts): void {
  const { runs, metrics, storage } = parts;
  app.openapi(healthRoute, (c) => c.json({ status: 'ok' as const, version: VERSION }, 200));
  app.openapi(readyRoute, async (c) => {
    try {
      if (await holdsStore(storage)) await (await parts.store()).runs.all();
    } catch (error) {
      throw new RequestProblem(503, 'not-ready', `the store cannot be read: ${String(error)}`);
    }
    return c.json({ status: 'ready' as const }, 200);
  });
  app.openapi(clusterRoute, async (c) => c.json(rowOf(await clusterOverview(storage)), 200));
  app.openapi(metricsRoute, async (c) => {
    const jobs = runs.list();
    const gauges = JOB_STATES.map(
      (state) =>
        [
          'jobs',
          'Harvests of this server',
          { state },
          jobs.filter((job) => job.state === state).length,
        ] as const,
    );
    const runId = jobs.find(isUnderWay)?.runId ?? null;
    // Counts of this process are told also while the store cannot be read.
    const parked =
      runId === null
        ? []
        : await parts.readers.read('parkedHosts', { run: runId, limit: HOSTS }).catch(() => []);
    const hosts = parked.map(
      ({ host, links }) =>
        ['host_parked_links', 'Links that wait for a host that does not answer', { host }, links] as const,
    );
    c.header('content-type', 'text/plain; version=0.0.4; charset=utf-8');
    return c.body(metrics.text([...gauges, ...hosts]), 200) as never;
  });
}
