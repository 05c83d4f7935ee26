import { z } from '@hono/zod-openapi';
import { runScope } from '../../../app/index.ts';
import { harvestOptionsJsonSchema } from '../../../crawl/settings/index.ts';
import { holdsStore, isBeingWritten, openStore } from '../../../drivers/open/index.ts';
import { whileOpen } from '../../../foundation/errors/index.ts';
import { canonicalUrl, withScheme } from '../../../foundation/url/index.ts';
import { addressOfRun, forgetRun, type RunSummary, runBefore, stateOf } from '../../../library/index.ts';
import type { RunSignal } from '../../../storage/index.ts';
import { harvestOptionsOf } from '../harvest-body.ts';
import { notFound, RequestProblem } from '../problems.ts';
import { isUnderWay, JOB_STATES } from '../run-manager.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { actingRoute, idParam as id, json, jsonBody, route, runOf } from './route-parts.ts';

const runSchema = z
  .object({
    id: z.number().int(),
    kind: z.enum(['harvest', 'one-page', 'query']).openapi({
      description:
        'A harvest, one page that was queried, or the small run of a page that a call did not know',
    }),
    domains: z.array(z.string()),
    from: z.string().nullable().openapi({ description: 'Address of a run of one page; null for a harvest' }),
    web: z.string(),
    strategy: z.string(),
    status: z.enum(['running', 'paused', 'interrupted', 'complete', 'partial', 'budget', 'failed']),
    reason: z.object({ code: z.string(), detail: z.string().optional() }).nullable(),
    startedAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    pages: z.number().int(),
    searchForms: z.number().int(),
    records: z.number().int(),
    job: z.number().int().nullable().openapi({ description: 'The job of this server that runs it' }),
  })
  .openapi('Run');
const runsSchema = z.object({
  items: z.array(runSchema),
  latest: z.number().int().nullable().openapi({
    description: 'The latest harvest that has read a page; if there is none, the newest run that has',
  }),
});
export type RunList = z.infer<typeof runsSchema>;
export type Run = z.infer<typeof runSchema>;
export const jobSchema = z
  .object({
    id: z.number().int(),
    state: z.enum(JOB_STATES),
    runId: z.number().int().nullable(),
    error: z.string().nullable(),
  })
  .openapi('Job');

const listRoute = route('get /api/runs', 'Runs with their results, oldest first', {
  200: json('Runs', runsSchema),
});
const oneRoute = route(
  'get /api/runs/{id}',
  'The progress of a run, how often its rules applied, and the sites that block it',
  {
    200: json(
      'Run and crawl',
      z.object({
        run: runSchema,
        crawl: z.record(z.string(), z.unknown()).nullable(),
        before: z.number().int().nullable().openapi({ description: 'The run that its changes are since' }),
      }),
    ),
    404: 'No such run',
  },
  {
    params: id,
    query: z.object({
      crawl: z.enum(['true', 'false']).optional().openapi({ description: '`false`: the run alone, at once' }),
    }),
  },
);
const startRoute = actingRoute(
  'post /api/runs',
  'Begin a harvest; it waits until earlier ones have ended',
  {
    202: json('The job', jobSchema),
    400: 'Wrong options',
    403: 'An option that this server does not let clients give',
    409: 'Another process writes to the store',
    429: 'Too many wait',
  },
  jsonBody(z.record(z.string(), z.unknown()).openapi('HarvestOptions')),
);
const signalled = {
  202: json(
    'The job; its id is null where workers elsewhere have the run, who are told',
    jobSchema.extend({ id: jobSchema.shape.id.nullable() }).openapi('SignalledJob'),
  ),
  401: 'Token needed',
  404: 'No such run',
  409: 'It is not under way',
};
const resumeRoute = actingRoute(
  'post /api/runs/{id}/resume',
  'Resume a run that is paused or has ended; the body can raise its budgets',
  {
    202: signalled[202],
    400: 'Wrong options',
    403: 'An option that this server does not let clients give',
    404: 'No such run',
    409: 'It is under way, or another process writes to the store',
  },
  {
    params: id,
    body: { required: false, content: { 'application/json': { schema: z.record(z.string(), z.unknown()) } } },
  },
);
const pauseRoute = actingRoute(
  'post /api/runs/{id}/pause',
  'Pause a run: requests in progress are finished, and no new ones begin',
  signalled,
  { params: id },
);
const stopRunRoute = actingRoute(
  'post /api/runs/{id}/stop',
  'Stop a run after the pages in progress, in whatever process it runs; it can be resumed',
  signalled,
  { params: id },
);
const patterns = z.array(z.string().trim().min(1).max(2_000)).max(1_000);
const scopeSchema = z.object({ deny: z.array(z.string()), include: z.array(z.string()) });
const scopeRoute = route(
  'get /api/runs/{id}/scope',
  'Patterns of addresses that a run never requests, and of those that it reads only',
  { 200: json('Patterns', scopeSchema.openapi('Scope')), 404: 'No such run' },
  { params: id },
);
const changeScopeRoute = actingRoute(
  'post /api/runs/{id}/scope',
  [
    'Change which addresses a run reads, while it goes on, too',
    'A host, how addresses begin, or with * a whole address. Waiting links that are not wanted any more are dropped; what was read stays.',
  ],
  {
    200: json(
      'The patterns; dropped is null where the process of the run drops links within a second',
      scopeSchema.extend({ dropped: z.number().int().nullable() }).openapi('ChangedScope'),
    ),
    400: 'No pattern',
    404: 'No such run',
  },
  {
    params: id,
    ...jsonBody(z.strictObject({ deny: patterns, include: patterns, remove: patterns }).partial()),
  },
);
const deleteRoute = actingRoute(
  'delete /api/runs/{id}',
  'Delete a run with its archive',
  { 204: { description: 'It is gone' }, 404: 'No such run', 409: 'A harvest is under way' },
  { params: id },
);
const jobsRoute = route('get /api/jobs', 'Harvests of this server: waiting, running and ended', {
  200: json('Jobs', z.object({ items: z.array(jobSchema) })),
});
const jobRoute = route(
  'get /api/jobs/{id}',
  'One harvest of this server',
  { 200: json('The job', jobSchema), 404: 'No such job' },
  { params: id },
);
const stopRoute = actingRoute(
  'post /api/jobs/{id}/stop',
  'Stop a harvest after the pages in progress; its run can be resumed',
  { 202: json('The job', jobSchema), 404: 'No such job' },
  { params: id },
);
const optionsRoute = route('get /api/harvest-options', 'JSON Schema of the options of a harvest', {
  200: json('JSON Schema', z.record(z.string(), z.unknown())),
});

export function addRunRoutes(app: App, parts: ServerParts): void {
  const { runs } = parts;
  const shown = (run: RunSummary, written: boolean): Run => {
    const { id, kind, domains, web, strategy, reason, pages, searchForms, records } = run;
    return {
      ...{ id, kind, domains: [...domains], web, strategy, pages, searchForms, records },
      from: canonicalUrl(withScheme(addressOfRun(run) ?? '')) ?? null,
      status: stateOf(run, written),
      reason: reason === null ? null : { ...reason },
      startedAt: new Date(run.startedAt).toISOString(),
      updatedAt: new Date(run.updatedAt).toISOString(),
      job: runs.jobOfRun(run.id)?.id ?? null,
    };
  };
  app.openapi(listRoute, async (c) => {
    // Before the first run there is no store.
    if (!(await holdsStore(parts.storage))) return c.json({ items: [], latest: null }, 200);
    const written = await isBeingWritten(parts.storage);
    const { items, latest } = await parts.readers.read('runs', null);
    return c.json({ items: items.map((run) => shown(run, written)), latest }, 200);
  });
  app.openapi(oneRoute, async (c) => {
    const wanted = c.req.valid('param').id;
    await runOf(parts, wanted);
    const isAlone = c.req.valid('query').crawl === 'false';
    const { summary, crawl } = await parts.readers.read(isAlone ? 'run' : 'crawl', wanted);
    const run = shown(summary, await isBeingWritten(parts.storage));
    const before = (await runBefore(await parts.store(), summary))?.id ?? null;
    return c.json({ run, crawl: crawl as unknown as Record<string, unknown> | null, before }, 200);
  });
  app.openapi(startRoute, async (c) => {
    const options = harvestOptionsOf({ ...c.req.valid('json'), resume: false }, parts);
    return c.json(await runs.start(options), 202);
  });
  app.openapi(resumeRoute, async (c) => {
    const wanted = c.req.valid('param').id;
    const row = await runOf(parts, wanted);
    const { id: runId } = row;
    const changes = c.req.valid('json');
    const job = runs.jobOfRun(runId);
    const state = stateOf({ ...row, updatedAt: row.updated_at }, await isBeingWritten(parts.storage));
    const isPaused = (job?.state ?? state) === 'paused';
    if (isPaused && Object.keys(changes ?? {}).length === 0)
      return c.json(await runs.signal(runId, 'go'), 202);
    if (job !== undefined) throw underWay(runId);
    const options = harvestOptionsOf({ ...changes, resume: runId }, parts);
    return c.json(await runs.start(options), 202);
  });
  const signal = async (id: number, to: RunSignal) => runs.signal((await runOf(parts, id)).id, to);
  app.openapi(pauseRoute, async (c) => c.json(await signal(c.req.valid('param').id, 'pause'), 202));
  app.openapi(stopRunRoute, async (c) => c.json(await signal(c.req.valid('param').id, 'stop'), 202));
  app.openapi(scopeRoute, async (c) => {
    const { id: runId } = await runOf(parts, c.req.valid('param').id);
    const { deny, include } = await runScope(parts.storage, runId);
    return c.json({ deny: [...deny], include: [...include] }, 200);
  });
  app.openapi(changeScopeRoute, async (c) => {
    const { id: runId } = await runOf(parts, c.req.valid('param').id);
    const { deny, include, dropped } = await runScope(parts.storage, runId, c.req.valid('json'));
    return c.json({ deny: [...deny], include: [...include], dropped }, 200);
  });
  app.openapi(deleteRoute, async (c) => {
    const wanted = c.req.valid('param').id;
    await runOf(parts, wanted);
    const under = runs.list().find(isUnderWay);
    if (under !== undefined) throw underWay(under.runId ?? wanted);
    await whileOpen(openStore(parts.storage, { mode: 'write' }), async (store) => {
      await forgetRun(store, wanted);
    });
    return c.body(null, 204);
  });
  app.openapi(jobsRoute, (c) => c.json({ items: runs.list() }, 200));
  app.openapi(jobRoute, (c) => {
    const wanted = c.req.valid('param').id;
    const job = runs.get(wanted);
    if (job === undefined) throw notFound(`job ${wanted}`);
    return c.json(job, 200);
  });
  app.openapi(stopRoute, (c) => {
    const wanted = c.req.valid('param').id;
    const job = runs.stop(wanted);
    if (job === undefined) throw notFound(`job ${wanted}`);
    return c.json(job, 202);
  });
  app.openapi(optionsRoute, (c) => c.json(harvestOptionsJsonSchema() as Record<string, unknown>, 200));
}

const underWay = (runId: number): RequestProblem =>
  new RequestProblem(409, 'under-way', `run ${runId} is under way`, 'stop its job first');
