import { createRoute, z } from '@hono/zod-openapi';
import { RequestProblem } from '../problems.ts';
import type { ScheduleState } from '../schedules.ts';
import { mayActOnly } from '../security.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { ACTS, anything, idParam, json, problem, TOKEN_NEEDED } from './route-parts.ts';

const LEAST_SECONDS = 60;

const scheduleSchema = z
  .object({
    id: z.number().int(),
    everySeconds: z.number().int().nullable(),
    cron: z.string().nullable(),
    options: anything,
    dueAt: z.iso.datetime().nullable().openapi({ description: 'Null while it is under way' }),
    job: z.number().int().nullable().openapi({ description: 'The job that is under way for it' }),
  })
  .openapi('Schedule');

const listRoute = createRoute({
  method: 'get',
  path: '/api/schedules',
  summary: 'Harvests that are begun again and again',
  responses: { 200: json('Schedules', z.object({ items: z.array(scheduleSchema) })) },
});

export function addScheduleRoutes(app: App, parts: ServerParts): void {
  const { schedules } = parts;
  const acts = { security: ACTS, middleware: mayActOnly(parts) };
  const addRoute = createRoute({
    ...acts,
    method: 'post',
    path: '/api/schedules',
    summary:
      'Begin a harvest again and again, by an interval or a cron expression in the time zone of the server',
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.object({
              everySeconds: z.number().int().min(LEAST_SECONDS).max(31_536_000).optional(),
              cron: z.string().max(200).optional(),
              options: anything,
            }),
          },
        },
      },
    },
    responses: {
      201: json('The schedule', scheduleSchema),
      400: problem('Wrong options, or no time'),
      ...TOKEN_NEEDED,
      403: problem('An option that this server does not let clients give'),
      429: problem('Too many schedules'),
    },
  });
  const deleteRoute = createRoute({
    ...acts,
    method: 'delete',
    path: '/api/schedules/{id}',
    summary: 'Delete a schedule; a harvest that is under way for it goes on',
    request: { params: idParam },
    responses: { 204: { description: 'It is gone' }, ...TOKEN_NEEDED, 404: problem('No such schedule') },
  });
  app.openapi(listRoute, (c) => c.json({ items: schedules.list().map(shown) }, 200));
  app.openapi(addRoute, async (c) => {
    const { everySeconds, cron, options } = c.req.valid('json');
    if ((everySeconds === undefined) === (cron === undefined))
      throw new RequestProblem(400, 'bad-request', 'give one of everySeconds and cron');
    const when = everySeconds === undefined ? (cron ?? '') : everySeconds * 1_000;
    return c.json(shown(await schedules.add(when, options)), 201);
  });
  app.openapi(deleteRoute, async (c) => {
    await schedules.delete(c.req.valid('param').id);
    return c.body(null, 204);
  });
}

const shown = ({ id, when, options, dueAt, job }: ScheduleState): z.infer<typeof scheduleSchema> => ({
  id,
  everySeconds: typeof when === 'number' ? when / 1_000 : null,
  cron: typeof when === 'string' ? when : null,
  options,
  dueAt: dueAt === null || !Number.isFinite(dueAt) ? null : new Date(dueAt).toISOString(),
  job,
});
