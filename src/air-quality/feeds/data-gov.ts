import { z } from 'zod';
import type { Region } from '../../foundation/domain/index.ts';
import { type HttpClient, TransportError } from '../../foundation/http/index.ts';
import { type Feed, FeedError } from '../observation.ts';
import { askJson } from './ask-json.ts';
import { readFeed } from './read-feed.ts';

/** "Real time Air Quality Index from various locations", Central Pollution Control Board. */
const RESOURCE = 'https://api.data.gov.in/resource/3b01bcb8-0b14-4abf-b6f2-c1bfd384ba69';
const PAGE_SIZE = 500;
const MAX_PAGES = 20;

/** Environment variable of the key; its value goes into the query of the requests and nowhere else. */
export const DATA_GOV_KEY = 'DATA_GOV_IN_API_KEY';

const answer = z.object({ records: z.array(z.unknown()) });

interface DataGovOptions {
  /** An egress without an exchange log: the key is part of the address. */
  readonly egress: HttpClient;
  readonly region: Region;
  readonly key: string;
  /** Another server that speaks the same; for tests. */
  readonly base?: string;
}

/**
 * What the stations of a region's cities tell now, by the API of data.gov.in: the rows of the national feed, which are
 * sub-indexes.
 * @throws {FeedError} where the server refuses the key, or answers in another shape
 */
export async function dataGovFeed({ egress, region, key, base = RESOURCE }: DataGovOptions): Promise<Feed> {
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
      const read = answer.safeParse(await askWithKey(egress, shown, key));
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

async function askWithKey(egress: HttpClient, shown: string, key: string): Promise<unknown> {
  const asked = { service: 'data.gov.in', keyVariable: DATA_GOV_KEY, shown };
  try {
    return await askJson(egress, `${shown}&${new URLSearchParams({ 'api-key': key })}`, asked);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    // Messages of the web name the address, and the address holds the key.
    throw new FeedError(`data.gov.in cannot be asked (${error.reason}): ${shown}`);
  }
}
