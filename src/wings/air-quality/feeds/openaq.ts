import { z } from 'zod';
import type { Region } from '../../../foundation/domain/index.ts';
import type { HttpClient } from '../../../foundation/http/index.ts';
import { type Feed, FeedError } from '../observation.ts';
import { POLLUTANT_NAMES, POLLUTANTS } from '../units/pollutants.ts';
import { fetchJson } from './ask-json.ts';
import { readFeed } from './read-feed.ts';

const BASE = 'https://api.openaq.org/v3';
/** The API's own limit for a search round a point, metres. */
const RADIUS = 25_000;
const PAGE_SIZE = 1_000;
const MAX_PAGES = 20;
const PARAMETERS = POLLUTANT_NAMES.map((name): string => POLLUTANTS[name].column);

/** Environment variable of the key, which is used only in one header. */
export const OPENAQ_KEY = 'OPENAQ_API_KEY';
export const OPENAQ_KEY_HEADER = 'X-API-Key';
const ASKED = { service: 'OpenAQ', keyVariable: OPENAQ_KEY };

const locations = z.object({
  results: z.array(
    z.object({
      name: z.string().nullable(),
      coordinates: z.object({ latitude: z.number(), longitude: z.number() }),
      sensors: z.array(z.object({ id: z.number(), parameter: z.object({ name: z.string() }) })),
    }),
  ),
});
const page = z.object({ results: z.array(z.record(z.string(), z.unknown())) });

interface OpenAqOptions {
  /** An egress that sends the key in `OPENAQ_KEY_HEADER` as a header of its own, which no log keeps. */
  readonly client: HttpClient;
  readonly region: Region;
  /** First and last day, `2025-09-01`. */
  readonly from: string;
  readonly to: string;
  /** Another server that speaks the same; for tests. */
  readonly base?: string;
}

/**
 * Daily means of all known pollutants at the stations round the cities of a region, by the OpenAQ API, version 3.
 * @throws {FeedError} where the server refuses, or answers in another shape
 */
export async function openAqFeed({ client, region, from, to, base = BASE }: OpenAqOptions): Promise<Feed> {
  const observations: Feed['observations'][number][] = [];
  const problems: string[] = [];
  const seen = new Set<number>();
  for (const city of region.cities) {
    const [latitude, longitude] = city.location;
    const around = `${base}/locations?coordinates=${latitude},${longitude}&radius=${RADIUS}&limit=${PAGE_SIZE}`;
    for (const place of parse(locations, await fetchJson(client, around, ASKED), around).results) {
      for (const sensor of place.sensors) {
        if (!PARAMETERS.includes(sensor.parameter.name) || seen.has(sensor.id)) continue;
        seen.add(sensor.id);
        const about = { station: place.name ?? `sensor ${sensor.id}`, city: city.name, ...place.coordinates };
        const feed = await daysOf(
          client,
          `${base}/sensors/${sensor.id}/days?date_from=${from}&date_to=${to}`,
          about,
        );
        observations.push(...feed.observations);
        problems.push(...feed.problems);
      }
    }
  }
  const stations = new Set(observations.map(({ city, station }) => `${city}\u0000${station}`)).size;
  return {
    observations,
    stations,
    evidence: ['OpenAQ publishes concentrations and names their unit'],
    problems,
  };
}

async function daysOf(client: HttpClient, address: string, about: object): Promise<Feed> {
  const results: unknown[] = [];
  for (let number = 1; number <= MAX_PAGES; number++) {
    const url = `${address}&limit=${PAGE_SIZE}&page=${number}`;
    const answer = parse(page, await fetchJson(client, url, ASKED), url);
    results.push(...answer.results.map((result) => ({ ...result, ...about })));
    if (answer.results.length < PAGE_SIZE) break;
  }
  const origin = { source: address, request: `GET ${address}`, timeZone: 'UTC' };
  return readFeed(JSON.stringify({ results }), origin);
}

function parse<Schema extends z.ZodType>(schema: Schema, data: unknown, url: string): z.output<Schema> {
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  const where = read.error.issues[0]?.path.join('.') ?? '';
  throw new FeedError(`OpenAQ answered in another shape than version 3 to ${url} (at ${where || 'the top'})`);
}
