import { z } from 'zod';
import type { Region } from '../../../foundation/domain/index.ts';
import { type HttpClient, TransportError } from '../../../foundation/http/index.ts';
import { type Feed, FeedError } from '../observation.ts';
import { fetchJson } from './ask-json.ts';
import { readFeed } from './read-feed.ts';

/** "Real time Air Quality Index from various locations", Central Pollution Control Board. */
const RESOURCE = 'https://api.data.gov.in/resource/3b01bcb8-0b14-4abf-b6f2-c1bfd384ba69';
const PAGE_SIZE = 500;
const MAX_PAGES = 20;

/** Environment variable of the key, which is used only in the query of the requests. */
export const DATA_GOV_KEY = 'DATA_GOV_IN_API_KEY';

const answer = z.object({ records: z.array(z.unknown()) });

interface DataGovOptions {
  /** A client without an exchange log, because the key is part of the address. */
  readonly client: HttpClient;
  readonly region: Region;
  readonly key: string;
  /** Another server with the same API, for tests. */
  readonly base?: string;
}

/**
 * Fetches the current figures of a region's cities from the API of data.gov.in: sub-indexes of the national feed.
 * @throws {FeedError} where the server refuses the key, or answers in another format
 */
export async function dataGovFeed({ client, region, key, base = RESOURCE }: DataGovOptions): Promise<Feed> {
  const records: unknown[] = [];
  for (const { name } of region.cities) {
    for (let number = 0; number < MAX_PAGES; number++) {
      const query = new URLSearchParams({
        format: 'json',
        limit: String(PAGE_SIZE),
        offset: String(number * PAGE_SIZE),
        'filters[city]': name,
      });
      const shown = `${base}?${query}`;
      const read = answer.safeParse(await fetchWithKey(client, shown, key));
      if (!read.success)
        throw new FeedError(`data.gov.in answered without "records" to ${shown}; is the key valid?`);
      records.push(...read.data.records);
      if (read.data.records.length < PAGE_SIZE) break;
    }
  }
  return readFeed(JSON.stringify({ records }), {
    source: base,
    request: `GET ${base}`,
    timeZone: region.timeZone,
  });
}

async function fetchWithKey(client: HttpClient, shown: string, key: string): Promise<unknown> {
  const asked = { service: 'data.gov.in', keyVariable: DATA_GOV_KEY, shown };
  try {
    return await fetchJson(client, `${shown}&${new URLSearchParams({ 'api-key': key })}`, asked);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    // The transport's message contains the address with the key.
    throw new FeedError(`data.gov.in cannot be asked (${error.reason}): ${shown}`);
  }
}
