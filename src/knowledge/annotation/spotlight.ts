import { z } from 'zod';
import { createHttpClient, openTransport } from '../../foundation/http/index.ts';
import { KnowledgeError } from '../knowledge-error.ts';
import type { EntityLink, EntityLinker } from './entity-linker.ts';
import type { EntityTag } from './noun.ts';

/** Posts a form to an address and gives the answer's text. */
export type PostForm = (
  url: string,
  fields: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly text: string }>;

const answerSchema = z.object({
  Resources: z
    .array(z.object({ '@URI': z.string(), '@surfaceForm': z.string(), '@types': z.string().default('') }))
    .default([]),
});

const CLASSES: readonly (readonly [RegExp, EntityTag])[] = [
  [/:Person\b/, 'PERSON'],
  [/:Place\b/, 'LOCATION'],
  [/:Organi[sz]ation\b/, 'ORGANIZATION'],
];
const CONFIDENCE = '0.5';

/**
 * Fetches the entity links of a text from a DBpedia Spotlight service (`…/rest/annotate`; paper 003, section 4.1.1).
 * @throws {KnowledgeError} when it does not answer as Spotlight does
 */
export async function fetchSpotlightLinks(
  endpoint: string,
  text: string,
  post: PostForm,
): Promise<ReadonlyMap<string, EntityLink>> {
  const resources = await answerOf(endpoint, text, post);
  const links = new Map<string, EntityLink>();
  for (const { '@URI': uri, '@surfaceForm': form, '@types': types } of resources) {
    const anchor = form.toLowerCase();
    if (!/^https?:\/\//.test(uri) || links.has(anchor)) continue;
    links.set(anchor, { uri, neTag: CLASSES.find(([pattern]) => pattern.test(types))?.[1] ?? 'O' });
  }
  return links;
}

async function answerOf(
  endpoint: string,
  text: string,
  post: PostForm,
): Promise<z.output<typeof answerSchema>['Resources']> {
  try {
    const { status, text: body } = await post(endpoint, { text, confidence: CONFIDENCE });
    if (status !== 200) throw new Error(`status ${status}`);
    return answerSchema.parse(JSON.parse(body)).Resources;
  } catch (error) {
    const why =
      error instanceof z.ZodError ? 'its answer is not that of Spotlight' : (error as Error).message;
    throw new KnowledgeError(`the Spotlight service at ${endpoint} does not answer (${why.split('\n')[0]})`);
  }
}

/** Milliseconds that the service may take for a page. */
const ANSWER_MS = 10_000;

/** Posts to the service that a user named, which may be on a private network. */
export async function postToService(userAgent: string): Promise<PostForm> {
  const transport = await openTransport('live', { allowPrivate: true });
  const client = createHttpClient({ transport, userAgent, limits: { totalMs: ANSWER_MS } });
  return async (url, fields) => {
    const { status, body } = await client.fetch({
      url,
      method: 'POST',
      headers: [
        ['accept', 'application/json'],
        ['content-type', 'application/x-www-form-urlencoded'],
      ],
      body: Buffer.from(new URLSearchParams(fields).toString()),
    });
    return { status, text: body.toString('utf8') };
  };
}

/** Creates a linker that uses the links of the service first, then the embedded linker. */
export const withFallbackLinker = (
  links: ReadonlyMap<string, EntityLink>,
  embedded: EntityLinker,
): EntityLinker => ({
  link: (anchor, isName) => links.get(anchor) ?? embedded.link(anchor, isName),
});
