/** Gives the web UI its map: places and stations of a region as its last report has them. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '@hono/zod-openapi';
import { categoryNames, digitsOf, POLLUTANT_NAMES, POLLUTANTS } from '../../../wings/air-quality/index.ts';
import { notFound } from '../problems.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { anything, json, route } from './route-parts.ts';

const regionsRoute = route('get /api/ui/air', 'Regions whose air was collected into this storage folder', {
  200: json('Names', z.object({ items: z.array(z.string()) })),
});
const mapRoute = route(
  'get /api/ui/air/{name}',
  'Areas, divisions and stations of a region as GeoJSON, and the classes that values are coloured by',
  {
    200: json(
      'The map',
      z.object({
        map: anything,
        pollutants: z.array(
          z.object({
            name: z.string(),
            column: z.string(),
            unit: z.string(),
            digits: z.number(),
            classes: z.array(z.number()).openapi({ description: 'Upper ends of all classes but the last' }),
          }),
        ),
        classNames: z.array(z.string()),
      }),
    ),
    404: 'Nothing was collected of such a region',
  },
  { params: z.object({ name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/) }) },
);

export function addUiAirRoutes(app: App, { storage }: ServerParts): void {
  const folder = join(storage, 'regions');
  const mapFile = (name: string) => join(folder, name, 'report', 'divisions.geojson');
  app.openapi(regionsRoute, (c) => {
    const names = existsSync(folder) ? readdirSync(folder).sort() : [];
    return c.json({ items: names.filter((name) => existsSync(mapFile(name))) }, 200);
  });
  app.openapi(mapRoute, (c) => {
    const { name } = c.req.valid('param');
    if (!existsSync(mapFile(name))) throw notFound(`map of ${name} yet`);
    const map = JSON.parse(readFileSync(mapFile(name), 'utf8')) as Record<string, unknown>;
    const pollutants = POLLUTANT_NAMES.map((pollutant) => {
      const { column, unit, classes } = POLLUTANTS[pollutant];
      return { name: pollutant, column, unit, digits: digitsOf(pollutant), classes: [...classes] };
    });
    return c.json({ map, pollutants, classNames: [...categoryNames('india')] }, 200);
  });
}
