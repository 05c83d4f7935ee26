import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from '@hono/zod-openapi';
import { DomainError, listDomains, loadDomain, parseDomain } from '../../../foundation/domain/index.ts';
import { makeFolder } from '../../../foundation/errors/index.ts';
import { regionReport } from '../../../wings/air-quality/index.ts';
import { ownDomainFile } from '../harvest-body.ts';
import { notFound, RequestProblem } from '../problems.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { actingRoute, anything, json, route, rowOf } from './route-parts.ts';

/** The largest domain file that is shipped has a fifth of this; it is read on the thread that answers. */
const MOST_YAML = 65_536;

const nameParam = z.object({ name: z.string().regex(/^[a-z][a-z0-9-]{0,62}$/) });
const domainSchema = z
  .object({ name: z.string(), own: z.boolean().openapi({ description: 'Sent by a client' }) })
  .openapi('DomainName');
const yamlBody = {
  required: true,
  content: { 'application/json': { schema: z.object({ yaml: z.string().max(MOST_YAML) }) } },
} as const;

const listRoute = route('get /api/domains', 'Domains of harvests: shipped ones, and those saved by clients', {
  200: json('Domains', z.object({ items: z.array(domainSchema.extend({ description: z.string() })) })),
});
const oneRoute = route(
  'get /api/domains/{name}',
  'The file of a domain',
  { 200: json('The domain', domainSchema.extend({ yaml: z.string() })), 404: 'No such domain' },
  { params: nameParam },
);
const validateRoute = route(
  'post /api/domains/validate',
  'Check the YAML text of a domain file; nothing is saved',
  {
    200: json(
      'What is wrong with it, by line',
      z.object({ valid: z.boolean(), name: z.string().nullable(), problems: z.array(anything) }),
    ),
    400: 'No YAML text',
  },
  { body: yamlBody },
);
const airRoute = route(
  'get /api/air-quality/{name}',
  'Air quality and homes of a region by division and city, from its last report (divisions.json)',
  { 200: json('Figures', anything), 404: 'No report of such a region' },
  { params: nameParam },
);

export function addDomainRoutes(app: App, parts: ServerParts): void {
  const { storage } = parts;
  const putRoute = actingRoute(
    'put /api/domains/{name}',
    'Save a domain file for later harvests',
    {
      200: json('The domain', domainSchema),
      400: 'The file has mistakes',
      409: 'A domain that comes along has this name',
    },
    { params: nameParam, body: yamlBody },
  );
  app.openapi(listRoute, (c) => {
    const folder = dirname(ownDomainFile(storage, 'any') ?? storage);
    const described = (of?: string) =>
      listDomains(of).map((name) => {
        const { description } = loadDomain(name, of);
        return { name, own: of !== undefined, description };
      });
    return c.json({ items: [...described(), ...(existsSync(folder) ? described(folder) : [])] }, 200);
  });
  app.openapi(oneRoute, (c) => {
    const { name } = c.req.valid('param');
    const own = ownDomainFile(storage, name);
    if (own !== undefined && existsSync(own))
      return c.json({ name, own: true, yaml: readFileSync(own, 'utf8') }, 200);
    return c.json({ name, own: false, yaml: readFileSync(loadDomain(name).file, 'utf8') }, 200);
  });
  app.openapi(validateRoute, (c) => {
    try {
      const { name } = parseDomain(c.req.valid('json').yaml, 'domain.yaml');
      return c.json({ valid: true, name, problems: [] }, 200);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return c.json({ valid: false, name: null, problems: error.problems.map((one) => ({ ...one })) }, 200);
    }
  });
  app.openapi(putRoute, (c) => {
    const { name } = c.req.valid('param');
    const { yaml } = c.req.valid('json');
    const domain = parseDomain(yaml, `${name}.yaml`);
    if (domain.name !== name)
      throw new RequestProblem(400, 'domain', `name: expected ${name} as in the address, got ${domain.name}`);
    if (listDomains().includes(name))
      throw new RequestProblem(409, 'name-taken', `a domain that comes along is called ${name}`);
    const file = ownDomainFile(storage, name);
    if (file === undefined) throw notFound(`domain ${name}`);
    makeFolder(dirname(file));
    writeFileSync(file, yaml);
    return c.json({ name, own: true }, 200);
  });
  app.openapi(airRoute, (c) => {
    const { name } = c.req.valid('param');
    const report = regionReport(storage, name);
    if (report === undefined) throw notFound(`air quality of ${name} yet`);
    return c.json(rowOf(report), 200);
  });
}
