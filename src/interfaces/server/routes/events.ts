import { createRoute, z } from '@hono/zod-openapi';
import { streamSSE } from 'hono/streaming';
import type { App } from '../app.ts';
import { notFound, problemSchema } from '../problems.ts';
import type { ServerParts } from '../server.ts';

/** Events written before others get their turn. */
const BATCH = 100;
const MOST_CLIENTS = 500;
/** Milliseconds after which a silent stream says that it is alive. */
const KEEP_ALIVE_MS = 15_000;

const route = createRoute({
  method: 'get',
  path: '/api/jobs/{id}/events',
  summary: 'Events of a harvest as they come (server-sent events)',
  description:
    'Each message has a number as its id, the type as its event and JSON as its data. `Last-Event-ID` goes on behind a number; of progress only the latest is kept, of all others the last 2,000.',
  request: { params: z.object({ id: z.coerce.number().int().positive() }) },
  responses: {
    200: { description: 'Events', content: { 'text/event-stream': { schema: z.string() } } },
    404: { description: 'No such job', content: { 'application/problem+json': { schema: problemSchema } } },
  },
});

export function addEventRoutes(app: App, { runs }: ServerParts): void {
  let clients = 0;
  app.openapi(route, (c) => {
    const { id } = c.req.valid('param');
    const events = runs.events(id);
    if (events === undefined || clients >= MOST_CLIENTS) throw notFound(`job ${id}`);
    clients++;
    const from = Number(c.req.header('last-event-id') ?? 0) || 0;
    return streamSSE(c, async (stream) => {
      const gone = new AbortController();
      stream.onAbort(() => gone.abort());
      const alive = setInterval(() => void stream.write(': alive\n\n'), KEEP_ALIVE_MS);
      try {
        for (let at = from; !gone.signal.aborted; ) {
          const batch = events.after(at, BATCH);
          for (const { id: number, event } of batch) {
            // Waits for a slow reader; what it misses meanwhile is bounded by what is kept.
            await stream.writeSSE({ id: String(number), event: event.type, data: JSON.stringify(event) });
            at = number;
          }
          if (batch.length === 0 && events.ended) return;
          if (batch.length === 0) await events.change(gone.signal);
        }
      } finally {
        clearInterval(alive);
        clients--;
      }
    });
  });
}
