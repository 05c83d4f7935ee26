import { z } from '@hono/zod-openapi';
import { RequestProblem } from '../problems.ts';
import type { ScheduleState } from '../schedules.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { actingRoute, anything, idParam, json, jsonBody, route } from './route-parts.ts';

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

const listRoute = route('get /api/schedules', 'Repeated harvests', {
  200: json('Schedules', z.object({ items: z.array(scheduleSchema) })),
});

export function addScheduleRoutes(app: App, parts: ServerParts): void {
  const { schedules } = parts;
  const addRoute = actingRoute(
    'post /api/schedules',
    'Repeat a harvest, by an interval or a cron expression in the time zone of the server',
    {
      201: json('The schedule', scheduleSchema),
      400: 'Wrong options, or no time',
      403: 'An option that this server does not let clients give',
      429: 'Too many schedules',
    },
    jsonBody(
      z.object({
        everySeconds: z.number().int().min(LEAST_SECONDS).max(31_536_000).optional(),
        cron: z.string().max(200).optional(),
        options: anything,
      }),
    ),
  );
  const deleteRoute = actingRoute(
    'delete /api/schedules/{id}',
    'Delete a schedule; its harvest in progress continues',
    { 204: { description: 'It is gone' }, 404: 'No such schedule' },
    { params: idParam },
  );
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
