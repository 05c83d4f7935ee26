import { z } from 'zod';
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
 * @throws {Error} when it does not answer as Spotlight does
 */
export async function fetchSpotlightLinks(
  endpoint: string,
  text: string,
  post: PostForm,
): Promise<ReadonlyMap<string, EntityLink>> {
  const { status, text: body } = await post(endpoint, { text, confidence: CONFIDENCE });
  if (status !== 200) throw new Error(`status ${status}`);
  const { Resources } = answerSchema.parse(JSON.parse(body));
  const links = new Map<string, EntityLink>();
  for (const { '@URI': uri, '@surfaceForm': form, '@types': types } of Resources) {
    const anchor = form.toLowerCase();
    if (!/^https?:\/\//.test(uri) || links.has(anchor)) continue;
    links.set(anchor, { uri, neTag: CLASSES.find(([pattern]) => pattern.test(types))?.[1] ?? 'O' });
  }
  return links;
}

/** Creates a linker that uses the links of the service first, then the embedded linker. */
export const withFallbackLinker = (
  links: ReadonlyMap<string, EntityLink>,
  embedded: EntityLinker,
): EntityLinker => ({
  link: (anchor, isName) => links.get(anchor) ?? embedded.link(anchor, isName),
});
