import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { userAgent } from '../../crawl/settings/index.ts';
import type { Store } from '../../drivers/sqlite/index.ts';
import { type Gazetteer, gazetteerOf, type Region } from '../../foundation/domain/index.ts';
import {
  createHttpClient,
  decodeHtml,
  openTransport,
  type Transport,
  TransportError,
} from '../../foundation/http/index.ts';
import { headerValue, openExchangeLog } from '../../foundation/warc/index.ts';
import type { Period } from '../divisions/values.ts';
import { readFeed } from '../feeds/read-feed.ts';
import { type Feed, FeedError, type Observation } from '../observation.ts';
import { ListingsError, looksLikeListings, readListings } from '../property/index.ts';
import { collectCity } from './collect-city.ts';
import type { CollectEvent } from './events.ts';
import { outboundOf } from './outbound.ts';
import { feedOfService } from './services.ts';
import { RegionRepository } from './region-repository.ts';

export interface CollectOptions {
  readonly region: Region;
  readonly store: Store;
  /** Words of a web, or one that is open already; without it only `sources` are read. */
  readonly web?: string | Transport | undefined;
  /** Files, folders, or services by name: `openaq`, `data.gov.in`. Their keys stand in the environment. */
  readonly sources: readonly string[];
  readonly period: Partial<Period>;
  /** Least time between two requests to a host; default 1 s live, none elsewhere. */
  readonly delayMs?: number | undefined;
  readonly robots: boolean;
  readonly render: 'auto' | 'always' | 'never';
  readonly maxPages: number;
  readonly contact?: string | undefined;
  /** False crawls one city after another. */
  readonly together?: boolean;
  readonly signal: AbortSignal;
  readonly emit: (event: CollectEvent) => void;
}

/**
 * Collects a region: sources first, then a crawl for each city, all at once. What was collected is kept whatever goes wrong
 * later; a round that was interrupted goes on where it was.
 * @throws {FeedError}, {ListingsError} for a source that is no feed, after all others were read
 */
export async function collectRegion(options: CollectOptions): Promise<void> {
  const { region, store, signal, emit } = options;
  const gazetteer = gazetteerOf(region);
  const shelf = new RegionRepository(store, region.name);
  const webName =
    typeof options.web === 'string' ? options.web : (options.web?.spec ?? options.web?.kind ?? 'files');
  const { round, resumed } = await shelf.openRound(webName);
  emit({ type: 'start', region: region.name, round, resumed, web: webName });
  const wrong = await readSources(options, shelf, gazetteer);
  if (options.web !== undefined) {
    const web = typeof options.web === 'string' ? await openTransport(options.web) : options.web;
    try {
      await readWebFeeds(options, web, shelf);
      await collectCities(options, web, shelf, gazetteer, round);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (typeof options.web === 'string') await web.close();
    }
  }
  if (!signal.aborted) await shelf.endRound(round);
  const [figures, listings] = [await shelf.observations(), await shelf.listings()];
  emit({
    type: 'end',
    round,
    interrupted: signal.aborted,
    figures: figures.length,
    listings: listings.length,
  });
  if (wrong !== undefined) throw wrong;
}

async function collectCities(
  options: CollectOptions,
  web: Transport,
  shelf: RegionRepository,
  gazetteer: Gazetteer,
  round: number,
): Promise<void> {
  const { region, store, delayMs = web.kind === 'live' ? 1_000 : 0, together = true } = options;
  const folder = join(store.folder, 'regions', region.name);
  const log = await openExchangeLog(join(folder, 'asked'), { acknowledged: undefined });
  const egress = createHttpClient({ web, log, userAgent: userAgent(options.contact) });
  const out = outboundOf(egress, { delayMs, robots: options.robots });
  const collect = async (city: Region['cities'][number]): Promise<void> => {
    const seeds = await Promise.all(
      ['air-quality', 'property'].map((subject) => web.seeds(`${region.name}/${subject}/${city.name}`)),
    );
    const own = web.kind === 'practice' ? [] : [...city.seeds.airQuality, ...city.seeds.property];
    const { period, robots, render, maxPages, signal, emit } = options;
    await collectCity({
      ...{ web, region, gazetteer, city: city.name, shelf, round, period, delayMs, robots, render, maxPages },
      ...{ out, signal, emit },
      seeds: [...seeds.flat(), ...own],
      folder: join(folder, city.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')),
    });
  };
  try {
    if (!together) for (const city of region.cities) await collect(city);
    else {
      // One city's trouble is no reason to lose another's figures: all end before any is told.
      const ended = await Promise.allSettled(region.cities.map(collect));
      const failed = ended.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    }
  } finally {
    await log.close();
  }
}

/** Feeds of the web itself, and live those of the region file. */
async function readWebFeeds(options: CollectOptions, web: Transport, shelf: RegionRepository): Promise<void> {
  const { region, emit } = options;
  const own = web.kind === 'practice' ? [] : region.feeds.map(({ url }) => url);
  const egress = createHttpClient({ web, userAgent: userAgent(options.contact) });
  for (const url of [...(await web.seeds(`${region.name}/feeds`)), ...own]) {
    try {
      const { status, body, headers } = await egress.fetch({ url }, { signal: options.signal });
      if (status !== 200) throw new FeedError(`${url} answered ${status}`);
      const { text } = decodeHtml(body, headerValue(headers, 'content-type'));
      const feed = readFeed(text, { source: url, request: `GET ${url}`, timeZone: region.timeZone });
      await keepFeed(feed, url, region, shelf, emit);
    } catch (error) {
      if (!(error instanceof TransportError || error instanceof FeedError) || options.signal.aborted)
        throw error;
      emit({ type: 'problem', city: null, message: error.message });
    }
  }
}

async function keepFeed(
  feed: Feed,
  source: string,
  region: Region,
  shelf: RegionRepository,
  emit: CollectOptions['emit'],
): Promise<void> {
  const inRegion = ofRegion(feed.observations, region);
  await shelf.keepObservations(inRegion);
  const stations = new Set(inRegion.map(({ city, station }) => `${city}|${station}`)).size;
  emit({ type: 'source', source, figures: inRegion.length, stations, evidence: feed.evidence });
  for (const message of feed.problems) emit({ type: 'problem', city: null, message });
}

/** Figures of the region's cities; the rest of a country's feed is not kept. */
function ofRegion(observations: readonly Observation[], region: Region): Observation[] {
  const gazetteer = gazetteerOf(region);
  const known = new Map<string, boolean>();
  return observations.filter(({ city }) => {
    let wanted = known.get(city);
    if (wanted === undefined) {
      wanted = gazetteer.cityNamed(city) !== undefined;
      known.set(city, wanted);
    }
    return wanted;
  });
}

/** @returns the first mistake of a source; the others are read all the same */
async function readSources(
  options: CollectOptions,
  shelf: RegionRepository,
  gazetteer: Gazetteer,
): Promise<Error | undefined> {
  const { region, emit } = options;
  let wrong: Error | undefined;
  for (const source of options.sources) {
    try {
      const asked = feedOfService(source, options);
      if (asked !== undefined) {
        await keepFeed(await asked, source, region, shelf, emit);
        continue;
      }
      for (const file of filesOf(source)) {
        const text = readText(file);
        if (looksLikeListings(text)) {
          const listings = readListings(text, file, gazetteer);
          await shelf.keepListings(listings);
          emit({
            type: 'source',
            source: file,
            figures: listings.length,
            stations: 0,
            evidence: ['property listings'],
          });
        } else
          await keepFeed(
            readFeed(text, { source: file, timeZone: region.timeZone }),
            file,
            region,
            shelf,
            emit,
          );
      }
    } catch (error) {
      if (!(error instanceof FeedError || error instanceof ListingsError || error instanceof TransportError))
        throw error;
      wrong ??= error;
      emit({ type: 'problem', city: null, message: error.message });
    }
  }
  return wrong;
}

function filesOf(source: string): string[] {
  try {
    if (!statSync(source).isDirectory()) return [source];
    return readdirSync(source)
      .filter((file) => /\.(?:csv|xml|json)$/i.test(file))
      .sort()
      .map((file) => join(source, file));
  } catch (error) {
    throw new FeedError(
      `cannot read the source ${source}: ${(error as NodeJS.ErrnoException).code ?? error}`,
    );
  }
}

const MAX_FILE_BYTES = 200_000_000;

function readText(file: string): string {
  if (statSync(file).size > MAX_FILE_BYTES)
    throw new FeedError(`${file} is larger than ${MAX_FILE_BYTES / 1e6} MB`);
  return readFileSync(file, 'utf8');
}
