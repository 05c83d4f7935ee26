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
  web: z.object({ results: z.array(z.object({ url: z.string(), title: z.string().catch('') })) }).optional(),
});

const ADDRESS = 'https://api.search.brave.com/res/v1/web/search';
const COUNT = 20;

export const BRAVE_KEY = 'BRAVE_SEARCH_API_KEY';

/** The Brave Search API. @param key subscription token; it is sent to Brave and written nowhere */
export function brave(key: string, ask: Ask, address = ADDRESS): SearchProvider {
  const search = async (query: string): Promise<readonly SearchHit[]> => {
    const url = new URL(address);
    url.search = new URLSearchParams({ q: query, count: String(COUNT), offset: '0' }).toString();
    const { status, json } = await askJson(ask, 'brave', url.href, { 'x-subscription-token': key });
    if (status === 401 || status === 403 || status === 422)
      throw new ProviderError(`search provider brave refuses the API key (${status}); check ${BRAVE_KEY}`);
    if (status === 429)
      throw new ProviderError('search provider brave: the plan allows no more queries now (429)');
    const answer = answerSchema.safeParse(json);
    if (status >= 400 || !answer.success)
      throw new ProviderError(`search provider brave answered with status ${status} and no list of results`);
    return answer.data.web?.results ?? [];
  };
  return { name: 'brave', links: 'mentions', search, linking: (host) => search(mentionsOf(host)) };
}
