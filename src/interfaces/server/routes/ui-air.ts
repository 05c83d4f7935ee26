/** Gives the web UI the maps of a region as its last report has them. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '@hono/zod-openapi';
import { digitsOf, POLLUTANT_NAMES, POLLUTANTS } from '../../../wings/air-quality/index.ts';
import { notFound } from '../problems.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { json, route } from './route-parts.ts';

const regionName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);
const regionsRoute = route('get /api/ui/air', 'Regions whose air was collected into this storage folder', {
  200: json('Names', z.object({ items: z.array(z.string()) })),
});
const mapRoute = route(
  'get /api/ui/air/{name}',
  'Pollutants that a region has a map of',
  {
    200: json(
      'The pollutants',
      z.object({
        pollutants: z.array(
          z.object({ name: z.string(), column: z.string(), unit: z.string(), digits: z.number() }),
        ),
      }),
    ),
    404: 'Nothing was collected of such a region',
  },
  { params: z.object({ name: regionName }) },
);
const drawingRoute = route(
  'get /api/ui/air/{name}/{column}',
  'The map of a pollutant, as the report has it: names, classes, stations and a scale',
  {
    200: { description: 'An SVG drawing', content: { 'image/svg+xml': { schema: z.string() } } },
    404: 'No such map was drawn',
  },
  { params: z.object({ name: regionName, column: z.string().regex(/^[a-z0-9]{1,10}$/) }) },
);

export function addUiAirRoutes(app: App, { storage }: ServerParts): void {
  const folder = join(storage, 'regions');
  const mapFile = (name: string, column = 'pm25') =>
    join(folder, name, 'report', column === 'pm25' ? 'map.svg' : `${column}-map.svg`);
  app.openapi(regionsRoute, (c) => {
    const names = existsSync(folder) ? readdirSync(folder).sort() : [];
    return c.json({ items: names.filter((name) => existsSync(mapFile(name))) }, 200);
  });
  app.openapi(mapRoute, (c) => {
    const { name } = c.req.valid('param');
    if (!existsSync(mapFile(name))) throw notFound(`map of ${name} yet`);
    const pollutants = POLLUTANT_NAMES.flatMap((pollutant) => {
      const { column, unit } = POLLUTANTS[pollutant];
      return existsSync(mapFile(name, column))
        ? [{ name: pollutant, column, unit, digits: digitsOf(pollutant) }]
        : [];
    });
    return c.json({ pollutants }, 200);
  });
  app.openapi(drawingRoute, (c) => {
    const { name, column } = c.req.valid('param');
    const file = mapFile(name, column);
    if (!existsSync(file)) throw notFound(`map of ${column} in ${name}`);
    return c.body(readFileSync(file, 'utf8'), 200, { 'content-type': 'image/svg+xml' });
  });
}
