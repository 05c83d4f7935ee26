import type { Store } from '../../../storage/index.ts';
import { BRAVE_KEY, brave } from './brave.ts';
import { localLibrary } from './library.ts';
import { type Ask, LINK_SOURCES, ProviderError, type SearchProvider } from './provider.ts';
import { searxng } from './searxng.ts';

export { brave } from './brave.ts';
export { ProviderError, type SearchProvider } from './provider.ts';

const EXPECTED = 'expected searxng:ADDRESS, brave or library';

/**
 * Opens a provider by the words of a user: `searxng:https://search.example.org/`, `brave` (its key in the environment),
 * `library`.
 * @throws {ProviderError} on anything else, or where the key is missing
 */
export function openProvider(
  spec: string,
  {
    ask,
    store,
    env,
  }: { readonly ask: Ask; readonly store: Pick<Store, 'pages' | 'sites'>; readonly env: NodeJS.ProcessEnv },
): SearchProvider {
  if (spec === 'library') return localLibrary(store);
  if (spec === 'brave') {
    const key = env[BRAVE_KEY]?.trim();
    if (!key) throw new ProviderError(`search provider brave needs its API key in ${BRAVE_KEY}`);
    return brave(key, ask);
  }
  return searxng(searxngAddress(spec), ask);
}

/** Says how each provider answers reverse search, for people who choose one. */
export const providerNotes = (): string[] =>
  [
    ['library', LINK_SOURCES['link-graph']],
    ['searxng:ADDRESS', LINK_SOURCES['link-operator']],
    [`brave (key in ${BRAVE_KEY})`, LINK_SOURCES.mentions],
  ].map(([name, note]) => `${name} ${note}`);

/** @throws {ProviderError} where a user's words name no provider; nothing is asked */
export function checkProvider(spec: string): void {
  if (spec !== 'library' && spec !== 'brave') searxngAddress(spec);
}

function searxngAddress(spec: string): string {
  const address = /^searxng:(.*)$/.exec(spec)?.[1];
  if (address === undefined)
    throw new ProviderError(`unknown search provider ${JSON.stringify(spec)}; ${EXPECTED}`);
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw new ProviderError(`search provider ${JSON.stringify(spec)} names no web address; ${EXPECTED}`);
  return url.href;
}
