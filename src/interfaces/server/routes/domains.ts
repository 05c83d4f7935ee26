import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createRoute, z } from '@hono/zod-openapi';
import { DomainError, listDomains, loadDomain, parseDomain } from '../../../foundation/domain/index.ts';
import { makeFolder } from '../../../foundation/errors/index.ts';
import { regionReport } from '../../../wings/air-quality/index.ts';
import { ownDomainFile } from '../harvest-body.ts';
import { notFound, RequestProblem } from '../problems.ts';
import { mayActOnly } from '../security.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { ACTS, anything, json, problem, rowOf, TOKEN_NEEDED } from './route-parts.ts';

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

const listRoute = createRoute({
  method: 'get',
  path: '/api/domains',
  summary: 'Domains that a harvest may look for: those that are shipped and those of clients',
  responses: {
    200: json('Domains', z.object({ items: z.array(domainSchema.extend({ description: z.string() })) })),
  },
});
const oneRoute = createRoute({
  method: 'get',
  path: '/api/domains/{name}',
  summary: 'The file of a domain',
  request: { params: nameParam },
  responses: {
    200: json('The domain', domainSchema.extend({ yaml: z.string() })),
    404: problem('No such domain'),
  },
});
const validateRoute = createRoute({
  method: 'post',
  path: '/api/domains/validate',
  summary: 'Check the YAML text of a domain file; nothing is kept',
  request: { body: yamlBody },
  responses: {
    200: json(
      'What is wrong with it, by line',
      z.object({ valid: z.boolean(), name: z.string().nullable(), problems: z.array(anything) }),
    ),
    400: problem('No YAML text'),
  },
});
const airRoute = createRoute({
  method: 'get',
  path: '/api/air-quality/{name}',
  summary:
    'What the last report of a region says of its air and homes, by division and city: its divisions.json',
  request: { params: nameParam },
  responses: { 200: json('Figures', anything), 404: problem('No report of such a region') },
});

export function addDomainRoutes(app: App, parts: ServerParts): void {
  const { storage } = parts;
  const putRoute = createRoute({
    method: 'put',
    path: '/api/domains/{name}',
    summary: 'Keep a domain file for harvests to come',
    security: ACTS,
    middleware: mayActOnly(parts),
    request: { params: nameParam, body: yamlBody },
    responses: {
      200: json('The domain', domainSchema),
      400: problem('The file has mistakes'),
      ...TOKEN_NEEDED,
      409: problem('A domain that comes along has this name'),
    },
  });
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
