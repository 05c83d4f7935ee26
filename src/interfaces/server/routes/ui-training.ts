/** Trains the judge of forms for the web UI. */

import { z } from '@hono/zod-openapi';
import { RequestProblem } from '../problems.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { actingRoute, anything, json, route, rowOf } from './route-parts.ts';

const stateSchema = z.object({
  state: z.enum(['idle', 'running', 'failed']),
  done: z.number().int(),
  all: z.number().int(),
  error: z.string().nullable(),
  report: anything.nullable().openapi({ description: 'Figures of the latest training' }),
});

const stateRoute = route(
  'get /api/ui/training',
  'The progress of the training of the form classifier, and the figures of the latest one',
  { 200: json('The training', stateSchema) },
);

export function addUiTrainingRoutes(app: App, parts: ServerParts): void {
  const { training } = parts;
  const shown = () => {
    const { report, ...state } = training.state();
    return { ...state, report: report && rowOf(report) };
  };
  const startRoute = actingRoute(
    'post /api/ui/training',
    'Train the form classifier again, with the labels of this storage folder; the model is kept unless it is worse',
    { 202: json('The training', stateSchema), 409: 'One is under way' },
  );
  app.openapi(stateRoute, (c) => c.json(shown(), 200));
  app.openapi(startRoute, (c) => {
    if (!training.start(new Date().toISOString().slice(0, 10)))
      throw new RequestProblem(409, 'training-under-way', 'a training is under way', 'wait for it to end');
    return c.json(shown(), 202);
  });
}
