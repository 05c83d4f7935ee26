import { z } from 'zod';
import {
  type Ask,
  askJson,
  mentionsOf,
  ProviderError,
  type SearchHit,
  type SearchProvider,
} from './provider.ts';

const answerSchema = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string().catch('') })),
});

/** A SearXNG server, by its JSON API (`/search?q=…&format=json&pageno=…`). @param base its address */
export function searxng(base: string, ask: Ask): SearchProvider {
  const name = `searxng:${base}`;
  const search = async (query: string): Promise<readonly SearchHit[]> => {
    const url = new URL('search', base.endsWith('/') ? base : `${base}/`);
    url.search = new URLSearchParams({ q: query, format: 'json', pageno: '1' }).toString();
    const { status, json } = await askJson(ask, name, url.href);
    if (status === 403)
      throw new ProviderError(
        `search provider ${name} refuses JSON (403): add "json" to search.formats in its settings.yml`,
      );
    if (status === 429)
      throw new ProviderError(`search provider ${name} is asked too often (429); try again later`);
    const answer = answerSchema.safeParse(json);
    if (status >= 400 || !answer.success)
      throw new ProviderError(
        `search provider ${name} answered with status ${status} and no list of results`,
      );
    return answer.data.results;
  };
  const linking = async (host: string): Promise<readonly SearchHit[]> => {
    const hits = [...(await search(`link:${host}`)), ...(await search(mentionsOf(host)))];
    return [...new Map(hits.map((hit) => [hit.url, hit])).values()];
  };
  return { name, links: 'link-operator', search, linking };
}
