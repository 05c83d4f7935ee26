import { FieldfareError } from '../../../foundation/errors/index.ts';
import { reasonInWords, TransportError } from '../../../foundation/http/index.ts';

export interface SearchHit {
  readonly url: string;
  readonly title: string;
}

type LinkSource = keyof typeof LINK_SOURCES;

export const LINK_SOURCES = {
  'link-graph': 'knows the links that earlier runs of the storage folder have seen',
  'link-operator':
    'is asked link:HOST, which Google, Bing and most other engines no longer answer, and for pages that name the host',
  mentions: 'has no link queries; pages that name the host are asked for',
} as const;

/** Finds addresses by a search engine or in earlier runs. */
export interface SearchProvider {
  /** As a user writes it, without secrets. */
  readonly name: string;
  readonly links: LinkSource;
  /**
   * @param page from 1
   * @throws {ProviderError} when it cannot be reached, refuses, or answers what cannot be read
   */
  search(query: string, page?: number): Promise<readonly SearchHit[]>;
  /** Returns pages of other sites that link to a host: reverse search. @throws {ProviderError} */
  linking(host: string): Promise<readonly SearchHit[]>;
}

/** Returns the query for an engine without link queries: pages of others that name a host mostly link to it. */
export const mentionsOf = (host: string): string => `"${host}" -site:${host}`;

/** Asks an address for JSON. @throws where no answer comes */
export type Ask = (
  url: string,
  headers: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly body: string }>;

/** Says what failed and what to do. */
export class ProviderError extends FieldfareError {
  readonly code = 'search-provider';
  override readonly httpStatus = 502;
}

/** Reads an answer as JSON. @throws {ProviderError} in words for people */
export async function askJson(
  ask: Ask,
  provider: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly json: unknown }> {
  let answer: Awaited<ReturnType<Ask>>;
  try {
    answer = await ask(url, { accept: 'application/json', ...headers });
  } catch (error) {
    // The query would only bury what went wrong.
    const why =
      error instanceof TransportError
        ? `${new URL(url).host}: ${reasonInWords(error.reason)}`
        : error instanceof Error
          ? error.message
          : String(error);
    throw new ProviderError(`search provider ${provider} cannot be reached: ${why}`);
  }
  try {
    return { status: answer.status, json: JSON.parse(answer.body) as unknown };
  } catch {
    if (answer.status >= 400) return { status: answer.status, json: undefined };
    throw new ProviderError(`search provider ${provider} did not answer with JSON (status ${answer.status})`);
  }
}
