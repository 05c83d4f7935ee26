import { setTimeout as pause } from 'node:timers/promises';
import { z } from '@hono/zod-openapi';
import { streamSSE } from 'hono/streaming';
import { notFound, RequestProblem } from '../problems.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { idParam, route } from './route-parts.ts';

/** Events written before others get their turn. */
const BATCH = 100;
/** Milliseconds between two writes: what comes meanwhile goes together. */
const COALESCED_MS = 100;
/** Milliseconds after which a silent stream says that it is alive. */
const KEEP_ALIVE_MS = 15_000;

const eventsRoute = route(
  'get /api/jobs/{id}/events',
  [
    'Live events of a harvest (server-sent events)',
    'Each message has a number as its id, the type as its event and JSON as its data. `Last-Event-ID` goes on behind a number; of progress only the latest is kept, of all others the last 2,000 at least.',
  ],
  {
    200: { description: 'Events', content: { 'text/event-stream': { schema: z.string() } } },
    400: 'The last id is no number',
    404: 'No such job',
    429: 'Too many clients listen',
  },
  {
    params: idParam,
    headers: z.object({ 'last-event-id': z.coerce.number().int().min(0).default(0) }),
  },
);

export function addEventRoutes(app: App, { runs, mostStreams }: ServerParts): void {
  let clients = 0;
  app.openapi(eventsRoute, (c) => {
    const { id } = c.req.valid('param');
    const from = c.req.valid('header')['last-event-id'];
    const events = runs.events(id);
    if (events === undefined) throw notFound(`job ${id}`);
    if (clients >= mostStreams)
      throw new RequestProblem(429, 'too-many-streams', `${mostStreams} clients listen already`);
    clients++;
    return streamSSE(c, async (stream) => {
      const gone = new AbortController();
      stream.onAbort(() => gone.abort());
      const alive = setInterval(() => void stream.write(': alive\n\n'), KEEP_ALIVE_MS);
      try {
        for (let at = from; !gone.signal.aborted; ) {
          const batch = events.after(at, BATCH);
          const last = batch.at(-1);
          if (last !== undefined) {
            const lines = batch.map(
              ({ id: number, event }) =>
                `event: ${event.type}\ndata: ${JSON.stringify(event)}\nid: ${number}\n\n`,
            );
            // Waits for a slow reader; what it misses meanwhile is bounded by what is kept.
            await stream.write(lines.join(''));
            at = last.id;
          } else if (events.ended) return;
          else {
            await events.change(gone.signal);
            if (!events.ended) await pause(COALESCED_MS);
          }
        }
      } finally {
        clearInterval(alive);
        clients--;
      }
    });
  });
}
