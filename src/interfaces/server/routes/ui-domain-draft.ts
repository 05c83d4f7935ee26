/** Drafts a domain from ten words or an example page; `PUT /api/domains/{name}` stores it. */

import { z } from '@hono/zod-openapi';
import { termsOfPage } from '../../../app/index.ts';
import { draftDomain } from '../../../foundation/domain/index.ts';
import { RequestProblem } from '../problems.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { actingRoute, json, jsonBody } from './route-parts.ts';

const MOST_WORDS = 100;
const webAddress = z.url({ protocol: /^https?$/ }).max(2_000);

export function addUiDomainDraftRoute(app: App, parts: ServerParts): void {
  const { storage, allowPrivate } = parts;
  const draftRoute = actingRoute(
    'post /api/ui/domain-draft',
    'Draft a domain file from about ten words, or from the words that an example page uses most; nothing is saved',
    {
      200: json('The file', z.object({ yaml: z.string(), terms: z.number().int() })),
      400: 'No words and no page, or a name that is none',
      502: 'The page could not be fetched',
    },
    jsonBody(
      z.object({
        name: z.string().regex(/^[a-z][a-z0-9-]{0,62}$/),
        words: z.array(z.string().trim().min(1).max(100)).max(MOST_WORDS).default([]),
        page: webAddress.optional(),
        seeds: z.array(webAddress).max(100).default([]),
      }),
    ),
  );
  app.openapi(draftRoute, async (c) => {
    const { name, words, page, seeds } = c.req.valid('json');
    const found = page === undefined ? [] : await termsOfPage(page, { web: 'live', storage, allowPrivate });
    const terms = [...new Set([...words, ...found])];
    if (terms.length === 0)
      throw new RequestProblem(400, 'no-terms', 'words: expected about ten words, or an example page');
    const yaml = draftDomain({ name, terms, seeds, schema: 'domain.schema.json' });
    return c.json({ yaml, terms: terms.length }, 200);
  });
}
